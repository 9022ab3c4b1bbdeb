"""What the forms of a new night and of a deal ask at the table of each author, and what they do not know there."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house import switches
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
    house = {name.removeprefix("house-").removesuffix("-own") for name in offered if name.startswith("house-")}
    assert house == {switch.name for switch in switches(rules)}
    number = max(rules.players)
    night = phone.open_night(*FIVE[:number], rules=f"{key}/{preset}")
    seats = [f"p{place}" for place in range(1, number + 1)]
    questions = GAMES[key].ask(rules, Seating(1, seats[-1], tuple(seats)), {})
    asked = {name.split(".")[0] for name in named(phone.get(f"{night}/enter").form(number=""))}
    assert asked == {question.name for question in questions}


def test_no_page_of_loew_names_a_bonus_of_other_authors(shared_app):
    phone = Phone(shared_app)
    night = phone.open_night("Anna", "Bernd", "Clara", rules="husarln/loew")
    text = phone.get(f"{night}/rules").text + phone.get(f"{night}/enter").text + phone.get(f"{night}/rules/sheet").text
    assert "Pagat ultimo" in text
    for strange in ("Uhu", "Pelican", "four Kings", "HU-49", "HU-50", "HU-51"):
        assert strange not in text, strange
