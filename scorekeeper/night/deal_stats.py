"""The soloist, contract and partner of a deal, for statistics."""

from collections import Counter
from typing import NamedTuple

from scorekeeper.games.game import AnyGame
from scorekeeper.journal.acts import Answered, SlotAct
from scorekeeper.night.state import Replay, SlotState


class DealSummary(NamedTuple):
    """The soloist or declarer of a deal ("" for nobody), their contract, whether they announced more, and their seat.

    `partner` ("" for nobody) plays with the soloist, those `beside` them (with spaces between) play games of their own,
    all others are against them. In an `individual` deal everybody plays alone. Without either there was no play, for
    example after all passed.
    """

    soloist: str = ""
    contract: str = ""
    announced: bool = False
    seat: int = 0  # 1 is forehand
    partner: str = ""
    individual: bool = False
    beside: str = ""


def summarize_deal(game: AnyGame, act: SlotAct) -> DealSummary:
    """Return the summary of a deal by the valid act of its slot, without pricing it again."""
    if not isinstance(act, Answered):
        return DealSummary()
    brief = game.sheet_summary(game.author, act.seating, act.answers)  # no house rule decides who played, and what
    playing = act.playing
    if brief.soloist not in playing:
        return DealSummary(individual=brief.individual)
    partner = brief.partner if brief.partner in playing and brief.partner != brief.soloist else ""
    seat = playing.index(brief.soloist) + 1
    return DealSummary(
        brief.soloist, brief.contract, brief.announced, seat, partner, beside=" ".join(sorted(brief.beside))
    )


def summarize_slot(game: AnyGame, slot: SlotState) -> DealSummary:
    """Return the summary of a slot, an empty one if all its acts were taken back."""
    return summarize_deal(game, slot.acts[-1]) if slot.acts else DealSummary()


def deals_of(state: Replay) -> Counter[str]:
    """Return each player's number of deals with points on the sheet."""
    return Counter(player for slot in state.slots.values() if slot.result for player in slot.result.sheet)
