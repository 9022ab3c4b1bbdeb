"""Connections to a file of SQLite that are kept for the next request."""

import os
import sqlite3
from pathlib import Path
from time import monotonic

from peewee import OperationalError
from playhouse.pool import PooledSqliteDatabase

from scorekeeper.phrase import say
from scorekeeper.storage.engine.errors import Unusable

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
        text = say(
            "{place} holds what was written last: copy both files to a folder that can be written", place=str(log)
        )
        raise Unusable("database", text)
    return f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if alone else ''}"


def _identity(path: str) -> Identity | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
