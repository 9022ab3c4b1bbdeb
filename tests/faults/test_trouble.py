"""A database that is locked, full, broken or away, and a clock that is set back: a clear page, and nothing lost."""

import re
import sqlite3
import threading
import time
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from scorekeeper.storage.engine import migrate, sql
from scorekeeper.storage.models import EntryRow, database
from scorekeeper.storage.verify import verify_all
from scorekeeper.storage.writing import entry
from tests.faults.acts import lay
from tests.web.phone import Phone, links

pytestmark = pytest.mark.both_databases

IMPATIENT = 0.2  # seconds


@pytest.fixture
def impatient(monkeypatch):
    """Nobody waits long in these tests."""
    monkeypatch.setattr(sql, "PATIENCE", IMPATIENT)
    monkeypatch.setattr(migrate, "PATIENCE", IMPATIENT)
    monkeypatch.setitem(migrate.PRAGMAS, "busy_timeout", int(IMPATIENT * 1000))


@pytest.fixture
def table(impatient, place, make_app):
    """A night on a database of each kind, as it is served."""
    application = make_app(place)
    yield lay(application)
    database.obj.close_all()


@pytest.fixture
def file_table(impatient, sqlite_place, make_app):
    application = make_app(sqlite_place)
    yield lay(application)
    database.obj.close_all()


def refused(answer):
    """What the page says that could not be saved, and what its button would send."""
    assert answer.status == 503
    assert answer.text.startswith("This could not be saved just now. Nothing that was saved is lost")
    return answer


def sent_again(phone, answer):
    page = answer.form(csrf_token="")
    return phone.send(answer, page)


def all_hold():
    with database.obj.connection_context():
        findings = [finding for _, finding in verify_all()]
    assert set(findings) == {None}
    return len(findings)


def entries():
    with database.obj.connection_context():
        return EntryRow.select().count()


