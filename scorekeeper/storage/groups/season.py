"""The season of a group, from the sums that stand ready."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate
from typing import Any, Literal, NamedTuple

from scorekeeper.phrase import Phrase, say
from scorekeeper.storage.engine.sql import fetch, fetch_among
from scorekeeper.storage.groups.members import load_sit_outs
from scorekeeper.storage.groups.nights import NightFilter, kinds_of, nights_of_group
from scorekeeper.storage.groups.opening_balances import open_balances
from scorekeeper.storage.groups.results import MEASURES, GroupRules, Measure, Result, load_results, rules_of
from scorekeeper.storage.models import GroupRow, NightRow, database
from scorekeeper.storage.queries.nights import nights_with


class Money(NamedTuple):
    """What was won, handed over less received, and is open, in the smallest coin of a currency.

    `carried` is what nights brought in less what was carried out of them, `aside` what another of a shared purse took
    over, less fines: `open` is the sum of the four.
    """

    won: int
    paid: int
    open: int
    carried: int = 0
    aside: int = 0


@dataclass(frozen=True)
class Total:
    """One person over the nights that count, with the result of each.

    `evenings` are those on which the person played; nights without a date count one by one. `points` are those of the
    deals; `missed` are those that the group's rule gives for missed rounds of evenings, and `counted` are both without
    the worst nights, as `best_cup` and `best_places` are cup points and place points, which stand in halves. `best` is
    the best night by each measure, and `rounds` are the rounds of evenings of which there is a result.
    """

    member: int
    person: int  # of the member, by whose name the member is called
    name: str
    nights: int
    evenings: int
    deals: int
    points: int
    missed: int
    counted: int
    cup: int
    best_cup: int
    places: int
    best_places: int
    best: Mapping[Measure, int]
    rounds: frozenset[int]
    absent: bool  # whether the person missed one of those rounds
    money: Mapping[str, Money]
    results: Sequence[Result]

    @property
    def sat(self) -> bool:
        """Whether the person had a seat at a night, also without a deal, or an opening balance."""
        return bool(self.money)

    def result_of_round(self, round_number: int) -> Result | None:
        """Return what the person has of a round of one evening, at all tables there; None for nothing."""
        found = [result for result in self.results if result.round_number == round_number]
        if not found:
            return None
        return found[0]._replace(**{key: sum(getattr(one, key) for one in found) for key in (*MEASURES, "deals")})


class GroupNow(NamedTuple):
    """A group as it stands: `stamp` changes with every act at one of its nights, with every night there or not, when a
    season is closed or evenings or people are joined, and where a rule counts who was there, with who was."""

    id: int
    slug: str
    rules: GroupRules
    stamp: str


def group_now(row: GroupRow, evening: int = 0) -> GroupNow:
    """Return how a group stands, or the nights of one evening, by its id, alone.

    What was added up for it before may be used as long as that is the same.
    """
    # Sums of ids and places would be the same of other nights at times; SQLite even gives ids again. The address beside
    # the hash: a night that was deleted and taken in again from a file has the same hash, and other people's rows.
    join = "STRING_AGG" if database.obj.for_update else "GROUP_CONCAT"  # the name in PostgreSQL, and in SQLite
    sql = f"""SELECT {join}(slug || ' ' || head || ' ' || season || ' ' || COALESCE(evening_id, 0), ' ')
        FROM round_night JOIN night ON night.id = night_id WHERE round_id = ? AND (evening_id = ? OR ? = 0)"""  # noqa: S608 - our own names
    [(nights,)] = fetch(sql, row.id, evening, evening)
    [(people,)] = fetch("SELECT people FROM round WHERE id = ?", row.id) or [(0,)]
    parts = [nights or "", str(people)]
    rules = rules_of(row)
    if rules.absent:
        # Nobody is marked on an evening that is over, so their number and the last one tell which they are.
        sql = """SELECT person.id, name, COUNT(*), MAX(evening_id) FROM attendance
            JOIN round_member ON round_member.id = member_id JOIN person ON person.id = person_id
            WHERE round_id = ? AND (evening_id = ? OR ? = 0) GROUP BY person.id, name ORDER BY person.id"""
        parts += [" ".join(map(str, found)) for found in fetch(sql, row.id, evening, evening)]
    return GroupNow(row.id, row.slug, rules, sha256(" ".join(parts).encode()).hexdigest())


def add_up_season(now: GroupNow, chosen: NightFilter) -> list[Total]:
    """Return everybody's season, in no order."""
    totals = _totals(now, chosen)
    names = names_of_people([total.person for total in totals])
    return [replace(total, name=names[total.person]) for total in totals]


