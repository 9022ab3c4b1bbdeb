"""The database that version 0.1.0 wrote, as an SQLite file or in a PostgreSQL."""

import gzip
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
from playhouse.db_url import connect
from playhouse.migrations import Runner

from scorekeeper.paths import resources

V1 = Path(__file__).parent / "v1"
_LAST = "0004_live"  # the last step of its tables
_TABLES = (  # each behind those to which it refers
    *("setting", "person", "device", "night", "access", "attempt"),
    *("player", "entry", "deal", "posting", "objection", "payment", "presence"),
)
_FLAGS = ("forgotten", "open")  # SQLite has no type of its own for them


def write_file(place: Path) -> None:
    """Write the file as it was."""
    place.write_bytes(gzip.decompress((V1 / "scorekeeper.sqlite3.gz").read_bytes()))


def fill_postgres(place: str, file: Path) -> None:
    """Make the tables that version 0.1.0 made in an empty PostgreSQL database, and copy all rows of its file there."""
    opened = connect(re.sub("^postgresql", "postgresql+pool", place), prefer_psycopg3=True)
    Runner(opened, str(resources("migrations"))).up(target=_LAST)
    opened.close_all()
    with closing(sqlite3.connect(file)) as source, psycopg.connect(place) as target:
        source.row_factory = sqlite3.Row
        for table in _TABLES:
            for row in source.execute(f'SELECT * FROM "{table}"'):
                _insert(target, table, dict(row))
            if "id" in _columns(source, table):
                last = f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), MAX(id)) FROM \"{table}\""
                target.execute(f"{last} HAVING MAX(id) > 0")


def _columns(source: sqlite3.Connection, table: str) -> list[str]:
    return [column[1] for column in source.execute(f'PRAGMA table_info("{table}")')]


def _insert(target: Any, table: str, row: dict[str, Any]) -> None:
    values = {name: bool(value) if name in _FLAGS else value for name, value in row.items()}
    names = ", ".join(f'"{name}"' for name in values)
    target.execute(f'INSERT INTO "{table}" ({names}) VALUES ({", ".join(["%s"] * len(values))})', list(values.values()))
