"""How games with Tarock cards are played where nothing else is said: follow suit, else a tarock, else anything."""

from functools import lru_cache

from scorekeeper.cards.deck import TAROCK_SUIT, deck_of
from scorekeeper.cards.duties import FOLLOW, TAROCK
from scorekeeper.cards.packs import Pack
from scorekeeper.cards.tricks import Play


@lru_cache(maxsize=8)
def tarock_law(pack: Pack, emperors: tuple[str, ...] = ()) -> Play:
    """Return the law: nobody must win a trick; where all `emperors` meet in one, the last of them wins."""
    return Play(deck_of(pack), (FOLLOW, TAROCK), TAROCK_SUIT, emperors)