def names_of_people(people: Sequence[int]) -> dict[int, str]:
    """Return the names of people: they are never kept besides, so that they can be forgotten."""
    return dict(fetch_among("SELECT id, name FROM person WHERE id IN ({})", people))


def name_of_person(group_id: int, person: int) -> str:
    """Return the name of a person who sat at a night of a group, empty for anybody else."""
    sql = "SELECT name FROM round_member JOIN person ON person.id = person_id WHERE round_member.id = ?"
    return next((str(name) for (name,) in fetch(sql, member_of_person(group_id, person))), "")


def person_of_member(group_id: int, person: int) -> int:
    """Return the person by whose name the member is called who has a seat as another one, 0 for none."""
    sql = "SELECT person_id FROM round_member WHERE id = ?"
    return next((int(own) for (own,) in fetch(sql, member_of_person(group_id, person))), 0)


def member_of_person(group_id: int, person: int) -> int:
    """Return the member who is called by a person, or has a seat as that person; 0 for none with a seat or balance."""
    sql = """SELECT round_member.id FROM round_member WHERE round_id = ?
        AND (person_id = ? OR id IN (SELECT member_id FROM player WHERE person_id = ?))
        AND (EXISTS (SELECT 1 FROM player WHERE member_id = round_member.id)
            OR EXISTS (SELECT 1 FROM opening_balance WHERE member_id = round_member.id))
        ORDER BY CASE WHEN person_id = ? THEN 0 ELSE 1 END, id DESC LIMIT 1"""
    found = fetch(sql, group_id, person, person, person) if 0 < person < 2**31 else ()
    return next((int(member) for (member,) in found), 0)


@lru_cache(maxsize=64)
def _totals(now: GroupNow, chosen: NightFilter) -> list[Total]:
    """Add up a season, without names; kept until something is booked at a night of the group, in any process."""
    condition, values = chosen.where()
    # What a point costs is multiplied here: millions of points at millions a point are too much for a database.
    sql = f"""SELECT member_id, MAX(round_member.person_id), currency, coins + 0 AS worth,
            SUM(balance), SUM(beyond), SUM(paid), SUM(brought), SUM(aside)
        FROM round_night JOIN night ON night.id = round_night.night_id JOIN player ON player.night_id = night.id
        JOIN round_member ON round_member.id = player.member_id
        WHERE round_night.round_id = ?{condition}
        GROUP BY member_id, currency, worth ORDER BY member_id, currency"""  # noqa: S608 - our own
    people: dict[int, int] = {}
    money = defaultdict[int, dict[str, Money]](dict)
    for member, person, currency, worth, *sums in fetch(sql, now.id, *values):
        points, beyond, paid, brought, aside = map(int, sums)
        won = points * (worth or 1) + beyond
        one = Money(won, paid, won + paid + brought + aside, brought, aside)
        other = money[member].get(currency, Money(0, 0, 0))
        money[member][currency] = Money(*map(sum, zip(one, other, strict=True)))
        people[member] = person
    for balance in open_balances(now.id, chosen):
        other = money[balance.member].get(balance.currency, Money(0, 0, 0))
        carried = Money(0, 0, balance.coins, carried=balance.coins)
        money[balance.member][balance.currency] = Money(*map(sum, zip(carried, other, strict=True)))
        people[balance.member] = balance.person
    sat_out = load_sit_outs(now.id, chosen.evening) if now.rules.absent else []
    results = load_results(now.id, condition, values, now.rules, sat_out)
    for _, member, person in sat_out:
        if member in results:
            people.setdefault(member, person)
    return [
        add_up_results(member, person, money.get(member, {}), results.get(member, []), now.rules)
        for member, person in people.items()
    ]


