"""Bonuses with a name of the table's own on a phone: entered, offered, paid, named on every page, and forgotten."""

import json

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.nightfile.rulesheet import spell_house
from tests.web.html import values
from tests.web.test_koenigrufen import way_of

FOUR = ("Anna", "Bernd", "Clara", "David")
HERZ = "<b>Herz & Anna</b>"
TYPED = {
    "house-bonuses-own1-name": HERZ,
    "house-bonuses-own1-silent": "1",
    "house-bonuses-own1-announced": "3",
    "house-bonuses-own1-calm": "1",
    "house-bonuses-own2-name": "=1+2",
    "house-bonuses-own2-silent": "2",
}


def test_a_form_that_nobody_changed_stores_no_own_bonuses(phone):
    night = phone.open_night(*FOUR, rules="koenigrufen/wien")
    assert "own1" not in phone.get(f"{night}/night.toml").body


def test_own_bonuses_are_entered_paid_and_named_on_every_page(phone):
    night = phone.open_night(*FOUR, rules="koenigrufen/wien", **TYPED)
    own = {"own1": {"name": HERZ, "value": [1, 3], "contra": False}, "own2": {"name": "=1+2", "value": 2}}
    assert json.loads(phone.get(f"{night}/night.json").body)["house"]["bonuses"] == own
    for path in ("", "/rules", "/rules/sheet", "/blank", "/board"):
        page = phone.get(night + path)
        assert "Wien, with 2 values of your own" in page.text, path
        assert HERZ not in page.body, path
    for path in ("/rules", "/rules/sheet"):
        assert HERZ in phone.get(night + path).text, path
    rules = apply_house(GAMES["koenigrufen"].presets["wien"], {"bonuses": own})
    said = {"declarer": "p1", "contract": "dreier"}
    ways = {
        "bonuses.own1.p1": way_of(rules, said, announced=True, made=True),
        "bonuses.own2.p2": way_of(rules, said),
    }
    called = phone.enter(night, "look", **said, **{"bonuses.own1.p1": way_of(rules, said, announced=True)})
    assert HERZ in called.text
    assert phone.enter(night, **said, points="40", **ways).status == 303
    assert phone.get(night).standing == {"Anna": 18, "Bernd": -6, "Clara": -6, "David": -6}
    for path in ("/deals/1", "/enter", "/whole"):
        assert HERZ not in phone.get(night + path).body, path
    told = phone.get(f"{night}/deals/1").text
    assert f"{HERZ} announced: Anna (the table’s own value)" in told
    assert "KR-133" in told


@pytest.mark.parametrize(
    ("rules", "said", "standing", "rule"),
    [
        ("tapp/mayr", {"contract": "dreier"}, [8, -4, -4], "TT-45"),
        ("husarln/beck", {"contract": "Z1"}, [8, -4, -4], "HU-41"),
        ("zwanzigerrufen/freeboardgames", {"contract": "solo"}, [18, -6, -6, -6], "ZR-39"),
        ("paskievics/openspiel", {"contract": "harom", "partner": "p2"}, [2, 2, -2, -2], "HT-50"),
    ],
)
def test_own_bonuses_of_other_games_are_called_previewed_and_paid(phone, rules, said, standing, rule):
    names, said = FOUR[: len(standing)], {"declarer": "p1", "points": "50", **said}
    night = phone.open_night(*names, rules=rules, **TYPED)
    own = {"own1": {"name": HERZ, "value": [1, 3], "contra": False}, "own2": {"name": "=1+2", "value": 2}}
    assert json.loads(phone.get(f"{night}/night.json").body)["house"]["bonuses"] == own
    for path in ("", "/rules", "/rules/sheet", "/blank", "/board", "/paper"):
        page = phone.get(night + path)
        assert page.status == 200, path
        assert HERZ not in page.body, path
    for path in ("/rules", "/rules/sheet"):
        assert HERZ in phone.get(night + path).text, path
    game, _, author = rules.partition("/")
    table = apply_house(GAMES[game].presets[author], {"bonuses": own})
    seats = tuple(f"p{place}" for place in range(1, len(names) + 1))
    asked = GAMES[game].ask(table, Seating(1, seats[-1], seats), {"declarer": "p1", "contract": said["contract"]})
    ways = [dict(way.answers) for row in asked if row.name == "bonuses" for way in row.ways]
    open_call = {"bonuses.own1.p1": str(ways.index({"announced": True}))}
    assert HERZ in phone.enter(night, "look", **{**said, "points": ""}, **open_call).text
    made = {"bonuses.own1.p1": str(ways.index({"announced": True, "made": True}))}
    assert phone.enter(night, **said, **made, **{f"bonuses.own2.{seats[-1]}": str(ways.index({}))}).status == 303
    assert phone.get(night).standing == dict(zip(names, standing, strict=True))
    told = phone.get(f"{night}/deals/1").text
    assert f"{HERZ} announced: Anna (the table’s own value)" in told
    assert rule in told


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"name": "Pagat", "silent": "1"}, "“Pagat” is taken: choose another name"),
        ({"name": "x" * 90, "silent": "1"}, "is not a text of 1 to 30 characters"),
        ({"name": "Herz"}, "the value is missing"),
        ({"silent": "3", "announced": "2"}, "announced it would be worth 2, less than 3 unannounced"),
        ({"name": "Herz", "silent": "9" * 39}, "is too large"),
        ({"name": "Herz", "announced": "0"}, "is not a whole number from"),
    ],
)
def test_a_refused_bonus_stays_in_its_row_with_the_reason(phone, typed, told):
    page = phone.get("/nights/new/koenigrufen/wien")
    seats = {f"players-{place}": name for place, name in enumerate(FOUR)}
    fields = {f"house-bonuses-own2-{part}": text for part, text in typed.items()}
    answer = phone.send(page, page.form(amount=""), **seats, **fields)
    assert answer.status == 422
    assert told in answer.errors
    sent = values(answer.form(amount=""))
    assert {name: sent[name] for name in fields} == {name: [text] for name, text in fields.items()}


def test_own_bonuses_change_from_a_deal_on_and_can_be_dropped(phone):
    night = phone.open_night(*FOUR, rules="koenigrufen/wien", **TYPED)
    page = phone.get(f"{night}/rules")
    sent = values(page.form(number=""))
    assert (sent["house-bonuses-own1-name"], sent["house-bonuses-own1-announced"]) == ([HERZ], ["3"])
    gone = {f"house-bonuses-own1-{part}": "" for part in ("name", "silent", "announced")}
    assert phone.send(page, page.form(number=""), **gone).status == 303
    told = phone.get(f"{night}/rules/sheet").text
    assert "=1+2" in told
    assert HERZ not in told


def test_the_rules_of_a_link_have_the_own_bonuses(phone):
    bonuses = {"own1": {"name": HERZ, "value": [1, 3], "contra": False}, "own2": {"name": "=1+2", "value": 2}}
    page = phone.get("/nights/new/koenigrufen/wien", **spell_house({"bonuses": bonuses}))
    sent = values(page.form(amount=""))
    assert {name: sent[name] for name in TYPED} == {name: [text] for name, text in TYPED.items()}
    assert HERZ not in page.body
