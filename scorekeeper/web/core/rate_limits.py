"""Rate limits: how often an action is allowed in ten minutes, and the answer after that."""

from collections.abc import Callable
from dataclasses import replace
from ipaddress import ip_address

from flask import Response, after_this_request, current_app, request

from scorekeeper.phrase import Phrase, Refused, count
from scorekeeper.storage.access.devices import sign
from scorekeeper.storage.access.rate_limits import Limit, attempt
from scorekeeper.storage.writing.entry import find_opened

# A club evening by one router: two hundred people draw 66 tables of three, take the draw back, and draw anew.
OPENINGS_FROM_ONE = 160
# All networks that one home may have, which several homes share with some providers.
OPENINGS_FROM_SITE = 320
# Five clubs at once. A night of twelve takes 5 kB, so that strangers cannot fill the disk.
OPENINGS = 800
# Twelve players and onlookers. It is counted for each night, so that one full night does not block another.
JOINS_AT_NIGHT = 120
# Five such nights by one router.
JOINS_FROM_ONE = 600
# Wrong PINs at one night, from one IPv4 address or all networks of one IPv6 home: all of four digits take a week.
# After too many failures of all, each origin may still try once: 10,000 addresses are not faster.
PINS_FROM_ONE = 10
PINS = 50
# A new one takes 32 MB for a moment. Twenty tables of a club, and each may change it.
NEW_PINS_FROM_ONE = 40

# As for openings: others may have to wait while deleted data is erased from the disk.
ERASURES_FROM_ONE = 40
ERASURES_FROM_SITE = 80
ERASURES = 200

# Bits of an IPv6 address that are the same for all clients of a network, and of the up to 65,536 networks that a
# provider gives to one home.
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
    """Return the household of an address: with IPv6 its network (/64)."""
    return _first_bits(text, _NETWORK)


def site_of(text: str) -> str:
    """Return the site of an address: with IPv6 all networks (/48) that a provider may give to one home."""
    return _first_bits(text, _SITE)


def _first_bits(text: str, others: int) -> str:
    try:
        address = ip_address(text)
    except ValueError:  # a proxy may send anything
        return text
    return text if address.version == 4 else str(address.ipv4_mapped or int(address) >> others)


def client_key(origin: Callable[[str], str] = house_of) -> str:
    """Return a pseudonym of the client's `origin`, so that no address is stored."""
    return sign(f"from {origin(request.remote_addr or '')}", str(current_app.secret_key))[:16]


def check_limits(*limits: Limit, text: Phrase = _TRIED, window: int | None = None) -> None:
    """Count an attempt as `attempt` does. Raises Refused after too many, with `Retry-After` in the answer."""
    wait = attempt(*limits, window=window)
    if not wait:
        return

    @after_this_request
    def add_retry_after(answer: Response) -> Response:
        answer.status_code = 429
        answer.headers["Retry-After"] = str(wait)
        return answer

    raise Refused("held", replace(text, values=(("n", -(-wait // 60)),)))


def limit_openings(opening: str = "") -> None:
    """Count the opening of a night, but not the same one again. Raises Refused."""
    if not opening or not find_opened(opening):
        _check_three_limits("open", OPENINGS_FROM_ONE, OPENINGS_FROM_SITE, OPENINGS, _OPENED)


def limit_erasures() -> None:
    """Count a deletion. Raises Refused."""
    _check_three_limits("erase", ERASURES_FROM_ONE, ERASURES_FROM_SITE, ERASURES, _ERASED)


def _check_three_limits(name: str, from_one: int, from_site: int, from_all: int, text: Phrase) -> None:
    from_here = (Limit(f"{name} {client_key()}", from_one), Limit(f"{name} site {client_key(site_of)}", from_site))
    check_limits(*from_here, Limit(name, from_all), text=text)
