"""What each person has of each table of the evenings of a round, also of the parts that somebody missed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.storage.engine.sql import Row, fetch
from scorekeeper.storage.groups.members import SatOut
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


def load_results(
    round_id: int, condition: str, values: Sequence[object], rules: GroupRules, sat_out: Sequence[SatOut]
) -> dict[str, list[Result]]:
    """Return the results of everybody, by name, also of who sat out whole evenings."""
    sql = f"""SELECT night.id, day, part, name, balance, player.deals, state FROM round_night
        JOIN night ON night.id = round_night.night_id JOIN player ON player.night_id = night.id
        JOIN person ON person.id = player.person_id WHERE round_id = ?{condition}"""  # noqa: S608 - our own names
    tables: dict[int, list[Row]] = {}
    for row in fetch(sql, round_id, *values):
        if isinstance(row[4], int):  # a night whose rows were damaged stands among those that cannot be read
            tables.setdefault(row[0], []).append(row)
    found: dict[str, list[Result]] = {}
    for table in tables.values():
        for name, result in _played(table, rules.bonuses):
            found.setdefault(name, []).append(result)
    if rules.absent:
        for name, result in _missed(tables.values(), rules, sat_out):
            found.setdefault(name, []).append(result)
    return found


def _played(table: Sequence[Row], bonuses: Sequence[int]) -> list[tuple[str, Result]]:
    """Return what everybody has of a table who played there."""
    played = [row for row in table if row[5] > 0]
    balances = [row[4] for row in played]
    found = []
    for night, day, part, name, balance, _, _ in played:
        ahead = behind = 0
        for other in balances:
            ahead += other > balance
            behind += other < balance
        bonus = bonuses[ahead] if ahead < len(bonuses) else 0
        halves = len(balances) - 1 - ahead + behind
        found.append((name, Result(night, day, part, balance, balance + bonus, halves)))
    return found


def _missed(tables: Iterable[Sequence[Row]], rules: GroupRules, sat_out: Sequence[SatOut]) -> list[tuple[str, Result]]:
    """Return what the rule of the round gives for the parts of an evening that somebody missed who was there."""
    evenings = defaultdict[str, dict[int, list[Sequence[Row]]]](lambda: defaultdict(list))
    for table in tables:
        if part := table[0][2]:
            evenings[table[0][1]][part].append(table)
    found: list[tuple[str, Result]] = []
    for day, parts in evenings.items():
        seated = {
            part: {row[3] for table in drawn for row in table if _was_there(row)} for part, drawn in parts.items()
        }
        present = {one.name for one in sat_out if one.day == day}.union(*seated.values())
        for part, drawn in parts.items():
            played = [result for table in drawn for _, result in _played(table, rules.bonuses)]
            if played:
                points, cup = _instead(played, rules.absent)
                found += [(name, Result(0, day, part, points, cup, 0)) for name in present - seated[part]]
    return found


def _was_there(row: Row) -> bool:
    """Return whether somebody was at the table; who left before the first deal was not."""
    return bool(row[5]) or row[6] != "left"


def _instead(played: Sequence[Result], absent: str) -> tuple[int, int]:
    """Return the points and the cup points for who missed a part that others played."""
    if absent != "worst":
        return int(absent), int(absent)
    return min(result.balance for result in played), min(result.cup for result in played)
