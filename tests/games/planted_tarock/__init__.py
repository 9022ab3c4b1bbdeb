"""A game of Tarock for four that nobody plays, to show what one more costs: its rules, its scoring and its audit.

Four play with 40 cards, nine each and four in the talon. In a Rufer the declarer takes the talon and calls a tarock,
whose holder plays with him in secret; in a Solo he plays alone and the talon counts for his opponents.
"""

from dataclasses import dataclass
from pathlib import Path

from scorekeeper.cards.packs import TAROCK
from scorekeeper.games.declarer.contracts import Contract, DeclarerRules
from scorekeeper.games.declarer.game import Cited
from scorekeeper.games.house_rules import read_authors
from scorekeeper.games.tarock.calling import Calling, CallingDeal, CallingGame
from scorekeeper.phrase import say

FOLDER = Path(__file__).parent
PACK = TAROCK.without(["T2", "T3"])
HAND = 9
TALON = 4
THRESHOLD = sum(PACK.worth) // 2 + 1
CALLED = ("T20", "T19", "T18", "T17")


@dataclass(frozen=True)
class Rules(DeclarerRules, folder=FOLDER):
    """The rules of one table."""

    players: tuple[int, ...] = (4,)


PRESETS = read_authors(FOLDER / "authors.toml", Rules)


class PlantedGame(CallingGame[Rules, Contract, CallingDeal[Contract]]):
    """What it has of its own: the called tarock, and a count of more than half."""

    def threshold(self, rules: Rules) -> int:
        return THRESHOLD

    def callable_cards(self, rules: Rules) -> tuple[str, ...]:
        return CALLED


PLANTED_TAROCK = PlantedGame(
    pack=PACK,
    hand=HAND,
    talon=TALON,
    contracts=Rules.game,
    make=CallingDeal,
    calling=Calling(
        label=say("Called tarock"),
        holder=say("Who held the called tarock?"),
        missing=say("who held the called tarock is missing"),
        in_talon=say("It lay in the talon"),
    ),
    order=say("The talon"),
    cited=Cited("PT-2", "PT-2", "PT-3", "PT-4"),
    broken={"MUST_FOLLOW": "PT-5", "MUST_TAROCK": "PT-5", "HONOUR_DISCARDED": "PT-6", "TAROCK_NOT_FORCED": "PT-6"},
).game(
    FOLDER,
    key="planted_tarock",
    title=say("Planted Tarock"),
    about=say("Nobody plays it."),
    presets=PRESETS,
    sheet_column=lambda rules: "sheet",
    piles={"talon": say("the talon"), "discard": say("what was laid away")},
)
