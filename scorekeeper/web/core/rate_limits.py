"""Holding back who tries too much: how often what may be done in ten minutes, and what is answered after that."""

from collections.abc import Callable
from dataclasses import replace
from ipaddress import ip_address

from flask import Response, after_this_request, current_app, request

from scorekeeper.phrase import Phrase, Refused, count
from scorekeeper.storage.access.devices import sign
from scorekeeper.storage.access.rate_limits import Limit, attempt
from scorekeeper.storage.writing.entry import find_opened

# A club evening by one router: twenty tables open their nights at once, and each may begin anew.
OPENINGS_FROM_ONE = 40
# All networks that one home may have, which several homes share with some providers.
OPENINGS_FROM_SITE = 80
# Five clubs at once. A night of twelve takes 5 kB, so that whoever comes along fills no disk.
OPENINGS = 200
# Twelve players, and whoever looks on. It is counted for each night: who fills his own keeps nobody from another.
JOINS_AT_NIGHT = 120
# Five such nights by one router.
JOINS_FROM_ONE = 600
# Wrong ones at one night, from one IPv4 address or all networks that one IPv6 home may have: it needs a week for all of
# four digits. Where all together failed too often, whoever did not yet may try once: 10,000 addresses need no longer.
PINS_FROM_ONE = 10
PINS = 50
# A new one takes 32 MB for a moment. Twenty tables of a club, and each may change it.
NEW_PINS_FROM_ONE = 40

# Like openings: what is deleted is erased from the disk, for which others may have to wait.
ERASURES_FROM_ONE = 40
ERASURES_FROM_SITE = 80
ERASURES = 200

# Bits of an IPv6 address that others may choose: who is in a network has all its addresses, and a provider gives one
# home up to 65,536 networks.
_NETWORK = 64
_SITE = 80

_TRIED = count("Too many tries from here. Wait {n} minute.", "Too many tries from here. Wait {n} minutes.", 0)
_OPENED = count(
    "Too many nights were opened just now. Wait {n} minute and send this again.",
    "Too many nights were opened just now. Wait {n} minutes and send this again.",
    0,
)
_ERASED = count(
    "Too much was deleted just now. Wait {n} minute and send this again.",
    "Too much was deleted just now. Wait {n} minutes and send this again.",
    0,
)


def house_of(text: str) -> str:
    """Return whose an address is: with IPv6 a whole network (/64) belongs to one household or computer."""
    return _first_bits(text, _NETWORK)


def site_of(text: str) -> str:
    """Return the same for what one provider may have given to one home: with IPv6 all networks of a /48."""
    return _first_bits(text, _SITE)


def _first_bits(text: str, others: int) -> str:
    try:
        address = ip_address(text)
    except ValueError:  # what a proxy says may be anything
        return text
    return text if address.version == 4 else str(address.ipv4_mapped or int(address) >> others)


def here(origin: Callable[[str], str] = house_of) -> str:
    """Return what stands for who asks, or for all of his home with `site_of`: nobody's address is kept."""
    return sign(f"from {origin(request.remote_addr or '')}", str(current_app.secret_key))[:16]


def hold_back(*limits: Limit, text: Phrase = _TRIED) -> None:
    """Count a try. Where there were too many, raises Refused, and the head of the answer says how long to wait."""
    wait = attempt(*limits)
    if not wait:
        return

    @after_this_request
    def tell_wait(answer: Response) -> Response:
        answer.status_code = 429
        answer.headers["Retry-After"] = str(wait)
        return answer

    raise Refused("held", replace(text, values=(("n", -(-wait // 60)),)))


def hold_back_opening(opening: str = "") -> None:
    """Count a night that is opened, but for one that was opened under this id before. Raises Refused."""
    if not opening or not find_opened(opening):
        _hold_back_all("open", OPENINGS_FROM_ONE, OPENINGS_FROM_SITE, OPENINGS, _OPENED)


def hold_back_erasing() -> None:
    """Count something that is forgotten or deleted. Raises Refused."""
    _hold_back_all("erase", ERASURES_FROM_ONE, ERASURES_FROM_SITE, ERASURES, _ERASED)


def _hold_back_all(name: str, from_one: int, from_site: int, from_all: int, text: Phrase) -> None:
    from_here = (Limit(f"{name} {here()}", from_one), Limit(f"{name} site {here(site_of)}", from_site))
    hold_back(*from_here, Limit(name, from_all), text=text)
