"""A short storm on every route and with night files; `python -m tests.fuzz` is the long one."""

import pytest

from scorekeeper.storage.models import database
from tests.databases import KINDS, make_postgres
from tests.fuzz.files import spoil_files
from tests.fuzz.requests import Sent, Town, check, storm


@pytest.fixture(scope="module", params=KINDS)
def towns(request, tmp_path_factory, make_app):
    """A town and the database that it stands on, for what writes nothing."""
    place = str(tmp_path_factory.mktemp("town") / "scorekeeper.sqlite3")
    if request.param == "postgres":
        place = make_postgres(request.getfixturevalue("postgres_server"), "test_town")
    app = make_app(place)
    app.testing = True
    opened = database.obj
    yield Town(app), opened
    opened.close_all()


@pytest.fixture
def town(towns):
    """The town, on its own database whatever other tests have opened since."""
    built, opened = towns
    database.initialize(opened)
    return built


MET = {"200", "303", "400", "404"}


@pytest.mark.parametrize(("number", "met"), [(100, MET), pytest.param(300, MET | {"422"}, marks=pytest.mark.at_length)])
def test_whatever_is_sent_to_whichever_route_is_answered_and_breaks_nothing(app, number, met):
    assert storm(app, number).keys() >= met


def test_every_route_that_is_sent_to_has_a_form_to_begin_with(town):
    posted = {(rule.endpoint, method) for rule, method in town.routes() if method == "POST"}
    # One is only sent by a script, the others stand on the page only for a while; any other form is sent to them.
    rare = {"live.entering", "deals.undo", "table.dismiss", "bank_code.show"}
    assert {endpoint for endpoint, _ in posted - town.forms.keys()} <= rare


@pytest.mark.both_databases
@pytest.mark.parametrize("number", [50, pytest.param(150, marks=pytest.mark.at_length)])
def test_whatever_a_night_file_says_it_is_refused_with_a_reason_or_it_holds(app, number):
    with database.obj.connection_context():
        met = spoil_files(number)
    assert met.keys() == {"refused", "taken in"}


@pytest.mark.both_databases
def test_every_field_of_every_form_on_every_route_refuses_what_a_database_cannot_hold(town):
    sent = set()
    for rule, method in town.routes():
        for form in town.forms.get((rule.endpoint, method)) or ([{"x": ["1"]}] if method == "GET" else []):
            for name in form.keys() - {"csrf_token"}:
                if (rule.endpoint, method, name) in sent or rule.endpoint == "static":
                    continue
                sent.add((rule.endpoint, method, name))
                fields = {**form, "csrf_token": town.csrf["host"], name: "a\0b"}
                for path in town.addresses(rule):
                    query, body = (fields, None) if method == "GET" else ({}, fields)
                    assert check(town, Sent("host", method, path, query, body, None, {})) == 400, (path, name)
    assert len({endpoint for endpoint, *_ in sent}) > 20
    town.holds()


def test_every_part_of_every_address_takes_what_a_database_cannot_hold(town):
    for rule, method in town.routes():
        for name in rule.arguments - {"number", "place"}:
            for path in town.addresses(rule, **{name: "a\0b"}):
                for who in ("host", "stranger"):
                    sent = Sent(who, method, path, {}, {"csrf_token": town.csrf[who]}, None, {})
                    assert check(town, sent) in (303, 400, 404), path
