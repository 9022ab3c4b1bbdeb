"""Copies of an SQLite file: of one that is in use, and of one that is about to be changed."""

import os
import sqlite3
from contextlib import closing
from filecmp import cmp
from pathlib import Path

from scorekeeper.phrase import say
from scorekeeper.storage.engine.atomic_files import PRIVATE, may_write, whole_file
from scorekeeper.storage.engine.errors import Unusable, cannot_use
from scorekeeper.storage.engine.sqlite import address_to_read


def back_up_before(place: str, step: str) -> None:
    """Copy an SQLite file before it is changed, unless a copy of the same is there, from a step that failed."""
    if "://" in place:
        return
    names = [
        Path(f"{place}.before-{step}{again}").absolute() for again in ("", *(f"-{number}" for number in range(2, 1000)))
    ]
    made = next(name for name in names if not name.exists())
    older = [name for name in names if name.exists()]
    back_up(place, made)
    if any(cmp(made, copy, shallow=False) for copy in older):
        made.unlink()


def back_up(place: str, target: Path) -> None:
    """Write a consistent copy of the database to the file `target`, while others write on. Raises Unusable."""
    if "://" in place:
        raise Unusable("database", say("a PostgreSQL database is copied by pg_dump"))
    path = Path(place).absolute()
    if not os.path.exists(path):  # unlike Path.exists this takes a name that no file can have
        raise Unusable("database", say("there is no database at {place}", place=place))
    address = path.as_uri() if may_write(path.parent) else address_to_read(path)
    try:
        with closing(sqlite3.connect(address, uri=True)) as source:
            source.execute("SELECT name FROM schema_migration").fetchall()
            _copy(source, target)
    except sqlite3.Error as error:
        raise cannot_use("database", path, error) from error


def _copy(source: sqlite3.Connection, target: Path) -> None:
    try:
        with whole_file(target, PRIVATE) as part, closing(sqlite3.connect(part)) as copy:
            copy.execute("PRAGMA journal_mode = off")  # what is not whole in the end is thrown away
            source.backup(copy)
    except FileExistsError:
        exists = say("{place} exists already and is not overwritten", place=str(target))
        raise Unusable("file", exists) from None
    except (OSError, sqlite3.Error) as error:
        raise cannot_use("file", target, error) from error
