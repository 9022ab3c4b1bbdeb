"""A pack as bits: a card is an int with one bit set, a set of cards is the sum of its cards."""

from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import or_

from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.cards.packs import TAROCKS, Pack

TAROCK_SUIT = "T"
FORGOTTEN = 0  # a forgotten card


class Deck:
    """The cards of `pack` as bits; within a suit the higher card has the higher bit.

    card    the bit of each card by its name
    record_bits    the same, with FORGOTTEN for a forgotten card
    suit    the cards of each suit by its letter, the tarocks under "T"
    suit_of the cards of the suit of each card, by the bit of the card
    above   the higher cards of the same suit, by the bit of the card
    worth_of   the worth of each card, in parts of a card point, by the bit of the card
    """

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.card = {name: 1 << place for place, name in enumerate(reversed(pack.cards))}
        self.record_bits = {**self.card, UNKNOWN: FORGOTTEN}
        self.name = {bit: name for name, bit in self.card.items()}
        self.all = (1 << len(pack.cards)) - 1
        self.suit = dict.fromkeys(map(suit_letter, pack.cards), 0)
        for name, bit in self.card.items():
            self.suit[suit_letter(name)] |= bit
        self.suit_of = {bit: self.suit[suit_letter(name)] for name, bit in self.card.items()}
        self.above = {bit: suit & ~(2 * bit - 1) for bit, suit in self.suit_of.items()}
        self.worth_of = {self.card[name]: worth for name, worth in zip(pack.cards, pack.worth, strict=True)}
        alike = dict.fromkeys(pack.worth, 0)
        for card, worth in self.worth_of.items():
            alike[worth] |= card
        self._alike = [*alike.items()]  # the cards of each worth

    def set_of(self, names: Iterable[str]) -> int:
        """Return the set of the cards `names`, without forgotten ones."""
        return together(map(self.record_bits.__getitem__, names))

    def names(self, cards: int) -> tuple[str, ...]:
        """Return the names of a set of cards, in the order of the pack."""
        return tuple(self.name[bit] for bit in split(cards)[::-1])

    def count(self, cards: int) -> int:
        """Return the worth of a set of cards, in parts of a card point."""
        return sum([worth * (cards & alike).bit_count() for worth, alike in self._alike])


@lru_cache(maxsize=64)
def deck_of(pack: Pack) -> Deck:
    """Return the cards of `pack` as bits."""
    return Deck(pack)


def suit_letter(name: str) -> str:
    """Return the letter of a card's suit, "T" for a tarock."""
    return TAROCK_SUIT if name in TAROCKS else name[-1]


def split(cards: int) -> list[int]:
    """Return the single cards of a set, the lowest bit first."""
    single = []
    while cards:
        lowest = cards & -cards
        single.append(lowest)
        cards ^= lowest
    return single


def together(cards: Iterable[int]) -> int:
    """Return the union of sets of cards."""
    return reduce(or_, cards, 0)


@lru_cache(maxsize=64)
def sums_by_number(worths: tuple[int, ...]) -> tuple[int, ...]:
    """Return the possible sums of `worths`, as a set for each number of cards from 0."""
    sums = [1] + [0] * len(worths)
    for worth in worths:
        for number in range(len(worths), 0, -1):
            sums[number] |= sums[number - 1] << worth
    return tuple(sums)


def has(sums: int, value: int) -> bool:
    """Return whether `value` is in a set of sums."""
    return bool(sums >> value & 1)


def nearest(sums: int, value: int) -> tuple[int, ...]:
    """Return the greatest sum below `value` and the least above it, as far as they exist."""
    below = sums & ((1 << value) - 1)
    above = sums >> value + 1
    least = (above & -above).bit_length() - 1
    return (*([below.bit_length() - 1] if below else ()), *([value + 1 + least] if above else ()))
