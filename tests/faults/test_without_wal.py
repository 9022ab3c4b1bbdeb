"""A file system that cannot do WAL, such as a network share: SQLite writes without it."""

import re
import sqlite3

import pytest

from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.models import database
from scorekeeper.storage.verify import verify_night
from tests.storage.nights import fresh, send, start


class Refusing(sqlite3.Cursor):
    """A cursor as on a share that lets nobody map the memory of WAL."""

    def execute(self, sql, *values):
        if re.fullmatch(r"PRAGMA journal_mode ?= ?'?wal'?;?", sql, re.IGNORECASE):
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *values)


class Share(sqlite3.Connection):
    def cursor(self, factory=Refusing):
        return super().cursor(factory)


def without_memory(place, **options):
    """Connect by the part of SQLite that knows no shared memory, as there is on no share."""
    return open_file(f"file:{place}?vfs=unix-none", uri=True, **options)


open_file = sqlite3.connect
WAYS = {
    "no shared memory": without_memory,
    "an error": lambda place, **options: open_file(place, factory=Share, **options),
}


@pytest.fixture
def share(sqlite_place, monkeypatch):
    """A function that lets every connection be one to a share of this kind."""

    def use(way):
        monkeypatch.setattr(sqlite3, "connect", WAYS[way])
        return sqlite_place

    yield use
    database.obj.close_all()


def book():
    with database.connection_context():
        row = start()
        send(row, "booked", number=1, answers={"soloist": "p1", "points": 71})
        assert verify_night(fresh(row)) is None
        return fetch("PRAGMA journal_mode"), fetch("SELECT COUNT(*) FROM night")


@pytest.mark.parametrize("way", WAYS)
def test_a_new_file_is_written_without_wal(share, way):
    connect(share(way))
    assert book() == ([("delete",)], [(1,)])


def test_a_file_that_was_written_with_wal_goes_on_without_it(sqlite_place, share, caplog):
    connect(sqlite_place)
    assert book() == ([("wal",)], [(1,)])
    database.obj.close_all()
    connect(share("no shared memory"))
    assert book() == ([("delete",)], [(2,)])
    assert "cannot do WAL" in caplog.text
    database.obj.close_all()
