"""Königrufen in a form: every contract of every author, its count pad, and what is asked of each player."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from tests.web.phone import Phone

GAME = GAMES["koenigrufen"]
PLAYERS = ("p1", "p2", "p3", "p4")
COUNTS = {"points.p1": "20 1/3", "points.p2": "30 1/3", "points.p3": "19 1/3", "points.p4": "0"}


def fields_of(rules, contract, declarer, other):
    """What a phone sends for a deal of a contract."""
    fields = {"contract": contract.key, "declarer": declarer}
    if contract.kind == "trischaken":
        return fields | COUNTS
    if contract.kind == "negative":
        return fields | {"tricks": "1", f"contra.{other}": "1"}
    fields |= {"points": "41", "contra": "1"} | ({"partner": other} if contract.called else {})
    for bird in contract.birds[:1]:
        asked = GAME.ask(rules, Seating(1, PLAYERS[-1], PLAYERS), {"declarer": declarer, "contract": contract.key})
        (rows,) = [question for question in asked if question.name == "bonuses"]
        ways = [dict(way.answers) for way in rows.ways]
        fields[f"bonuses.{bird}.{declarer}"] = str(ways.index({"announced": True, "made": True}))
    return fields


@pytest.mark.parametrize("author", GAME.presets)
def test_every_contract_can_be_entered(shared_app, author):
    phone, rules = Phone(shared_app), GAME.presets[author]
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules=f"koenigrufen/{author}", amount="0.10")
    for number, contract in enumerate(rules.contracts):
        forehand, other = PLAYERS[number % 4], PLAYERS[(number + 1) % 4]
        answer = phone.enter(night, **fields_of(rules, contract, forehand, other))
        assert answer.status == 303, (contract.key, answer.text)
    for page in ("", "/rules", "/settle", "/rules/sheet", "/enter", "/paper"):
        assert phone.get(night + page).status == 200, page


def test_five_at_the_table_play_with_four(shared_app):
    phone = Phone(shared_app)
    night = phone.open_night("Anna", "Bernd", "Clara", "David", "Emma", rules="koenigrufen/ooe")
    assert phone.enter(night, declarer="p1", contract="rufer", partner="p2", points="41").status == 303
