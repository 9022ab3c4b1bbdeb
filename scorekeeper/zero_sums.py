"""Dividing amounts into the most groups that sum to 0."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations_with_replacement, product
from typing import NamedTuple

STEPS = 60_000
"""The most steps of a search, about 0.05 s. They are no time, so that every machine finds the same groups."""

_Places = tuple[int, ...]
"""Places of amounts in the order of a pool; equal amounts have the same place."""


class Division(NamedTuple):
    """Groups of amounts that sum to 0; there cannot be more than `bound`, which proves that as many are the most."""

    groups: list[list[int]]
    bound: int


class _OutOfSteps(Exception):  # noqa: N818 - no error, but an end of the search
    pass


def divide(amounts: Iterable[int]) -> Division:
    """Divide amounts that sum to 0, no two of which are opposite, into as many groups as `STEPS` find.

    The search begins with as many groups as there could be, then tries one less, and so on. If that takes too long,
    a quarter of the steps goes to divisions in random order.
    """
    amounts = list(amounts)
    if 0 < len(amounts) < 6:  # each group has three or more
        return Division([amounts], 1)
    pool = _Pool(amounts)
    best = [pool.rest()] if pool.left else []
    bound = max(_most_groups(pool), len(best))
    pool.steps = STEPS * 3 // 4
    with suppress(_OutOfSteps):
        while len(best) < bound:
            if found := _Search(pool, bound).divide():
                best = found
            else:
                bound -= 1
    if len(best) < bound:
        best = _divide_in_random_order(pool, best, bound)
    return Division([[pool.amounts[place] for place in group] for group in best], bound)


def _divide_in_random_order(pool: "_Pool", best: list[_Places], bound: int) -> list[_Places]:
    """Return `best` or a division into more groups, at most `bound`."""
    from random import Random  # most amounts are divided without it

    pool.steps = STEPS // 4
    random = Random(0)
    order = list(range(len(pool.left)))
    while len(best) < bound and pool.steps > 0:
        best = max(best, _divide_quickly(pool, order), key=len)
        random.shuffle(order)
    return best


class _Pool:
    """Amounts, the largest first, and how many of each are `left`; `steps` are those that a search may still take."""

    def __init__(self, amounts: Iterable[int]) -> None:
        counted = Counter(amounts)
        self.amounts = sorted(counted, key=lambda amount: (-abs(amount), amount))
        self.left = [counted[amount] for amount in self.amounts]
        self.pairs: dict[int, list[tuple[int, int]]] = {}
        for one, other in combinations_with_replacement(range(len(self.amounts)), 2):
            self.pairs.setdefault(self.amounts[one] + self.amounts[other], []).append((one, other))
        self.steps = 0

    def has(self, group: _Places) -> bool:
        """Return whether all of a group is left."""
        return all(self.left[place] >= group.count(place) for place in group)

    def move(self, group: _Places, change: int) -> None:
        """Take a group out (-1), or put it back (+1)."""
        for place in group:
            self.left[place] += change

    def rest(self) -> _Places:
        """Return all that is left."""
        return tuple(place for place, count in enumerate(self.left) for _ in range(count))

    def groups_with(self, first: int, size: int, least: int = 0) -> Iterator[_Places]:
        """Yield the groups of a size that sum to 0, of the `first` place and such as are not below the `least`.

        Raises _OutOfSteps.
        """
        return self._groups_from((first,), self.amounts[first], size, least) if self.left[first] else iter(())

    def _groups_from(self, begun: _Places, total: int, size: int, least: int) -> Iterator[_Places]:
        if size - len(begun) == 2:
            pairs = self.pairs.get(-total, ())
            self.steps -= 1 + len(pairs)
            if self.steps < 0:
                raise _OutOfSteps
            for pair in pairs:
                if pair[0] >= least and self.has((*begun, *pair)):
                    yield *begun, *pair
            return
        for place in range(least, len(self.left)):
            if self.left[place] > begun.count(place):
                yield from self._groups_from((*begun, place), total + self.amounts[place], size, place)


def _divide_quickly(pool: _Pool, order: Sequence[int]) -> list[_Places]:
    """Return groups that are found without going back: of three amounts, then of four and five, and the rest."""
    groups: list[_Places] = []
    with suppress(_OutOfSteps):
        for size, first in product((3, 4, 5), order):
            while group := next(pool.groups_with(first, size), None):
                groups.append(group)
                pool.move(group, -1)
    rest = pool.rest()
    for group in groups:
        pool.move(group, +1)
    return [*groups, rest] if rest else groups


def _most_groups(pool: _Pool) -> int:
    """Return a number of groups that cannot be exceeded: what is in no group of three is in one of four or more."""
    sizes = [5] * len(pool.left)
    for total, pairs in pool.pairs.items():
        others = pool.pairs.get(-total, ())
        for pair in pairs:
            if max(sizes[pair[0]], sizes[pair[1]]) > 4:
                four = next(((*pair, *other) for other in others if pool.has((*pair, *other))), ())
                for place in four:
                    sizes[place] = 4
    for first, amount in enumerate(pool.amounts):
        for pair in pool.pairs.get(-amount, ()):
            if pool.has((first, *pair)):
                sizes[first] = 3
    return sum(count * (60 // size) for count, size in zip(pool.left, sizes, strict=True)) // 60  # in sixtieths


class _Search:
    """The search for a number of groups.

    They have three amounts each, and some more if there are more amounts. One of the groups takes what the others
    leave: the largest, so that no other has more than half of what is over.
    """

    def __init__(self, pool: _Pool, number: int) -> None:
        self.pool = pool
        self.people = sum(pool.left)
        self.over = self.people - 3 * number
        self.largest = 3 + self.over // 2
        self.found: list[_Places] = []
        self.failed = set[tuple[_Places, int, bool]]()

    def divide(self) -> list[_Places]:
        """Return the groups, none if there are not so many. Raises _OutOfSteps."""
        before = [*self.pool.left]
        try:
            is_found = self._continue(self.people, self.over + 3, False)
        finally:
            self.pool.left = before
        if not is_found:
            return []
        taken = Counter(place for group in self.found for place in group)
        rest = Counter(self.pool.rest()) - taken
        return [*self.found, tuple(rest.elements())]

    def _continue(self, people: int, over: int, is_begun: bool) -> bool:
        """Return whether groups are found for the `people` that are left; they stay taken out of the pool then.

        `over` is how many of them may join the last group, or be more than three in another one; `is_begun` is whether
        somebody is in the last group.
        """
        if people == over:
            return is_begun or over > 0
        state = (tuple(self.pool.left), over, is_begun)
        if state in self.failed:
            return False
        first = next(place for place, count in enumerate(self.pool.left) if count)
        most = min(self.largest, over + (3 if is_begun else 2))
        for size in range(3, most + 1):
            for group in self.pool.groups_with(first, size, first):
                if self._try(group, people, over - size + 3, is_begun):
                    self.found.append(group)
                    return True
        if over and self._try((first,), people, over - 1, True):
            return True
        self.failed.add(state)
        return False

    def _try(self, group: _Places, people: int, over: int, is_begun: bool) -> bool:
        """Return whether groups are found for those who are left without a group."""
        self.pool.move(group, -1)
        is_found = self._continue(people - len(group), over, is_begun)
        if not is_found:
            self.pool.move(group, +1)
        return is_found
