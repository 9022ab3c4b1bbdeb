"""Holding back who tries too much: how often what may be done in ten minutes, and what is answered after that."""

from ipaddress import ip_address

from flask import current_app, request
from werkzeug.wrappers import Response

from scorekeeper.phrase import Phrase, Refused, count
from scorekeeper.storage.access import sign
from scorekeeper.storage.limits import Limit, attempt

# A club evening by one router: twenty tables open their nights at once, and each may begin anew.
OPENINGS_FROM_ONE = 40
# Five clubs at once. A night of twelve takes 5 kB, so that whoever comes along fills no disk.
OPENINGS = 200
# Twelve players, and whoever looks on. It is counted for each night: who fills his own keeps nobody from another.
JOINS_AT_NIGHT = 120
# Five such nights by one router.
JOINS_FROM_ONE = 600
# Wrong ones at one night: to try all of four digits takes 33 hours. Who did not fail himself may go on trying once.
PINS_FROM_ONE, PINS = 10, 50

_SUBNET = 64  # bits of an IPv6 address that stand for one place; whoever is there has all the others


class HeldBack(Refused):
    """Refused until `wait` seconds are over."""

    def __init__(self, phrase: Phrase, wait: int) -> None:
        super().__init__("held", phrase)
        self.wait = wait


def here() -> str:
    """Return what stands for the address that asks: nobody's address is kept."""
    return sign(f"from {house_of(request.remote_addr or '')}", str(current_app.secret_key))[:16]


def house_of(text: str) -> str:
    """Return whose an address is: with IPv6 a whole network belongs to one household or computer."""
    try:
        address = ip_address(text)
    except ValueError:  # what a proxy says may be anything
        return text
    return text if address.version == 4 else str(address.ipv4_mapped or int(address) >> _SUBNET)


def hold_back(*limits: Limit) -> None:
    """Count a try. Raises HeldBack where there were too many."""
    if wait := attempt(*limits):
        text = count(
            "Too many tries from here. Wait {n} minute.", "Too many tries from here. Wait {n} minutes.", _minutes(wait)
        )
        raise HeldBack(text, wait)


def hold_back_opening() -> None:
    """Count a night that is opened. Raises HeldBack."""
    if wait := attempt(Limit(f"open {here()}", OPENINGS_FROM_ONE), Limit("open", OPENINGS)):
        text = count(
            "Too many nights were opened just now. Wait {n} minute and send this again.",
            "Too many nights were opened just now. Wait {n} minutes and send this again.",
            _minutes(wait),
        )
        raise HeldBack(text, wait)


def _minutes(seconds: int) -> int:
    return -(-seconds // 60)


def tell_wait(answer: Response, refused: Refused | None) -> Response:
    """Return a page that shows a refusal, its head saying how long who was held back has to wait."""
    if isinstance(refused, HeldBack):
        answer.status_code = 429
        answer.headers["Retry-After"] = str(refused.wait)
    return answer
