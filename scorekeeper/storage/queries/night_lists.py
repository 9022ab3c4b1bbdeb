"""Nights for lists: one of which a row cannot be read, as somebody changed it by hand, is named and hides no other."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from peewee import IntegerField

from scorekeeper.games import GAMES
from scorekeeper.night.result_json import MALFORMED
from scorekeeper.storage.engine.sql import Row, fetch, is_fit, row_of
from scorekeeper.storage.models import NightRow


class Nights(NamedTuple):
    """Nights by their rows, and those of which no more than id and address can be read."""

    rows: list[NightRow]
    unreadable: list[NightRow]


def all_nights() -> Nights:
    """Return every night, the oldest first."""
    return _sorted_out(_rows("TRUE ORDER BY id"))


def nights_called(name: str) -> Nights:
    """Return the night that an address or a number names."""
    return _sorted_out(_rows("slug = ? OR CAST(id AS TEXT) = ? ORDER BY id", name, name) if is_fit(name) else ())


def nights_with(ids: Sequence[int]) -> Nights:
    """Return the nights with these ids, in their order."""
    rows = _rows(f"id IN ({', '.join('?' * len(ids))})", *ids) if ids else []
    return _sorted_out(sorted(rows, key=lambda row: ids.index(row[0])))


def _rows(where: str, *values: object) -> list[Row]:
    """Return id, address and all columns of the nights for which a condition holds."""
    columns = ", ".join(f'"{field.column_name}"' for field in NightRow._meta.sorted_fields)
    return fetch(f"SELECT id, slug, {columns} FROM night WHERE {where}", *values)  # noqa: S608 - our own names


def _sorted_out(rows: Iterable[Row]) -> Nights:
    nights = Nights([], [])
    for night_id, slug, *values in rows:
        if row := _read(tuple(values)):
            nights.rows.append(row)
        else:
            nights.unreadable.append(NightRow(id=night_id, slug=str(slug), title=""))
    return nights


def _read(values: Row) -> NightRow | None:
    """Return a night's row, None where something in it is of no use to any page."""
    kinds = (int if isinstance(field, IntegerField) else str for field in NightRow._meta.sorted_fields)
    if not all(map(isinstance, values, kinds)):  # SQLite keeps in a column whatever somebody puts there
        return None
    try:
        row = row_of(NightRow, values)
        if row.day:
            date.fromisoformat(row.day)
        return row if row.preset in GAMES[row.game].presets else None
    except MALFORMED:
        return None
