"""The season of a round, from the sums that stand ready."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.phrase import Phrase, say
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.models import NightRow, RoundRow
from scorekeeper.storage.queries.nights import nights_with


class Chosen(NamedTuple):
    """Which nights of a round count: of a game, by its preset, in a period of ISO dates; "" for all.

    `season` is the number of a closed season, 0 the season that goes on.
    """

    game: str = ""
    preset: str = ""
    begin: str = ""
    end: str = ""
    season: int = 0

    def where(self) -> tuple[str, tuple[str | int, ...]]:
        """Return the condition on the rows `night` and `round_night`, and its values."""
        columns = ("game =", "preset =", "day >=", "day <=")
        given = [(column, value) for column, value in zip(columns, self[:4], strict=True) if value]
        condition = "".join(f" AND night.{column} ?" for column, _ in given)
        return f"{condition} AND round_night.season = ?", (*(value for _, value in given), self.season)


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
    """One person over the nights that count; `counted` are his points without his worst nights.

    `places` are his place points in halves: for each night two for each player whom he is ahead of, and one for each
    who has as many points; `best_places` are those without his worst nights.
    """

    person: int  # one of the people of this name, who stands for all of them
    name: str
    nights: int
    deals: int
    points: int
    counted: int
    places: int
    best_places: int
    money: Mapping[str, Money]


_FROM = """FROM round_night JOIN night ON night.id = round_night.night_id
    JOIN player ON player.night_id = night.id"""


class RoundNow(NamedTuple):
    """A round as it stands: `stamp` changes with every act at one of its nights, with every night there or not, and
    when a season is closed."""

    id: int
    slug: str
    drops: int
    stamp: str


def round_now(row: RoundRow) -> RoundNow:
    """Return how a round stands; what was added up for it before may be used as long as that is the same."""
    # Sums of ids and places would be the same of other nights at times; SQLite even gives ids again. The address beside
    # the hash: a night that was deleted and taken in again from a file has the same hash, and other people's rows.
    sql = (
        "SELECT slug, head, season FROM round_night JOIN night ON night.id = night_id WHERE round_id = ? ORDER BY slug"
    )
    nights = "".join(f"{slug} {head} {season} " for slug, head, season in fetch(sql, row.id))
    return RoundNow(row.id, row.slug, row.drops, sha256(nights.encode()).hexdigest())


def add_up_season(now: RoundNow, chosen: Chosen) -> list[Total]:
    """Return everybody's season, in no order. In a round, the same name is the same person."""
    totals = _totals(now, chosen)
    names = names_of_people([total.person for total in totals])
    return [replace(total, name=names[total.person]) for total in totals]


def names_of_people(people: Sequence[int]) -> dict[int, str]:
    """Return the names of people: they are never kept besides, so that they can be forgotten."""
    places = ", ".join("?" * len(people))
    sql = f"SELECT id, name FROM person WHERE id IN ({places})"  # noqa: S608 - only places for values
    return dict(fetch(sql, *people)) if people else {}


