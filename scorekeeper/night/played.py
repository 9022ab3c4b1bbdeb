"""Who played a deal alone, and what: as its game tells it in short."""

from collections import Counter
from typing import NamedTuple

from scorekeeper.games.game import AnyGame
from scorekeeper.night.acts import Answered, SlotAct
from scorekeeper.night.replay import Replay, SlotState


class Played(NamedTuple):
    """Who plays a deal alone ("" for nobody), his contract, whether he announced more, and his seat."""

    soloist: str = ""
    contract: str = ""
    announced: bool = False
    seat: int = 0  # from forehand, who has 1


def tell_played(game: AnyGame, act: SlotAct) -> Played:
    """Return who played what in a deal, by the act that stands in its slot; its answers are not judged again."""
    if not isinstance(act, Answered):
        return Played()
    brief, playing = game.brief(act.seating, act.answers), act.playing
    if brief.soloist not in playing:
        return Played()
    return Played(brief.soloist, brief.contract, brief.announced, playing.index(brief.soloist) + 1)


def tell_slot(game: AnyGame, slot: SlotState) -> Played:
    """Return who played what in a slot as it stands, nobody where all was taken back."""
    return tell_played(game, slot.acts[-1]) if slot.acts else Played()


def deals_of(state: Replay) -> Counter[str]:
    """Return how many deals each player has something on the sheet of."""
    return Counter(player for slot in state.slots.values() if slot.result for player in slot.result.sheet)