@contextmanager
def another_program_writes(place):
    """Another program has begun to write and takes its time."""
    if "://" not in place:
        with closing(sqlite3.connect(place, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")
        return
    import psycopg

    with psycopg.connect(place) as other:
        other.execute("SELECT * FROM night FOR UPDATE")
        yield
        other.rollback()


def test_while_another_program_writes_pages_are_read_and_entries_wait(table, place):
    before = entries()
    with another_program_writes(place):
        answer = refused(table.host.enter(table.night, soloist="p2", points="66"))
        assert table.host.get(table.night).status == 200
        again = refused(sent_again(table.host, answer))
    assert entries() == before
    assert sent_again(table.host, again).status == 303
    assert sent_again(table.host, answer).status == 303, "sent twice it is booked once"
    assert entries() == before + 1
    assert all_hold()


def test_the_queue_of_this_program_does_not_grow_for_ever(table):
    held, done = threading.Event(), threading.Event()

    def hold():
        with sql.writer:
            held.set()
            done.wait(60)

    other = threading.Thread(target=hold)
    other.start()
    held.wait(60)
    try:
        answer = refused(table.host.enter(table.night, soloist="p2", points="66"))
    finally:
        done.set()
        other.join()
    assert sent_again(table.host, answer).status == 303


def test_a_full_disk_is_told_and_what_was_booked_is_still_there(sqlite_place, impatient, make_app, monkeypatch, caplog):
    host, night = lay(make_app(sqlite_place))[1::2]
    with database.obj.connection_context():
        pages = database.obj.execute_sql("PRAGMA page_count").fetchone()[0]
    database.obj.close_all()
    monkeypatch.setitem(migrate.PRAGMAS, "max_page_count", pages + 1)
    host.client.application = make_app(sqlite_place)
    answer, booked = host.enter(night, soloist="p2", points="66"), 0
    while answer.status == 303:
        answer, booked = host.enter(night, soloist="p2", points="66"), booked + 1
    refused(answer)
    assert "the database failed: database or disk is full" in caplog.text
    assert host.get(night).status == 200
    assert entries() == booked + 3
    assert all_hold()
    database.obj.close_all()
    monkeypatch.delitem(migrate.PRAGMAS, "max_page_count")
    host.client.application = make_app(sqlite_place)
    assert sent_again(host, answer).status == 303, "once there is room it can be saved"
    assert entries() == booked + 4
    assert all_hold()
    database.obj.close_all()


def test_a_database_that_breaks_under_the_program_is_told_on_a_page(file_table, sqlite_place):
    database.obj.close_all()
    raw = Path(sqlite_place).read_bytes()
    for suffix in ("-wal", "-shm"):
        Path(sqlite_place + suffix).unlink(missing_ok=True)
    Path(sqlite_place).write_bytes(raw[:100] + b"\xa5" * (len(raw) - 100))
    for answer in (file_table.host.get(file_table.night), file_table.host.get("/")):
        assert answer.status == 503
        assert answer.text.startswith("The nights cannot be read just now.")
        assert "Traceback" not in answer.body
        assert "malformed" not in answer.body


def test_a_file_that_is_taken_away_under_the_program_is_told_on_a_page(file_table, sqlite_place):
    database.obj.close_all()
    Path(sqlite_place).unlink()
    Path(sqlite_place).mkdir()
    assert file_table.host.get(file_table.night).status == 503


@pytest.mark.parametrize("place", ["postgres"], indirect=True)
def test_a_server_that_goes_away_and_comes_back_is_met_again(table, place, request):
    import psycopg

    page = table.host.get(f"{table.night}/enter")
    name = re.search(r"/(\w+)\?", place)[1]
    with psycopg.connect(request.getfixturevalue("postgres_server").get_uri(), autocommit=True) as admin:
        admin.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
        answer = refused(table.host.send(page, page.form(number=""), "action=booked", soloist="p2", points="66"))
        assert table.host.get(table.night).status == 503
        admin.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
    assert sent_again(table.host, answer).status == 303
    assert all_hold()


@pytest.mark.parametrize("place", ["postgres"], indirect=True)
def test_a_connection_that_the_server_has_closed_meanwhile_is_not_noticed(table, place, request):
    import psycopg

    page = table.host.get(f"{table.night}/enter")
    name = re.search(r"/(\w+)\?", place)[1]
    with psycopg.connect(request.getfixturevalue("postgres_server").get_uri(), autocommit=True) as admin:
        admin.execute("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = %s", (name,))
    sent = table.host.send(page, page.form(number=""), "action=booked", soloist="p2", points="66")
    assert sent.status == 303
    assert all_hold()


@pytest.mark.parametrize("place", ["postgres"], indirect=True)
def test_missing_tables_during_a_restore_count_as_an_absent_database(table, place, caplog):
    import psycopg

    page = table.host.get(f"{table.night}/enter")
    with psycopg.connect(place, autocommit=True) as admin:
        admin.execute("ALTER TABLE entry RENAME TO not_yet")
        answer = refused(table.host.send(page, page.form(number=""), "action=booked", soloist="p2", points="66"))
        admin.execute("ALTER TABLE not_yet RENAME TO entry")
    assert 'the database failed: relation "entry" does not exist' in caplog.text
    assert "Traceback" not in caplog.text
    assert sent_again(table.host, answer).status == 303
    assert all_hold()


def test_a_clock_set_back_changes_neither_the_order_nor_who_is_who(table, monkeypatch):
    day, real = 86400, time.time
    for back in (0, day, 400 * day, 3 * day, 20_000 * day):
        monkeypatch.setattr(time, "time", lambda back=back: real() - back)
        moment = time.strftime("%Y-%m-%dT%H:%M:%S.000+00:00", time.gmtime(real() - back))
        monkeypatch.setattr(entry, "now", lambda moment=moment: moment)
        answer = table.host.enter(table.night, soloist="p2", points="66")
        assert answer.status == 303, "the phone is still the one that it was"
    with database.obj.connection_context():
        written = [(row.seq, row.arrived) for row in EntryRow.select().order_by(EntryRow.id)]
    assert [seq for seq, _ in written] == list(range(1, 9))
    assert [moment for _, moment in written] != sorted(moment for _, moment in written)
    deals = table.host.get(table.night).html.one("table", "sheet").one("tbody").all("tr")
    assert len(deals) >= 6
    assert all_hold()


def test_the_cookie_outlives_a_clock_that_stands_in_the_past(file_table, monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 1e6)
    phone = Phone(file_table.app)
    page = phone.join(links(file_table.host, file_table.night)["writer"])
    assert "Expires=Fri, 31 Dec 9999" in page.headers["Set-Cookie"]
    assert phone.get(file_table.night).status == 200
