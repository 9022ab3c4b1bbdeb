"""A deal for practice: it is counted as any other and leaves nothing behind."""

import re

import pytest

from scorekeeper.games import GAMES
from tests.web.phone import Phone


@pytest.fixture
def empty(host):
    """The path of a night of five without a deal."""
    return host.open_night()


def practise(phone, night, **fields):
    page = phone.get(f"{night}/practice")
    return phone.send(page, page.form(number="", practice=""), "action=try", **fields)


def test_a_deal_tried_fifty_times_is_counted_as_a_real_one_and_not_booked(host, empty):
    before = host.get(f"{empty}/night.json").body
    for _ in range(50):
        tried = practise(host, empty, soloist="p1", points="71")
        assert tried.status == 200
        assert "Nothing was booked." in tried.text
    assert host.get(f"{empty}/night.json").body == before
    assert host.enter(empty, soloist="p1", points="71").status == 303
    booked = host.get(f"{empty}/deals/1")
    assert tried.html.one("table", "lines").text == booked.html.one("table", "lines").text


def test_the_empty_sheet_leads_to_practice_and_practice_to_the_first_deal(host, empty, night):
    assert f'href="{empty}/practice"' in host.get(empty).body
    assert f'href="{empty}/enter"' in practise(host, empty, soloist="p1", points="71").body
    assert "/practice" not in host.get(night).body


@pytest.mark.parametrize("game", GAMES)
def test_no_button_of_practice_books(shared_app, game):
    phone = Phone(shared_app)
    names = ("Anna", "Bernd", "Clara", "Dora")
    night = phone.open_night(*names, rules=f"{game}/{next(iter(GAMES[game].presets))}")
    page = phone.get(f"{night}/practice")
    assert set(re.findall('name="action" value="([^"]+)"', page.body)) == {"try", "look"}


def test_practice_shows_the_same_errors_as_a_real_entry(host, empty):
    tried = practise(host, empty, soloist="p1", points="121")
    assert tried.status == 422
    assert tried.errors == host.enter(empty, soloist="p1", points="121").errors
    assert 'value="try"' in tried.body


def test_practice_that_somebody_overtook_begins_anew(host, empty):
    page = host.get(f"{empty}/practice")
    host.book(empty)
    late = host.send(page, page.form(number=""), "action=try", soloist="p1", points="71")
    assert (late.status, late.location) == (303, f"{empty}/practice")


def test_the_form_shows_meanwhile_that_nothing_will_be_booked(host, empty):
    sent = {"number": "1", "based_on": "0", "kind": "booked", "practice": "yes", "soloist": "p1", "points": "71"}
    shown = host.post(f"{empty}/preview", sent | {"csrf_token": host.token()})
    assert "Only try:" in shown.body
    assert 'value="booked"' not in shown.body


def test_an_onlooker_has_no_practice(onlooker, night):
    assert onlooker.get(f"{night}/practice").status == 403
