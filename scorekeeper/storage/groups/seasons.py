"""The closed seasons of a group: each keeps its table as it stood, and the next one begins without a night.

Earlier ones, of before the program, are taken in from lists; they have numbers below 0, and no nights.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from scorekeeper.pasted.amounts import PersonAmount
from scorekeeper.people.names import fold_name
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.membership import count_change, note_change
from scorekeeper.storage.engine.erasure import note_due
from scorekeeper.storage.engine.sql import fetch, insert, now, run, writing
from scorekeeper.storage.groups.columns import GroupColumn, Row
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.groups.people import match_members
from scorekeeper.storage.groups.results import group_now
from scorekeeper.storage.groups.season import COLUMNS, season_table
from scorekeeper.storage.journal.state import drop_unseated
from scorekeeper.storage.models import GroupRow, Person, SeasonPlace, SeasonRow
from scorekeeper.storage.projections.kitty import lock_group


class ClosedRow(NamedTuple):
    """One row of a closed table: the place, which several may share, and the numbers by column.

    `sits` says whether the person still has a seat at a night of the group.
    """

    rank: int
    person: int
    name: str
    sits: bool
    numbers: Row


class ClosedTable(NamedTuple):
    """The table of a closed season as it stood."""

    columns: dict[str, GroupColumn]
    rows: list[ClosedRow]


def closed_seasons(group_id: int) -> list[SeasonRow]:
    """Return the closed seasons of a group, the latest first; those that were taken in from lists are earlier."""
    seasons = SeasonRow.select().where(SeasonRow.group == group_id)
    return sorted(seasons, key=lambda season: (max(season.number, 0), season.closed, season.number), reverse=True)


def closed_table(group_id: int, season: SeasonRow) -> ClosedTable:
    """Return the table of a closed season of a group."""
    sql = """SELECT person.id, name, EXISTS (SELECT 1 FROM player
            JOIN round_night ON round_night.night_id = player.night_id
            WHERE person_id = person.id AND round_id = ?), numbers
        FROM season_place JOIN person ON person.id = person_id WHERE season_id = ? ORDER BY season_place.place"""
    rows = []
    for person, name, sits, written in fetch(sql, group_id, season.id):
        numbers = json.loads(written)
        rows.append(ClosedRow(numbers.pop("rank"), person, name, bool(sits), numbers))
    columns = {key: COLUMNS[key] for key in ("name", *(rows[0].numbers if rows else ())) if key in COLUMNS}
    return ClosedTable(columns, rows)


def next_season(group_id: int) -> int:
    """Return the number that the season which goes on gets when it is closed."""
    ((number,),) = fetch("SELECT COALESCE(MAX(number), 0) + 1 FROM season WHERE round_id = ? AND number > 0", group_id)
    return int(number)


def close_season(group: GroupRow, number: int, name: str, device: str) -> None:
    """Close the season that goes on, as a host's device wants it: keep its table, and let its nights belong to it.

    `number` is that of the season as the host saw it; sent again, nothing more is closed. Raises Refused for a season
    without a night.
    """
    with writing():
        lock_group(group.id)
        if number != next_season(group.id):
            return
        table = season_table(group_now(group), NightFilter())
        if not table.totals:
            raise Refused("name", say("no night was played in this season yet"))
        season = SeasonRow.create(group=group, number=number, name=name, closed=now())
        kept = [key for key in table.columns if key != "name"]
        places = []
        for place, row in enumerate(table.rows, 1):
            numbers = {"rank": row.place} | {key: row.total.numbers[key] for key in kept}
            places.append({"place": place, "person_id": row.total.person, "numbers": json.dumps(numbers)})
        insert(SeasonPlace, places, season_id=season.id)
        for of_season in ("round_night", "opening_balance"):
            run(f"UPDATE {of_season} SET season = ? WHERE round_id = ? AND season = 0", number, group.id)  # noqa: S608
        count_change(group.id)
        note_change(group.id, "season", device)


def take_in_season(
    row: GroupRow, name: str, day: str, currency: str, people: Sequence[PersonAmount], device: str
) -> int:
    """Keep an earlier season that ended on an ISO date, as a host's device wants it, and return its number.

    Amounts are in coins of the currency, in points without one. The same sent again, it is kept once. Raises Refused
    for a name that another earlier season has.
    """
    with writing():
        lock_group(row.id)
        places = _places_of(people, currency)
        members = match_members(row.id, "list", [one.name for one, _ in places])
        called = [member.name if member else one.name for member, (one, _) in zip(members, places, strict=True)]
        for season in closed_seasons(row.id):
            if season.number < 0 and fold_name(season.name) == fold_name(name):
                stored = [(one.name, one.rank, dict(one.numbers)) for one in closed_table(row.id, season).rows]
                if stored == [(name, rank, numbers) for name, (_, (rank, numbers)) in zip(called, places, strict=True)]:
                    return int(season.number)
                raise Refused("name", say("there is an earlier season of this name already; remove it first"))
        ((number,),) = fetch("SELECT COALESCE(MIN(number), 0) FROM season WHERE round_id = ?", row.id)
        season = SeasonRow.create(group=row, number=min(number, 0) - 1, name=name, closed=day)
        for place, (member, (one, (rank, numbers))) in enumerate(zip(members, places, strict=True), 1):
            person = member.person if member else Person.create(name=one.name).id
            written = json.dumps({"rank": rank} | numbers)
            SeasonPlace.insert(season=season, place=place, person=person, numbers=written).execute()
        note_change(row.id, "season taken in", device)
    return int(season.number)


def remove_season(row: GroupRow, number: int, device: str) -> None:
    """Remove an earlier season that was taken in, as a host's device wants it; a closed one stays."""
    with writing():
        taken_in = (SeasonRow.group == row) & (SeasonRow.number == number) & (SeasonRow.number < 0)
        if SeasonRow.delete().where(taken_in).execute():
            drop_unseated()
            note_change(row.id, "season removed", device)
            note_due("season", "season_place", "person")


def _places_of(people: Sequence[PersonAmount], currency: str) -> list[tuple[PersonAmount, tuple[int, dict[str, Any]]]]:
    """Return the people of a list in the order of its table, each with the rank and the numbers by column."""
    ranked = sorted(people, key=lambda one: (-one.amount, one.name.casefold()))
    amounts = [one.amount for one in ranked]
    has_evenings = any(one.evenings for one in ranked)
    places = []
    for one in ranked:
        numbers: dict[str, Any] = {"money": {currency: one.amount}} if currency else {"sum": one.amount}
        if has_evenings:
            numbers["nights"] = one.evenings
        places.append((one, (amounts.index(one.amount) + 1, numbers)))
    return places
