"""The counting pad gives nothing that nobody counted, and loses nothing that somebody counted."""

import pytest

from tests.browser.acts import choose, open_night

NAMES = ["Anna", "Bernd", "Clara"]


@pytest.fixture
def pad(phone, server):
    """A phone with the pad open, and the contract said."""
    open_night(phone, server, "husarln", "beck", NAMES)
    phone.tap(".bar a.primary")
    choose(phone, "declarer", "p1")
    choose(phone, "contract", "Z1")
    phone.tap(".pad summary")
    return phone


def turn(pad, way):
    pad.tap(f".pad label.chip:has(input[value={way}])")


def total(pad):
    return pad.inner_text(".pad .total")


def test_nothing_is_used_before_something_is_counted(pad):
    use = "[data-pad=use]"
    assert pad.is_disabled(use)
    pad.tap(".pad button[value='KH']")
    assert pad.is_enabled(use)
    pad.tap(".pad label.chip:has(input[value=defender_points])")
    assert pad.is_disabled(use), "the other pile is not counted"
    turn(pad, "classes")
    assert pad.is_disabled(use)
    pad.tap(".pad label.chip:has(input[value=points])")
    pad.tap("[data-pad=clear]")
    assert pad.is_disabled(use)
    assert pad.input_value("input[name=points]") == ""


def test_another_way_of_counting_goes_on_from_what_was_counted(pad):
    for card in ("KH", "KD", "QS"):
        pad.tap(f".pad button[value='{card}']")
    counted = total(pad)
    assert counted.startswith("3 cards count ")
    turn(pad, "classes")
    assert total(pad) == counted
    assert [key.inner_text().split() for key in pad.locator("[data-single]").all()[:2]] == [["5", "2"], ["4", "1"]]
    pad.tap("[data-single='1']")
    turn(pad, "packets")
    pad.tap("[data-packet='3']:text-is('7')")
    counted = total(pad)
    assert counted.startswith("7 cards count ")
    for way in ("cards", "classes", "packets"):
        turn(pad, way)
        assert total(pad) == counted
        assert pad.is_visible(".laid")
    turn(pad, "cards")
    assert pad.locator(".pad [aria-pressed=true]").count() == 3
