"""What a group ranks by, and what each person has of each table of its evenings, also of missed rounds."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, get_args

from scorekeeper.phrase import Phrase, say
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.groups.members import SitOut
from scorekeeper.storage.models import GroupRow

RANKINGS: dict[str, Phrase] = {
    "": say("points, else place points"),
    "total": say("points"),
    "money": say("money"),
    "places": say("place points"),
    "cup": say("cup points (with a rank bonus)"),
}


Measure = Literal["balance", "cup", "halves"]
"""What of a result is ranked by."""
MEASURES: tuple[Measure, ...] = get_args(Measure)


class GroupRules(NamedTuple):
    """How a group counts: what it ranks by, worst nights dropped, cup bonuses, points for a missed round, deals.

    `absent` is a number, "worst" for the lowest result of the round, or empty for none; `deals` are those of a table in
    one round of an evening, 0 for as many as it likes.
    """

    ranking: str
    drops: int
    bonuses: tuple[int, ...]
    absent: str
    deals: int


def rules_of(row: GroupRow) -> GroupRules:
    """Return how a group counts."""
    bonuses = tuple(int(points) for points in json.loads(row.cup)) if row.cup else ()
    return GroupRules(row.ranking, row.drops, bonuses, row.absent, row.deals)


class Result(NamedTuple):
    """What one person has of one table, or of a round of an evening that the person missed; then `night` is 0.

    `evening` is the id of the evening, 0 for a night without one.

    `balance` are the points, `cup` those with the bonus for the rank at the table, ties sharing the better; `halves`
    are place points in halves: two for each player whom the person is ahead of, one for each who has as many points.
    """

    night: int
    evening: int
    round_number: int
    balance: int
    cup: int
    halves: int
    deals: int = 0

    @property
    def missed(self) -> bool:
        return self.night == 0


class _Seat(NamedTuple):
    """A seat at a table, with the sums of its deals."""

    night: int
    evening: int
    round_number: int
    member: int
    balance: int
    deals: int
    state: str

    @property
    def was_taken(self) -> bool:
        """Whether somebody was there; who left before the first deal was not."""
        return bool(self.deals) or self.state != "left"


def load_results(
    group_id: int, condition: str, values: Sequence[object], rules: GroupRules, sat_out: Sequence[SitOut]
) -> dict[int, list[Result]]:
    """Return the results of everybody, by member, also of who sat out whole evenings."""
    sql = f"""SELECT night.id, COALESCE(evening_id, 0), part, member_id, balance, player.deals, state FROM round_night
        JOIN night ON night.id = round_night.night_id JOIN player ON player.night_id = night.id
        WHERE round_id = ? AND member_id IS NOT NULL{condition}"""  # noqa: S608 - our own names
    tables = defaultdict[int, list[_Seat]](list)
    for seat in map(_Seat._make, fetch(sql, group_id, *values)):
        if isinstance(seat.balance, int):  # a night whose rows were damaged stands among those that cannot be read
            tables[seat.night].append(seat)
    found = [result for table in tables.values() for result in _played(table, rules.bonuses)]
    if rules.absent:
        found += _missed(tables.values(), rules, sat_out)
    results = defaultdict[int, list[Result]](list)
    for member, result in found:
        results[member].append(result)
    return dict(results)


def _played(table: Sequence[_Seat], bonuses: Sequence[int]) -> list[tuple[int, Result]]:
    """Return what everybody has of a table who played there."""
    played = [seat for seat in table if seat.deals > 0]
    balances = sorted((seat.balance for seat in played), reverse=True)
    found = []
    for seat in played:
        ahead = balances.index(seat.balance)
        behind = len(balances) - ahead - balances.count(seat.balance)
        bonus = bonuses[ahead] if ahead < len(bonuses) else 0
        halves = len(balances) - 1 - ahead + behind
        result = Result(
            seat.night, seat.evening, seat.round_number, seat.balance, seat.balance + bonus, halves, seat.deals
        )
        found.append((seat.member, result))
    return found


def _missed(
    tables: Iterable[Sequence[_Seat]], rules: GroupRules, sat_out: Sequence[SitOut]
) -> list[tuple[int, Result]]:
    """Return what the rule of the group gives for the rounds of an evening that somebody missed who was there."""
    evenings = defaultdict[int, dict[int, list[Sequence[_Seat]]]](lambda: defaultdict(list))
    for table in tables:
        if table[0].round_number:
            evenings[table[0].evening][table[0].round_number].append(table)
    found: list[tuple[int, Result]] = []
    for evening, rounds in evenings.items():
        seated = {
            round_number: {seat.member for table in drawn for seat in table if seat.was_taken}
            for round_number, drawn in rounds.items()
        }
        present = {one.member for one in sat_out if one.evening == evening}.union(*seated.values())
        for round_number, drawn in rounds.items():
            played = [result for table in drawn for _, result in _played(table, rules.bonuses)]
            if not played:
                continue
            if rules.absent == "worst":
                points, cup = min(result.balance for result in played), min(result.cup for result in played)
            else:
                points = cup = int(rules.absent)
            found += [
                (member, Result(0, evening, round_number, points, cup, 0)) for member in present - seated[round_number]
            ]
    return found
