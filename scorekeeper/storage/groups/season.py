"""The season of a group: everybody's totals, and the table that ranks them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, repeat
from typing import NamedTuple

from scorekeeper.phrase import say
from scorekeeper.storage.engine.sql import fetch, fetch_among
from scorekeeper.storage.groups.columns import GroupColumn, RoundResult, Row
from scorekeeper.storage.groups.members import load_sit_outs
from scorekeeper.storage.groups.nights import NightFilter, kinds_of, nights_of_group
from scorekeeper.storage.groups.opening_balances import open_balances
from scorekeeper.storage.groups.results import (
    MEASURES,
    Amounts,
    GroupNow,
    GroupRules,
    Measure,
    MemberResult,
    find_missed,
    load_results,
    read_results,
    sum_by_currency,
)
from scorekeeper.storage.models import NightRow
from scorekeeper.storage.queries.nights import nights_with


class Total(NamedTuple):
    """One person over the nights that count: `numbers` by the key of the column, and the results that they come from.

    `evenings` is on how many the person played; nights without a date count one by one. `best` is the best night by
    each measure, `rounds` are the numbers of the rounds with a result, and `money` are the amounts by currency.
    """

    member: int
    person: int  # of the member, by whose name the member is called
    name: str
    evenings: int
    best: Mapping[Measure, int]
    rounds: frozenset[int]
    absent: bool  # whether the person missed one of those rounds
    money: Mapping[str, Amounts]
    results: Sequence[MemberResult]
    numbers: Row

    @property
    def sat(self) -> bool:
        """Whether the person had a seat at a night, also without a deal, or an opening balance."""
        return bool(self.money)

    def result_of_round(self, round_number: int) -> MemberResult | None:
        """Return what the person has of a round of one evening, at all tables there; None for nothing."""
        found = [result for result in self.results if result.round_number == round_number]
        if not found:
            return None
        return found[0]._replace(**{key: sum(getattr(one, key) for one in found) for key in (*MEASURES, "deals")})


def add_up_season(now: GroupNow, chosen: NightFilter) -> list[Total]:
    """Return everybody's season, in no order."""
    totals, _ = _add_up(now, chosen)
    names = names_of_people([total.person for total in totals])
    return [
        total._replace(name=names[total.person], numbers={**total.numbers, "name": names[total.person]})
        for total in totals
    ]


def names_of_people(people: Sequence[int]) -> dict[int, str]:
    """Return the names of people by id. They are read anew each time, so that a forgotten name is in no cache."""
    return dict(fetch_among("SELECT id, name FROM person WHERE id IN ({})", people))


class SeatedMember(NamedTuple):
    """A member with a seat or an opening balance: the ids of the member and of the person whose name it has."""

    id: int = 0
    person: int = 0
    name: str = ""


def find_seated(group_id: int, person: int) -> SeatedMember:
    """Return the member who is called by a person, or has a seat as that person; an empty one for nobody."""
    sql = """SELECT round_member.id, person_id, name FROM round_member JOIN person ON person.id = person_id
        WHERE round_id = ?
        AND (person_id = ? OR round_member.id IN (SELECT member_id FROM player WHERE person_id = ?))
        AND (EXISTS (SELECT 1 FROM player WHERE member_id = round_member.id)
            OR EXISTS (SELECT 1 FROM opening_balance WHERE member_id = round_member.id))
        ORDER BY CASE WHEN person_id = ? THEN 0 ELSE 1 END, round_member.id DESC LIMIT 1"""
    found = fetch(sql, group_id, person, person, person) if 0 < person < 2**31 else ()
    return next((SeatedMember(*row) for row in found), SeatedMember())


@lru_cache(maxsize=64)
def _add_up(now: GroupNow, chosen: NightFilter) -> tuple[list[Total], list[str]]:
    """Return everybody's totals without names, and the keys of the games; cached until any process books something."""
    seats, missed = (defaultdict[int, list[MemberResult]](list) for _ in range(2))
    for row in load_results(now, chosen):
        seats[row.member].append(row)
    seats.pop(0, None)  # who is no member
    people = {member: rows[0].person for member, rows in seats.items()}
    money = {member: sum_by_currency(rows) for member, rows in seats.items()}
    for balance in open_balances(now.id, chosen):
        people[balance.member] = balance.person
        amounts = money.setdefault(balance.member, {})
        before = amounts.get(balance.currency, Amounts())
        amounts[balance.currency] = before._replace(carried=before.carried + balance.coins)
    if now.rules.absent:
        sat_out = load_sit_outs(now.id, chosen.evening)
        for row in find_missed(chain.from_iterable(seats.values()), now.rules, sat_out):
            missed[row.member].append(row)
        people = {member: person for _, member, person in sat_out if member in missed} | people
    totals = []
    for member, person in sorted(people.items()):
        played = [row for row in seats[member] if row.deals]
        totals.append(add_up_results(member, person, money.get(member, {}), played, missed[member], now.rules))
    return totals, list(dict.fromkeys(one.key for one in kinds_of(now.id, chosen)))


