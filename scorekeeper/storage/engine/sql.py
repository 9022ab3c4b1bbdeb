"""Plain SQL, with `?` for a value on both databases: peewee takes longer to build a query than SQLite to run it."""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache
from itertools import chain, islice
from typing import Any, TypeVar

from peewee import IntegrityError, Model, OperationalError

from scorekeeper.clock import moment
from scorekeeper.storage.engine.errors import PATIENCE, Gone
from scorekeeper.storage.models import database

_NO_REFERENCE = "23503"  # PostgreSQL's "foreign key violation"
# SQLite has one writer at a time and makes the others poll: the threads of a process wait here instead.
writer = threading.RLock()


def now() -> str:
    """Return this moment as the journal writes it: ISO 8601, UTC, milliseconds."""
    return written(moment())


def written(when: datetime) -> str:
    """Return a moment in UTC as the journal writes it."""
    return when.isoformat(timespec="milliseconds")


@contextmanager
def writing() -> Iterator[None]:
    """Run a transaction that writes, or a part of one. Raises Gone where others have just deleted what it is about."""
    if not writer.acquire(timeout=PATIENCE):
        raise OperationalError("others kept the database busy")
    try:
        with database.obj.atomic():
            yield
    except IntegrityError as error:
        # the night or the group that a row refers to is gone
        if "FOREIGN KEY" in str(error) or getattr(error.__context__, "sqlstate", "") == _NO_REFERENCE:
            raise Gone from error
        raise
    finally:
        writer.release()


T = TypeVar("T", bound=Model)
STEP = 200  # rows read or written at a time, below what either database allows in one statement
Row = tuple[Any, ...]
"""The values of one row in the order of its query."""


def run(sql: str, *values: object) -> None:
    """Execute one statement."""
    at = database.obj
    at.execute_sql(_spelled(sql, at.param), values)


def fetch(sql: str, *values: object) -> list[Row]:
    """Return all rows of a query."""
    at = database.obj
    rows: list[Row] = at.execute_sql(_spelled(sql, at.param), values).fetchall()
    return rows


def fetch_among(sql: str, among: Sequence[object], *values: object) -> list[Row]:
    """Return all rows of a query whose `{}`, behind the other values, is one of these; none for none of them.

    Few are asked for at a time, so the query orders and groups only the rows of one of them.
    """
    rows = list[Row]()
    for first in range(0, len(among), STEP):
        some = among[first : first + STEP]
        rows += fetch(sql.format(", ".join("?" * len(some))), *values, *some)
    return rows


def fetch_locked(sql: str, *values: object) -> list[Row]:
    """Return the same, locked until the transaction ends where the database locks rows; SQLite has one writer."""
    return fetch(f"{sql} FOR UPDATE" if database.obj.for_update else sql, *values)


def fetch_shared(sql: str, *values: object) -> list[Row]:
    """Return the same, protected from deletion until the transaction ends; several transactions may do so."""
    return fetch(f"{sql} FOR KEY SHARE" if database.obj.for_update else sql, *values)


def fetch_held(sql: str, *values: object) -> list[Row]:
    """Return the same, protected from others who hold it too, but not from rows that refer to it."""
    return fetch(f"{sql} FOR NO KEY UPDATE" if database.obj.for_update else sql, *values)


def lock_digest(digest: str) -> None:
    """Let others who lock the same digest, in hexadecimal, wait until the transaction ends; SQLite has one writer."""
    if database.obj.for_update:
        fetch("SELECT pg_advisory_xact_lock(?)", int(digest[:15], 16))


def find(table: type[T], where: str, *values: object, lock: bool = False) -> T | None:
    """Return the row of a table that meets a condition, None if there is none; with `lock` as `fetch_locked`."""
    sql = f'SELECT {_columns(table)} FROM "{table._meta.table_name}" WHERE {where}'  # noqa: S608 - our names
    rows = (fetch_locked if lock else fetch)(sql, *values)
    return read_row(table, rows[0]) if rows else None


def read_row(table: type[T], values: Row) -> T:
    """Return the row of a table with these values of all its columns. Raises ValueError, TypeError for other types."""
    row = table(__no_default__=True)
    fields = table._meta.sorted_fields
    row.__data__ = {field.name: field.python_value(value) for field, value in zip(fields, values, strict=True)}
    return row


@lru_cache
def _columns(table: type[Model]) -> str:
    return ", ".join([f'"{field.column_name}"' for field in table._meta.sorted_fields])


def fetch_in_steps(sql: str, *values: object) -> Iterator[Row]:
    """Yield rows in the order of their first column, few at a time; the last two `?` are its last value and a limit."""
    last = 0
    while rows := fetch(sql, *values, last, STEP):
        yield from rows
        last = rows[-1][0]


def insert(table: type[Model], rows: Iterable[Mapping[str, object]], **common: object) -> None:
    """Insert rows, some at a time, all with the columns of the first row and those in `common`."""
    rest = iter(rows)
    while some := list(islice(rest, STEP)):
        sql = _insertion(table._meta.table_name, (*common, *some[0]), len(some))
        run(sql, *chain.from_iterable([(*common.values(), *row.values()) for row in some]))


@lru_cache
def _insertion(table: str, columns: tuple[str, ...], rows: int) -> str:
    names = ", ".join([f'"{column}"' for column in columns])
    places = ", ".join([f"({', '.join('?' * len(columns))})"] * rows)
    return f'INSERT INTO "{table}" ({names}) VALUES {places}'  # noqa: S608 - our own names


def is_storable(text: str) -> bool:
    """Return whether both databases can store a text: without NUL, and without halves of a character."""
    return "\0" not in text and (text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text))


def _spelled(sql: str, param: str) -> str:
    return sql if param == "?" else sql.replace("?", param)
