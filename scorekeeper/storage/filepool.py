"""Connections to a file of SQLite that are kept for the next request."""

from collections.abc import Sequence
from sqlite3 import Cursor

from peewee import __exception_wrapper__  # type: ignore[attr-defined]  # no stub has it
from playhouse.pool import PooledSqliteDatabase


class FilePool(PooledSqliteDatabase):  # type: ignore[misc]  # it tells no types
    """Sends a statement as peewee does, but for its log and its hooks, which cost more than many a statement does."""

    def execute_sql(self, sql: str, params: Sequence[object] | None = None) -> Cursor:
        """Run a statement and return what it gives. Raises peewee's errors."""
        with __exception_wrapper__:
            cursor: Cursor = self.connection().execute(sql, params or ())
            return cursor
