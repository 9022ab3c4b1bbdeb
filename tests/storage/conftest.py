"""An open database to work in, one with nights in it that is reset after each test, and a second, empty one."""

import pytest

from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.models import database
from tests.databases import KINDS, make_postgres
from tests.storage.nights import a_full_night, book, fresh, start


@pytest.fixture
def opened(place):
    """The connected database at `place`."""
    connect(place)
    database.connect()
    yield place
    database.close()
    database.obj.close_all()


@pytest.fixture
def opened_file(empty_file):
    """The connected SQLite database at `empty_file`, for what is the same on both kinds."""
    connect(empty_file)
    database.connect()
    yield empty_file
    database.close()
    database.obj.close_all()


@pytest.fixture
def other_place(place, tmp_path, request):
    """The place of a second empty database of the same kind."""
    if "://" not in place:
        return str(tmp_path / "other.sqlite3")
    return make_postgres(request.getfixturevalue("postgres_server"), "test_other")


@pytest.fixture(scope="module", params=KINDS)
def shelf(request, tmp_path_factory):
    """A database of each kind with a night that holds an act of every kind, and another one beside it."""
    place = str(tmp_path_factory.mktemp("shelf") / "scorekeeper.sqlite3")
    if request.param == "postgres":
        place = make_postgres(request.getfixturevalue("postgres_server"), "test_shelf")
    own = connect(place)
    with own.connection_context():
        row = a_full_night()
        book(start())
        yield own, row
    own.close_all()


@pytest.fixture
def night(shelf):
    """The full night of the shelf; whatever a test does to it or to its database is undone."""
    own, row = shelf
    database.initialize(own)  # a test in between may have gone on with another one
    with database.atomic() as transaction:
        yield fresh(row)
        transaction.rollback()
