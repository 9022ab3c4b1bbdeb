"""The nights of a group as rows, one for each member at each night: they are read here, for all its pages and files."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import chain
from typing import Literal, NamedTuple, TypeVar, cast, get_args

from scorekeeper.phrase import Phrase, say
from scorekeeper.storage.engine.sql import fetch, fetch_among
from scorekeeper.storage.groups.members import SitOut
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.models import GroupRow, database

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


T = TypeVar("T")
Reader = Callable[[Sequence[int], GroupRules], Mapping[int, T]]
"""A function that reads nights by their ids and returns what it found of each."""


class GroupNow(NamedTuple):
    """A group as it stands: its id, its address, how it counts, and a `stamp` (64 hexadecimal digits).

    The stamp changes with each act at one of its nights, when a night comes or goes, and when a season is closed or
    evenings or people are joined. If the group counts missed rounds, it changes with the ticks of who was there, too.
    """

    id: int
    slug: str
    rules: GroupRules
    stamp: str


# Sums of ids and places would be the same of other nights at times; SQLite even gives ids again. The address beside the
# hash: a night that was deleted and taken in again from a file has the same hash, and other people's rows.
_STAMP = "slug || head"
_NIGHTS = "FROM round_night JOIN night ON night.id = night_id WHERE round_id = ?"


def group_now(row: GroupRow, evening: int = 0) -> GroupNow:
    """Return how a group stands, or the nights of one evening, by its id, alone.

    What was added up for it before may be used as long as that is the same.
    """
    join = "STRING_AGG" if database.obj.for_update else "GROUP_CONCAT"  # the name in PostgreSQL, and in SQLite
    sql = f"SELECT {join}({_STAMP}, ' ') {_NIGHTS} AND (evening_id = ? OR ? = 0)"
    [(nights,)] = fetch(sql, row.id, evening, evening)
    parts = [nights or "", str(_count_changes(row.id))]
    rules = rules_of(row)
    if rules.absent:
        # Nobody is marked on an evening that is over, so their number and the last one tell which they are.
        sql = """SELECT person.id, name, COUNT(*), MAX(evening_id) FROM attendance
            JOIN round_member ON round_member.id = member_id JOIN person ON person.id = person_id
            WHERE round_id = ? AND (evening_id = ? OR ? = 0) GROUP BY person.id, name ORDER BY person.id"""
        parts += [" ".join(map(str, found)) for found in fetch(sql, row.id, evening, evening)]
    return GroupNow(row.id, row.slug, rules, sha256(" ".join(parts).encode()).hexdigest())


def _count_changes(group_id: int) -> int:
    """Return how many changes of a group there were that the journals of its nights may not tell."""
    return next((int(number) for (number,) in fetch("SELECT people FROM round WHERE id = ?", group_id)), 0)


def read_by_night(now: GroupNow, chosen: NightFilter | None, read: Reader[T]) -> list[T]:
    """Return what `read` returns for each night that counts, or for all, the oldest first; callers must not change it.

    `read` is only called with the nights that it has not read yet, and those at which any process has booked since.
    """
    return cast(list[T], _read_by_night(now, chosen, read))


@lru_cache(maxsize=64)
def _read_by_night(now: GroupNow, chosen: NightFilter | None, read: Reader[object]) -> list[object]:
    stamps = _stamps(now, chosen)
    kept = _kept(now.slug, now.rules.bonuses, _count_changes(now.id), read)
    changed = [night for night, stamp in stamps.items() if kept.get(night, ("",))[0] != stamp]
    kept.update({night: (stamps[night], found) for night, found in read(changed, now.rules).items()})
    return [kept[night][1] for night in stamps]


@lru_cache(maxsize=8)
def _stamps(now: GroupNow, chosen: NightFilter | None) -> dict[int, str]:
    """Return what changes with each act at a night, for each night that counts, or for all, the oldest first."""
    condition, values = chosen.where() if chosen else ("", ())
    return dict(fetch(f"SELECT night_id, {_STAMP} {_NIGHTS}{condition} ORDER BY night_id", now.id, *values))


@lru_cache(maxsize=64)
def _kept(slug: str, bonuses: tuple[int, ...], changes: int, read: Reader[object]) -> dict[int, tuple[str, object]]:
    """Return the cache of a reader for a group: by the id of the night its stamp and what was read."""
    return {}


class Amounts(NamedTuple):
    """What a person has from one night or several, in the smallest coin of one currency, or in points; + is received.

    `won` is what the deals brought, `fined` below 0, `shared` what another of a shared purse took over, `carried` what
    other nights brought in less what was carried to them, `paid` what was handed over less received.
    """

    won: int = 0
    fined: int = 0
    shared: int = 0
    carried: int = 0
    paid: int = 0

    @property
    def aside(self) -> int:
        """Fines, and what another of a shared purse took over."""
        return self.fined + self.shared

    @property
    def open(self) -> int:
        """What is still to be paid: the sum of all; above 0 the person gets it."""
        return sum(self)

    @property
    def numbers(self) -> dict[str, int]:
        """The amounts by key, with what is open."""
        return {**self._asdict(), "open": self.open}


def sum_amounts(amounts: Iterable[Amounts]) -> Amounts:
    """Return the sum of amounts of one currency."""
    return Amounts(*map(sum, zip(Amounts(), *amounts, strict=True)))


class MemberResult(NamedTuple):
    """What a member has of one night, or of a round of an evening that the member missed; then `night` is 0.

    `evening` is the id of the evening, 0 for a night without one. `member` is 0 for who is none. Without `deals` there
    are only `amounts`, which are of the night's currency.

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
    member: int = 0
    person: int = 0
    season: int = 0
    currency: str = ""
    amounts: Amounts = Amounts()
    was_there: bool = True
    is_legible: bool = True

    @property
    def missed(self) -> bool:
        return self.night == 0


