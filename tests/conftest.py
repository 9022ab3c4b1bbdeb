"""What tests of several folders share: real databases, an application on each, and a phone that uses it."""

import re

import pytest
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache

from tests import databases
from tests.databases import KINDS, make_postgres

settings.register_profile("any machine", deadline=None)  # a busy machine is slow, not wrong
settings.load_profile("any machine")


@pytest.fixture(scope="session")
def postgres_server():
    """A real PostgreSQL of the tests' own."""
    with databases.postgres_server() as server:
        yield server


@pytest.fixture(params=KINDS)
def place(request, tmp_path):
    """The place of an empty database: a file, then a database of a real PostgreSQL."""
    if request.param == "sqlite":
        yield str(tmp_path / "scorekeeper.sqlite3")
        return
    name = "test_" + re.sub(r"\W", "_", tmp_path.name.lower())[:40]
    yield make_postgres(request.getfixturevalue("postgres_server"), name)


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
