"""What was deleted is erased from the disk: at once it is noted as due, and no byte of it stays once nothing is due."""

import random
import re
import sqlite3
import threading
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from peewee import SqliteDatabase
from playhouse.migrations import Runner

from scorekeeper.paths import resources
from scorekeeper.storage.engine import erasure as erasing
from scorekeeper.storage.engine.erasure import NAMED, erase_due, load_due, note_due
from scorekeeper.storage.engine.migrate import PRAGMAS, connect
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.models import database
from scorekeeper.storage.nights.manage import delete_night, forget, sittings_of
from scorekeeper.storage.verify import verify_all, verify_night
from tests.chosen import some
from tests.storage.nights import book, fresh, send, sender, start

AGAIN = {"dealer": "p3", "playing": ["p1", "p2", "p3"], "answers": {"soloist": "p1", "points": 80}}
NAME = "Annunziata"


@pytest.fixture
def impatient(monkeypatch):
    """Wait for nobody for long."""
    monkeypatch.setattr(erasing, "WAIT", 20)
    monkeypatch.setattr(erasing, "TRIES", 2)


def call(row, name=NAME):
    run("UPDATE person SET name = ? WHERE id = (SELECT MIN(person_id) FROM player WHERE night_id = ?)", name, row.id)


def full_night(note=f"{NAME} hat sich verzählt"):
    row = start()
    call(row)
    book(row)
    send(row, "corrected", number=1, note=note, **AGAIN)
    return row


def erase(name=NAME):
    return forget(sittings_of(name), sender())


def bytes_of(place):
    return b"".join(path.read_bytes() for path in Path(place).parent.iterdir() if path.is_file())


def due():
    return {one.name for one in load_due()}


@pytest.mark.both_databases
def test_what_is_forgotten_is_due_until_it_is_erased(opened):
    row, other = full_night(), start()
    erase()
    assert due() == {"entry", "former_name", "person", "player"}
    assert erase_due()
    assert due() == set()
    call(other, "Zora")
    erase("Zora")
    assert due() == {"former_name", "person", "player"}, "no text, no title: the table of the journal stays as it is"
    assert erase_due()
    delete_night(fresh(row))
    assert due() == {"entry", "former_name", "night", "person"}
    assert erase_due()
    assert [finding for _, finding in verify_all()] == [None]


@pytest.mark.both_databases
def test_what_is_noted_while_it_is_erased_stays_due(opened, monkeypatch):
    full_night()
    erase()
    found = load_due()
    monkeypatch.setattr(erasing, "load_due", lambda: found)
    note_due("person")
    erase_due()
    monkeypatch.undo()
    assert due() == {"person"}
    assert erase_due()


@pytest.mark.both_databases
def test_nothing_is_rewritten_where_nothing_is_due(opened, monkeypatch):
    full_night()
    erase()
    assert erase_due()
    for name in ("_rewrite_tables", "_rewrite_file"):
        monkeypatch.setattr(erasing, name, lambda: pytest.fail("rewritten"))
    assert erase_due()


def test_not_one_byte_of_the_name_stays_in_the_files(opened_file):
    rows = [full_night(f"{NAME} hat sich verzählt " * times) for times in (1, 3, 15, 30, 150, 400)]
    rows += [full_night() for _ in range(20)]
    run("UPDATE night SET title = ? WHERE id = ?", f"{NAME}s Abend", rows[1].id)
    for row in rows[::5]:
        delete_night(fresh(row))
    erase()
    assert NAME.encode() in bytes_of(opened_file), "in the log"
    assert erase_due()
    assert NAME.encode() not in bytes_of(opened_file)
    assert verify_night(fresh(rows[1])) is None


def tokens(place):
    return {int(found) for found in re.findall(rb"<(\d{6})>", bytes_of(place))}


@contextmanager
def scratch(place):
    """A connection of our own to tables of any shape, with what this program asks of SQLite."""
    with closing(sqlite3.connect(place, isolation_level=None)) as file:
        for name, value in PRAGMAS.items():
            file.execute(f"PRAGMA {name} = {value}")
        yield file


