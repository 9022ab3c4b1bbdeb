"""The log holds no secret: no link into a night, no PIN, no cookie, no id of a form, whatever breaks."""

import io
import logging

import pytest
from peewee import OperationalError

from scorekeeper.storage.models import database
from scorekeeper.web.access import views as access_views
from scorekeeper.web.core import script_errors
from scorekeeper.web.core.request_log import SecretFilter
from tests.web.group import group_links, open_group
from tests.web.phone import links


@pytest.fixture
def log(shared_app):
    """What is logged, as it would be written."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    names = (shared_app.logger.name, "waitress", "peewee")
    for name in names:
        logging.getLogger(name).addHandler(handler)
    shared_app.testing = False  # what breaks is answered and logged, as it is where it is served
    shared_app.config["PROPAGATE_EXCEPTIONS"] = False
    yield written
    shared_app.testing = True
    shared_app.config["PROPAGATE_EXCEPTIONS"] = None
    for name in names:
        logging.getLogger(name).removeHandler(handler)


def come_in(stranger, link):
    """Come by a link with a PIN; return the answer and all that must not be told."""
    fields = {"csrf_token": stranger.token(), "pin": "2468", "request": "0123456789abcdef", "who": "p1"}
    answer = stranger.post(link, fields)
    cookie = stranger.client.get_cookie("scorekeeper").value
    return answer, [fields["csrf_token"], fields["pin"], fields["request"], cookie, link.rpartition("/")[2]]


def broken_by(error):
    def broken(*_, **__):
        raise error

    return broken


def test_the_log_of_an_error_or_a_failed_database_contains_no_secret(stranger, host, night, log, monkeypatch):
    link = links(host, night)["writer"]
    slug = night.rpartition("/")[2]
    detail = f"Key (token, pin, id)=({link}, 2468, 0123456789abcdef) is there"
    for error, status, texts in (
        (ValueError, 500, (f"failed: POST /j/{slug}/…", f"Exception on /j/{slug}/… [POST]", "ValueError: Key (token")),
        (OperationalError, 503, ("the database failed: ",)),
    ):
        monkeypatch.setattr(access_views, "let_in", broken_by(error(detail)))
        answer, secrets = come_in(stranger, link)
        assert answer.status == status
        text = log.getvalue()
        assert [secret for secret in secrets if secret in text] == []
        assert [part for part in texts if part not in text] == [], "what broke is told"


def test_the_servers_own_lines_tell_no_link_into_a_night_or_a_group(host, night, log):
    for link in (links(host, night)["writer"], group_links(host, open_group(host, night))["member"]):
        place, _, token = link.rpartition("/")
        for name in ("waitress", "waitress.queue"):
            logging.getLogger(name).warning("Exception while serving %s", link)
            try:
                raise OSError(f"{link}?x=1 is gone")
            except OSError:
                logging.getLogger(name).exception("it broke")
        assert token not in log.getvalue()
        assert log.getvalue().count(f"{place}/…") == 4


def test_no_requested_address_forges_a_log_line_or_controls_a_terminal(shared_app, host, night, log):
    address = f"{night}/rules/X%1B[2J%0A2026-11-23%20ERROR%20all%20is%20lost"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(shared_app.view_functions, "rulebook.in_place", broken_by(ValueError("so")))
        assert host.get(address).status == 500
    lines = log.getvalue().splitlines()
    assert "\x1b" not in log.getvalue()
    assert "all is lost" in log.getvalue()
    assert [line for line in lines if "all is lost" in line and "/rules/X" not in line] == []


def test_a_second_application_hides_nothing_twice(shared_app, make_app, sqlite_place):
    opened = database.obj
    make_app(sqlite_place)
    database.obj.close_all()
    database.initialize(opened)
    for logger in (shared_app.logger, logging.getLogger("waitress")):
        assert len([known for known in logger.filters if isinstance(known, SecretFilter)]) == 1


def report(phone, **told):
    headers = {"X-CSRFToken": phone.token(), "User-Agent": "Mozilla/5.0 (X11) Chrome/83.0.4103.0 Safari/537.36 Anna"}
    return phone.client.post("/script-error", json=told, headers=headers)


def test_a_failed_script_is_logged_with_page_line_and_engine_only(host, night, log):
    script = "http://localhost/static/0a1b2c3d/entry.js"
    assert report(host, page=f"{night}/enter", script=script, line=37, text="Anna").status_code == 204
    assert log.getvalue() == "a script failed: entry.js:37 on the page deals.enter, in Chrome/83.0.4103.0\n"
    for told in ({}, {"page": "/nowhere", "script": "Anna", "line": "x"}, {"page": 5, "script": script, "line": -1}):
        assert report(host, **told).status_code == 204
    assert log.getvalue().count("a script failed: unknown on the page unknown, in") == 3
    assert "Anna" not in log.getvalue()
    assert night not in log.getvalue()


def test_a_browser_that_reports_on_and_on_does_not_fill_the_log(host, night, log):
    for _ in range(script_errors.MOST + 5):
        assert report(host, page=night).status_code == 204
    assert log.getvalue().count("a script failed") == script_errors.MOST
