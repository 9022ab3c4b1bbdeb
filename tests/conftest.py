"""What tests of several folders share: real databases, an application on each, and a phone that uses it."""

import shutil
import signal

import pytest
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache

from scorekeeper.storage.upgrade import connect
from tests import databases
from tests.databases import KINDS, empty_postgres, make_postgres
from tests.watcher import end_all_with_us

end_all_with_us()

# A shell lets what it runs in the background ignore Ctrl-C, and the programs under test would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile("any machine", deadline=None)  # a busy machine is slow, not wrong
settings.load_profile("any machine")

# What rests on how soon a browser, a server or another process answers is tried once more, and the summary says so
# (-rR); everything else is right the first time.
WITH_A_CLOCK = ("browser", "cluster", "cost", "faults", "load", "siege")


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.parent.name in WITH_A_CLOCK:
            item.add_marker(pytest.mark.flaky(reruns=1, reruns_delay=1))


@pytest.fixture(scope="session")
def postgres_server():
    """A real PostgreSQL of the tests' own."""
    with databases.postgres_server() as server:
        yield server


@pytest.fixture(params=KINDS)
def new_place(request, tmp_path):
    """The place of a database without tables: a file, then a database of a real PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "scorekeeper.sqlite3")
    return make_postgres(request.getfixturevalue("postgres_server"), "test_new")


@pytest.fixture(scope="session")
def tables_of_sqlite(tmp_path_factory):
    """A file with the tables of this program and no rows; to copy it is much quicker than to make it."""
    place = str(tmp_path_factory.mktemp("tables") / "scorekeeper.sqlite3")
    connect(place).close_all()
    return place


@pytest.fixture(scope="session")
def tables_of_postgres(postgres_server):
    """A database with the tables of this program; to empty it is much quicker than to make it."""
    place = make_postgres(postgres_server, "test")
    connect(place).close_all()
    return place


@pytest.fixture(params=KINDS)
def place(request, tmp_path):
    """The place of a database without rows, of each kind."""
    tables = request.getfixturevalue(f"tables_of_{request.param}")
    if request.param == "sqlite":
        return shutil.copy(tables, str(tmp_path / "scorekeeper.sqlite3"))
    empty_postgres(tables)
    return tables


@pytest.fixture(scope="session")
def make_app(tmp_path_factory):
    """A function that makes the application on a database, as it is served.

    Compiled templates are kept from one to the next: compiling them takes longer than most tests.
    """
    from scorekeeper.app import create_app

    compiled = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))

    def made(place):
        application = create_app(place)
        application.jinja_env.bytecode_cache = compiled
        return application

    return made


@pytest.fixture
def app(place, make_app):
    """The application on an empty database; an error in it is an error of the test."""
    from scorekeeper.storage.tables import database

    application = make_app(place)
    application.testing = True
    yield application
    database.obj.close_all()


@pytest.fixture
def sqlite_place(tmp_path):
    """The place of an empty SQLite database, for what concerns only files."""
    return str(tmp_path / "scorekeeper.sqlite3")
