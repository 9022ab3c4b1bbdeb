"""A short storm on every route and with night files; `python -m tests.fuzz` is the long one."""

import pytest

from scorekeeper.storage.models import database
from tests.chosen import at_length
from tests.fuzz.files import spoil_files
from tests.fuzz.requests import Sent, Town, check, storm_at


@pytest.fixture
def town(app):
    return Town(app)


MET = {"200", "303", "400", "404"}


@pytest.mark.parametrize(("number", "met"), [(100, MET), at_length(300, MET | {"422"})])
def test_any_request_to_any_route_is_answered_and_breaks_nothing(town, number, met):
    posted = {(rule.endpoint, method) for rule, method in town.routes() if method == "POST"}
    # One is only sent by a script, the others stand on the page only for a while; any other form is sent to them.
    rare = {"live.entering", "script_error", "deals.undo", "table.dismiss", "bank_code.show"}
    rare |= {"evenings.show", "people.choose_address", "members.seats"}
    rare |= {"tables.take_back", "season.remove_earlier", "opening_balances.take_back", "group_settings.take_back"}
    assert {endpoint for endpoint, _ in posted - town.forms.keys()} <= rare
    for rule, method in town.routes():
        for name in rule.arguments - {"number", "place", "member"}:
            for path in town.addresses(rule, **{name: "a\0b"}):
                for who in ("host", "stranger"):
                    sent = Sent(who, method, path, {}, {"csrf_token": town.csrf[who]}, None, {})
                    assert check(town, sent) in (303, 400, 404), path
    assert storm_at(town, number).keys() >= met


@pytest.mark.both_databases
@pytest.mark.parametrize("place", ["postgres", at_length("sqlite")], indirect=True)
def test_every_field_refuses_what_a_database_cannot_hold(town):
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


@pytest.mark.both_databases
@pytest.mark.parametrize("number", [50, at_length(150)])
def test_any_night_file_is_refused_with_a_reason_or_holds(app, number):
    with database.obj.connection_context():
        met = spoil_files(number)
    assert met.keys() == {"refused", "taken in"}