def sum_by_currency(rows: Iterable[MemberResult]) -> dict[str, Amounts]:
    """Return the sums of the amounts of rows by currency."""
    found = defaultdict[str, list[Amounts]](list)
    for row in rows:
        found[row.currency].append(row.amounts)
    return {currency: sum_amounts(amounts) for currency, amounts in found.items()}


_SEATS = """SELECT night.id, COALESCE(evening_id, 0), part, COALESCE(member_id, 0),
        COALESCE(round_member.person_id, player.person_id), season, currency, key, state,
        coins, player.deals, balance, beyond, aside, brought, paid
    FROM player JOIN night ON night.id = player.night_id JOIN round_night ON round_night.night_id = night.id
    LEFT JOIN round_member ON round_member.id = member_id
    WHERE night.id IN ({}) ORDER BY night.id, place"""
_FINES = """SELECT night_id, who, SUM(amount) FROM kitty WHERE how = 'fine' AND struck = 0 AND night_id IN ({})
    GROUP BY night_id, who"""


def load_results(now: GroupNow, chosen: NightFilter | None = None) -> list[MemberResult]:
    """Return the rows of the nights that count, or of all, the oldest first."""
    if chosen and chosen == NightFilter(season=chosen.season):  # what is open is asked of all, so they are read once
        return [row for row in load_results(now) if row.season == chosen.season]
    return [*chain.from_iterable(read_by_night(now, chosen, read_results))]


def read_results(nights: Sequence[int], rules: GroupRules) -> dict[int, list[MemberResult]]:
    """Return the rows of nights by night, in the order of their seats."""
    fines = {(night, key): int(amount) for night, key, amount in fetch_among(_FINES, nights)}
    rows: dict[int, list[MemberResult]] = {night: [] for night in nights}
    for night, evening, part, member, person, season, currency, key, state, *numbers in fetch_among(_SEATS, nights):
        # SQLite takes values of any type in a column; a night with others stands among those that cannot be read.
        is_legible = all(isinstance(number, int) for number in numbers)
        coins, deals, balance, beyond, aside, brought, paid = numbers if is_legible else [0] * len(numbers)
        fined = fines.get((night, key), 0)
        # Multiplied here: the product may be more than a BIGINT of PostgreSQL holds.
        amounts = Amounts(balance * (coins or 1) + beyond, -fined, aside + fined, brought, paid)
        about = (member, person, season, currency, amounts, deals > 0 or state != "left", is_legible)
        rows[night].append(MemberResult(night, evening, part, balance, balance, 0, deals, *about))
    return {night: _rank(table, rules.bonuses) for night, table in rows.items()}


def _rank(table: Sequence[MemberResult], bonuses: Sequence[int]) -> list[MemberResult]:
    """Return the rows of a table with the cup points and place points of the members who played there."""
    balances = sorted((row.balance for row in table if row.deals and row.member), reverse=True)
    ranked = []
    for row in table:
        if row.deals and row.member:
            ahead = balances.index(row.balance)
            behind = len(balances) - ahead - balances.count(row.balance)
            bonus = bonuses[ahead] if ahead < len(bonuses) else 0
            row = row._replace(cup=row.balance + bonus, halves=len(balances) - 1 - ahead + behind)
        ranked.append(row)
    return ranked


def find_missed(rows: Iterable[MemberResult], rules: GroupRules, sat_out: Sequence[SitOut]) -> list[MemberResult]:
    """Return what the rule of the group gives members for the rounds of an evening that they missed who were there."""
    rounds = defaultdict[int, dict[int, list[MemberResult]]](lambda: defaultdict(list))
    for row in rows:
        if row.round_number:
            rounds[row.evening][row.round_number].append(row)
    present = defaultdict[int, set[int]](set)
    for evening, member, _ in sat_out:
        present[evening].add(member)
    found = []
    for evening, tables in rounds.items():
        seated = {number: {row.member for row in table if row.was_there} for number, table in tables.items()}
        for number, table in tables.items():
            played = [row for row in table if row.deals]
            if not played:
                continue
            if rules.absent == "worst":
                points = min(row.balance for row in played)
                cup = min(row.cup for row in played)
            else:
                points = cup = int(rules.absent)
            missing = present[evening].union(*seated.values()) - seated[number]
            found += [MemberResult(0, evening, number, points, cup, 0, member=member) for member in missing]
    return found
