"""Nobody opens nights without end; who is held back loses nothing of what was typed."""

import pytest

from scorekeeper.storage.access import rate_limits as stored_limits
from scorekeeper.storage.models import NightRow, Person, database
from scorekeeper.web.core import rate_limits
from tests.web.html import values
from tests.web.phone import Phone

TYPED = {"players-0": "Anna", "players-1": "Bernd", "players-2": "Clara", "dealer": "1", "amount": "0.25"}
TYPED |= {"title": "Stammtisch", "day": "2026-11-20", "house-loss": "2"}


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(rate_limits, "OPENINGS_FROM_ONE", 3)
    monkeypatch.setattr(rate_limits, "OPENINGS_FROM_SITE", 4)
    monkeypatch.setattr(rate_limits, "OPENINGS", 5)
    now = stored_limits.time()
    monkeypatch.setattr(stored_limits, "time", lambda: now)  # no window of time ends meanwhile


def begin(app, address="192.0.2.1", languages="en", **fields):
    """A new phone at some address opens a night."""
    phone = Phone(app, languages)
    phone.client.environ_base["REMOTE_ADDR"] = address
    return phone, phone.fill_in("/nights/new/herzblatt/muhr", "amount", **{**TYPED, **fields})


def stored():
    with database.connection_context():
        return NightRow.select().count(), Person.select().count()


def test_too_many_new_nights_get_the_time_to_wait_and_keep_the_typed_form(shared_app, few, monkeypatch):
    assert [begin(shared_app, **{"players-1": "Anna"})[1].status for _ in range(5)] == [422] * 5, "none was opened"
    assert [begin(shared_app)[1].status for _ in range(3)] == [303] * 3
    before = stored()
    phone, refused = begin(shared_app)
    assert refused.status == 429
    assert 0 < int(refused.headers["Retry-After"]) <= stored_limits.WINDOW
    assert refused.errors.startswith("Too many nights were opened just now. Wait ")
    assert {name: value[0] for name, value in values(refused.form(amount="")).items() if name in TYPED} == TYPED
    assert stored() == before
    _, german = begin(shared_app, languages="de-AT")
    assert german.errors.startswith("Gerade wurden zu viele Abende eröffnet.")
    later = stored_limits.time() + int(refused.headers["Retry-After"])
    opened = [begin(shared_app, f"192.0.2.{number}")[1].status for number in (2, 3, 4)]
    assert opened == [303, 303, 429], "others open theirs, but not without end"
    monkeypatch.setattr(stored_limits, "time", lambda: later)
    opened = phone.send(refused, refused.form(amount=""))
    assert opened.status == 303, "what was kept opens the night once the time is over"
    assert "Stammtisch" in phone.get(opened.location).body


def test_the_next_night_of_the_same_people_counts_too(shared_app, few):
    phone, opened = begin(shared_app)
    same = [
        phone.fill_in(f"{opened.location}/carry", "way=next", request=f"next-night-{number}") for number in range(3)
    ]
    assert [answer.status for answer in same] == [303] * 3, "the same next night is opened once"
    answers = [phone.fill_in(f"{opened.location}/carry", "way=another", next=str(number)) for number in (1, 2)]
    assert [answer.status for answer in answers] == [303, 429]
    assert answers[1].errors.startswith("Too many nights were opened just now. Wait ")
