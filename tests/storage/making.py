"""The tables of a new SQLite file, as the migrations make them: `python -m tests.storage.making` writes them anew."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from peewee import SqliteDatabase
from playhouse.migrations import Runner

from scorekeeper.paths import resources

FILE = resources("migrations") / "tables.sql"
_MOMENT = re.compile(r"'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?'")


def migrated(place: Path) -> str:
    """Return the SQL that makes what all migrations make in a new file at `place`."""
    made = SqliteDatabase(str(place))
    Runner(made, str(resources("migrations"))).up()
    made.close()
    return dump(place)


def dump(place: Path) -> str:
    """Return the SQL that makes all that is in a file; when a migration was applied is whenever it is run."""
    with closing(sqlite3.connect(place)) as file:
        return _MOMENT.sub("CURRENT_TIMESTAMP", "\n".join(file.iterdump())) + "\n"


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        FILE.write_text(migrated(Path(folder) / "new.sqlite3"), "utf-8")
