"""What was booked a moment ago, in a few words, and can be taken back as long as it is offered."""

from typing import NamedTuple

from scorekeeper.journal.acts import Undone, Voided
from scorekeeper.language import Speech
from scorekeeper.phrase import Name, Phrase, say
from scorekeeper.storage.access.devices import Guest
from scorekeeper.storage.models import NightRow
from scorekeeper.storage.queries.activity import LastAct, last_act
from scorekeeper.storage.writing.preview import SECONDS, seconds_left


class Offer(NamedTuple):
    """A booking that can be taken back: the deal's number and version, what was booked, how many seconds are left."""

    number: int
    version: int
    said: str
    seconds: float


def offer_undo(guest: Guest, row: NightRow, column: str, speech: Speech) -> Offer | None:
    """Return what a phone is offered to take back, None for nothing; `column` is what the pages carry on."""
    act = last_act(row.id, row.seq) if guest.may_write else None
    if act is None or act.number != row.number - 1 or not act.result or act.kind == Undone.kind:
        return None
    left = seconds_left(act.arrived)
    if not 0 < left <= SECONDS:
        return None
    return Offer(act.number, act.version, speech.say(_say(act, column, speech)), round(left, 1))


def _say(act: LastAct, column: str, speech: Speech) -> Phrase:
    """What was booked: the player who won or lost most."""
    points = act.result[column]
    if act.kind == Voided.kind or not any(points.values()):
        return say("Deal {number}", number=act.number)
    player = max(points, key=lambda key: abs(points[key]))
    said = speech.points(points[player])
    return say("Deal {number}: {player} {points}", number=act.number, player=Name(player), points=said)