def add_up_results(
    member: int,
    person: int,
    money: Mapping[str, Amounts],
    played: Sequence[MemberResult],
    missed: Sequence[MemberResult],
    rules: GroupRules,
) -> Total:
    """Return what a person has in all, without a name."""
    results = [*played, *missed]
    numbers = _Numbers(results, _by_field(played), _by_field(missed), money, rules)
    places = zip(numbers.played["evening"], numbers.played["night"], strict=True)
    return Total(
        member,
        person,
        "",
        evenings=len({evening or -night for evening, night in places}),
        best={measure: max(numbers.played[measure], default=0) for measure in MEASURES},
        rounds=frozenset(numbers.played["round_number"] + numbers.missed["round_number"]) - {0},
        absent=bool(missed),
        money=money,
        results=results,
        numbers={key: find(numbers) for key, (_, find) in _SUMS.items()},
    )


def _by_field(results: Sequence[MemberResult]) -> dict[str, tuple[int, ...]]:
    """Return what results have in each field: to add up a whole column takes a third of going from row to row."""
    return dict(zip(MemberResult._fields, zip(*results, strict=True) if results else repeat(()), strict=False))


class _Numbers(NamedTuple):
    """What the numbers of one person are added up from: `played` and `missed` are the results by field."""

    results: Sequence[MemberResult]
    played: Mapping[str, tuple[int, ...]]
    missed: Mapping[str, tuple[int, ...]]
    money: Mapping[str, Amounts]
    rules: GroupRules

    def counted(self, measure: Measure) -> int:
        """Return the sum of all results without the worst ones."""
        return self.sum_up(measure) - _worst(self.results, measure, self.rules.drops)

    def sum_up(self, measure: Measure) -> int:
        """Return the sum of all results."""
        return sum(self.played[measure]) + sum(self.missed[measure])

    def amounts(self, kind: str) -> dict[str, int]:
        """Return the amounts of one kind by currency."""
        return {currency: getattr(amounts, kind) for currency, amounts in sorted(self.money.items())}


def _worst(results: Sequence[MemberResult], measure: Measure, drops: int) -> int:
    """Return the sum of so many worst nights, of which an evening with several rounds is one."""
    if not drops:
        return 0
    sums = Counter[tuple[int, int]]()
    for result in results:
        sums[(result.evening, 0) if result.round_number else (0, result.night)] += getattr(result, measure)
    return sum(sorted(sums.values())[:drops])


@lru_cache(maxsize=64)
def sums_by_evening(now: GroupNow, chosen: NightFilter, measure: Measure) -> dict[int, list[int]]:
    """Return what each person had before the first evening and after each, by person; callers must not change it."""
    brought = {}
    for total in _add_up(now, chosen)[0]:
        brought[total.person] = numbers = defaultdict[int, int](int)
        for result in total.results:
            numbers[result.evening] += getattr(result, measure)
    played = set[int]().union(*brought.values())
    ordered = fetch("SELECT id FROM evening WHERE round_id = ? ORDER BY day, id", now.id)  # whose days never change
    evenings = [evening for (evening,) in ordered if evening in played]
    return {person: [0, *accumulate([numbers[evening] for evening in evenings])] for person, numbers in brought.items()}