def add_up_results(
    member: int, person: int, money: Mapping[str, Money], results: Sequence[Result], rules: GroupRules
) -> Total:
    """Return what a person has in all, without a name."""
    played = [result for result in results if result.night]
    missed = [result for result in results if not result.night]
    cup = sum(result.cup for result in results)
    places = sum(result.halves for result in results)
    return Total(
        member,
        person,
        "",
        nights=len(played),
        evenings=len({result.evening or -result.night for result in results if not result.missed}),
        deals=sum(result.deals for result in played),
        points=sum(result.balance for result in played),
        missed=sum(result.cup if rules.ranking == "cup" else result.balance for result in missed),
        counted=sum(result.balance for result in results) - _worst(results, "balance", rules.drops),
        cup=cup,
        best_cup=cup - _worst(results, "cup", rules.drops),
        places=places,
        best_places=places - _worst(results, "halves", rules.drops),
        best={measure: max((getattr(one, measure) for one in played), default=0) for measure in MEASURES},
        rounds=frozenset(result.round_number for result in results if result.round_number),
        absent=bool(missed),
        money=money,
        results=results,
    )


def _worst(results: Sequence[Result], measure: Measure, drops: int) -> int:
    """Return the sum of so many worst nights, of which an evening with several rounds is one."""
    if not drops:
        return 0
    sums = Counter[tuple[int, int]]()
    for result in results:
        sums[(result.evening, 0) if result.round_number else (0, result.night)] += getattr(result, measure)
    return sum(sorted(sums.values())[:drops])


@lru_cache(maxsize=64)
def _games(now: GroupNow, chosen: NightFilter) -> list[str]:
    """Return the games of the nights that count; kept as the totals."""
    return list(dict.fromkeys(game for game, _ in kinds_of(now.id, chosen)))


@lru_cache(maxsize=64)
def sums_by_evening(now: GroupNow, chosen: NightFilter, measure: Measure) -> dict[int, list[int]]:
    """Return what each person had before the first evening and after each, by person; kept as the totals."""
    totals = _totals(now, chosen)
    played = {result.evening for total in totals for result in total.results}
    ordered = fetch("SELECT id FROM evening WHERE round_id = ? ORDER BY day, id", now.id)
    evenings = [evening for (evening,) in ordered if evening in played]
    found = {}
    for total in totals:
        sums = Counter[int]()
        for result in total.results:
            sums[result.evening] += getattr(result, measure)
        found[total.person] = [0, *accumulate(sums[evening] for evening in evenings)]
    return found


class Column(NamedTuple):
    """A column of the season table: its heading, how its numbers are written, and a person's number in it.

    Written as `amounts` it has one number for each currency, as `round` a `RoundResult`, or None for who has none.
    """

    label: Phrase
    written: Literal["name", "signed", "whole", "halves", "amounts", "round"]
    of: Callable[[Total], Any]


def _money(part: Literal["won", "paid", "carried", "aside", "open"]) -> Callable[[Total], dict[str, int]]:
    return lambda total: {currency: getattr(money, part) for currency, money in sorted(total.money.items())}


COLUMNS = {
    "name": Column(say("person"), "name", lambda total: total.name),
    "sum": Column(say("points"), "signed", lambda total: total.points),
    "missed": Column(say("missed rounds"), "signed", lambda total: total.missed),
    "counted": Column(say("counted"), "signed", lambda total: total.counted),
    "cup": Column(say("cup points"), "signed", lambda total: total.cup),
    "best_cup": Column(say("counted cup points"), "signed", lambda total: total.best_cup),
    "places": Column(say("place points"), "halves", lambda total: total.places),
    "best": Column(say("counted place points"), "halves", lambda total: total.best_places),
    "nights": Column(say("nights"), "whole", lambda total: total.nights),
    "deals": Column(say("deals played"), "whole", lambda total: total.deals),
    "money": Column(say("result"), "amounts", _money("won")),
    "carried": Column(say("carried over"), "amounts", _money("carried")),
    "aside": Column(say("fines, shared purse"), "amounts", _money("aside")),
    "paid": Column(say("paid"), "amounts", _money("paid")),
    "open": Column(say("still owed"), "amounts", _money("open")),
}
# What a ranking counts: the first of these columns that a table has.
_RANKED = {
    "": ("counted", "sum", "best", "places"),
    "total": ("counted", "sum", "best", "places"),
    "cup": ("best_cup", "cup", "best", "places"),
    "places": ("best", "places"),
    "money": ("money", "counted", "sum", "best", "places"),
}


