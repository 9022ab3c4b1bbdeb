"""A night whose journal was changed in the database: its pages say where it contradicts itself, others are unharmed."""

import logging
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.sql import run
from scorekeeper.storage.models import database
from scorekeeper.web.access import broken_night
from tests.web.phone import Phone


@pytest.fixture
def served(shared_app, monkeypatch):
    """The application as it is served: an error becomes a page."""
    monkeypatch.setitem(shared_app.config, "PROPAGATE_EXCEPTIONS", False)
    return shared_app


@pytest.fixture
def changed(served, host, night):
    """The night, its second entry changed behind the program's back."""
    host.book(night, "p2")
    sql = "UPDATE entry SET facts = ? WHERE seq = 2 AND night_id = (SELECT id FROM night WHERE slug = ?)"
    with database.connection_context():
        run(sql, '{"number": 1}', night.rpartition("/")[2])
    return night


def test_every_page_of_a_damaged_night_names_the_entry_to_those_inside(served, host, changed, caplog):
    with caplog.at_level(logging.ERROR):
        for path in ("/deals/1", "/night.toml", "/night.csv", "/deals/1/correct", ""):
            answer = host.get(changed + path)
            assert answer.status == 500, path
            assert answer.text.startswith(
                "The record of this night contradicts itself, so this page cannot be shown. Entry 2 "
            )
            assert ("scorekeeper verify" in answer.text, "Traceback" in answer.body) == (True, False)
    slug = changed.rpartition("/")[2]
    assert f"night {slug} contradicts itself: entry 2: its hash or its place" in caplog.text
    assert Phone(served).get(changed).status == 404
    (form,) = answer.html.one("main").all("form")
    assert host.send(answer, form, "away=yes").location == "/"
    assert (changed in host.get("/").body, changed in host.get("/", archived=1).body) == (False, True)
    host.languages = "de-AT"
    answer = host.get(changed)
    assert "Die Aufzeichnung dieses Abends widerspricht sich selbst" in answer.text
    assert "Eintrag 2 stimmt nicht: " in answer.text
    other = host.open_night("Xaver", "Yvonne", "Zita")
    host.book(other)
    assert [host.get(path).status for path in (other, f"{other}/night.toml", "/", changed + "/settle")] == [200] * 4


def test_booking_while_the_night_is_verified_contradicts_nothing(served, host, night, writer, monkeypatch):
    """Where something was sent, the page itself reads at no one moment."""
    find = broken_night.find_night

    def fail():
        raise RuntimeError("inside")

    def find_then_another_books(slug):
        row = find(slug)
        with ThreadPoolExecutor(1) as pool:
            pool.submit(writer.book, night).result()
        return row

    monkeypatch.setitem(served.view_functions, "settling.freeze", fail)
    monkeypatch.setattr(broken_night, "find_night", find_then_another_books)
    answer = host.post(f"{night}/settle/freeze", {"csrf_token": host.token()})
    assert answer.text.startswith("Something went wrong")


def test_a_refusal_that_no_form_shows_is_a_page(served, host, night, monkeypatch):
    def refuse(*given):
        raise Refused("night", say("no text of {this} product", this="that"))

    monkeypatch.setattr("scorekeeper.web.table.views.dismiss_welcome", refuse)
    monkeypatch.setattr("scorekeeper.web.sheet.polling.hash_at", refuse)
    sent = host.post(f"{night}/dismiss", {"csrf_token": host.token()})
    assert (sent.status, "no text of that product" in sent.text) == (422, True)
    assert host.get(f"{night}/head").status == 500
