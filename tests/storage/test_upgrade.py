"""Opening a database: made where there is none, brought up to date, left alone where it is not ours to change."""

import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from threading import Barrier, Event, Semaphore, Thread
from unittest.mock import Mock

import psycopg
import pytest
from playhouse.migrations import Runner

from scorekeeper.paths import resources
from scorekeeper.storage.engine.errors import Unusable
from scorekeeper.storage.engine.migrate import connect, shown_place
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.engine.sqlite import back_up
from scorekeeper.storage.models import (
    TABLES,
    Attendance,
    DealRow,
    Device,
    EveningRow,
    GroupMember,
    GroupNight,
    GroupRow,
    Membership,
    NightRow,
    Person,
    PostingRow,
    database,
)
from scorekeeper.storage.queries.nights import changes_of_settings
from scorekeeper.storage.verify import verify_all
from tests.storage.making import FILE, dump, migrated
from tests.storage.nights import a_full_night, book, everything, fresh, reopen, start
from tests.storage.replayed import journal
from tests.storage.worker import in_processes, open_each

pytestmark = pytest.mark.both_databases

LATER = """
def up(migrator, db):
    db.execute_sql("CREATE TABLE trophy (id INTEGER PRIMARY KEY)")
    db.execute_sql("{more}")

def down(migrator, db):
    db.execute_sql("DROP TABLE trophy")
"""


@pytest.fixture
def place(new_place):
    """The place of a database that nothing has opened yet."""
    return new_place


@pytest.fixture
def closing():
    """Closes whatever database a test has opened last."""
    yield
    if database.obj:  # a database that could not be made is none, where no test before has opened one
        database.obj.close_all()


