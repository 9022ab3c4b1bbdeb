"""Connections to PostgreSQL that are kept: asked nothing while they are silent, replaced once they were ended."""

import pytest

from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sql import fetch
from tests.databases import make_postgres

ME = "SELECT pg_backend_pid()"


@pytest.fixture
def opened(postgres_server):
    database = connect(make_postgres(postgres_server, "test_pooling"))
    yield database
    database.close_all()


@pytest.fixture
def asked(opened, monkeypatch):
    """The connections of which the server was asked whether they are still there."""
    asks, asked = opened._adapter.is_connection_closed, []
    monkeypatch.setattr(opened._adapter, "is_connection_closed", lambda conn: asked.append(conn) or asks(conn))
    return asked


def test_a_silent_connection_is_used_again_without_asking(opened, asked):
    numbers = set()
    for _ in range(5):
        with opened.connection_context():
            numbers.add(fetch(ME)[0][0])
    assert len(numbers) == 1
    assert asked == []


def test_a_connection_that_the_server_ended_is_replaced(opened, asked):
    import psycopg

    with opened.connection_context():
        before = fetch(ME)[0][0]
    with psycopg.connect(opened.database, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 60000)", (before,))
    with opened.connection_context():
        assert fetch(ME)[0][0] != before
    assert len(asked) == 1
