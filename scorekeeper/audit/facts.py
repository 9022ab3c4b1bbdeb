"""The piles of a recorded deal, and the range that its cards allow for each entered fact."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain
from operator import and_
from typing import NamedTuple

from scorekeeper.audit.verdict import Excluded, Scale, Seen
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import Deck, split, together
from scorekeeper.phrase import Value

Worth = Callable[[int], int]
"""The worth of one card, by its bit."""


class Piles(NamedTuple):
    """The cards of each owner, by number; `rest` are cards of the pack with an unknown owner.

    `missing` is the number of each owner's cards among them, `anywhere` whether some may belong to any owner.
    """

    owned: tuple[int, ...]
    missing: tuple[int, ...]
    rest: int
    anywhere: bool

    def all_of(self, owner: int, cards: int) -> bool | None:
        """Return whether `owner` has all these cards, None if unknown."""
        if cards & ~self.owned[owner] & ~self.rest:
            return False
        return True if not cards & ~self.owned[owner] else None

    def span(self, owner: int, worth_of: Worth) -> tuple[int, int]:
        """Return the least and the most worth of the cards of `owner`, with `worth_of` for each card."""
        known = sum(map(worth_of, split(self.owned[owner])))
        worths = sorted(map(worth_of, split(self.rest)))
        missing = [max(0, number) for number in self.missing]
        return known + sum(worths[: missing[owner]]), known + sum(worths[sum(missing) - missing[owner] :])

    def worth(self, deck: Deck, owner: int) -> int | None:
        """Return the worth of the cards of `owner`, in parts of a card point, None if not fixed."""
        if not self.rest:
            return deck.count(self.owned[owner])
        least, most = self.span(owner, deck.worth_of.__getitem__)
        return least if least == most else None


def pile_up(recorded: Recorded, course: Course, owner_of: Sequence[int], unplayed: Sequence[tuple[int, int]]) -> Piles:
    """Return the piles of the owners, `owner_of` by seat.

    `unplayed` are each owner's cards that are in no trick: the known ones, and the number of unknown ones. A card that
    is recorded in two piles may be in either.
    """
    won: list[list[Sequence[int]]] = [[] for _ in unplayed]  # the tricks of each owner
    for cards, winner in zip(recorded.tricks, course.winners, strict=False):
        if winner >= 0:
            won[owner_of[winner]].append(cards)
    shown = [together(chain.from_iterable(tricks)) for tricks in won]
    owned = [known | cards for (known, _), cards in zip(unplayed, shown, strict=True)]
    sizes = [number + len(owner_of) * len(tricks) for (_, number), tricks in zip(unplayed, won, strict=True)]
    missing = [size - cards.bit_count() for size, cards in zip(sizes, shown, strict=True)]
    seen = twice = 0
    for pile in owned:
        twice |= seen & pile
        seen |= pile
    owned = [pile & ~twice for pile in owned]
    rest = recorded.pack & ~seen | twice
    anywhere = sum(map(len, won)) < recorded.size or bool(twice)
    if not anywhere and sum(map(bool, missing)) == 1:
        owned[missing.index(sum(missing))] |= rest  # of the only one who lacks cards
        missing = [0] * len(missing)
        rest = 0
    return Piles(tuple(owned), tuple(missing), rest, anywhere)


class Range(NamedTuple):
    """The least and the most value in one course of a record, and the sets of cards that show either."""

    least: int
    most: int
    at_least: int = 0
    at_most: int = 0

    def times(self, unit: int) -> "Range":
        """Return the range in another unit, which may be negative."""
        if unit < 0:
            return Range(unit * self.most, unit * self.least, self.at_most, self.at_least)
        return Range(unit * self.least, unit * self.most, self.at_least, self.at_most)


class Fact(NamedTuple):
    """One entered fact, and its possible range in one course of a record.

    key    the key of its answer
    of     the part of the answer, such as a player and a bonus by their keys, empty for all of it
    about  the same for display, None for all of it
    low    the entered value, or the least that a rounded one may mean
    high   the same, or the most
    alone  whether `about` needs no label of the answer before it
    """

    key: str
    of: tuple[str, ...]
    about: Value | None
    low: int
    high: int
    range: Range
    scale: Scale = "number"
    alone: bool = False


def find_excluded(recorded: Recorded | None, ways: Iterable[Iterable[Fact]]) -> Iterator[Excluded]:
    """Yield the entries that are impossible in every way; each of `ways` are the facts of one way.

    The cards that show it are those common to all ways; without a record of tricks there are none.
    """
    found: dict[tuple[str, tuple[str, ...]], list[Fact]] | None = None
    for facts in ways:
        outside = {fact[:2]: fact for fact in facts if fact.high < fact.range.least or fact.low > fact.range.most}
        if found is None:
            found = {name: [fact] for name, fact in outside.items()}
        else:
            found = {name: [*found[name], fact] for name, fact in outside.items() if name in found}
        if not found:
            return
    for facts in (found or {}).values():
        key, of, about, low, high, _, scale, alone = facts[0]
        least = min(fact.range.least for fact in facts)
        most = max(fact.range.most for fact in facts)
        if high < least or most < low:  # always too little, or always too much
            cards = reduce(and_, [fact.range.at_least if high < least else fact.range.at_most for fact in facts])
            shown = as_seen(recorded, cards) if recorded else ()
            yield Excluded(key, of, about, (low + high) // 2, least, most, shown, scale, alone)


def count_tricks(recorded: Recorded, course: Course, seats: Collection[int]) -> Range:
    """Return the range of tricks won by `seats` in a course; a leader won the trick before."""
    winners = [*course.winners, *[-1] * (recorded.size - len(course.winners))]
    winners = [recorded.led_by(index) if winner < 0 else winner for index, winner in enumerate(winners, start=1)]
    mine = [index for index, winner in enumerate(winners) if winner in seats]
    theirs = [index for index, winner in enumerate(winners) if winner >= 0 and winner not in seats]
    shown = [winning_cards(recorded, course, tricks) for tricks in (mine, theirs)]
    return Range(len(mine), recorded.size - len(theirs), *shown)


def count_worth(
    recorded: Recorded, piles: Piles, owner: int, entered: tuple[int, int], worth_of: Worth | None = None
) -> Range:
    """Return the possible worth of the cards of `owner`: in parts of a card point, or by `worth_of` of each.

    The cards that show it are the dearest that suffice to rule out the `entered` range.
    """
    worth_of = worth_of or recorded.play.deck.worth_of.__getitem__
    least, most = piles.span(owner, worth_of)
    low, high = entered
    own = _take_dearest(split(piles.owned[owner]), worth_of, least - high - 1)
    rest = together(piles.owned) & ~piles.owned[owner]
    others = _take_dearest(split(rest), worth_of, low - most - 1)
    return Range(least, most, own, others)


def _take_dearest(cards: Iterable[int], worth_of: Worth, spare: int) -> int:
    """Return the cards that are worth something without the cheapest of them, worth no more than `spare` together."""
    dearest = 0
    for card in sorted(cards, key=worth_of):
        spare -= worth_of(card)
        if spare < 0 < worth_of(card):
            dearest |= card
    return dearest


def count_cards(recorded: Recorded, piles: Piles, owner: int, entered: int, cards: int) -> Range:
    """Return the range of the number of `cards` that `owner` can have."""
    return count_worth(recorded, piles, owner, (entered, entered), lambda card: int(bool(card & cards)))


def as_seen(recorded: Recorded, cards: int) -> tuple[Seen, ...]:
    """Return cards with the tricks in which they were played; trick 0 for those in no trick."""
    return tuple(sorted([Seen(recorded.trick_of.get(card, 0), recorded.play.deck.name[card]) for card in split(cards)]))


def winning_cards(recorded: Recorded, course: Course, tricks: Iterable[int]) -> int:
    """Return the winning cards of these tricks, as far as known."""
    known = [index for index in tricks if index < len(course.seats) and course.winners[index] in course.seats[index]]
    return together(recorded.tricks[index][course.seats[index].index(course.winners[index])] for index in known)
