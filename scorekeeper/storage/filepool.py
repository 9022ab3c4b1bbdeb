"""Connections to a file of SQLite that are kept for the next request."""

import os
import sqlite3
from collections.abc import Sequence
from time import monotonic

from peewee import OperationalError, __exception_wrapper__  # type: ignore[attr-defined]  # no stub has it
from playhouse.pool import PooledSqliteDatabase

_OPENED = ("", "-wal")  # what SQLite keeps open, by what stands behind the name of the database
_NOTHING = (None,) * len(_OPENED)
_BETWEEN_LOOKS = 1  # seconds that somebody who only reads may be shown what is gone
Identity = tuple[int, int]
"""The device and the number of a file, the same for as long as anybody has it open."""


class FilePool(PooledSqliteDatabase):  # type: ignore[misc]  # it tells no types
    """Sends a statement as peewee does, but for its log and its hooks, which cost more than many a statement does.

    SQLite goes on in a file that was replaced or deleted, where nobody would ever find what it writes; this one fails.
    """

    _found: tuple[Identity | None, ...] = _NOTHING
    _looked = 0.0

    def execute_sql(self, sql: str, params: Sequence[object] | None = None) -> sqlite3.Cursor:
        """Run a statement and return what it gives. Raises peewee's errors."""
        with __exception_wrapper__:
            cursor: sqlite3.Cursor = self.connection().execute(sql, params or ())
            return cursor

    def begin(self, lock_type: str | None = None) -> None:
        """Begin a transaction. Raises OperationalError also where the files are others by now."""
        if lock_type != "DEFERRED":  # else it only reads
            self._look()
        super().begin(lock_type)

    def _connect(self) -> sqlite3.Connection:
        if not self._connections and not self._in_use:  # SQLite itself took away the -wal then
            self._found = _NOTHING
        if monotonic() >= self._looked + _BETWEEN_LOOKS:
            self._look()
        opened: sqlite3.Connection = super()._connect()
        if None in self._found:  # only now: nobody else takes away what we have open
            self._found = tuple(map(_identity, self._paths()))
        return opened

    def _paths(self) -> list[str]:
        return [f"{self.database}{behind}" for behind in _OPENED]

    def _look(self) -> None:
        """Raise OperationalError where a file is another one than was opened."""
        for path, found in zip(self._paths(), self._found, strict=True):
            if found not in (None, _identity(path)):
                raise OperationalError(f"{path} was replaced or deleted under the server: end it and start it again")
        self._looked = monotonic()


def _identity(path: str) -> Identity | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