class RoundResult(NamedTuple):
    """What a round of an evening counts for, in points or, with `halves`, in halves; `missed` where a rule gives it."""

    number: int
    halves: bool
    missed: bool


class RankedTotal(NamedTuple):
    """A row of the table: the place, which people share who are level in all.

    `ahead_by` is the key in `TIES` of what puts it ahead of the next row, whose name is `ahead_of`; both are empty
    where they are not level.
    """

    place: int
    total: Total
    ahead_by: str
    ahead_of: str


class SeasonTable(NamedTuple):
    """The season table: its columns by key, by which of them it is sorted, and the people in that order.

    `ranking` is the column by which the group ranks, `rounds` are the rounds of a single evening. `games` are those of
    its nights: points of different games are no sum, and with several games place points or money count.
    """

    columns: dict[str, Column]
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
    rules = now.rules
    if chosen.evening or chosen.day:
        rules = rules._replace(drops=0)
    totals = add_up_season(now._replace(rules=rules), chosen)
    games = _games(now, chosen)
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
        first |= {f"part{number}": _round_column(table, number) for number in table.rounds}
        table = table._replace(columns=first | columns)
    if wished in table.columns:
        table = table._replace(sort=wished)
    return table._replace(rows=rank_people(table, totals))


def _currencies(totals: Sequence[Total]) -> list[str]:
    return sorted({currency for total in totals for currency in total.money if currency})


def _round_column(table: SeasonTable, round_number: int) -> Column:
    """Return the column of a round of an evening."""

    def find(total: Total) -> RoundResult | None:
        found = total.result_of_round(round_number)
        return RoundResult(getattr(found, table.measure), table.measure == "halves", found.missed) if found else None

    return Column(say("Round {number}", number=round_number), "round", find)


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
    column = table.columns[table.sort]
    currencies = _currencies(totals) or [""]  # points of a night without a stake are no money

    def key(total: Total) -> list[tuple[int, ...]]:
        if column.written == "name":
            return []
        value = column.of(total)
        numbers = [value.get(one, 0) for one in currencies] if column.written == "amounts" else [value]
        if column.written == "round":
            numbers = [value is not None, value.number if value else 0]
        ties: tuple[int, ...] = ()
        if table.sort == table.ranking:
            ties = (-total.places, -total.best[table.measure], total.deals)
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
    points: Mapping[str, int]


class NightPointsPage(NamedTuple):
    """One page of the nights of a season, those among them that cannot be read, and whether there are more."""

    shown: list[NightPoints]
    unreadable: list[NightRow]
    more: bool


def load_night_points(group_id: int, chosen: NightFilter, most: int, skipped: int = 0) -> NightPointsPage:
    """Return one page of the nights that count, the newest first, with everybody's points."""
    ids = nights_of_group(group_id, most + 1, skipped, chosen)
    rows, lost = nights_with(ids[:most])
    points, spoilt = _points_of([row.id for row in rows])
    shown = [NightPoints(row, points[row.id]) for row in rows if row.id not in spoilt]
    return NightPointsPage(shown, [*lost, *(row for row in rows if row.id in spoilt)], len(ids) > most)


def _points_of(ids: Sequence[int]) -> tuple[dict[int, dict[str, int]], set[int]]:
    """Return the points of everybody at these nights, and the nights where they or money are no whole numbers."""
    sql = """SELECT night_id, name, balance, paid, beyond, brought, aside FROM player
        LEFT JOIN round_member ON round_member.id = member_id
        JOIN person ON person.id = COALESCE(round_member.person_id, player.person_id)
        WHERE deals > 0 AND night_id IN ({}) ORDER BY place"""
    points: dict[int, dict[str, int]] = {night: {} for night in ids}
    spoilt = set[int]()
    for night, name, balance, *money in fetch_among(sql, ids):
        points[night][name] = balance
        if not all(isinstance(number, int) for number in (balance, *money)):
            spoilt.add(night)
    return points, spoilt
