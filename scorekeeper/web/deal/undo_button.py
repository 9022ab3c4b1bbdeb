"""What was booked a moment ago, in a few words on every phone; who writes can take it back as long as that is shown."""

from typing import NamedTuple

from scorekeeper.journal.acts import Undone, Voided
from scorekeeper.language import Speech
from scorekeeper.storage.queries.nights import last_act
from scorekeeper.storage.writing.entry import SECONDS, seconds_left
from scorekeeper.web.access.current import AtNight


class Result(NamedTuple):
    """What a deal brought a player: points, and money where some is paid."""

    player: str
    points: str
    money: str


class Latest(NamedTuple):
    """A deal that was booked a moment ago: its number and version, and how many seconds it is still shown.

    `most` is the result of the player who won or lost most, `own` that of the reader if he is another.
    """

    number: int
    version: int
    most: Result | None
    own: Result | None
    seconds: float


def latest_result(at: AtNight, speech: Speech) -> Latest | None:
    """Return what was booked a moment ago, None for nothing."""
    row = at.row
    act = last_act(row.id, row.seq)
    if act is None or act.number != row.number - 1 or not act.result or act.kind == Undone.kind:
        return None
    left = seconds_left(act.arrived)
    if not 0 < left <= SECONDS:
        return None
    night = at.now
    column = night.game.shows(night.rules_at(night.number))
    stake = night.stake_at(act.number)
    points = {} if act.kind == Voided.kind else act.result[column]
    paid = act.result["payoff"]

    def result(player: str) -> Result:
        money = speech.worth(paid[player], stake, signed=True) if stake and paid.get(player) else ""
        return Result(player, speech.points(points[player]), money)

    most = max(points, key=lambda key: abs(points[key])) if any(points.values()) else ""
    own = at.guest.player if most and at.guest.player in points and at.guest.player != most else ""
    return Latest(act.number, act.version, result(most) if most else None, result(own) if own else None, round(left, 1))
