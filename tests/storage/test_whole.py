"""What a damaged file or a lost row is called: by the database's own check of itself, which `verify` asks for."""

import sqlite3

import psycopg
import pytest

from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.models import database
from scorekeeper.storage.verify import verify_all
from tests.storage.nights import a_full_night, book, start

pytestmark = pytest.mark.both_databases


def found():
    """What does not hold in the database as a whole, each as a text with its values."""
    return [f"{finding.reason.text} {finding.reason.values}" for row, finding in verify_all() if row is None]


def named_indexes(place):
    """The indexes of the nights' tables that an SQLite file names."""
    sql = """SELECT name FROM sqlite_master WHERE type = 'index' AND sql <> ''
        AND tbl_name IN ('night', 'player', 'entry', 'deal', 'posting', 'objection', 'payment', 'access')"""
    with sqlite3.connect(place) as connection:
        names = [name for (name,) in connection.execute(sql + " ORDER BY name")]
    connection.close()
    return names


def lose_from_index(place, index):
    """Let an index miss a row of its table that should stand in it, as after a write that half failed."""
    connection = sqlite3.connect(place, isolation_level=None)
    columns = "type, name, tbl_name, rootpage, sql"
    schema = connection.execute(f"SELECT {columns} FROM sqlite_master WHERE name = ?", (index,)).fetchone()
    table, among = schema[2], schema[4].partition(" WHERE ")[2] or "TRUE"
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("DELETE FROM sqlite_master WHERE name = ?", (index,))
    connection.close()
    connection = sqlite3.connect(place, isolation_level=None)
    connection.execute(f'DELETE FROM "{table}" WHERE rowid = (SELECT MAX(rowid) FROM "{table}" WHERE {among})')
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(f"INSERT INTO sqlite_master ({columns}) VALUES (?, ?, ?, ?, ?)", schema)
    connection.close()


def test_every_damaged_index_is_named(tmp_path):
    place = str(tmp_path / "whole.sqlite3")
    connect(place)
    with database.obj.connection_context():
        a_full_night()
        book(start())
        assert found() == []
    database.obj.close_all()
    whole, unseen = (tmp_path / "whole.sqlite3").read_bytes(), []
    indexes = [index for index in named_indexes(place) if not index.startswith("access")]
    for index in indexes:
        broken = tmp_path / f"{index}.sqlite3"
        broken.write_bytes(whole)
        lose_from_index(broken, index)
        connect(str(broken))
        with database.obj.connection_context():
            if not any(index in fault for fault in found()):
                unseen.append(index)
        database.obj.close_all()
    assert len(indexes) >= 8
    assert unseen == []


def test_a_row_without_what_it_belongs_to_is_counted_under_its_table(opened):
    row = a_full_night()
    assert found() == []
    without_references(
        opened, "DELETE FROM person WHERE id = 1", f"UPDATE deal SET night_id = 99 WHERE night_id = {row.id}"
    )
    faults = [fault for fault in found() if "belong" in fault]
    assert ["player" in fault and "person" in fault for fault in faults] == [False, True]
    assert ["deal" in fault and "night" in fault for fault in faults] == [True, False]


def without_references(place, *statements):
    """Execute statements while the database checks no references."""
    if "://" in place:
        with psycopg.connect(place) as admin:
            admin.execute("SET session_replication_role = replica")
            for statement in statements:
                admin.execute(statement)
        return
    with sqlite3.connect(place) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


@pytest.mark.parametrize("new_place", ["postgres"], indirect=True)
def test_an_index_that_postgres_could_not_build_is_named(new_place):
    connect(new_place)
    with database.obj.connection_context():
        assert found() == []
    with psycopg.connect(new_place, autocommit=True) as admin:
        admin.execute("INSERT INTO person (name, forgotten) VALUES ('Anna', false), ('Anna', false)")
        with pytest.raises(psycopg.errors.UniqueViolation):
            admin.execute("CREATE UNIQUE INDEX CONCURRENTLY twins ON person (name)")
    with database.obj.connection_context():
        assert [fault for fault in found() if "twins" in fault]
    database.obj.close_all()
