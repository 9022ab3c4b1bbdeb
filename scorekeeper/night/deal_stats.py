"""Who played a deal, what and with whom: as its game tells it in short."""

from collections import Counter
from typing import NamedTuple

from scorekeeper.games.game import AnyGame
from scorekeeper.journal.acts import Answered, SlotAct
from scorekeeper.night.state import Replay, SlotState


class Played(NamedTuple):
    """Who plays a deal as soloist or declarer ("" for nobody), his contract, whether he announced more, and his seat.

    The side of everybody else follows: his `partner` ("" for nobody) is with him, all others who played are against
    him. In an `individual` deal everybody played for himself. Without either nobody played, as where all passed.
    """

    soloist: str = ""
    contract: str = ""
    announced: bool = False
    seat: int = 0  # from forehand, who has 1
    partner: str = ""
    individual: bool = False


def tell_played(game: AnyGame, act: SlotAct) -> Played:
    """Return who played what in a deal, by the act that stands in its slot; its answers are not judged again."""
    if not isinstance(act, Answered):
        return Played()
    brief = game.brief(act.seating, act.answers)
    playing = act.playing
    if brief.soloist not in playing:
        return Played(individual=brief.individual)
    partner = brief.partner if brief.partner in playing and brief.partner != brief.soloist else ""
    return Played(brief.soloist, brief.contract, brief.announced, playing.index(brief.soloist) + 1, partner)


def tell_slot(game: AnyGame, slot: SlotState) -> Played:
    """Return who played what in a slot as it stands, nobody where all was taken back."""
    return tell_played(game, slot.acts[-1]) if slot.acts else Played()


def deals_of(state: Replay) -> Counter[str]:
    """Return how many deals each player has something on the sheet of."""
    return Counter(player for slot in state.slots.values() if slot.result for player in slot.result.sheet)
