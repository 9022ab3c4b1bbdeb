"""Connections to PostgreSQL that are kept: one that was ended is replaced."""

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


def test_a_connection_that_the_server_ended_is_replaced(opened):
    import psycopg

    with opened.connection_context():
        before = fetch(ME)[0][0]
    with psycopg.connect(opened.database, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 60000)", (before,))
    with opened.connection_context():
        assert fetch(ME)[0][0] != before
