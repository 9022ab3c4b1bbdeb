"""The closed seasons of a round: each keeps its table as it stood, and the next one begins without a night."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.membership import note_change
from scorekeeper.storage.engine.errors import Gone
from scorekeeper.storage.engine.sql import fetch, find, insert, now, run, writing
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.groups.season import COLUMNS, Column, round_now, season_table
from scorekeeper.storage.models import RoundRow, SeasonPlace, SeasonRow


class ClosedRow(NamedTuple):
    """One row of a closed table: the place, which several may share, and the numbers by column.

    `sits` says whether the person still has a seat at a night of the round.
    """

    rank: int
    person: int
    name: str
    sits: bool
    numbers: Mapping[str, Any]


class ClosedTable(NamedTuple):
    """The table of a closed season as it stood, with its columns but for the names."""

    columns: dict[str, Column]
    rows: list[ClosedRow]


def closed_seasons(round_id: int) -> list[SeasonRow]:
    """Return the closed seasons of a round, the latest first."""
    return list(SeasonRow.select().where(SeasonRow.round == round_id).order_by(SeasonRow.number.desc()))


def closed_table(round_id: int, season: SeasonRow) -> ClosedTable:
    """Return the table of a closed season of a round."""
    sql = """SELECT person.id, name, EXISTS (SELECT 1 FROM player
            JOIN round_night ON round_night.night_id = player.night_id
            WHERE person_id = person.id AND round_id = ?), numbers
        FROM season_place JOIN person ON person.id = person_id WHERE season_id = ? ORDER BY season_place.place"""
    rows = []
    for person, name, sits, written in fetch(sql, round_id, season.id):
        numbers = json.loads(written)
        rows.append(ClosedRow(numbers.pop("rank"), person, name, bool(sits), numbers))
    columns = {key: COLUMNS[key] for key in (rows[0].numbers if rows else ()) if key in COLUMNS}
    return ClosedTable(columns, rows)


def next_season(round_id: int) -> int:
    """Return the number that the season which goes on gets when it is closed."""
    ((number,),) = fetch("SELECT COALESCE(MAX(number), 0) + 1 FROM season WHERE round_id = ?", round_id)
    return int(number)


def close_season(group: RoundRow, number: int, name: str, device: str) -> None:
    """Close the season that goes on, as a host's device wants it: keep its table, and let its nights belong to it.

    `number` is that of the season as the host saw it; sent again, nothing more is closed. Raises Refused for a season
    without a night.
    """
    with writing():
        if find(RoundRow, "id = ?", group.id, lock=True) is None:
            raise Gone
        if number != next_season(group.id):
            return
        table = season_table(round_now(group), NightFilter())
        if not table.totals:
            raise Refused("name", say("no night was played in this season yet"))
        season = SeasonRow.create(round=group, number=number, name=name, closed=now())
        columns = {key: column for key, column in table.columns.items() if key != "name"}
        places = []
        for place, row in enumerate(table.rows, 1):
            numbers = {"rank": row.place} | {key: column.of(row.total) for key, column in columns.items()}
            places.append({"place": place, "person_id": row.total.person, "numbers": json.dumps(numbers)})
        insert(SeasonPlace, places, season_id=season.id)
        run("UPDATE round_night SET season = ? WHERE round_id = ? AND season = 0", number, group.id)
        note_change(group.id, "season", device)
