"""What is asked of a file is answered as peewee answers, and fails as it fails."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest
from peewee import IntegrityError, OperationalError

from scorekeeper.storage.engine.sqlite import FilePool


def test_a_statement_fails_with_the_error_of_peewee_and_says_what_sqlite_said(tmp_path):
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


def test_a_connection_that_another_thread_uses_stays_open_until_it_is_done(tmp_path):
    database = FilePool(str(tmp_path / "a.sqlite3"), check_same_thread=False)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(database.connect).result()
        database.close_all()
        answer = thread.submit(database.execute_sql, "SELECT 7")
        assert answer.result().fetchall() == [(7,)]
        thread.submit(database.close).result()
    database.close_all()
