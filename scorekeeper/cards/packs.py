"""Packs of cards: which cards there are, what they are called and what they count."""

from collections.abc import Iterable
from dataclasses import dataclass

SUITS = "CSHD"


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of a pack by name (rank, then suit), the highest of each suit first, and the points of each."""

    cards: tuple[str, ...]
    worth: tuple[int, ...]

    @property
    def points(self) -> int:
        """The card points of the whole pack."""
        return sum(self.worth)

    def without(self, removed: Iterable[str]) -> "Pack":
        """Return the pack less the cards `removed`."""
        gone = frozenset(removed)
        kept = [(card, points) for card, points in zip(self.cards, self.worth, strict=True) if card not in gone]
        return Pack(tuple(card for card, _ in kept), tuple(points for _, points in kept))


def of_ranks(ranks: Iterable[str], suits: Iterable[str] = SUITS) -> tuple[str, ...]:
    """Return the names of the cards of all `ranks` in all `suits`."""
    suits = tuple(suits)
    return tuple(rank + suit for rank in ranks for suit in suits)


_ACE_TEN = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}

# Rules HB-1, HB-2: 32 cards, 120 points.
ACE_TEN = Pack(of_ranks(_ACE_TEN), tuple(points for points in _ACE_TEN.values() for _ in SUITS))