# The columns by key, and how a number in each is found.
_SUMS: dict[str, tuple[GroupColumn, Callable[[_Numbers], object]]] = {
    "sum": (GroupColumn(say("points"), "signed", True), lambda of: sum(of.played["balance"])),
    "missed": (
        GroupColumn(say("missed rounds"), "signed"),
        lambda of: sum(of.missed["cup" if of.rules.ranking == "cup" else "balance"]),
    ),
    "counted": (GroupColumn(say("counted"), "signed", True), lambda of: of.counted("balance")),
    "cup": (GroupColumn(say("cup points"), "signed"), lambda of: of.sum_up("cup")),
    "best_cup": (GroupColumn(say("counted cup points"), "signed"), lambda of: of.counted("cup")),
    "places": (GroupColumn(say("place points"), "halves", True), lambda of: of.sum_up("halves")),
    "best": (GroupColumn(say("counted place points"), "halves", True), lambda of: of.counted("halves")),
    "nights": (GroupColumn(say("nights"), "whole"), lambda of: len(of.played["night"])),
    "deals": (GroupColumn(say("deals played"), "whole", True), lambda of: sum(of.played["deals"])),
    "money": (GroupColumn(say("result"), "amounts"), lambda of: of.amounts("won")),
    "carried": (GroupColumn(say("carried over"), "amounts"), lambda of: of.amounts("carried")),
    "aside": (GroupColumn(say("fines, shared purse"), "amounts"), lambda of: of.amounts("aside")),
    "paid": (GroupColumn(say("paid"), "amounts"), lambda of: of.amounts("paid")),
    "open": (GroupColumn(say("still owed"), "amounts"), lambda of: of.amounts("open")),
}
COLUMNS = {"name": GroupColumn(say("person"), "text")} | {key: column for key, (column, _) in _SUMS.items()}
# What a ranking counts: the first of these columns that a table has.
_RANKED = {
    "": ("counted", "sum", "best", "places"),
    "total": ("counted", "sum", "best", "places"),
    "cup": ("best_cup", "cup", "best", "places"),
    "places": ("best", "places"),
    "money": ("money", "counted", "sum", "best", "places"),
}


class RankedTotal(NamedTuple):
    """A row of the table: the place, which people share who are level in all.

    `ahead_by` is the key in `TIES` of what puts it ahead of the next row, whose name is `ahead_of`; both are empty
    where they are not level.
    """

    place: int
    total: Total
    ahead_by: str
    ahead_of: str

    @property
    def numbers(self) -> Row:
        """The cells of the row by the key of the column."""
        return self.total.numbers


class SeasonTable(NamedTuple):
    """The season table: its columns by key, by which of them it is sorted, and the people in that order.

    `ranking` is the column by which the group ranks, `rounds` are the rounds of a single evening. `games` are the keys
    of those of its nights: points of different games are no sum, and with several games place points or money count.
    """

    columns: dict[str, GroupColumn]
    sort: str
    ranking: str
    rows: list[RankedTotal]
    games: list[str]
    rounds: list[int]

    @property
    def totals(self) -> list[Total]:
        """The people in the order of the table."""
        return [row.total for row in self.rows]

    @property
    def currencies(self) -> list[str]:
        """The currencies of the nights, in the order in which they decide; nights without a stake have none."""
        return _currencies(self.totals)

    @property
    def measure(self) -> Measure:
        """What a single result counts for."""
        if "cup" in self.ranking:
            return "cup"
        return "halves" if self.ranking in ("best", "places") or len(self.games) > 1 else "balance"


def season_table(now: GroupNow, chosen: NightFilter, wished: str = "") -> SeasonTable:
    """Return the season table of the nights that count, sorted by the column that is wished where there is one.

    Of a season the worst nights are dropped, of a single evening or day none.
    """
    if chosen.evening or chosen.day:
        now = now._replace(rules=now.rules._replace(drops=0))
    rules = now.rules
    totals = add_up_season(now, chosen)
    _, games = _add_up(now, chosen)
    left_out = _unused_columns(totals, rules, len(games) > 1)
    columns = {key: column for key, column in COLUMNS.items() if key not in left_out}
    ranking = next(key for key in _RANKED[rules.ranking] if key in columns)
    rounds = sorted(frozenset[int]().union(*(total.rounds for total in totals)))
    table = SeasonTable(columns, ranking, ranking, [], games, rounds if chosen.evening else [])
    if rounds:
        columns["nights"] = columns["nights"]._replace(label=say("tables played"))
    if table.rounds or rules.ranking in ("cup", "money", "places"):
        # What is ranked by first, then the rounds of an evening.
        first = {key: columns[key] for key in ("name", ranking)}
        for number in table.rounds:
            first[f"part{number}"] = GroupColumn(say("Round {number}", number=number), "round")
        table = table._replace(columns=first | columns)
        totals = [total._replace(numbers={**total.numbers, **_results_of_rounds(total, table)}) for total in totals]
    if wished in table.columns:
        table = table._replace(sort=wished)
    return table._replace(rows=rank_people(table, totals))


