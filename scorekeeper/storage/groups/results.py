"""What each person has of each table of the evenings of a round, also of the parts that somebody missed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.groups.ranking import GroupRules


class Result(NamedTuple):
    """What one person has of one table, or of a part of an evening that the person missed; then `night` is 0.

    `balance` are the points, `cup` those with the bonus for the rank at the table, ties sharing the better; `halves`
    are place points in halves: two for each player whom the person is ahead of, one for each who has as many points.
    """

    night: int
    day: str
    part: int
    balance: int
    cup: int
    halves: int

    @property
    def missed(self) -> bool:
        return self.night == 0


class _Seat(NamedTuple):
    night: int
    day: str
    part: int
    person: int
    points: int
    played: bool
    there: bool  # who left before the first deal was not


def load_results(round_id: int, condition: str, values: Sequence[object], rules: GroupRules) -> dict[int, list[Result]]:
    """Return the results of everybody by night, by the id of one person of the name who stands for all of them."""
    sql = f"""SELECT night.id, day, part, name, person.id, balance, player.deals, state FROM round_night
        JOIN night ON night.id = round_night.night_id JOIN player ON player.night_id = night.id
        JOIN person ON person.id = player.person_id WHERE round_id = ?{condition} ORDER BY day, night.id"""  # noqa: S608 - our own names
    rows = fetch(sql, round_id, *values)
    stands: dict[str, int] = {}
    for row in rows:
        stands[row[3]] = max(row[4], stands.get(row[3], 0))
    seats = [
        _Seat(night, day, part, stands[name], balance, deals > 0, deals > 0 or state != "left")
        for night, day, part, name, _, balance, deals, state in rows
        if isinstance(balance, int)  # a night whose rows were damaged stands among those that cannot be read
    ]
    found: dict[int, list[Result]] = {person: [] for person in stands.values()}
    for person, result in (*_played(seats, rules.bonuses), *_missed(seats, rules)):
        found[person].append(result)
    for results in found.values():
        results.sort(key=lambda result: (result.day, result.part))
    return found


def _played(seats: Iterable[_Seat], bonuses: Sequence[int]) -> list[tuple[int, Result]]:
    """Return what everybody has of each night in which he played."""
    tables = defaultdict[int, list[_Seat]](list)
    for seat in seats:
        if seat.played:
            tables[seat.night].append(seat)
    found = []
    for table in tables.values():
        for seat in table:
            behind = sum(other.points < seat.points for other in table)
            level = sum(other.points == seat.points for other in table) - 1
            rank = len(table) - 1 - behind - level
            bonus = bonuses[rank] if rank < len(bonuses) else 0
            result = Result(seat.night, seat.day, seat.part, seat.points, seat.points + bonus, 2 * behind + level)
            found.append((seat.person, result))
    return found


def _missed(seats: Sequence[_Seat], rules: GroupRules) -> list[tuple[int, Result]]:
    """Return what the rule of the round gives for the parts of an evening that somebody missed who sat in another."""
    if not rules.absent:
        return []
    evenings = defaultdict[str, list[_Seat]](list)
    for seat in seats:
        if seat.part:
            evenings[seat.day].append(seat)
    found: list[tuple[int, Result]] = []
    for day, drawn in evenings.items():
        present = {seat.person for seat in drawn if seat.there}
        for part in sorted({seat.part for seat in drawn if seat.played}):
            inside = [seat for seat in drawn if seat.part == part]
            points, cup = _instead(inside, rules)
            away = present - {seat.person for seat in inside if seat.there}
            found += [(person, Result(0, day, part, points, cup, 0)) for person in away]
    return found


def _instead(part: Sequence[_Seat], rules: GroupRules) -> tuple[int, int]:
    """Return the points and the cup points for who missed a part."""
    if rules.absent != "worst":
        return int(rules.absent), int(rules.absent)
    played = [result for _, result in _played(part, rules.bonuses)]
    return min(result.balance for result in played), min(result.cup for result in played)
