"""How Husarln is played, and what the declarer may lay away."""

from functools import cache

from scorekeeper.cards.packs import TAROCK
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.husarln.rules import Rules
from scorekeeper.games.tarock.discard import tarock_law

BROKEN = {  # the rule behind each reason for which a card can be wrong
    "MUST_FOLLOW": "HU-46",
    "MUST_TAROCK": "HU-46",
    "HONOUR_DISCARDED": "HU-22",
    "TAROCK_NOT_FORCED": "HU-23",
    "NO_TAROCK": "HU-16",
}
_EMPEROR = ("T21", "SK", "T1")


def law(rules: Rules) -> Play:
    """Return how cards are played (HU-46): follow suit, else a tarock, else anything."""
    return _law(rules.emperors_trick)


@cache
def _law(emperors: bool) -> Play:
    return tarock_law(TAROCK, _EMPEROR if emperors else ())
