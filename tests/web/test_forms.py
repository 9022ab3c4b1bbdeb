"""What forms ask at the table of each author, how answers and counts are filled in, and forms that only try a deal."""

import re

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house, switches
from scorekeeper.games.questions import Choice, Option
from scorekeeper.nightfile.syntax import load
from scorekeeper.phrase import say
from scorekeeper.web.deal.widgets import gather, spread
from tests.chosen import AUTHORS
from tests.web.phone import FIVE, Phone


def named(form):
    """The names of a form's controls but for those that any entry has."""
    apart = {"csrf_token", "request", "based_on", "made", "number", "dealer", "kind", "shown", "pad-way", "pad-side"}
    names = {control["name"] for tag in ("input", "select") for control in form.all(tag)} - apart
    return {name for name in names if not name.startswith("playing")}


@pytest.mark.parametrize(("key", "preset"), AUTHORS)
def test_forms_ask_what_an_author_knows_and_nothing_else(shared_app, key, preset):
    rules = GAMES[key].presets[preset]
    phone = Phone(shared_app)
    offered = named(phone.get(f"/nights/new/{key}/{preset}").form(amount=""))
    house = {name.split("-")[1] for name in offered if name.startswith("house-")}
    assert house == {switch.name for switch in switches(rules)}
    number = max(rules.players)
    night = phone.open_night(*FIVE[:number], rules=f"{key}/{preset}")
    seats = [f"p{place}" for place in range(1, number + 1)]
    questions = GAMES[key].ask(rules, Seating(1, seats[-1], tuple(seats)), {})
    asked = {name.split(".")[0] for name in named(phone.get(f"{night}/enter").form(number=""))}
    assert asked == {question.name for question in questions}


DOUBLE = {"flat_bonus_announced": "double"}
CONTRA = {"contra": "game_and_announcements"}
ANNOUNCED = {"announced": True}
MADE = {"announced": True, "made": True}


@pytest.mark.parametrize(
    ("bonus", "said", "shown", "house"),
    [
        ("pagat", MADE | {"contra": 0}, MADE, {}),
        ("pagat", MADE | {"contra": 0}, MADE, CONTRA),
        ("pagat", MADE | {"contra": 1}, MADE | {"contra": 1}, CONTRA),
        ("pagat", {"announced": True, "made": False, "contra": 0}, {"announced": True, "made": False}, {}),
        ("pagat", {"announced": False, "made": True}, {}, {}),
        ("trull", ANNOUNCED, ANNOUNCED, DOUBLE),
        ("trull", MADE, ANNOUNCED, DOUBLE),
    ],
)
def test_a_row_is_shown_as_what_it_says(bonus, said, shown, house):
    rules = apply_house(GAMES["husarln"].presets["loew"], house)
    seating = Seating(1, "Clara", ("Anna", "Bernd", "Clara"))
    asked = GAMES["husarln"].ask(rules, seating, {"declarer": "Anna", "contract": "Z1"})
    (question,) = (question for question in asked if question.name == "bonuses")
    who = {"player": "Anna", "bonus": bonus}
    inputs = spread(question, [who | said])
    assert gather(question, inputs) == [who | shown]
    (way,) = inputs.values()
    assert bonus in (question.ways[int(way)].only or [bonus]), "a form could not show it"


def test_a_choice_is_not_answered_by_what_was_said_of_each_player_before():
    question = Choice("contra", say("Contra"), (Option(1, say("contra")),))
    assert gather(question, {"contra.p2": "1"}) is None


HUSARLN = "husarln/beck"
CALL = {"declarer": "p1", "contract": "Z2"}
APART = {"points.pile": "34⅔", "points.talon": "1⅔"}


@pytest.fixture
def three(host):
    """The path of a night of Husarln."""
    return host.open_night("Anna", "Bernd", "Clara", rules=HUSARLN)


def field(page, name):
    return page.form(number="").one("input", fits=lambda found: found["name"] == name)["value"]


