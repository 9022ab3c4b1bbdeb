"""Packs of cards: the names and the worth of their cards."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from scorekeeper.cards.thirds import write_thirds
from scorekeeper.immutable import ImmutableValue
from scorekeeper.phrase import Phrase, say

SUITS = "CSHD"


class Grouping(NamedTuple):
    """Cards counted some at a time: as many as `size`, and each sum of theirs with its worth in parts of a card point.

    `label` is the name of this way of counting, and `hint` what to do. If it is of `tricks`, it is for as many players.
    """

    key: str
    size: int
    label: Phrase
    hint: Phrase
    sums: tuple[tuple[int, int], ...]
    tricks: bool = False


class Pack(ImmutableValue):
    """The cards of a pack by name (rank, then suit), the highest of each suit first, and the worth of each.

    `parts` of worth make one card point: 3 if cards are counted in thirds. Where cards are counted by hand, `values`
    are the values of cards at the table, each with its worth, and `groupings` the ways to count several at a time.
    """

    cards: tuple[str, ...]
    worth: tuple[int, ...]
    parts: int = 1
    values: tuple[tuple[int, int], ...] = ()
    groupings: tuple[Grouping, ...] = ()

    def __hash__(self) -> int:
        return hash(self.cards)

    @cached_property
    def names(self) -> frozenset[str]:
        """Return the unordered set of cards, cached, as every recorded card is looked up in it."""
        return frozenset(self.cards)

    @property
    def points(self) -> int:
        """The card points of the whole pack."""
        return sum(self.worth) // self.parts

    @property
    def is_whole(self) -> bool:
        """Whether every card is worth whole card points, so that no pile ends on a part of one."""
        return not any(worth % self.parts for worth in self.worth)

    def count(self, cards: Iterable[str]) -> int:
        """Return the total worth of `cards`, in parts of a card point."""
        worth = dict(zip(self.cards, self.worth, strict=True))
        return sum(worth[card] for card in cards)

    def write(self, worth: int) -> str:
        """Return the worth of a pile in card points, as text; only thirds have a sign for a part of one."""
        return write_thirds(worth) if self.parts == 3 else str(worth // self.parts)

    def by_suit(self) -> list[tuple[str, list[tuple[str, int]]]]:
        """Return the cards with their worth, one list for each suit; tarocks are under ""."""
        suits: dict[str, list[tuple[str, int]]] = {}
        for card, worth in zip(self.cards, self.worth, strict=True):
            suit = "" if card in TAROCKS else card[-1]
            suits.setdefault(suit, []).append((card, worth))
        return list(suits.items())

    def groupings_for(self, players: int) -> list[Grouping]:
        """Return the ways to count several cards at a time for so many players."""
        return [grouping for grouping in self.groupings if not grouping.tricks or grouping.size == players]

    def without(self, removed: Iterable[str]) -> "Pack":
        """Return the pack less the cards `removed`."""
        return _less(self, frozenset(removed))


@lru_cache(maxsize=64)  # each game takes a few cards out, by the number of players
def _less(pack: Pack, gone: frozenset[str]) -> Pack:
    rest = [(card, points) for card, points in zip(pack.cards, pack.worth, strict=True) if card not in gone]
    return replace(pack, cards=tuple(card for card, _ in rest), worth=tuple(points for _, points in rest))


def of_ranks(ranks: Iterable[str], suits: Iterable[str] = SUITS) -> tuple[str, ...]:
    """Return the names of the cards of all `ranks` in all `suits`."""
    suits = tuple(suits)
    return tuple(rank + suit for rank in ranks for suit in suits)


_ACE_TEN = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}

# Rules HB-1, HB-2: 32 cards, 120 points.
ACE_TEN = Pack(of_ranks(_ACE_TEN), tuple(points for points in _ACE_TEN.values() for _ in SUITS))

TAROCKS = ("SK", *(f"T{number}" for number in range(21, 0, -1)))
TRULL = ("SK", "T21", "T1")
# Rule HU-2: all other cards are worth 1.
_NOMINAL = {
    **dict.fromkeys((*TRULL, *of_ranks("K")), 5),
    **dict.fromkeys(of_ranks("Q"), 4),
    **dict.fromkeys(of_ranks("C"), 3),
    **dict.fromkeys(of_ranks("V"), 2),
}


_GROUPINGS = (
    Grouping(
        "packets",
        3,
        say("In packs of three"),
        say("Add up three cards at a time, take off 2, and tap the result. Tap leftover cards below."),
        tuple((points, 3 * points) for points in range(1, 14)),
    ),
    Grouping(
        "fours",
        4,
        say("In tricks of four"),
        say("Tap the sum of each trick of four; the app takes off 2⅔. Tap the cards that are left over below."),
        tuple((value, 3 * value - 8) for value in range(4, 21)),
        tricks=True,
    ),
)


def _tarock(black: Iterable[str], red: Iterable[str]) -> Pack:
    """Return the pack with these ranks. Three cards are worth their sum less 2.

    So in thirds one card is worth three times its nominal value less 2, however the cards are grouped.
    """
    cards = (*TAROCKS, *of_ranks(black, "CS"), *of_ranks(red, "HD"))
    worth = tuple(3 * _NOMINAL.get(card, 1) - 2 for card in cards)
    return Pack(cards, worth, 3, tuple((value, 3 * value - 2) for value in (5, 4, 3, 2, 1)), _GROUPINGS)


# Rules HU-1 to HU-4: 42 cards, 66 points. Rule TT-1: 54 cards, 70 points.
TAROCK = _tarock(("K", "Q", "C", "V", "10"), "KQCVA")
TAROCK_54 = _tarock(("K", "Q", "C", "V", "10", "9", "8", "7"), "KQCVA234")
