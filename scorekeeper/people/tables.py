"""Dividing people into tables for an evening, and drawing who sits with whom."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

from scorekeeper.phrase import Phrase, say

Pair = frozenset[str]
Tables = list[list[str]]

_USUAL = 4  # people at a table, where a game leaves it open
_SWAPS = 5000  # tries of a draw for new opponents


def name_of_table(part: int, number: int) -> Phrase:
    """Return what a table of an evening is called: the parts of an evening, each with a draw, count from 1."""
    if part < 2:
        return say("Table {number}", number=number)
    return say("Round {draw}, table {number}", draw=part, number=number)


def table_sizes(people: int, playing: Collection[int]) -> list[int]:
    """Return how many sit at each table so that as many of so many `people` as can be have a seat.

    `playing` are the numbers of players that the game allows. Where it cannot be otherwise, a table seats one more,
    and there one sits out in turn. Tables are as equal as they can be; nothing is returned where nobody can play.
    """
    for seated in range(people, min(playing) - 1, -1):
        splits = [_split(seated, tables) for tables in range(1, seated // min(playing) + 1)]
        possible = [split for split in splits if all(size in playing or size == max(playing) + 1 for size in split)]
        if possible:
            extra = [sum(size not in playing for size in split) for split in possible]
            odd = [sum(abs(size - _USUAL) for size in split) for split in possible]
            return min(zip(extra, odd, possible, strict=True))[2]
    return []


def _split(people: int, tables: int) -> list[int]:
    size, more = divmod(people, tables)
    return [size + 1] * more + [size] * (tables - more)


def seat(names: Sequence[str], sizes: Sequence[int]) -> Tables:
    """Return the tables that names fill in their order."""
    rest = iter(names)
    return [[next(rest) for _ in range(size)] for size in sizes]


def draw(names: Sequence[str], sizes: Sequence[int], random: Random) -> Tables:
    """Return tables whose seats are drawn at random."""
    return seat(random.sample(list(names), sum(sizes)), sizes)


def draw_new_opponents(names: Sequence[str], sizes: Sequence[int], met: Mapping[Pair, int], random: Random) -> Tables:
    """Return tables at which people meet those whom they have met least.

    It begins with a random draw and goes on swapping two people of different tables where that makes the meetings that
    are repeated no more, for so many tries.
    """
    tables = draw(names, sizes, random)
    if len(tables) < 2:
        return tables
    for _ in range(_SWAPS):
        one, other = random.sample(range(len(tables)), 2)
        here, there = random.randrange(sizes[one]), random.randrange(sizes[other])
        before = _meetings(tables[one], met) + _meetings(tables[other], met)
        if not before:
            continue
        _swap(tables, (one, here), (other, there))
        if _meetings(tables[one], met) + _meetings(tables[other], met) > before:
            _swap(tables, (one, here), (other, there))
    return tables


def count_repeated(tables: Tables, met: Mapping[Pair, int]) -> int:
    """Return how many pairs at these tables have met before."""
    return sum(pair in met for table in tables for pair in _pairs(table))


def _meetings(table: Sequence[str], met: Mapping[Pair, int]) -> int:
    return sum(met.get(pair, 0) for pair in _pairs(table))


def _pairs(table: Sequence[str]) -> Iterator[Pair]:
    return map(frozenset, combinations(table, 2))


def _swap(tables: Tables, one: tuple[int, int], other: tuple[int, int]) -> None:
    tables[one[0]][one[1]], tables[other[0]][other[1]] = tables[other[0]][other[1]], tables[one[0]][one[1]]
