"""Which sums the cards of a pile can make: a set of sums is a whole number with bit s set where s can be."""

from collections.abc import Sequence
from functools import lru_cache


@lru_cache(maxsize=64)
def sums_by_number(worths: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each number of cards, from 0 on, the set of sums that so many of the `worths` can make."""
    sums = [1] + [0] * len(worths)
    for worth in worths:
        for number in range(len(worths), 0, -1):
            sums[number] |= sums[number - 1] << worth
    return tuple(sums)


def unite(sets: Sequence[int]) -> int:
    """Return the set of sums that are in any of these."""
    united = 0
    for one in sets:
        united |= one
    return united


def has(sums: int, value: int) -> bool:
    """Return whether `value` is in a set of sums."""
    return bool(sums >> value & 1)


def nearest(sums: int, value: int) -> tuple[int, ...]:
    """Return of a set of sums the greatest below `value` and the least above it, as far as there are such."""
    below, above = sums & ((1 << value) - 1), sums >> value + 1
    least = (above & -above).bit_length() - 1
    return (*([below.bit_length() - 1] if below else ()), *([value + 1 + least] if above else ()))
