"""What was booked a moment ago, in a few words, and can be taken back as long as it is offered."""

from secrets import token_hex
from typing import NamedTuple

from scorekeeper.night.acts import Undone, Voided
from scorekeeper.phrase import Name, Phrase, say
from scorekeeper.storage.access import Guest
from scorekeeper.storage.presence import LastAct, last_act
from scorekeeper.storage.tables import NightRow
from scorekeeper.storage.undoing import SECONDS, seconds_left
from scorekeeper.web.places import place_of_deal
from scorekeeper.web.reader import speech


class Offer(NamedTuple):
    """A booking that can be taken back: the deal's number and version, what was booked, how many seconds are left.

    `address` is where a form with the id `request` takes it back.
    """

    number: int
    version: int
    said: str
    seconds: float
    address: str
    request: str


def offer_undo(guest: Guest, row: NightRow, column: str) -> Offer | None:
    """Return what a phone is offered to take back, None for nothing; `column` is what the pages carry on."""
    act = last_act(row.id, row.seq) if guest.may_write else None
    if act is None or act.number != row.number - 1 or not act.result or act.kind == Undone.kind:
        return None
    left = seconds_left(act.arrived)
    if not 0 < left <= SECONDS:
        return None
    address = place_of_deal("undo.take_back", act.number)
    return Offer(act.number, act.version, speech().say(_say(act, column)), round(left, 1), address, token_hex(16))


def _say(act: LastAct, column: str) -> Phrase:
    """What was booked: the player who won or lost most."""
    points = act.result[column]
    if act.kind == Voided.kind or not any(points.values()):
        return say("Deal {number}", number=act.number)
    player = max(points, key=lambda key: abs(points[key]))
    said = speech().points(points[player])
    return say("Deal {number}: {player} {points}", number=act.number, player=Name(player), points=said)
