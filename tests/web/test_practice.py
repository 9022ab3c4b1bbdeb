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


def test_a_deal_tried_many_times_is_counted_as_a_real_one_and_not_booked(host, empty):
    before = host.get(f"{empty}/night.json").body
    for _ in range(20):
        tried = practise(host, empty, soloist="p1", points="71")
        assert tried.status == 200
        assert "Nothing was booked." in tried.text
    refused = practise(host, empty, soloist="p1", points="121")
    assert (refused.status, refused.errors) == (422, host.enter(empty, soloist="p1", points="121").errors)
    sent = {"number": "1", "based_on": "0", "kind": "booked", "practice": "yes", "soloist": "p1", "points": "71"}
    shown = host.post(f"{empty}/preview", sent | {"csrf_token": host.token()})
    assert ("Only try:" in shown.body, 'value="booked"' in shown.body) == (True, False)
    assert host.get(f"{empty}/night.json").body == before
    assert f'href="{empty}/practice"' in host.get(empty).body
    assert f'href="{empty}/enter"' in tried.body
    page = host.get(f"{empty}/practice")
    assert host.enter(empty, soloist="p1", points="71").status == 303
    booked = host.get(f"{empty}/deals/1")
    assert tried.html.one("table", "lines").text == booked.html.one("table", "lines").text
    late = host.send(page, page.form(number=""), "action=try", soloist="p1", points="71")
    assert (late.status, late.location) == (303, f"{empty}/practice"), "somebody overtook it"


@pytest.mark.parametrize("game", GAMES)
def test_no_button_of_practice_books(shared_app, game):
    phone = Phone(shared_app)
    names = ("Anna", "Bernd", "Clara", "Dora")
    night = phone.open_night(*names, rules=f"{game}/{next(iter(GAMES[game].presets))}")
    page = phone.get(f"{night}/practice")
    assert set(re.findall('name="action" value="([^"]+)"', page.body)) == {"try", "look"}
