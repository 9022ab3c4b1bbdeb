"""The statement of one person in a group: what each night brought, what was paid, and what stays open."""

from collections.abc import Iterable
from itertools import accumulate, chain, islice
from typing import NamedTuple

from scorekeeper.phrase import Phrase, say
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.groups.columns import GroupColumn, Row
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.groups.opening_balances import open_balances
from scorekeeper.storage.groups.results import (
    Amounts,
    GroupNow,
    MemberResult,
    load_results,
    sum_amounts,
    sum_by_currency,
)
from scorekeeper.storage.groups.season import SeatedMember, find_seated
from scorekeeper.storage.models import NightRow
from scorekeeper.storage.queries.nights import nights_with

COLUMNS = {
    "night": GroupColumn(say("Night"), "text"),
    "won": GroupColumn(say("result"), "money", summed=True),
    "fined": GroupColumn(say("fines"), "money", summed=True),
    "shared": GroupColumn(say("shared purse, rounding"), "money", summed=True),
    "carried": GroupColumn(say("carried over"), "money", summed=True),
    "paid": GroupColumn(say("paid"), "money", summed=True),
    "open": GroupColumn(say("still owed"), "money", summed=True),
    "balance": GroupColumn(say("running total"), "money"),
}
OPENING = say("Opening balance")


class StatementRow(NamedTuple):
    """What came from one night, which may be unreadable, or from before the rows, and what is open after it."""

    source: NightRow | Phrase
    amounts: Amounts
    balance: int

    @property
    def numbers(self) -> Row:
        """The cells of the row by the keys of their columns."""
        return {**self.amounts.numbers, "balance": self.balance}


class Statement(NamedTuple):
    """The nights of one currency on one page, "" for points: `total` is the sum of the `earlier` nights and the rows.

    Open opening balances stand in `opening`, or in `earlier` where there are earlier nights. `before` is what is open
    from other seasons, and not in the total.
    """

    currency: str
    opening: Amounts
    earlier: Amounts
    rows: list[StatementRow]
    total: Amounts
    before: int

    @property
    def all_rows(self) -> list[StatementRow]:
        """The rows, after one each for the opening balances and the earlier nights if they come to something."""
        brought = [(OPENING, self.opening), (say("Carried forward"), self.earlier)]
        return [StatementRow(*one, one[1].open) for one in brought if any(one[1])] + self.rows

    @property
    def columns(self) -> dict[str, GroupColumn]:
        """The columns without the amounts that are 0 in all rows; what was won stands always."""
        left_out = {key for key in Amounts._fields[1:] if not any(getattr(row.amounts, key) for row in self.all_rows)}
        return {key: column for key, column in COLUMNS.items() if key not in left_out}


class StatementPage(NamedTuple):
    """One page of the statements of a person by currency, whether there are earlier nights, and its readable nights."""

    statements: list[Statement]
    more: bool
    nights: list[NightRow]


def people_with_statement(group_id: int, chosen: NightFilter) -> list[SeatedMember]:
    """Return the members with a seat in the nights that count, or an open opening balance there, by name."""
    condition, values = chosen.where()
    sql = f"""SELECT round_member.id, person_id, name, EXISTS (SELECT 1 FROM player
            JOIN night ON night.id = player.night_id JOIN round_night ON round_night.night_id = night.id
            WHERE player.member_id = round_member.id{condition})
        FROM round_member JOIN person ON person.id = person_id
        WHERE round_member.round_id = ? ORDER BY round_member.id"""  # noqa: S608 - our own names
    opened = {balance.member for balance in open_balances(group_id, chosen)}
    found = [SeatedMember(*row) for *row, is_seated in fetch(sql, *values, group_id) if is_seated or row[0] in opened]
    return sorted(found, key=lambda member: member.name.casefold())


def load_statements(now: GroupNow, person: int, chosen: NightFilter, most: int, skipped: int = 0) -> StatementPage:
    """Return one page of the statements of a person: so many nights, after those that are skipped, the newest last."""
    member = find_seated(now.id, person).id
    is_season = chosen == NightFilter(season=chosen.season)
    all_rows = _rows_of(member, load_results(now, None if is_season else chosen))
    rows = [row for row in all_rows if row.season == chosen.season] if is_season else all_rows
    last = max(0, len(rows) - skipped)
    first = max(0, last - most)
    page = rows[first:last]
    earlier = _sum_by_currency(rows[:first])
    opening = _openings(now, member, chosen)
    others: dict[str, Amounts] = {}
    before: dict[str, Amounts] = {}
    if is_season:
        others = _openings(now, member, chosen, elsewhere=True)
        before = _sum_by_currency(row for row in all_rows if row.season != chosen.season)
    stored = nights_with([row.night for row in page])
    nights = {night.id: night for night in chain(*stored)}
    statements = []
    for currency in sorted({*(row.currency for row in page), *earlier, *before, *opening, *others}):
        begun = opening.get(currency, Amounts())
        carried = sum_amounts([begun, earlier.get(currency, Amounts())])
        found = [(nights[row.night], row.amounts) for row in page if row.currency == currency]
        balances = accumulate((amounts.open for _, amounts in found), initial=carried.open)
        made = [StatementRow(*row, balance) for row, balance in zip(found, islice(balances, 1, None), strict=True)]
        total = sum_amounts([carried, *(amounts for _, amounts in found)])
        above = (Amounts(), carried) if first else (begun, Amounts())
        aside = before.get(currency, Amounts()).open + others.get(currency, Amounts()).open
        statements.append(Statement(currency, *above, made, total, aside))
    return StatementPage(statements, first > 0, stored.rows)


def _rows_of(member: int, rows: Iterable[MemberResult]) -> list[MemberResult]:
    """Return the rows of a member with deals, as the season counts them, or with amounts: deals may come to 0."""
    return [row for row in rows if row.member == member and (row.deals or any(row.amounts))]


def _openings(now: GroupNow, member: int, chosen: NightFilter, elsewhere: bool = False) -> dict[str, Amounts]:
    """Return the open balances of a member by currency, or those of other seasons."""
    balances = open_balances(now.id, chosen, elsewhere)
    return {one.currency: Amounts(carried=one.coins) for one in balances if one.member == member and one.coins}


def _sum_by_currency(rows: Iterable[MemberResult]) -> dict[str, Amounts]:
    """Return the sums of rows by currency, without those where all is 0."""
    return {currency: amounts for currency, amounts in sum_by_currency(rows).items() if any(amounts)}