@lru_cache(maxsize=64)
def _totals(now: RoundNow, chosen: Chosen) -> list[Total]:
    """Add up a season, without names; kept until something is booked at a night of the round, in any process."""
    condition, values = chosen.where()
    # What a point costs is multiplied here: millions of points at millions a point are too much for a database.
    sql = f"""SELECT name, MAX(person.id), currency, CASE WHEN coins = 0 THEN 1 ELSE coins + 0 END AS worth,
        SUM(CASE WHEN player.deals > 0 THEN 1 ELSE 0 END), SUM(player.deals), SUM(balance), SUM(beyond), SUM(paid),
        SUM(brought), SUM(aside) {_FROM} JOIN person ON person.id = player.person_id
        WHERE round_id = ?{condition} GROUP BY name, currency, worth ORDER BY name, currency"""
    found: dict[str, list[tuple[int, ...]]] = {}
    money: dict[str, dict[str, Money]] = {}
    for name, person, currency, worth, *sums in fetch(sql, now.id, *values):
        nights, deals, points, beyond, paid, brought, aside = map(int, sums)
        found.setdefault(name, []).append((person, nights, deals, points))
        won = points * worth + beyond
        one = Money(won, paid, won + paid + brought + aside, brought, aside)
        other = money.setdefault(name, {}).get(currency, Money(0, 0, 0))
        money[name][currency] = Money(*map(sum, zip(one, other, strict=True)))
    nights_of = _results(now, chosen)
    totals = []
    for name, rows in found.items():
        person = max(row[0] for row in rows)
        nights, deals, points = (sum(row[column] for row in rows) for column in (1, 2, 3))
        played = sorted(nights_of.get(name, ()))
        places = sorted(halves for _, halves in played)
        counted = points - sum(worst for worst, _ in played[: now.drops])
        best = sum(places[now.drops :])
        totals.append(Total(person, "", nights, deals, points, counted, sum(places), best, money[name]))
    return totals


def _results(now: RoundNow, chosen: Chosen) -> dict[str, list[tuple[int, int]]]:
    """Return the points and the place points, in halves, of everybody in each of his nights."""
    condition, values = chosen.where()
    sql = f"""SELECT night.id, name, balance {_FROM} JOIN person ON person.id = player.person_id
        WHERE round_id = ?{condition} AND player.deals > 0"""
    nights: dict[int, list[tuple[str, int]]] = {}
    for night, name, balance in fetch(sql, now.id, *values):
        if isinstance(balance, int):  # a night whose rows were damaged stands among those that cannot be read
            nights.setdefault(night, []).append((name, balance))
    found: dict[str, list[tuple[int, int]]] = {}
    for results in nights.values():
        for name, points in results:
            ahead = sum(points > other for _, other in results)
            level = sum(points == other for _, other in results) - 1
            found.setdefault(name, []).append((points, 2 * ahead + level))
    return found


class Column(NamedTuple):
    """A column of the season table: its heading, how its numbers are written, and a person's number in it.

    Written as `amounts` it has one number for each currency.
    """

    label: Phrase
    written: Literal["name", "signed", "whole", "halves", "amounts"]
    of: Callable[[Total], Any]


def _money(part: Literal["won", "paid", "carried", "aside", "open"]) -> Callable[[Total], dict[str, int]]:
    return lambda total: {currency: getattr(money, part) for currency, money in sorted(total.money.items())}


COLUMNS = {
    "name": Column(say("person"), "name", lambda total: total.name),
    "sum": Column(say("points"), "signed", lambda total: total.points),
    "counted": Column(say("counted"), "signed", lambda total: total.counted),
    "places": Column(say("place points"), "halves", lambda total: total.places),
    "best": Column(say("counted place points"), "halves", lambda total: total.best_places),
    "nights": Column(say("nights"), "whole", lambda total: total.nights),
    "deals": Column(say("deals played"), "whole", lambda total: total.deals),
    "money": Column(say("won"), "amounts", _money("won")),
    "carried": Column(say("carried over"), "amounts", _money("carried")),
    "aside": Column(say("fines, shared purse"), "amounts", _money("aside")),
    "paid": Column(say("paid"), "amounts", _money("paid")),
    "open": Column(say("open"), "amounts", _money("open")),
}


class Table(NamedTuple):
    """The season table: its columns by key, by which of them it is sorted, and the people in that order.

    `games` are those of its nights. Points of different games are no sum: with several games it counts place points.
    """

    columns: dict[str, Column]
    sort: str
    totals: list[Total]
    games: list[str]


