"""Plans of an evening in which nobody meets twice, as they are known or were found before."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

Round = list[list[int]]
"""The tables of a round by the numbers of the people, and last those without a seat."""


class _Field(NamedTuple):
    """A finite field: the digits of a number, the lowest first, are the coefficients of a polynomial modulo a prime.

    `power` has the digits of x to the power of their count.
    """

    prime: int
    power: Sequence[int]

    def digits(self, number: int) -> list[int]:
        """Return the digits of a number."""
        return [number // self.prime**place % self.prime for place in range(len(self.power))]

    def move(self, start: int, factor: int, by: int) -> int:
        """Return start + factor * by."""
        moved = self.digits(start)
        rest = self.digits(by)
        for digit in self.digits(factor):
            moved = [(one + digit * other) % self.prime for one, other in zip(moved, rest, strict=True)]
            raised = zip([0, *rest[:-1]], self.power, strict=True)
            rest = [(one + rest[-1] * other) % self.prime for one, other in raised]
        return sum(digit * self.prime**place for place, digit in enumerate(moved))


# Fields whose count of numbers is no prime.
_FIELDS = {4: _Field(2, [1, 1]), 8: _Field(2, [1, 1, 0]), 9: _Field(3, [2, 0]), 16: _Field(2, [1, 1, 0, 0])}


class _Found(NamedTuple):
    """A plan that takes long to find, in which nobody meets twice in so many rounds.

    The people stand on circles of a `length`, some `apart`, and sit at the tables of the `first` round in this order;
    of several, each is shifted as often. Of `more`, each is some tables whose shifts are together a round.
    """

    rounds: int
    length: int
    apart: int
    first: str
    more: str = ""


# By the numbers of people and tables, which are as equal as possible, the larger ones first.
_FOUND: Mapping[tuple[int, int], _Found] = {
    (18, 6): _Found(
        *(8, 4, 2),
        "0 9 10 8 16 12 11 4 3 7 6 13 5 17 2 1 14 15; 0 16 4 1 8 7 2 3 14 6 10 15 5 11 13 9 12 17",
    ),
    (21, 7): _Found(
        *(10, 7, 0),
        "12 10 13 17 11 6 9 20 0 18 8 4 2 3 5 1 16 7 19 15 14",
        more="0 8 16; 0 7 19; 0 10 17",
    ),
    (24, 6): _Found(
        *(7, 7, 3),
        "16 17 6 14 0 20 8 23 9 18 10 7 12 15 22 1 11 5 4 2 13 3 19 21",
    ),
    (28, 7): _Found(
        *(9, 9, 1),
        "21 9 27 4 26 5 25 11 6 13 20 2 17 19 10 0 15 16 12 3 7 23 8 1 24 14 18 22",
    ),
    (29, 7): _Found(
        *(7, 7, 1),
        "13 24 6 19 23 25 12 16 2 22 10 7 8 3 9 4 1 17 14 15 5 21 0 26 18 27 28 20 11",
    ),
    (30, 6): _Found(
        *(6, 6, 0),
        "9 13 14 24 28 18 23 15 3 17 20 2 26 4 27 10 16 1 8 0 7 29 6 21 19 5 25 11 22 12",
    ),
    (30, 7): _Found(
        *(7, 7, 2),
        "11 24 12 9 0 20 6 16 13 5 29 2 14 8 26 1 23 3 22 17 21 15 10 19 27 18 25 4 7 28",
    ),
    # found by Alejandro Aguado in 2004
    (32, 8): _Found(
        *(10, 2, 0),
        "",
        more="0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30; "
        "0 3 27 30 4 8 20 28 6 13 23 24 10 15 16 19; "
        "0 5 17 22 2 7 19 20 8 15 24 27 10 13 29 30; "
        "0 7 9 10 2 12 18 29 4 14 22 27 16 21 24 31; "
        "0 8 16 25 2 5 13 14 6 10 20 31 18 23 27 28; "
        "0 11 23 29 2 15 21 25 4 9 18 30 6 12 17 26; "
        "0 12 19 24 2 9 16 28 4 10 21 26 6 15 22 30; "
        "0 13 20 26 2 8 23 30 4 11 19 25 6 14 16 29; "
        "0 14 21 28 2 11 22 24 4 13 17 31 6 9 19 27; "
        "0 15 18 31 2 10 17 27 4 7 24 29 8 13 21 22",
    ),
    (33, 8): _Found(
        *(8, 8, 1),
        "14 15 30 24 22 32 13 18 27 23 5 0 26 10 16 21 7 28 9 1 29 8 11 20 4 25 3 2 12 31 6 19 17",
    ),
    (36, 9): _Found(
        *(10, 10, 6),
        "27 10 23 24 20 1 15 33 14 4 31 22 11 18 0 12 21 6 19 34 25 9 16 32 3 2 26 5 8 28 35 17 13 29 7 30",
    ),
    (37, 9): _Found(
        *(9, 9, 1),
        "12 32 2 19 33 0 1 6 21 5 14 7 9 24 13 16 22 26 18 28 8 31 35 23 29 20 27 10 4 17 30 15 3 25 36 34 11",
    ),
    (38, 9): _Found(
        *(9, 9, 2),
        "35 33 22 30 17 16 7 9 6 26 24 34 0 25 10 11 14 31 1 37 19 15 32 20 36 13 4 12 21 18 27 8 5 3 2 29 23 28",
    ),
    (40, 10): _Found(
        *(10, 11, 7),
        "9 24 39 16 36 1 22 18 28 30 8 25 12 13 29 15 19 35 31 6 32 38 11 3 27 33 4 20 37 7 17 26 10 34 21 23 5 0 14 2",
    ),
    (45, 11): _Found(
        *(10, 11, 1),
        "35 25 10 12 42 30 11 43 18 14 29 20 5 9 36 21 32 16 19 2 8 34 22 44 0 28 26 1 31 38 37 7 40 39 33 17 "
        "15 41 23 13 27 6 24 4 3",
    ),
    (46, 11): _Found(
        *(10, 11, 2),
        "13 3 7 23 8 21 35 26 34 28 42 12 32 15 44 43 11 9 20 40 18 14 33 1 4 37 10 27 19 31 30 16 5 17 2 39 "
        "0 24 36 38 22 25 45 6 29 41",
    ),
    (47, 11): _Found(
        *(10, 10, 7),
        "14 13 36 30 11 25 6 23 26 33 1 2 24 17 9 10 0 40 31 35 34 29 32 27 3 38 41 42 22 4 18 28 7 43 16 5 "
        "21 45 12 20 15 39 44 8 19 46 37",
    ),
}


def find_plan(people: int, tables: Sequence[int], rounds: int) -> list[Round]:
    """Return a known plan of so many rounds, or one less, in which nobody meets twice; [] if there is none.

    It has these tables, or places for more people. Some of these who never meet are left out then: their tables are
    one smaller, or the one such table is of those without a seat.
    """
    size = max(tables)
    without = people - sum(tables)
    if not without and (plan := _find_full_plan(tables, rounds)):
        return plan
    sizes = [*tables, without] if without == size - 1 else tables
    if sum(sizes) != people or min(sizes) < size - 1:
        return []
    plan = _find_full_plan([size] * len(sizes), rounds)
    if missing := size * len(sizes) - people:
        plan = _leave_out(_find_strangers(plan, missing), plan)
    return [[*round_[:-2], round_[-2]] for round_ in plan] if without else plan


def _find_full_plan(tables: Sequence[int], rounds: int) -> list[Round]:
    """Return such a plan for these tables, at which all sit."""
    people = sum(tables)
    plan = _plan_by_a_field(tables)
    found = _FOUND.get((people, len(tables)))
    if found and len(plan) < rounds <= found.rounds:
        return _unpack(found, people, tables)[:rounds]
    return plan[:rounds] if len(plan) >= rounds - 1 else []


def _find_strangers(plan: Sequence[Round], count: int) -> list[int]:
    """Return so many people of a plan of whom no two meet, or [] if none are found.

    Of those that are found, the others meet these most equally often.
    """
    met = defaultdict[int, set[int]](set)
    for group in chain(*plan):
        for person in group:
            met[person].update(group)
    found = []
    for first in met:
        strangers = [first]
        for person in met:
            if met[person].isdisjoint(strangers):
                strangers.append(person)
        if len(strangers) >= count:
            found.append(strangers[:count])

    def spread(strangers: Sequence[int]) -> int:
        """Return the difference between who meets most of them and who meets fewest."""
        meetings = [len(met[person].intersection(strangers)) for person in met if person not in strangers]
        return max(meetings) - min(meetings)

    return min(found, key=spread, default=[])


def _leave_out(people: Collection[int], plan: Sequence[Round]) -> list[Round]:
    """Return a plan for the others, whose numbers close up, with the full tables first; [] if there are no `people`."""
    if not people:
        return []
    others = sorted({*chain(*plan[0])}.difference(people))
    numbers = {person: number for number, person in enumerate(others)}
    smaller = ([[numbers[one] for one in group if one in numbers] for group in round_] for round_ in plan)
    return [sorted(round_, key=len, reverse=True) for round_ in smaller]


def divide(people: Sequence[int], groups: Sequence[int]) -> Round:
    """Return people in groups of these sizes, in order."""
    rest = iter(people)
    return [[next(rest) for _ in range(size)] for size in groups]


class Circles:
    """People on circles of the same length, and some who stand `apart` and never move."""

    def __init__(self, people: int, length: int, apart: int) -> None:
        self.length = length
        self.moving = people - apart

    def shift(self, person: int, by: int) -> int:
        """Return who stands where a person stood, after so many shifts."""
        if person >= self.moving:
            return person
        circle, place = divmod(person, self.length)
        return circle * self.length + (place + by) % self.length

    def develop(self, first: Round, tables: Sequence[int], rounds: int) -> list[Round]:
        """Return the shifts of a round, in which those without a seat stand alone."""
        plan = [[[self.shift(person, by) for person in group] for group in first] for by in range(rounds)]
        return [[*round_[: len(tables)], [*chain(*round_[len(tables) :])]] for round_ in plan]


def _unpack(found: _Found, people: int, tables: Sequence[int]) -> list[Round]:
    """Return all rounds of a plan that was found before."""
    circles = Circles(people, found.length, found.apart)
    shifts = min(found.rounds, found.length)
    plan = list[Round]()
    for first in filter(None, found.first.split("; ")):
        plan += circles.develop(divide([*map(int, first.split())], tables), tables, shifts)
    for some in filter(None, found.more.split("; ")):
        groups = divide([*map(int, some.split())], tables[: len(tables) // found.length])
        shifted = ([circles.shift(place, by) for place in group] for group in groups for by in range(found.length))
        plan.append([*shifted, []])
    return plan


def _plan_by_a_field(tables: Sequence[int]) -> list[Round]:
    """Return a plan for equal tables in which nobody meets twice, if a field is known with so many numbers, else [].

    Each table has one place for each circle, which is as long as there are tables. From round to round the first circle
    stays, the second moves by one table, the third by two, and so on, in the arithmetic of the field. Last each circle
    sits by itself, if it fills its tables.
    """
    number = len(tables)
    size = tables[0]
    is_prime = number > 1 and all(number % factor for factor in range(2, number))
    field = _Field(number, [0]) if is_prime else _FIELDS.get(number)
    if not field or size > number or min(tables) < size:
        return []
    everywhere = range(number)
    plan = [
        [[circle * number + field.move(table, circle, by) for circle in range(size)] for table in everywhere]
        for by in everywhere
    ]
    if number % size == 0:
        plan.append([[*range(first, first + size)] for first in range(0, number * size, size)])
    return [[*round_, []] for round_ in plan]