def fill(file, rand):
    """Make a table of rows of any shape, move them among pages by what else is done, and return which are kept.

    Short and long ones, with overflow pages and indexes, in order and not.
    """
    size, rowid = rand.choice([100, 1000]), rand.choice(["", "WITHOUT ROWID"])
    remaining, count = {}, 0
    file.execute(f"CREATE TABLE said (id INTEGER PRIMARY KEY, text TEXT, more TEXT) {rowid}")
    for index in rand.sample(["more", "text", "text, more"], rand.choice([0, 1, 2])):
        file.execute(f'CREATE INDEX "by {index}" ON said ({index})')
    for _ in range(rand.randint(50, 600)):
        file.execute("BEGIN IMMEDIATE")
        for _ in range(rand.choice([1, 1, 5])):
            key = rand.choice([count, rand.randrange(10**6)])
            if remaining and rand.random() < 0.5:
                key = rand.choice(list(remaining))
            if key not in remaining:
                count += 1
                remaining[key] = count
                text = f"<{count:06}>" * rand.choice([1, 1, 3, rand.randrange(1, size)])
                file.execute("INSERT INTO said VALUES (?, ?, ?)", (key, text, "z" * rand.choice([0, 10, 300])))
            elif rand.random() < 0.6:
                file.execute("UPDATE said SET more = ? WHERE id = ?", ("w" * rand.choice([1, 30, 200, 900]), key))
            else:
                file.execute("DELETE FROM said WHERE id = ?", (key,))
                del remaining[key]
        file.execute("COMMIT")
    return remaining


