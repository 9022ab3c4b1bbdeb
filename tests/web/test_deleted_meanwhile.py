"""A night that is deleted while somebody sends something to it: he is told so, and nothing is left of what he sent."""

import pytest

from scorekeeper.storage.models import database
from scorekeeper.storage.nights.manage import delete_night, take_out
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.verify import verify_all
from scorekeeper.web.access import current as access_current
from tests.web.phone import Phone
from tests.web.test_sent_again import FORMS

GONE = "A host has deleted this night."
OTHERS = {
    "me": {"who": "p2"},
    "entering": {"number": "2"},
    "kitty": {"how": "fine", "who": "p2", "amount": "1"},
    "settle/purse": {"action": "pool", "players": ["p1", "p2"]},
    "paper": {"rows": "A 71", "action": "book"},
    "share": {"action": "renew"},
}


@pytest.fixture
def phone(app, monkeypatch):
    """The phone of a host, the application being served: an error becomes a page."""
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    yield Phone(app)
    with database.connection_context():
        assert not [fault for _, fault in verify_all() if fault]


@pytest.fixture
def night(phone):
    """The path of a night of five with one deal booked."""
    path = phone.open_night()
    phone.book(path)
    return path


@pytest.fixture
def ends(monkeypatch):
    """A function by which a night ends as soon as somebody has come in who sends something to it."""
    come_in = access_current.set_names

    def by(end):
        def end_it(names):
            if access_current.request.method == "POST":
                end(find_night(access_current.g.slug))
            come_in(names)

        monkeypatch.setattr(access_current, "set_names", end_it)

    return by


@pytest.mark.parametrize("name", FORMS)
def test_a_form_for_a_deleted_night_shows_that_it_is_gone(phone, night, ends, name):
    sheet = FORMS[name](phone, night)
    ends(delete_night)
    answer = phone.post(sheet.path, sheet.fields)
    assert (answer.status, answer.html.one("h1").text) == (410, GONE)


@pytest.mark.parametrize("path", OTHERS)
def test_whatever_else_is_sent_to_it_is_answered_so_too(phone, night, ends, path):
    sent = {"csrf_token": phone.token(), "request": "a" * 32, **OTHERS[path]}
    ends(delete_night)
    answer = phone.post(f"{night}/{path}", sent)
    if answer.status == 303:
        answer = phone.get(answer.location)
    assert (answer.status, answer.html.one("h1").text) == (410, GONE)


def test_the_page_of_a_pruned_night_shows_that_it_is_in_a_file(phone, night, ends):
    sheet = FORMS["enter"](phone, night)
    ends(take_out)
    answer = phone.post(sheet.path, sheet.fields)
    assert (answer.status, "been moved to a file" in answer.text) == (410, True)
