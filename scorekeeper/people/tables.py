"""Dividing people into tables for an evening, and drawing their seats."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

from scorekeeper.phrase import Phrase, say

Pair = frozenset[str]
Tables = list[list[str]]

_USUAL = 4  # people at a table, if the game leaves it open


def name_of_table(round_number: int, number: int) -> Phrase:
    """Return the name of a table; the rounds of an evening, one for each draw, count from 1."""
    if round_number < 2:
        return say("Table {number}", number=number)
    return say("Round {draw}, table {number}", draw=round_number, number=number)


def table_sizes(people: int, playing: Collection[int], wanted: int = 0) -> list[int]:
    """Return the sizes of tables that seat as many of the `people` as possible, at `wanted` tables unless it is 0.

    `playing` are the numbers of players that the game allows. If necessary, a table seats one more, and players sit
    out in turn. Tables are as equal as possible; the result is empty if nobody can play so.
    """
    if wanted > people:
        return []
    for seated in range(people, min(playing) - 1, -1):
        possible = list[tuple[int, int, list[int]]]()
        for tables in (wanted,) if wanted else range(1, seated // min(playing) + 1):
            size, more = divmod(seated, tables)
            sizes = [size + 1] * more + [size] * (tables - more)
            if all(size in playing or size == max(playing) + 1 for size in sizes):
                extra = sum(size not in playing for size in sizes)
                possible.append((extra, sum(abs(size - _USUAL) for size in sizes), sizes))
        if possible:
            return min(possible)[2]
    return []


def seat(names: Sequence[str], sizes: Sequence[int]) -> Tables:
    """Return tables filled with names in order."""
    rest = iter(names)
    return [[next(rest) for _ in range(size)] for size in sizes]


def draw(names: Sequence[str], sizes: Sequence[int], random: Random) -> Tables:
    """Return tables with seats drawn at random."""
    return seat(random.sample(list(names), sum(sizes)), sizes)


def seat_dealers(tables: Tables, dealt: Mapping[str, int], random: Random) -> Tables:
    """Return the tables with seats drawn at random, but last, to deal first, who has dealt first least often."""
    drawn = []
    for table in tables:
        names = random.sample(table, len(table))
        drawn.append(sorted(names, key=lambda name: name == min(names, key=lambda one: dealt.get(one, 0))))
    return drawn


def count_repeated(tables: Tables, met: Mapping[Pair, int]) -> int:
    """Return how many pairs at these tables have met before."""
    return sum(pair in met for table in tables for pair in _pairs(table))


def _pairs(table: Sequence[str]) -> Iterator[Pair]:
    return map(frozenset, combinations(table, 2))
