"""What a counting pad fills in: a pile and the talon cards that count with it, added up by the server."""

import pytest

from scorekeeper.nightfile.syntax import load

HUSARLN = "husarln/beck"
CALL = {"declarer": "p1", "contract": "Z2"}
APART = {"points.pile": "34⅔", "points.talon": "1⅔"}


@pytest.fixture
def three(host):
    """The path of a night of Husarln."""
    return host.open_night("Anna", "Bernd", "Clara", rules=HUSARLN)


def field(page, name):
    return page.form(number="").one("input", fits=lambda found: found["name"] == name)["value"]


def test_the_server_adds_the_talon_and_the_deal_says_how(host, three):
    assert host.enter(three, **CALL, **APART).status == 303
    deal = host.get(f"{three}/deals/1").text
    assert "declarer: 34⅔ in tricks and laid away and 1⅔ in talon cards 1, 2 are 36⅓" in deal
    assert host.standing(three) == {"Anna": 12, "Bernd": -6, "Clara": -6}
    night = load(host.get(f"{three}/night.toml").body)
    assert night["deals"][0]["points"] == {"pile": "34⅔", "talon": "1⅔"}


def test_the_preview_shows_the_parts_beside_their_sum(host, three):
    fields = {"csrf_token": host.token(), "number": "1", "based_on": "0", **CALL, "points": "36⅓", **APART}
    part = host.post(f"{three}/preview", fields)
    assert "36⅓: 34⅔ and 1⅔ (talon cards 1, 2)" in part.html.text
    assert "Book: Anna +12" in part.html.one("button", "book").text


def test_a_sum_that_is_not_that_of_its_parts_is_refused(host, three):
    answer = host.enter(three, **CALL, points="40⅓", **APART)
    assert answer.status == 422
    assert "40⅓ is not the sum of the pile and its talon cards" in answer.errors
    assert set(host.standing(three).values()) == {0}


def test_a_correction_opens_with_the_parts_that_were_entered(host, three):
    host.enter(three, **CALL, **APART)
    page = host.get(f"{three}/deals/1/correct")
    assert [field(page, f"points{part}") for part in ("", ".pile", ".talon")] == ["36⅓", "34⅔", "1⅔"]
    look = host.send(page, page.form(number=""), "action=look", contract="E2")
    assert look.status == 422
    assert "without talon card 1 the pile ends on ⅓" in look.errors or "cannot be worth" in look.errors


def test_where_a_solo_talon_counts_for_nobody_the_pad_has_one_pile(host):
    three = host.open_night("Anna", "Bernd", "Clara", rules=HUSARLN, **{"house-solo_talon": '"nobody"'})
    fields = {"csrf_token": host.token(), "number": "1", "based_on": "0", "declarer": "p1", "contract": "Solo"}
    pad = host.post(f"{three}/preview", fields).html.one("details", "pad")
    sides = [chip["value"] for chip in pad.all("input", fits=lambda chip: chip["name"] == "pad-side")]
    assert sides == ["points"]
