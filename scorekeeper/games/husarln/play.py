"""How Husarln is played, and what the declarer may lay away."""

from functools import lru_cache

from scorekeeper.cards.deck import TAROCK_SUIT, deck_of
from scorekeeper.cards.packs import TAROCK as PACK
from scorekeeper.cards.tricks import FOLLOW, TAROCK, Play
from scorekeeper.games.husarln.rules import Rules

BROKEN = {  # the rule behind each reason for which a card can be wrong
    "MUST_FOLLOW": "HU-46",
    "MUST_TAROCK": "HU-46",
    "HONOUR_DISCARDED": "HU-22",
    "TAROCK_NOT_FORCED": "HU-23",
    "NO_TAROCK": "HU-16",
}
_EMPEROR = ("SK", "T21", "T1")


def law(rules: Rules) -> Play:
    """Return how cards are played (HU-46): follow suit, else a tarock, else anything."""
    return _law(rules.emperors_trick)


@lru_cache(maxsize=2)
def _law(emperors_trick: bool) -> Play:
    return Play(deck_of(PACK), (FOLLOW, TAROCK), TAROCK_SUIT, _EMPEROR if emperors_trick else ())