def _currencies(totals: Sequence[Total]) -> list[str]:
    return sorted({currency for total in totals for currency in total.money if currency})


def _results_of_rounds(total: Total, table: SeasonTable) -> Row:
    """Return what a person has of each round of an evening, by the key of its column."""
    found = {f"part{number}": total.result_of_round(number) for number in table.rounds}
    return {
        key: RoundResult(getattr(result, table.measure), table.measure == "halves", result.missed) if result else None
        for key, result in found.items()
    }


def _unused_columns(totals: Sequence[Total], rules: GroupRules, several: bool) -> set[str]:
    """Return the columns that say nothing: points where several games were played, and what nobody has."""
    left_out = {"sum", "missed", "counted", "cup", "best_cup"} if several else {"best"}
    if rules.ranking == "places":
        left_out.discard("best")
    if not rules.drops:
        left_out |= {"best", "best_cup"}
    left_out |= {"counted"} if rules.ranking == "cup" else {"cup", "best_cup"}
    if not any(total.absent for total in totals):
        left_out |= {"missed"} if rules.drops else {"missed", "counted"}
    money = [amounts for total in totals for currency, amounts in total.money.items() if currency]
    if not money:
        left_out |= {"money", "paid", "open"}
    left_out |= {key for key in ("carried", "aside") if not any(getattr(amounts, key) for amounts in money)}
    return left_out


# What decides between people who are level, in this order.
TIES = {
    "place_points": say("by place points"),
    "best_night": say("by the best night"),
    "fewer_deals": say("by fewer deals"),
}


def rank_people(table: SeasonTable, totals: Sequence[Total]) -> list[RankedTotal]:
    """Return the people by the column by which a table is sorted, the most first, with their places.

    In the ranking of the group ties are broken: by place points, then by the best night, then by fewer deals.
    """
    kind = table.columns[table.sort].kind
    currencies = _currencies(totals) or [""]  # points of a night without a stake are no money

    def key(total: Total) -> list[tuple[int, ...]]:
        if kind == "text":
            return []
        value = total.numbers[table.sort]
        numbers = [value.get(one, 0) for one in currencies] if kind == "amounts" else [value]
        if kind == "round":
            numbers = [value is not None, value.number if value else 0]
        ties: tuple[int, ...] = ()
        if table.sort == table.ranking:
            ties = (-total.numbers["places"], -total.best[table.measure], total.numbers["deals"])
        return [tuple(-number for number in numbers), ties]

    ranked = [(key(total), total) for total in totals]
    ranked.sort(key=lambda pair: (pair[0], pair[1].name.casefold()))
    keys = [own for own, _ in ranked]
    found = []
    for place, (own, total) in enumerate(ranked):
        broken = ""
        if own and keys[place + 1 :] and own[0] == keys[place + 1][0]:
            reasons = zip(TIES, own[1], keys[place + 1][1], strict=False)
            broken = next((reason for reason, more, less in reasons if more != less), "")
        below = ranked[place + 1][1].name if broken else ""
        found.append(RankedTotal(keys.index(own) + 1 if own else place + 1, total, broken, below))
    return found


class NightPoints(NamedTuple):
    """A night of a season with the points of everybody who sat there, by the name of the member."""

    night: NightRow
    numbers: Mapping[str, int]


class NightPointsPage(NamedTuple):
    """One page of the nights of a season, those among them that cannot be read, and whether there are more."""

    shown: list[NightPoints]
    unreadable: list[NightRow]
    more: bool


def load_night_points(now: GroupNow, chosen: NightFilter, most: int, skipped: int = 0) -> NightPointsPage:
    """Return one page of the nights that count, the newest first, with everybody's points."""
    ids = nights_of_group(now.id, most + 1, skipped, chosen)
    rows, lost = nights_with(ids[:most])
    results = read_results([row.id for row in rows], now.rules)
    names = names_of_people(sorted({one.person for table in results.values() for one in table}))
    shown = []
    for row in rows:
        if all(one.is_legible for one in results[row.id]):
            shown.append(NightPoints(row, {names[one.person]: one.balance for one in results[row.id] if one.deals}))
        else:
            lost.append(row)
    return NightPointsPage(shown, lost, len(ids) > most)
