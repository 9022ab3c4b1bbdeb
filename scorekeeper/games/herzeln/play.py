"""How the trick tours of Herzeln are played: follow suit, no trumps (HZ-3)."""

from functools import lru_cache

from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.obligations import FOLLOW
from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.cards.trick_rules import Play

BROKEN = {"MUST_FOLLOW": "HZ-3", "OUT_OF_TURN": "HZ-3"}  # the rule behind each reason


@lru_cache(maxsize=1)
def law() -> Play:
    """Return how cards are played in tours 1 to 7."""
    return Play(deck_of(ACE_TEN), (FOLLOW,))
