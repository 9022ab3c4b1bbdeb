"""Which half of the talon the declarer took, said by a tap where the rules leave him the choice."""

import json
import tomllib
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.web.phone import Phone
from tests.web.test_auditing import look, save, saved, tap

ROWS = tomllib.loads((Path(__file__).parents[1] / "vectors" / "deals.toml").read_text("utf-8"))["records"]
PLAY = {row["id"]: row["play"] for row in ROWS}
NAMES = ("Anna", "Bernd", "Clara", "David")
CALLS = {
    "tapp": {"declarer": "p3", "contract": "dreier", "points": "34"},
    "koenigrufen": {"declarer": "p1", "contract": "rufer", "called": "KH", "partner": "p4", "points": "40"},
}


def open_deal(app, game, preset, language="en-GB", house=None, **call):
    phone = Phone(app, language)
    names = NAMES if game == "koenigrufen" else NAMES[:3]
    house = {f"house-{name}": json.dumps(value) for name, value in (house or {}).items()}
    night = phone.open_night(*names, rules=f"{game}/{preset}", **house)
    phone.enter(night, **CALLS[game] | call)
    return phone, night


def halves(page):
    """What the buttons of the halves say, and which of them is pressed."""
    buttons = page.html.all("button", fits=lambda button: button["name"] == "took")
    return [(button.text, button["aria-pressed"] == "true") for button in buttons]


@pytest.mark.parametrize(
    ("game", "preset", "row", "taken", "labels"),
    [
        ("tapp", "mayr", "D-TT-1", 2, ["the lower", "the upper"]),
        ("koenigrufen", "ooe", "D-KR-1", 1, ["the first", "the second"]),
    ],
)
def test_the_half_is_said_by_a_tap_judged_saved_and_taken_back(shared_app, game, preset, row, taken, labels):
    phone, night = open_deal(shared_app, game, preset)
    play, keys = PLAY[row], {name: f"p{place}" for place, name in enumerate(NAMES, 1)}
    fields = [(key, play[key]) for key in ("talon", "discard")] + [("tricks", trick) for trick in play["tricks"]]
    fields += [(f"hands.{keys[name]}", cards) for name, cards in play["hands"].items()]
    page = phone.get(f"{night}/deals/1/audit?{urlencode([*fields, ('at', 'talon')])}")
    assert halves(page) == [(label, False) for label in labels]
    assert "everything is right" in page.text, "the cards tell which half it was"

    page = tap(phone, page, "took", f"half.{3 - taken}")
    assert halves(page)[2 - taken] == (labels[2 - taken], True)
    assert "everything is right" not in page.text, "he played cards of the other one"

    page = tap(phone, page, "took", f"half.{taken}")
    assert [pressed for _, pressed in halves(page)].index(True) == taken - 1
    assert "everything is right" in page.text
    save(phone, page, "record")
    assert saved(phone, night)["play"]["half"] == taken

    page = tap(phone, look(phone, night, edit=1, at="talon"), "took", f"half.{taken}")
    assert halves(page) == [(label, False) for label in labels]
    save(phone, page, "record")
    assert "half" not in saved(phone, night)["play"]


@pytest.mark.parametrize(
    ("game", "preset", "call"),
    [
        ("tapp", "mayr", {"contract": "solo"}),
        ("tapp", "kruepl", {"contract": "unterer"}),
        ("koenigrufen", "ooe", {"contract": "sechserdreier", "called": "", "partner": ""}),
        ("koenigrufen", "ooe", {"contract": "solodreier", "called": "", "partner": ""}),
    ],
)
def test_nobody_is_asked_where_no_half_or_a_certain_one_is_taken(shared_app, game, preset, call):
    phone, night = open_deal(shared_app, game, preset, **call)
    page = look(phone, night, at="talon")
    assert "Talon" in page.text
    assert not halves(page)
