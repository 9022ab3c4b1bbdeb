"""A database's file replaced, deleted or cut under a server: it says so, and nothing is answered and then lost."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.storage.engine import sqlite
from scorekeeper.storage.models import EntryRow, database
from tests.faults.acts import lay


@pytest.fixture
def table(sqlite_place, make_app, monkeypatch):
    """A night on a file, with what was booked in its -wal, of which a copy was made before."""
    monkeypatch.setattr(sqlite, "BETWEEN_LOOKS", 0)
    table = lay(make_app(sqlite_place))
    with closing(sqlite3.connect(sqlite_place)) as source, closing(sqlite3.connect(f"{sqlite_place}.copy")) as copy:
        source.backup(copy)
    table.host.book(table.night)
    yield table
    database.obj.close_all()


def put_back(place):
    """Put a copy in place of the database, as should be done once the server has ended."""
    for behind in ("", "-wal", "-shm"):
        Path(place + behind).unlink()
    shutil.copy(f"{place}.copy", place)


REPLACED = {
    "moved over it": lambda place: os.replace(f"{place}.copy", place),
    "put in its place": put_back,
    "deleted": lambda place: Path(place).unlink(),
    "its -wal deleted": lambda place: Path(f"{place}-wal").unlink(),
    "its -wal emptied": lambda place: os.truncate(f"{place}-wal", 0),
    "its -wal cut": lambda place: os.truncate(f"{place}-wal", os.path.getsize(f"{place}-wal") - 1),
}


@pytest.mark.parametrize("replaced", REPLACED)
def test_a_server_whose_file_is_another_one_says_so_instead_of_going_on(table, sqlite_place, caplog, replaced):
    page = table.host.get(f"{table.night}/enter")
    REPLACED[replaced](sqlite_place)
    answer = table.host.send(page, page.form(number=""), "action=booked", soloist="p2", points="66")
    assert answer.status == 503
    assert answer.text.startswith("This could not be saved just now.")
    assert table.host.get(table.night).status == 503
    assert "was replaced, deleted or cut under the server: end it and start it again" in caplog.text


def test_devices_are_noted_at_each_write_but_not_at_each_read(table, sqlite_place, monkeypatch):
    monkeypatch.setattr(sqlite, "BETWEEN_LOOKS", 3600)
    page = table.host.get(f"{table.night}/enter")
    Path(sqlite_place).unlink()
    assert table.host.get(table.night).status == 200
    assert table.host.send(page, page.form(number=""), "action=booked", soloist="p2", points="66").status == 503


def test_a_file_that_is_back_at_its_place_is_used_again(table, sqlite_place):
    os.rename(sqlite_place, f"{sqlite_place}.away")
    assert table.host.get(table.night).status == 503
    os.rename(f"{sqlite_place}.away", sqlite_place)
    table.host.book(table.night)
    with database.obj.connection_context():
        assert EntryRow.select().count() == 5


def test_what_other_programs_do_with_the_file_is_no_change_of_it(table, sqlite_place):
    """Each is the last to close it, truncates the -wal, or writes all of it anew."""
    for sql in ("SELECT COUNT(*) FROM night", "PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM"):
        with closing(sqlite3.connect(sqlite_place)) as other:
            other.execute(sql).fetchall()
        table.host.book(table.night)
        assert table.host.get(table.night).status == 200


def test_a_pool_that_was_closed_takes_what_stands_there_then(table, sqlite_place):
    database.obj.close_all()
    os.replace(f"{sqlite_place}.copy", sqlite_place)
    table.host.book(table.night)
    with database.obj.connection_context():
        assert EntryRow.select().count() == 4, "three of the copy"


def test_after_a_lost_connection_the_next_one_takes_the_stored_state(table, sqlite_place):
    database.obj.connect(reuse_if_open=True)
    database.obj.manual_close()
    assert not Path(f"{sqlite_place}-wal").exists()
    table.host.book(table.night)
    assert table.host.get(table.night).status == 200
