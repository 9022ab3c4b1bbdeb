"""The cards of Tarock games with a divided talon: which half was taken, who sits out, a deal that counts double."""

from urllib.parse import urlencode

import pytest

from tests.web.disputed import ROWS
from tests.web.phone import Phone
from tests.web.test_auditing import Recorder, look, save, saved

NAMES = ("Anna", "Bernd", "Clara", "David", "Emma")
CALLS = {
    "tapp": {"declarer": "p3", "contract": "dreier", "points": "34"},
    "koenigrufen": {"declarer": "p1", "contract": "rufer", "called": "KH", "partner": "p4", "points": "40"},
}


def open_deal(app, game, preset, **call):
    """A deal of three, or of four at a table of five, whose dealer Emma sits out."""
    phone = Phone(app)
    night = phone.open_night(*(NAMES if game == "koenigrufen" else NAMES[:3]), rules=f"{game}/{preset}")
    phone.enter(night, **CALLS[game] | call)
    return phone, night


def halves(page):
    """What the buttons of the halves say, and which of them is pressed."""
    buttons = page.html.all("button", fits=lambda button: button["name"] == "took")
    return [(button.text, button["aria-pressed"] == "true") for button in buttons]


def fields_of(play):
    keys = {name: f"p{place}" for place, name in enumerate(NAMES, 1)}
    fields = [(key, play[key]) for key in ("talon", "discard") if key in play]
    return [*fields, *((f"hands.{keys[name]}", cards) for name, cards in play.get("hands", {}).items())]


@pytest.mark.parametrize(
    ("game", "preset", "row", "taken", "labels"),
    [
        ("tapp", "mayr", "D-TT-1", 2, ["the lower", "the upper"]),
        ("koenigrufen", "ooe", "D-KR-1", 1, ["the first", "the second"]),
    ],
)
def test_the_half_is_said_by_a_tap_judged_saved_and_taken_back(shared_app, game, preset, row, taken, labels):
    phone, night = open_deal(shared_app, game, preset)
    play = ROWS[row]["play"]
    fields = [*fields_of(play), *(("tricks", trick) for trick in play["tricks"])]
    recorder = Recorder(phone, f"{night}/deals/1/audit?{urlencode([*fields, ('at', 'talon')])}")
    assert "Emma" not in recorder.page.form(at="").text, "she dealt"
    assert halves(recorder.page) == [(label, False) for label in labels]
    assert "everything is right" in recorder.page.text, "the cards tell which half it was"

    recorder.tap(f"took=half.{3 - taken}")
    assert halves(recorder.page)[2 - taken] == (labels[2 - taken], True)
    assert "everything is right" not in recorder.page.text, "he played cards of the other one"

    recorder.tap(f"took=half.{taken}")
    assert [pressed for _, pressed in halves(recorder.page)].index(True) == taken - 1
    assert "everything is right" in recorder.page.text
    save(phone, recorder.page, "record")
    assert saved(phone, night)["play"]["half"] == taken

    recorder = Recorder(phone, night, edit=1, at="talon")
    recorder.tap(f"took=half.{taken}")
    assert halves(recorder.page) == [(label, False) for label in labels]
    save(phone, recorder.page, "record")
    assert "half" not in saved(phone, night)["play"]


@pytest.mark.parametrize(
    ("game", "preset", "call"),
    [
        ("tapp", "kruepl", {"contract": "unterer"}),
        ("koenigrufen", "ooe", {"contract": "sechserdreier", "called": "", "partner": ""}),
    ],
)
def test_nobody_is_asked_where_no_half_or_a_certain_one_is_taken(shared_app, game, preset, call):
    phone, night = open_deal(shared_app, game, preset, **call)
    page = look(phone, night, at="talon")
    assert ("Talon" in page.text, halves(page)) == (True, [])


def test_a_deal_that_counts_double_is_booked_double_from_its_cards(shared_app):
    """KR-46: the factor that the deals before make due is entered with the counted result, as on the entry page."""
    phone, play = Phone(shared_app), ROWS["D-KR-1"]["play"]
    night = phone.open_night("David", "Anna", "Bernd", "Clara", rules="koenigrufen/ruediger")
    counts = {"points.p1": "20 1/3", "points.p2": "30 1/3", "points.p3": "19 1/3", "points.p4": "0"}
    assert phone.enter(night, contract="trischaken", **counts).status == 303
    assert phone.enter(night, "called", declarer="p2", contract="rufer", called="KH").status == 303
    fields = {key: play[key] for key in ("talon", "discard") if key in play}
    page = look(phone, night, 2, **fields, tricks=play["tricks"])
    save(phone, page, "counted")
    assert "Double deal times 2" in phone.get(f"{night}/deals/2").text