def season_table(now: RoundNow, chosen: Chosen, wished: str = "") -> Table:
    """Return the season table of the nights that count, sorted by the column that is wished where there is one.

    Of a season the worst nights are dropped, of a single day none.
    """
    if chosen.begin and chosen.begin == chosen.end:
        now = now._replace(drops=0)
    totals = add_up_season(now, chosen)
    games = _games_of(now.id, chosen)
    left_out = {"sum", "counted"} if len(games) > 1 else {"best"}
    if not now.drops:
        left_out |= {"counted", "best"}
    for key in ("carried", "aside"):
        if not any(any(COLUMNS[key].of(total).values()) for total in totals):
            left_out.add(key)
    columns = {key: column for key, column in COLUMNS.items() if key not in left_out}
    usual = next(key for key in ("counted", "best", "sum", "places") if key in columns)
    sort = wished if wished in columns else usual
    return Table(columns, sort, _sorted(totals, sort), games)


def _sorted(totals: list[Total], sort: str) -> list[Total]:
    """Return the people by one column, the most first."""
    column = COLUMNS[sort]

    def rank(total: Total) -> list[int]:
        if column.written == "name":
            return []
        value = column.of(total)
        return [-number for number in value.values()] if column.written == "amounts" else [-value]

    return sorted(totals, key=lambda total: (rank(total), total.name.casefold()))


def _games_of(round_id: int, chosen: Chosen) -> list[str]:
    """Return the games of the nights that count."""
    condition, values = chosen.where()
    sql = f"""SELECT DISTINCT game FROM round_night JOIN night ON night.id = night_id
        WHERE round_id = ?{condition} ORDER BY game"""  # noqa: S608 - our own names
    return [game for (game,) in fetch(sql, round_id, *values)]


class Evening(NamedTuple):
    """A night of a season with the points of everybody who sat there, by name."""

    night: NightRow
    points: Mapping[str, int]


class Evenings(NamedTuple):
    """One page of the nights of a season, those among them that cannot be read, and whether there are more."""

    shown: list[Evening]
    unreadable: list[NightRow]
    more: bool


def evenings(round_id: int, chosen: Chosen, most: int, skipped: int = 0) -> Evenings:
    """Return one page of the nights that count, the newest first, with everybody's points."""
    condition, values = chosen.where()
    sql = f"""SELECT night_id FROM round_night JOIN night ON night.id = night_id WHERE round_id = ?{condition}
        ORDER BY night_id DESC LIMIT ? OFFSET ?"""  # noqa: S608 - our own names
    ids = [night for (night,) in fetch(sql, round_id, *values, most + 1, skipped)]
    rows, lost = nights_with(ids[:most])
    points, spoilt = _points_of([row.id for row in rows])
    shown = [Evening(row, points[row.id]) for row in rows if row.id not in spoilt]
    return Evenings(shown, [*lost, *(row for row in rows if row.id in spoilt)], len(ids) > most)


def _points_of(ids: Sequence[int]) -> tuple[dict[int, dict[str, int]], set[int]]:
    """Return the points of everybody at these nights, and the nights where they or money are no whole numbers."""
    places = ", ".join("?" * len(ids))
    sql = f"""SELECT night_id, name, balance, paid, beyond, brought, aside
        FROM player JOIN person ON person.id = person_id
        WHERE deals > 0 AND night_id IN ({places}) ORDER BY place"""  # noqa: S608 - only places for values
    points: dict[int, dict[str, int]] = {night: {} for night in ids}
    spoilt = set[int]()
    for night, name, balance, *money in fetch(sql, *ids) if ids else ():
        points[night][name] = balance
        if not all(isinstance(number, int) for number in (balance, *money)):
            spoilt.add(night)
    return points, spoilt


def kinds_of(round_id: int) -> list[tuple[str, str]]:
    """Return the games and presets that a round has played."""
    sql = """SELECT DISTINCT game, preset FROM round_night JOIN night ON night.id = night_id
        WHERE round_id = ? ORDER BY game, preset"""
    return [(game, preset) for game, preset in fetch(sql, round_id) if game in GAMES and preset in GAMES[game].presets]
