"""Files of SQLite: connections that are kept for the next request, and copies of a file that is in use or changes."""

import os
import sqlite3
from contextlib import closing
from filecmp import cmp
from pathlib import Path
from time import monotonic

from peewee import OperationalError
from playhouse.pool import PooledSqliteDatabase

from scorekeeper.phrase import say
from scorekeeper.storage.engine.atomic_files import PRIVATE, may_write, whole_file
from scorekeeper.storage.engine.errors import Unusable, cannot_use

_OPENED = ("", "-wal")  # what SQLite keeps open, by what stands behind the name of the database
_NOTHING = (None,) * len(_OPENED)
BETWEEN_LOOKS = 1  # seconds that somebody who only reads may be shown what is gone
Identity = tuple[int, int]
"""The device and the number of a file, the same for as long as anybody has it open."""


class FilePool(PooledSqliteDatabase):  # type: ignore[misc]  # it tells no types
    """Fails where its file was replaced or deleted: SQLite goes on in it, and nobody would ever find what it writes."""

    _found: tuple[Identity | None, ...] = _NOTHING
    _looked = 0.0

    def begin(self, lock_type: str | None = None) -> None:
        """Begin a transaction. Raises OperationalError also where the files are others by now."""
        if lock_type != "DEFERRED":  # else it only reads
            self.check_files()
        super().begin(lock_type)

    def _connect(self) -> sqlite3.Connection:
        if not self._connections and not self._in_use:  # SQLite itself took away the -wal then
            self._found = _NOTHING
        if monotonic() >= self._looked + BETWEEN_LOOKS:
            self.check_files()
        opened: sqlite3.Connection = super()._connect()
        if None in self._found:  # only now: nobody else takes away what we have open
            self._found = tuple(map(_identity, self._paths()))
        return opened

    def close_all(self) -> None:
        """Close all connections but those that other threads use, which would crash the process."""
        self.close()
        self.close_idle()

    def _paths(self) -> list[str]:
        return [f"{self.database}{behind}" for behind in _OPENED]

    def check_files(self) -> None:
        """Raise OperationalError where a file is another one than was opened."""
        for path, found in zip(self._paths(), self._found, strict=True):
            if found not in (None, _identity(path)):
                raise OperationalError(f"{path} was replaced or deleted under the server: end it and start it again")
        self._looked = monotonic()


def address_to_read(path: Path) -> str:
    """Return the address of a file beside which nothing can be written. Raises Unusable for what is only in its log."""
    log, shared = (path.with_name(f"{path.name}-{kind}") for kind in ("wal", "shm"))
    alone = not shared.exists()  # nobody has it open: then nobody changes it
    if alone and log.exists() and log.stat().st_size:
        text = say("{place} contains the latest changes: copy both files to a writable folder", place=str(log))
        raise Unusable("database", text)
    return f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if alone else ''}"


def _identity(path: str) -> Identity | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


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
