"""What earlier versions left behind: a database, as an SQLite file or in a PostgreSQL, and its nights as files."""

import gzip
import json
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from playhouse.db_url import connect
from playhouse.migrations import Runner

from scorekeeper.paths import resources

FOLDER = Path(__file__).parent
V1 = FOLDER / "v1"


class Version(NamedTuple):
    """A version's folder, the last step of its tables, and these, each behind those to which it refers.

    Of many nights each `step`th goes on.
    """

    folder: Path
    last: str
    tables: tuple[str, ...]
    step: int = 1

    @property
    def expected(self) -> Any:
        """What must stay as it was."""
        return json.loads((self.folder / "expected.json").read_text(encoding="utf-8"))

    @property
    def exports(self) -> Mapping[str, Mapping[str, str]]:
        """Its nights as files, by address and by `toml` and `json`."""
        packed = self.folder / "exports.json.gz"
        if packed.exists():
            exports: Mapping[str, Mapping[str, str]] = json.loads(gzip.decompress(packed.read_bytes()))
            return exports
        nights = self.expected["nights"].items()
        return {slug: {"toml": (self.folder / said["file"]).read_text(encoding="utf-8")} for slug, said in nights}


_SEATED = ("setting", "person", "device", "night", "access", "attempt", "player", "entry", "deal", "posting")
VERSIONS = {
    "v1": Version(V1, "0004_live", (*_SEATED, "objection", "payment", "presence")),
    "v2": Version(
        FOLDER / "v2",
        "0009_rounds",
        (
            *(*_SEATED, "objection", "payment", "presence", "opening", "owner", "former_name"),
            *("round", "membership", "round_night"),
        ),
        step=3,
    ),
}


def write_file(place: Path, version: str = "v1") -> None:
    """Write the file as it was."""
    place.write_bytes(gzip.decompress((VERSIONS[version].folder / "scorekeeper.sqlite3.gz").read_bytes()))


def fill_postgres(place: str, file: Path, version: str = "v1") -> None:
    """Make the tables that a version made in an empty PostgreSQL database, and copy all rows of its file there."""
    opened = connect(re.sub("^postgresql", "postgresql+pool", place), prefer_psycopg3=True)
    Runner(opened, str(resources("migrations"))).up(target=VERSIONS[version].last)
    opened.close_all()
    with closing(sqlite3.connect(file)) as source, psycopg.connect(place) as target:
        source.row_factory = sqlite3.Row
        for table in VERSIONS[version].tables:
            flags = _flags(target, table)
            for row in map(dict, source.execute(f'SELECT * FROM "{table}"')):
                _insert(target, table, row | {name: bool(row[name]) for name in flags})
            if "id" in _columns(source, table):
                last = f"SELECT setval(pg_get_serial_sequence('\"{table}\"', 'id'), MAX(id)) FROM \"{table}\""
                target.execute(f"{last} HAVING MAX(id) > 0")


def _columns(source: sqlite3.Connection, table: str) -> list[str]:
    return [column[1] for column in source.execute(f'PRAGMA table_info("{table}")')]


def _flags(target: Any, table: str) -> set[str]:
    """Return the columns that are true or false, for which SQLite has no type of its own."""
    kinds = "SELECT column_name FROM information_schema.columns WHERE table_name = %s AND data_type = 'boolean'"
    return {name for (name,) in target.execute(kinds, [table])}


def _insert(target: Any, table: str, values: Mapping[str, Any]) -> None:
    names = ", ".join(f'"{name}"' for name in values)
    target.execute(f'INSERT INTO "{table}" ({names}) VALUES ({", ".join(["%s"] * len(values))})', list(values.values()))