def test_the_server_adds_the_talon_and_shows_the_parts(host, three):
    fields = {"csrf_token": host.token(), "number": "1", "based_on": "0", **CALL, "points": "36⅓", **APART}
    part = host.post(f"{three}/preview", fields)
    assert "36⅓: 34⅔ and 1⅔ (talon cards 1, 2)" in part.html.text
    assert "Save: Anna +12" in part.html.one("button", "book").text
    assert host.enter(three, **CALL, **APART).status == 303
    deal = host.get(f"{three}/deals/1").text
    assert "declarer: 34⅔ in tricks and laid away and 1⅔ in talon cards 1, 2 are 36⅓" in deal
    assert host.standing(three) == {"Anna": 12, "Bernd": -6, "Clara": -6}
    assert load(host.get(f"{three}/night.toml").body)["deals"][0]["points"] == {"pile": "34⅔", "talon": "1⅔"}
    page = host.get(f"{three}/deals/1/correct")
    assert [field(page, f"points{part}") for part in ("", ".pile", ".talon")] == ["36⅓", "34⅔", "1⅔"]
    assert host.send(page, page.form(number=""), "action=look", contract="E2").status == 422, "another talon"
    three = host.open_night("Anna", "Bernd", "Clara", rules=HUSARLN, **{"house-solo_talon": '"nobody"'})
    fields = {"csrf_token": host.token(), "number": "1", "based_on": "0", "declarer": "p1", "contract": "Solo"}
    pad = host.post(f"{three}/preview", fields).html.one("details", "pad")
    sides = [chip["value"] for chip in pad.all("input", fits=lambda chip: chip["name"] == "pad-side")]
    assert sides == ["points"]


@pytest.mark.parametrize("fourth", ["sits_out", "with_defenders"])
def test_the_fourth_stands_wherever_a_deal_is_told(shared_app, fourth):
    phone, paid = Phone(shared_app), fourth == "with_defenders"
    house = {"house-fourth": f'"{fourth}"'} if paid else {}
    night = phone.open_night("Anna", "Bernd", "Clara", "Dora", rules="tapp/mayr", amount="0.10", **house)
    said = {"declarer": "p1", "contract": "dreier", "points": "40"}
    look = phone.enter(night, "look", **said).text
    assert ("Dora −3" in " ".join(look.split())) == paid
    assert phone.enter(night, **said).status == 303
    dora = -3 if paid else 0
    assert phone.get(night).standing == {"Anna": 6 - dora, "Bernd": -3, "Clara": -3, "Dora": dora}
    heads = phone.get(f"{night}/deals/1").html.one("table", "lines").one("thead").all("th")
    assert [head.text for head in heads] == ["Anna", "Bernd", "Clara", *(["Dora"] if paid else [])]
    phone.enter(night, "called", declarer="p2", contract="solo")
    assert phone.get(night).html.one("table", "outcomes").one("thead").text.count("Anna") == paid


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
        assert (tried.status, "Nothing was saved." in tried.text) == (200, True)
    refused = practise(host, empty, soloist="p1", points="121")
    assert (refused.status, refused.errors) == (422, host.enter(empty, soloist="p1", points="121").errors)
    sent = {"number": "1", "based_on": "0", "kind": "booked", "practice": "yes", "soloist": "p1", "points": "71"}
    shown = host.post(f"{empty}/preview", sent | {"csrf_token": host.token()})
    assert ("Only try:" in shown.body, 'value="booked"' in shown.body) == (True, False)
    assert host.get(f"{empty}/night.json").body == before
    assert f'href="{empty}/practice"' in host.get(empty).body
    assert f'href="{empty}/enter"' in tried.body
    page = host.get(f"{empty}/practice")
    assert set(re.findall('name="action" value="([^"]+)"', page.body)) == {"try", "look"}, "no button of it books"
    assert host.enter(empty, soloist="p1", points="71").status == 303
    booked = host.get(f"{empty}/deals/1")
    assert tried.html.one("table", "lines").text == booked.html.one("table", "lines").text
    late = host.send(page, page.form(number=""), "action=try", soloist="p1", points="71")
    assert (late.status, late.location) == (303, f"{empty}/practice"), "somebody overtook it"
