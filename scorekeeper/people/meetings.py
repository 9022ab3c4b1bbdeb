"""Planning the tables of all rounds of an evening, so that the same people meet as seldom as possible.

This is the social golfer problem. Where so many people can meet nobody twice, a plan is nearly always one round that is
shifted: people stand on circles, and everybody takes the place of the next one from round to round. Then only the first
round has to be searched, so that no two pairs at its tables are equally far apart on the same circles. What such a plan
leaves to be wished for, or people who come and go, is improved by exchanging two people of a round.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, cycle, islice
from random import Random
from typing import NamedTuple

from scorekeeper.people.known_rounds import Circles, Round, divide, find_plan
from scorekeeper.people.tables import Pair, Tables

_STEPS = 60_000  # exchanges that are looked at, about 0.3 s
_STEPS_OF_CIRCLES = 8_000  # for one arrangement of circles
_LONGER = 3  # by how many places a circle may be longer than there are rounds
_NAMINGS = 3_000  # exchanges of two people in all rounds

# Prices
_AGAIN = (0, *(1_000 + 10 * count for count in range(500)))  # of a meeting of two who met so often this evening
_MOST_BEFORE = 20  # meetings of other evenings that are counted; the price of each is 1
_WITHOUT = 1_000_000  # of a round without a seat, for each that the person had
_LARGER = 100  # of one at a larger table, likewise


class Past(NamedTuple):
    """What was played: how often two people met `before` this evening and on it (`today`), and how often somebody
    had no seat today (`without`), or one at a larger table (`larger`)."""

    before: Mapping[Pair, int]
    today: Mapping[Pair, int]
    without: Mapping[str, int]
    larger: Mapping[str, int]


def plan_rounds(
    names: Sequence[str], sizes: Sequence[int], rounds: int, past: Past, random: Random, planned: Sequence[Tables] = ()
) -> list[Tables]:
    """Return the tables of so many rounds of an evening, of these sizes; the other `names` have no seat in a round.

    `planned` are those of an earlier plan, maybe for other people: they stay where possible. Where nobody has played
    yet, all rounds are planned at once.
    """
    groups = [*sizes, len(names) - sum(sizes)]
    pairs = [(one, other, frozenset((names[one], names[other]))) for one, other in combinations(range(len(names)), 2)]
    numbers = _Numbers(len(names))
    met = numbers.blank()
    before = numbers.blank()
    for one, other, pair in pairs:
        met[numbers.of[one][other]] = past.today.get(pair, 0)
        before[numbers.of[one][other]] = min(past.before.get(pair, 0), _MOST_BEFORE)
    kinds = [*(_LARGER if size > min(sizes) else 0 for size in sizes), _WITHOUT]
    had = {_LARGER: past.larger, _WITHOUT: past.without}
    seats = {kind: [counts.get(name, 0) for name in names] for kind, counts in had.items()}

    def search(some: list[Round]) -> _Exchanges:
        """Return the search for a better plan, with counts of its own."""
        counts = {kind: count.copy() for kind, count in seats.items()}
        return _Exchanges(some, numbers, met.copy(), before, kinds, counts, random)

    def continued(some: list[Round]) -> _Exchanges:
        """Return the search for a better plan that goes on one round after the other."""
        plan = search(some)
        for round_number in range(len(some), rounds):
            plan.add(divide(random.sample(range(len(names)), len(names)), groups))
            plan.improve(_STEPS // 2 // rounds, [round_number])
        return plan

    plan = [_adapt(tables, names, groups, random) for tables in planned[:rounds]]
    if not plan and not past.today and rounds > 1 and len(sizes) > 1:
        plan = _shift(groups, kinds, rounds, random)
        _rename(plan, numbers, before, random)
    best = continued(plan)
    if plan and max(best.met) > 1:
        best = min(best, continued([]), key=lambda one: one.price)
    best.improve(_STEPS // 2, range(rounds))
    return [[[names[person] for person in group] for group in round_[:-1]] for round_ in best.rounds]


def _adapt(tables: Tables, names: Sequence[str], groups: Sequence[int], random: Random) -> Round:
    """Return tables of an earlier plan for the people of today: who has come sits where somebody has left."""
    numbers = {name: number for number, name in enumerate(names)}
    left = sorted(([numbers[name] for name in table if name in numbers] for table in tables), key=len, reverse=True)
    round_ = [found[:size] for found, size in zip([*left, *([] for _ in groups)], groups, strict=False)]
    round_[-1] = []
    seated = {person for group in round_ for person in group}
    others = [person for person in random.sample(range(len(names)), len(names)) if person not in seated]
    for group, size in zip(round_, groups, strict=True):
        while len(group) < size:
            group.append(others.pop())
    return round_


class _Numbers:
    """A number for each pair of people; pairs with the same number meet together. Here each has its own."""

    def __init__(self, people: int) -> None:
        self.of = [[min(one, other) * people + max(one, other) for other in range(people)] for one in range(people)]

    def blank(self) -> list[int]:
        """Return a 0 for each number."""
        return [0] * (max(map(max, self.of)) + 1)


class _OnCircles(_Numbers):
    """Numbers for people on circles of the same length, and some who stand apart: by how far a pair is apart."""

    def __init__(self, people: int, length: int, apart: int) -> None:
        self.circles = Circles(people, length, apart)
        known: dict[tuple[int, ...], int] = {}
        everybody = range(people)
        self.of = [[known.setdefault(self._apart(one, other), len(known)) for other in everybody] for one in everybody]
        # Two who stand apart meet always, and two who stand opposite each other meet again after half of the shifts.
        self.again = [number for key, number in known.items() if key[0] == -1 or key[2] == length / 2]

    def _apart(self, one: int, other: int) -> tuple[int, ...]:
        """Return the same for all pairs that become each other by shifting."""
        one, other = sorted((one, other))
        length = self.circles.length
        if other >= self.circles.moving:
            return (-1, one, other) if one >= self.circles.moving else (one // length, other, 0)
        circles = one // length, other // length
        steps = (other - one) % length
        return (*circles, min(steps, length - steps)) if circles[0] == circles[1] else (*circles, -1 - steps)


def _shift(groups: Sequence[int], kinds: Sequence[int], rounds: int, random: Random) -> list[Round]:
    """Return the best of the plans that are known or are one round in shifts, in some arrangements of circles."""
    *tables, without = groups
    people = sum(groups)
    plan = find_plan(people, tables, rounds)
    if plan and len({*tables}) == 1:
        return plan
    plans = [plan] if plan else []
    arrangements = [
        _OnCircles(people, length, apart)
        for length in range(rounds, rounds + _LONGER + 1)
        for apart in range(people % length, min(len(groups), people), length)
    ]
    for numbers in islice(cycle(arrangements), _STEPS // _STEPS_OF_CIRCLES):
        round_ = divide(random.sample(range(people), people), [*tables, *[1] * without])
        met = numbers.blank()
        for number in numbers.again:
            met[number] = 1
        # Who stands apart would be at a larger table in each round.
        seats = {_LARGER: [rounds if person >= numbers.circles.moving else 0 for person in range(people)]}
        search = _Exchanges([round_], numbers, met, numbers.blank(), [*kinds[:-1], *[0] * without], seats, random)
        search.improve(_STEPS_OF_CIRCLES, [0])
        plans.append(numbers.circles.develop(round_, tables, rounds))

    def price(plan: list[Round]) -> int:
        """Return the price of a plan for people who have not met."""
        everybody = _Numbers(people)
        seats = {kind: [0] * people for kind in (_LARGER, _WITHOUT)}
        return _Exchanges(plan, everybody, everybody.blank(), everybody.blank(), kinds, seats, random).price

    return min(plans, key=price, default=[])


def _rename(plan: Sequence[Round], numbers: _Numbers, before: Sequence[int], random: Random) -> None:
    """Give the places of a plan to people at random, and so that few meet whom they met on other evenings."""
    people = len(numbers.of)
    named = random.sample(range(people), people)
    meeting: list[set[int]] = [set() for _ in named]
    for round_ in plan:
        for group in round_[:-1]:
            for place in group:
                meeting[place].update(group)

    def price(place: int, person: int, other: int) -> int:
        row = numbers.of[person]
        return sum(before[row[named[one]]] for one in meeting[place] if one not in (place, other))

    for _ in range(_NAMINGS if any(before) else 0):
        one, other = random.sample(range(people), 2)
        now = price(one, named[one], other) + price(other, named[other], one)
        if now and price(one, named[other], other) + price(other, named[one], one) <= now:
            named[one], named[other] = named[other], named[one]
    for round_ in plan:
        round_[:] = [[named[place] for place in group] for group in round_]


class _Exchanges:
    """Exchanges of two people of a round, which lower the price of a plan.

    The best exchange for somebody whose meetings cost something is made even if it costs more than it saves, and is not
    taken back for a while: so the search leaves a plan that no single exchange makes better.
    """

    def __init__(
        self,
        rounds: list[Round],
        numbers: _Numbers,
        met: list[int],
        before: list[int],
        kinds: Sequence[int],
        seats: Mapping[int, list[int]],
        random: Random,
    ) -> None:
        self.rounds: list[Round] = []
        self.of = numbers.of
        self.met = met
        self.before = before
        self.kinds = kinds
        self.seats = seats
        self.random = random
        self.tables: list[list[int]] = []
        self.price = 0
        for round_ in rounds:
            self.add(round_)

    def add(self, round_: Round) -> None:
        """Add a round to the plan."""
        tables = [0] * len(self.of)
        for table, group in enumerate(round_):
            for place, person in enumerate(group):
                tables[person] = table
                self.price += self._sit(table, person) + self._meet(table, person, group[:place])
        self.rounds.append(round_)
        self.tables.append(tables)

    def improve(self, steps: int, rounds: Sequence[int]) -> None:
        """Look at about so many exchanges in some rounds, and keep the best plan."""
        best = self.price
        made: list[tuple[int, int, int]] = []  # since the best one
        barred: dict[tuple[int, int, int], int] = {}
        turn = 0
        while best and steps > 0 and (chosen := self._choose(rounds)):
            turn += 1
            round_number, person = chosen
            tables = self.tables[round_number]
            others = self._look(round_number, person, barred, turn, best)
            steps -= len(tables)
            if not others:
                continue
            other = self.random.choice(others)
            for one in (person, other):
                barred[round_number, one, tables[one]] = turn + self.random.randrange(4, 12)
            self._exchange(round_number, person, other)
            made.append((round_number, person, other))
            if self.price < best:
                best = self.price
                made.clear()
        for exchange in reversed(made):
            self._exchange(*exchange)

    def _choose(self, rounds: Sequence[int]) -> tuple[int, int] | None:
        """Return one of some rounds, and somebody in it who meets others again or should have another kind of seat."""
        found = None
        for _ in range(2 * len(self.of)):
            round_number = self.random.choice(rounds)
            person = self.random.randrange(len(self.of))
            table = self.tables[round_number][person]
            kind = self.kinds[table]
            if kind and self.seats[kind][person] > 1:
                return round_number, person
            if kind != _WITHOUT:
                numbers = [self.of[person][other] for other in self.rounds[round_number][table] if other != person]
                if any(self.met[number] > 1 for number in numbers):
                    return round_number, person
                if any(self.before[number] for number in numbers):
                    found = round_number, person
        return found

    def _look(
        self, round_number: int, person: int, barred: Mapping[tuple[int, int, int], int], turn: int, best: int
    ) -> list[int]:
        """Return with whom to exchange a person in a round for the least price."""
        tables = self.tables[round_number]
        groups = self.rounds[round_number]
        there = tables[person]
        least = 0
        others = list[int]()
        stay = [one for one in groups[there] if one != person]
        leaving = self._leave(there, person, stay)
        for other, table in enumerate(tables):
            if table == there:
                continue
            rest = [one for one in groups[table] if one != other]
            if self.kinds[table] or self.kinds[there]:
                price = leaving + self._try(table, there, person, other, stay, rest)
            else:
                price = leaving + self._try_alike(person, other, stay, rest)
            if others and price > least:
                continue
            until = max(barred.get((round_number, person, table), 0), barred.get((round_number, other, there), 0))
            if until > turn and self.price + price >= best:
                continue
            if not others or price < least:
                least = price
                others = []
            others.append(other)
        self._sit(there, person)
        self._meet(there, person, stay)
        return others

    def _try(self, table: int, there: int, person: int, other: int, stay: Sequence[int], rest: Sequence[int]) -> int:
        """Return the change of the price if `other` leaves a table to a person, who has left the place `there`."""
        price = self._leave(table, other, rest)
        price += self._sit(there, other) + self._meet(there, other, stay)
        price += self._sit(table, person) + self._meet(table, person, rest)
        self._leave(table, person, rest)
        self._leave(there, other, stay)
        self._sit(table, other)
        self._meet(table, other, rest)
        return price

    def _try_alike(self, person: int, other: int, stay: Sequence[int], rest: Sequence[int]) -> int:
        """Return the same for two tables of the usual kind; nearly all of the time is spent here."""
        met = self.met
        before = self.before
        row = self.of[other]
        left = [row[one] for one in rest]
        row_of_person = self.of[person]
        joined = [row[one] for one in stay] + [row_of_person[one] for one in rest]
        price = 0
        for number in left:
            met[number] -= 1
            price -= _AGAIN[met[number]] + before[number]
        for number in joined:
            price += _AGAIN[met[number]] + before[number]
            met[number] += 1
        for number in joined:
            met[number] -= 1
        for number in left:
            met[number] += 1
        return price

    def _exchange(self, round_number: int, person: int, other: int) -> None:
        """Exchange two people of a round."""
        tables = self.tables[round_number]
        groups = self.rounds[round_number]
        places = [(groups[tables[one]], groups[tables[one]].index(one)) for one in (person, other)]
        for one in (person, other):
            self.price += self._leave(tables[one], one, [each for each in groups[tables[one]] if each != one])
        tables[person], tables[other] = tables[other], tables[person]
        for (group, place), one in zip(places, (other, person), strict=True):
            group[place] = one
        for one in (person, other):
            self.price += self._sit(tables[one], one)
            self.price += self._meet(tables[one], one, [each for each in groups[tables[one]] if each != one])

    def _sit(self, table: int, person: int) -> int:
        """Count a seat of the kind of a table, and return its price."""
        kind = self.kinds[table]
        if not kind:
            return 0
        self.seats[kind][person] += 1
        return kind * (self.seats[kind][person] - 1)

    def _meet(self, table: int, person: int, others: Iterable[int]) -> int:
        """Count the meetings of a person at a table, and return their price."""
        if self.kinds[table] == _WITHOUT:
            return 0
        price = 0
        met = self.met
        before = self.before
        row = self.of[person]
        for other in others:
            number = row[other]
            price += _AGAIN[met[number]] + before[number]
            met[number] += 1
        return price

    def _leave(self, table: int, person: int, others: Iterable[int]) -> int:
        """Take back what `_sit` and `_meet` counted, and return the price below 0."""
        kind = self.kinds[table]
        price = 0
        if kind:
            self.seats[kind][person] -= 1
            price -= kind * self.seats[kind][person]
            if kind == _WITHOUT:
                return price
        met = self.met
        before = self.before
        row = self.of[person]
        for other in others:
            number = row[other]
            met[number] -= 1
            price -= _AGAIN[met[number]] + before[number]
        return price
