"""Pools of connections: a file answers and fails as peewee does, and a server's ended connection is replaced."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from peewee import IntegrityError, OperationalError

from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.engine.sqlite import FilePool
from tests.databases import make_postgres


def test_a_failed_statement_raises_an_error_of_peewee_with_its_cause(tmp_path):
    database = FilePool(str(tmp_path / "a.sqlite3"))
    assert database.execute_sql("SELECT ?", (7,)).fetchall() == [(7,)]  # it connects by itself
    database.execute_sql("CREATE TABLE one (number INTEGER UNIQUE)")
    database.execute_sql("INSERT INTO one VALUES (1)")
    with pytest.raises(IntegrityError, match="UNIQUE constraint failed") as twice:
        database.execute_sql("INSERT INTO one VALUES (1)")
    assert isinstance(twice.value.__context__, sqlite3.IntegrityError)
    with pytest.raises(OperationalError, match="no such table: two"):
        database.execute_sql("SELECT * FROM two")
    database.close_all()


def test_a_connection_stays_open_until_another_thread_is_done(tmp_path):
    database = FilePool(str(tmp_path / "a.sqlite3"), check_same_thread=False)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(database.connect).result()
        database.close_all()
        answer = thread.submit(database.execute_sql, "SELECT 7")
        assert answer.result().fetchall() == [(7,)]
        thread.submit(database.close).result()
    database.close_all()


def test_a_connection_that_the_server_ended_is_replaced(postgres_server):
    opened = connect(make_postgres(postgres_server, "test_pooling"))
    own = "SELECT pg_backend_pid()"
    with opened.connection_context():
        before = fetch(own)[0][0]
    with psycopg.connect(opened.database, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 60000)", (before,))
    with opened.connection_context():
        assert fetch(own)[0][0] != before
    opened.close_all()
