"""Phones at a table: the host's, and others that came by a link or by none."""

from secrets import token_hex

import pytest

from scorekeeper.language import Speech
from scorekeeper.storage.models import Attempt, database
from tests.databases import KINDS, make_postgres
from tests.web.group import member_of, open_group
from tests.web.phone import Phone, links


@pytest.fixture(scope="session", params=KINDS)
def shared(request, tmp_path_factory, make_app):
    """A function that returns one application on a database of a kind; making one takes longer than most tests."""
    place = str(tmp_path_factory.mktemp("web") / "scorekeeper.sqlite3")
    if request.param == "postgres":
        place = make_postgres(request.getfixturevalue("postgres_server"), "test_web")
    application = make_app(place)
    application.testing = True
    opened = database.obj

    def use():
        """Return the application, on its own database whatever other tests have opened since."""
        database.initialize(opened)
        with opened.connection_context():
            Attempt.delete().execute()  # all phones of all tests come from one address
        return application

    yield use
    opened.close_all()


@pytest.fixture(autouse=True)
def one_minute(monkeypatch):
    """Let every page be as of one minute: some are compared, and a minute may end between them."""
    monkeypatch.setattr(Speech, "clock", lambda speech: "20:15")


@pytest.fixture
def shared_app(shared):
    """The application on a database that tests share.

    It may hold nights of other tests, which no phone of this one sees.
    """
    application = shared()
    opened = database.obj
    yield application
    opened.close_all()


@pytest.fixture
def host(shared_app):
    """The phone that opens the night."""
    return Phone(shared_app)


@pytest.fixture
def night(host):
    """The path of a night of five with one deal booked, by a form at which nobody looked."""
    path = host.open_night()
    first = {"number": "1", "based_on": "0", "action": "booked", "soloist": "p1", "points": "71"}
    sent = {"csrf_token": host.token(), "request": token_hex(16), **first}
    assert host.post(f"{path}/enter", sent).status == 303
    return path


@pytest.fixture
def onlooker(shared_app, host, night):
    """A phone that came by the onlookers' link."""
    phone = Phone(shared_app)
    phone.join(links(host, night)["onlooker"])
    return phone


@pytest.fixture
def writer(shared_app, host, night):
    """A second phone that may write."""
    phone = Phone(shared_app)
    phone.join(links(host, night)["writer"])
    return phone


@pytest.fixture
def phone(shared_app):
    """A phone that has no night yet."""
    return Phone(shared_app)


@pytest.fixture
def stranger(shared_app):
    """A phone without any link."""
    return Phone(shared_app)


@pytest.fixture
def group(host, night):
    """The path of a group with one night."""
    return open_group(host, night)


@pytest.fixture
def member(shared_app, host, group):
    """A phone of the group that is no host of it."""
    return member_of(shared_app, host, group)