def take_out_half(file, rand, remaining):
    """Delete rows, or their texts, as forgetting does."""
    for key in rand.sample(sorted(remaining), len(remaining) // 2):
        sql = rand.choice(["DELETE FROM said WHERE id = ?", "UPDATE said SET text = '' WHERE id = ?"])
        file.execute(sql, (key,))
        del remaining[key]
    note_due("person")


# More than one in two of these leave a copy of a deleted row if only `secure_delete` and an empty log are asked for.
SEEDS = some(range(300), *range(4))


@pytest.mark.parametrize("seed", SEEDS)
def test_of_rows_of_any_shape_no_byte_stays_once_they_are_deleted(opened_file, seed):
    rand = random.Random(seed)
    with scratch(opened_file) as file:
        remaining = fill(file, rand)
        assert tokens(opened_file) >= set(remaining.values())
        take_out_half(file, rand, remaining)
        assert erase_due()
        assert tokens(opened_file) == set(remaining.values())
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        file.execute("UPDATE said SET more = more || 'x'")  # with the pages that this connection had read
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert tokens(opened_file) == set(remaining.values())


@pytest.mark.parametrize("pragmas", ["page_size = 512", "page_size = 65536", "page_size = 512; PRAGMA auto_vacuum = 1"])
def test_files_of_other_pages_are_erased_too(sqlite_place, pragmas):
    with closing(sqlite3.connect(sqlite_place)) as file:
        file.executescript(f"PRAGMA {pragmas}; CREATE TABLE recipe (name TEXT)")
    connect(sqlite_place)
    rand = random.Random(2)
    with database.obj.connection_context(), scratch(sqlite_place) as file:
        remaining = fill(file, rand)
        take_out_half(file, rand, remaining)
        assert erase_due()
        assert tokens(sqlite_place) == set(remaining.values())
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    database.obj.close_all()


def test_erasing_waits_while_old_pages_are_read_and_is_tried_again(opened_file, impatient):
    full_night()
    with scratch(opened_file) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM person").fetchall()
        erase()
        assert not erase_due()
        assert NAME.encode() in bytes_of(opened_file)
        reader.execute("COMMIT")
        assert erase_due()
        assert NAME.encode() not in bytes_of(opened_file)


def test_erasing_while_others_book_loses_nothing_of_theirs(opened_file):
    """Each with a connection that keeps pages, which it must not write back as they were."""
    rows, ended = [full_night() for _ in range(2)], threading.Event()
    booked = dict.fromkeys(range(2), 2)
    opened = database.obj

    def go_on(place):
        with opened.connection_context():
            while not ended.is_set():
                book(fresh(rows[place]))
                booked[place] += 1

    writers = [threading.Thread(target=go_on, args=(place,)) for place in booked]
    for writer in writers:
        writer.start()
    try:
        for _ in range(6):
            night = full_night()
            erase()
            delete_night(fresh(night))
            assert any(erase_due() for _ in range(10))
            assert NAME.encode() not in bytes_of(opened_file)
    finally:
        ended.set()
        for writer in writers:
            writer.join()
    assert fetch("PRAGMA integrity_check") == [("ok",)]
    assert [fresh(row).number for row in rows] == list(booked.values())
    assert NAME.encode() not in bytes_of(opened_file)
    assert [verify_night(fresh(row)) for row in rows] == [None, None]


def test_to_migrate_a_file_of_an_earlier_version_writes_it_anew(sqlite_place):
    """Only the copy beside it holds what was deleted."""
    earlier = SqliteDatabase(sqlite_place)
    Runner(earlier, str(resources("migrations"))).up("0013_clustered")
    earlier.execute_sql("PRAGMA secure_delete = OFF")
    earlier.execute_sql("INSERT INTO opening VALUES (1, 'opened', '', '', '', '')")
    earlier.execute_sql("INSERT INTO person (name, forgotten) VALUES (?, 0)", (f"{NAME} " * 900,))
    earlier.execute_sql("DELETE FROM person")
    earlier.close()
    assert NAME.encode() in bytes_of(sqlite_place)
    connect(sqlite_place)
    with database.obj.connection_context():
        assert load_due() == []
    database.obj.close_all()
    (copy,) = Path(sqlite_place).parent.glob("*.before-*")
    assert NAME.encode() in copy.read_bytes()
    copy.unlink()
    assert NAME.encode() not in bytes_of(sqlite_place)


def test_a_file_of_an_earlier_version_is_written_anew_once(opened_file):
    """What it deleted may stand in its free pages: outside of Debian SQLite zeroes nothing by itself."""
    run("PRAGMA secure_delete = OFF")
    for times in (1, 30, 900):
        full_night(f"{NAME} " * times)
    run("DELETE FROM night")
    run("DELETE FROM person")
    fetch("PRAGMA wal_checkpoint(TRUNCATE)")
    assert NAME.encode() in bytes_of(opened_file)
    note_due("")
    assert erase_due()
    assert NAME.encode() not in bytes_of(opened_file)


@pytest.fixture
def other(opened, request):
    """Another connection to the same PostgreSQL."""
    if "://" not in opened:
        pytest.skip("SQLite")
    with psycopg.connect(opened) as connection:
        yield connection


@pytest.mark.both_databases
def test_a_table_that_somebody_holds_stays_due_and_nobody_waits_behind_us(opened, other, impatient):
    row = full_night()
    erase()
    other.execute("LOCK TABLE entry IN ACCESS SHARE MODE")  # as a dump does, before it reads anything
    assert not erase_due()
    assert due() == {"entry"}
    book(row)
    other.rollback()
    assert erase_due()


@pytest.mark.both_databases
def test_as_long_as_a_transaction_may_see_the_name_it_stays_due(opened, other, impatient):
    """To write a table anew keeps rows that anybody may still see."""
    full_night()
    other.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    other.execute("SELECT 1 FROM setting")
    erase()
    assert not erase_due()
    assert other.execute("SELECT COUNT(*) FROM person WHERE name = %s", (NAME,)).fetchall() == [(1,)]
    other.rollback()
    assert erase_due()


@pytest.mark.both_databases
def test_one_server_at_a_time_writes_tables_anew(opened, other):
    full_night()
    erase()
    other.execute("SELECT pg_advisory_lock(%s)", (erasing.LOCK_NUMBER,))
    assert not erase_due()
    other.execute("SELECT pg_advisory_unlock(%s)", (erasing.LOCK_NUMBER,))
    assert erase_due()


@pytest.mark.both_databases
def test_no_byte_of_the_name_stays_in_the_tables_of_a_server(opened, other, postgres_server):
    def files():
        other.execute("SELECT 1")
        paths = [other.execute("SELECT pg_relation_filepath(%s)", (name,)).fetchone()[0] for name in NAMED]
        other.execute("COMMIT; CHECKPOINT")
        return b"".join((Path(postgres_server.pgdata) / path).read_bytes() for path in paths)

    other.autocommit = True
    full_night()
    assert NAME.encode() in files()
    erase()
    assert NAME.encode() in files()
    assert erase_due()
    assert NAME.encode() not in files()
