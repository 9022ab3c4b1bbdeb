"""A short storm on every route and with night files; `python -m tests.fuzz` is the long one."""

from scorekeeper.storage.tables import database
from tests.fuzz.files import spoil_files
from tests.fuzz.requests import Town, storm


def test_whatever_is_sent_to_whichever_route_is_answered_and_breaks_nothing(app):
    met = storm(app, 250)
    assert met.keys() >= {"200", "303", "400", "404", "422"}


def test_every_route_that_is_sent_to_has_a_form_to_begin_with(app):
    town = Town(app)
    posted = {(rule.endpoint, method) for rule, method in town.routes() if method == "POST"}
    # One is only sent by a script, the other stands on the page only for a moment; any other form is sent to them.
    assert {endpoint for endpoint, _ in posted - town.forms.keys()} <= {"live.entering", "undo.undo"}


def test_whatever_a_night_file_says_it_is_refused_with_a_reason_or_it_holds(app):
    with database.obj.connection_context():
        met = spoil_files(150)
    assert met.keys() == {"refused", "taken in"}