@pytest.fixture
def newer_program(tmp_path, monkeypatch):
    """Let this program become a newer one, whose last migration also executes `more`."""

    def renew(more="SELECT 1"):
        folder = tmp_path / "newer"
        shutil.copytree(resources("migrations"), folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__*"))
        (folder / "9999_later.py").write_text(LATER.format(more=more))
        monkeypatch.setattr("scorekeeper.storage.engine.migrate.resources", lambda name: folder)

    return renew


def tables(place):
    """The names of the tables in an SQLite file."""
    with sqlite3.connect(place) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    connection.close()
    return names


OURS = {table._meta.table_name for table in TABLES}


def test_a_new_database_is_made_with_its_folders_and_tables(tmp_path, closing):
    place = tmp_path / "a" / "b" / "night's ä 100%.sqlite3"
    connect(str(place))
    assert tables(place) >= OURS
    with database.obj.connection_context():
        assert list(verify_all()) == []


def test_the_migrations_make_what_the_tables_say(opened):
    for table in TABLES:
        name, meta = table._meta.table_name, table._meta
        stored = database.obj.get_columns(name)
        assert [column.name for column in stored] == [field.column_name for field in meta.sorted_fields]
        assert [column.null for column in stored] == [field.null for field in meta.sorted_fields]
        keys = {field.column_name for field in meta.get_primary_keys()}
        assert {column.name for column in stored if column.primary_key} == keys
        made = {(tuple(index.columns), index.unique) for index in database.obj.get_indexes(name)}
        wanted = {
            (tuple(meta.fields[column].column_name for column in columns), unique) for columns, unique in meta.indexes
        } | {((field.column_name,), True) for field in meta.sorted_fields if field.unique}
        assert made >= wanted
        foreign = {(key.column, key.dest_table) for key in database.obj.get_foreign_keys(name)}
        assert foreign == {(field.column_name, field.rel_model._meta.table_name) for field in meta.refs}


@pytest.mark.parametrize("table", ["entry", "deal", "posting"])
def test_a_booking_writes_no_index_with_which_another_begins(opened, table):
    indexes = [tuple(index.columns) for index in database.obj.get_indexes(table) if "WHERE" not in (index.sql or "")]
    keys = [tuple(field.column_name for field in made._meta.get_primary_keys()) for made in (DealRow, PostingRow)]
    assert indexes if table == "entry" else set(indexes) <= set(keys)
    assert [one for one in indexes for other in indexes if one != other and other[: len(one)] == one] == []


def test_a_booking_writes_few_pages(opened_file):
    row = start()
    for _ in range(100):
        book(row)
    fetch("PRAGMA wal_checkpoint(TRUNCATE)")
    for _ in range(40):
        book(row)
    ((_, pages, _),) = fetch("PRAGMA wal_checkpoint")
    assert pages / 40 < 10


def test_a_new_file_gets_what_the_migrations_make_without_running_them(tmp_path, monkeypatch, closing):
    migrating = Mock()
    monkeypatch.setattr("playhouse.migrations.Runner", migrating)
    connect(str(tmp_path / "new"))
    assert not migrating.called
    monkeypatch.undo()
    as_migrated = migrated(tmp_path / "migrated")
    assert dump(tmp_path / "new") == as_migrated, "python -m tests.storage.making"


def test_a_file_with_tables_of_another_program_keeps_them(sqlite_place, closing):
    with sqlite3.connect(sqlite_place) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
    connection.close()
    connect(sqlite_place)
    assert tables(sqlite_place) >= OURS | {"recipe"}


def test_a_new_file_gets_all_tables_or_none(sqlite_place, newer_program, tmp_path):
    newer_program()
    (tmp_path / "newer" / "tables.sql").write_text(FILE.read_text("utf-8").replace("COMMIT;", "nonsense;"))
    with pytest.raises(Unusable, match="nonsense"):
        connect(sqlite_place)
    assert tables(sqlite_place) == set()


def test_the_migrations_can_be_taken_back(opened):
    runner = Runner(database.obj, str(resources("migrations")))
    while runner.applied():
        runner.down()
    assert not set(database.obj.get_tables()) & OURS
    runner.up()
    assert set(database.obj.get_tables()) >= OURS


def test_opening_again_changes_nothing(opened):
    a_full_night()
    stored = everything()
    for _ in range(2):
        reopen(opened)
        assert everything() == stored


def test_four_processes_may_open_a_new_database_at_once(place):
    assert in_processes(open_each, *[([place, place],)] * 4) == [[]] * 4


@pytest.mark.parametrize("times", [3, pytest.param(24, marks=pytest.mark.at_length)])
def test_no_start_fails_because_another_one_makes_the_database(tmp_path, times):
    """A race that is lost only now and then, so it is run several times."""
    places = [str(tmp_path / f"{number}.sqlite3") for number in range(times)]
    assert in_processes(open_each, *[(places,)] * 6) == [[]] * 6


def test_every_pooled_connection_is_durable_and_checks_references(opened_file):
    together = Barrier(12)

    def look(_):
        with database.obj.connection_context():
            together.wait(60)  # so that nobody gets the connection of another
            names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            return tuple(fetch(f"PRAGMA {name}")[0][0] for name in names), id(database.obj.connection())

    with ThreadPoolExecutor(12) as pool:
        seen = list(pool.map(look, range(12)))
    assert {pragmas for pragmas, _ in seen} == {("wal", 2, 1, 5000)}
    assert len({connection for _, connection in seen}) == 12


@pytest.mark.parametrize("new_place", ["postgres"], indirect=True)
def test_postgres_is_durable_even_where_its_server_need_not_be(new_place, closing):
    with psycopg.connect(new_place, autocommit=True) as admin:
        admin.execute("ALTER DATABASE test_new SET synchronous_commit = off")
    connect(new_place)
    with database.obj.connection_context():
        assert fetch("SHOW synchronous_commit") == [("on",)]
        assert fetch("SHOW lock_timeout") == [("5s",)]


def test_what_belongs_to_a_night_cannot_be_without_it(opened):
    row = start()
    book(row)
    stored = everything()
    with pytest.raises(Exception, match=r"(?i)foreign key"), database.atomic():
        run("UPDATE entry SET night_id = 999 WHERE night_id = ?", row.id)
    with pytest.raises(Exception, match=r"(?i)foreign key"), database.atomic():
        run("DELETE FROM person WHERE id > ?", 0)
    assert everything() == stored


def test_a_database_of_a_newer_program_is_refused_and_left_alone(opened):
    run("INSERT INTO schema_migration (name, applied) VALUES (?, ?)", "0099_far_away", "2030-01-01 00:00:00")
    stored = everything()
    pool = database.obj
    with pytest.raises(Unusable) as refused:
        connect(opened)
    assert "newer scorekeeper" in str(refused.value)
    assert "0099_far_away" in str(refused.value)
    assert database.obj is pool
    assert everything() == stored


@pytest.mark.parametrize("content", [b"just a text, no database\n" * 400, b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_file_that_is_no_database_is_refused_and_left_alone(sqlite_place, content):
    Path(sqlite_place).write_bytes(content)
    with pytest.raises(Unusable) as refused:
        connect(sqlite_place)
    assert sqlite_place in str(refused.value)
    assert "\n" not in str(refused.value)
    assert Path(sqlite_place).read_bytes() == content


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(Unusable, match="unable to open"):
        connect(str(tmp_path))


@pytest.mark.parametrize("name", [":memory:", "file:nights?mode=memory"])
def test_what_sqlite_would_keep_in_memory_is_a_file_like_any_other(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    opened = connect(name)
    with opened.connection_context():
        Person.create(name="Anna")
    opened.close_all()
    with connect(name).connection_context():
        assert [person.name for person in Person.select()] == ["Anna"]
    database.obj.close_all()
    assert (tmp_path / name).stat().st_size


def test_a_file_in_the_way_of_a_folder_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Unusable, match="cannot be used"):
        connect(str(tmp_path / "file" / "scorekeeper.sqlite3"))


@pytest.mark.parametrize("address", ["mysql://localhost/x", "sqlite:///x", "http://localhost"])
def test_an_address_of_something_else_is_refused(address):
    with pytest.raises(Unusable, match="neither a file nor a postgresql:// address"):
        connect(address)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://me:secret@/x?host={folder}",
        "postgresql://me:sec/secret@/x?host={folder}",
        "postgresql://me:s@secret@/x?host={folder}",
        "postgresql://me:%zzsecret@/x?host={folder}",
        "postgresql://me@/x?host={folder}&password=secret",
        "postgresql://me@/x?sslpassword=secret&host={folder}",
    ],
)
def test_a_silent_database_server_is_refused_without_the_password(address, tmp_path):
    with pytest.raises(Unusable) as refused:
        connect(address.format(folder=tmp_path))
    assert "cannot be used" in str(refused.value)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("address", ["postgresql://one:5432,two/x", "postgresql:///x?host=/run/a%20b", "x.sqlite3"])
def test_an_address_without_a_password_is_told_as_it_is(address):
    assert shown_place(address) == address


def test_an_older_database_is_backed_up_and_then_migrated(opened_file, newer_program):
    row = a_full_night()
    head, stored = fresh(row).head, everything()
    newer_program()
    reopen(opened_file)
    assert everything() == stored
    assert "trophy" in tables(opened_file)
    copies = list(Path(opened_file).parent.glob("*before*"))
    assert [copy.name for copy in copies] == [Path(opened_file).name + ".before-9999_later"]
    assert "trophy" not in tables(copies[0])
    with sqlite3.connect(copies[0]) as copy:
        assert copy.execute("SELECT head FROM night").fetchall() == [(head,)]
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    copy.close()


def test_a_migrated_database_is_refused_by_the_older_program(place, newer_program, monkeypatch):
    with monkeypatch.context():
        newer_program()
        connect(place).close_all()
    monkeypatch.undo()
    with pytest.raises(Unusable, match="newer scorekeeper"):
        connect(place)


def test_a_new_database_needs_no_backup(sqlite_place, newer_program, closing):
    newer_program()
    connect(sqlite_place)
    assert "trophy" in tables(sqlite_place)
    assert not list(Path(sqlite_place).parent.glob("*before*"))


def test_a_failed_migration_changes_nothing_and_can_be_tried_again(opened, newer_program):
    a_full_night()
    stored = everything()
    newer_program(more="INSERT INTO nowhere VALUES (1)")
    for _ in range(2):
        with pytest.raises(Unusable, match="nowhere"):
            connect(opened)
        assert everything() == stored
        assert "trophy" not in database.obj.get_tables()
    newer_program()
    reopen(opened)
    assert everything() == stored
    assert "trophy" in database.obj.get_tables()


def test_a_migration_failing_at_every_start_leaves_one_copy(opened_file, newer_program):
    row = start()
    newer_program(more="INSERT INTO nowhere VALUES (1)")

    def copies_after_starts():
        for _ in range(3):
            with pytest.raises(Unusable, match="nowhere"):
                connect(opened_file)
        return sorted(copy.name.partition(".before-")[2] for copy in Path(opened_file).parent.glob("*before*"))

    assert copies_after_starts() == ["9999_later"]
    book(row)  # by the program of before, to which the host went back
    assert copies_after_starts() == ["9999_later", "9999_later-2"]


def test_a_copy_made_while_others_book_holds_at_one_moment(opened_file, tmp_path):
    rows, stop = [start() for _ in range(2)], Event()
    before, booked = [fresh(row).seq for row in rows], Semaphore(0)

    def book_on(row):
        with database.obj.connection_context():
            while not stop.is_set():
                book(row)
                booked.release()

    threads = [Thread(target=book_on, args=(row,)) for row in rows]
    for thread in threads:
        thread.start()
    copies = [tmp_path / f"copy-{number}" for number in range(5)]
    try:
        for copy in copies:
            back_up(opened_file, copy)
            last = [fresh(row).seq for row in rows]
            while [fresh(row).seq for row in rows] == last:
                assert booked.acquire(timeout=60)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    journals, heads = [journal(row.id) for row in rows], list[list[str]]()
    for copy in copies:
        reopen(copy)
        assert [finding for _, finding in verify_all()] == [None, None]
        copied = [journal(row.id) for row in NightRow.select().order_by(NightRow.id)]
        assert copied == [whole[: len(part)] for whole, part in zip(journals, copied, strict=True)]
        heads.append([part[-1].hash for part in copied])
    assert all(len(whole) > seq for whole, seq in zip(journals, before, strict=True))
    assert len({tuple(head) for head in heads}) == len(copies)
    reopen(opened_file)


def test_a_copy_overwrites_nothing(opened_file, tmp_path):
    target = tmp_path / "copy"
    target.write_text("the only photo of grandmother")
    with pytest.raises(Unusable, match="exists already and is not overwritten"):
        back_up(opened_file, target)
    assert target.read_text() == "the only photo of grandmother"


def test_there_is_no_copy_of_what_is_not_there(tmp_path):
    with pytest.raises(Unusable, match="there is no database"):
        back_up(str(tmp_path / "nothing"), tmp_path / "copy")
    assert not list(tmp_path.iterdir())


def test_there_is_no_copy_where_none_can_be_written(opened_file, tmp_path):
    with pytest.raises(Unusable, match="cannot be used"):
        back_up(opened_file, tmp_path / "no folder" / "copy")


def test_a_postgresql_database_is_not_copied_to_a_file(tmp_path):
    with pytest.raises(Unusable, match="pg_dump"):
        back_up("postgresql://localhost/x", tmp_path / "copy")


def test_what_was_agreed_is_found_by_its_index_alone(opened):
    night = a_full_night().id
    if database.obj.for_update:
        pytest.skip("PostgreSQL reads a small table whole, as is cheapest")
    seen = []
    database.obj.connection().set_trace_callback(seen.append)
    assert changes_of_settings(night) is not None
    database.obj.connection().set_trace_callback(None)
    agreed, dated = (text for text in seen if "FROM entry" in text)
    for sql, index in ((agreed, "entry_agreed"), (dated, "entry_night_id_number")):
        [(*_, plan)] = database.obj.execute_sql(f"EXPLAIN QUERY PLAN {sql}").fetchall()[:1]
        assert index in plan


def test_ticks_of_today_stay_and_earlier_evenings_are_kept(opened):
    group = GroupRow.create(slug="runde", name="Runde", created="2026-01-01")
    today = date.today().isoformat()
    members = [GroupMember.create(group=group, person=Person.create(name=name)) for name in ("Anna", "Bernd")]
    for member, day in ((members[0], "2026-01-01"), (members[0], today), (members[1], "2026-01-01")):
        evening, _ = EveningRow.get_or_create(group=group, day=day, begun="", ends="")
        Attendance.create(member=member, evening=evening)
    device = Device.create(key="phone", secret_hash="its own", created="")
    Membership.create(device=device, group=group, role="host", granted="", member=members[0])
    runner = Runner(database.obj, str(resources("migrations")))
    while "0017_attendance" in runner.applied():
        runner.down()
    assert fetch("SELECT here FROM round_member ORDER BY id") == [(today,), ("2026-01-01",)]
    runner.up()
    sql = "SELECT member_id, day FROM attendance JOIN evening ON evening.id = evening_id"
    assert fetch(sql) == [(members[0].id, today)]
    assert Membership.get().member == members[0]


def test_treasurers_keep_the_nights_that_were_opened_from_their_naming_on(opened):
    group = GroupRow.create(slug="runde", name="Runde", created="2026-01-01")
    nights = [start() for _ in range(4)]
    for night, when in zip(nights, ("2026-01-01", "2026-01-02", "2026-01-03", ""), strict=True):
        GroupNight.create(night=night, group=group, opened=when)
    for key, since in (("first", "2026-01-01"), ("second", "2026-01-02"), ("last", "2026-02-01"), ("none", "")):
        device = Device.create(key=key, secret_hash=key, created="")
        Membership.create(device=device, group=group, role="member", granted="", treasurer=since)
    runner = Runner(database.obj, str(resources("migrations")))
    while "0022_treasurers" in runner.applied():
        runner.down()
    runner.up()
    sql = """SELECT key, COUNT(*) FROM membership JOIN device ON device.id = device_id
        JOIN round_night ON round_night.round_id = membership.round_id
        WHERE treasurer <> '' AND opening > treasurer_after GROUP BY key"""
    assert dict(fetch(sql)) == {"first": 3, "second": 2}
