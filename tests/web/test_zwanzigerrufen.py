"""Zwanzigerrufen in a form: every contract of every author, what is asked in a normal game, and its other pages."""

import pytest

from scorekeeper.games import GAMES
from tests.web.phone import Phone

GAME = GAMES["zwanzigerrufen"]
PLAYERS = ("p1", "p2", "p3", "p4")


@pytest.mark.parametrize("author", GAME.presets)
@pytest.mark.parametrize("languages", ["de-AT", "en"])
def test_every_contract_can_be_entered_and_read_on_every_page(shared_app, author, languages):
    phone = Phone(shared_app, languages)
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules=f"zwanzigerrufen/{author}", amount="0.10")
    for number, contract in enumerate(GAME.presets[author].contracts):
        fields = {"contract": contract.key, "declarer": PLAYERS[number], "points": "47", "bonuses.kings.p1": "0"}
        fields |= {"called": "T16", "partner": PLAYERS[number + 1]} if contract.called else {}
        assert phone.enter(night, **fields).status == 303, contract.key
    phone.read_pages(night)


def test_a_normal_game_asks_for_a_tarock_and_its_holder_and_for_no_talon(shared_app):
    phone = Phone(shared_app)
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules="zwanzigerrufen/freeboardgames")
    page = phone.enter(night, "look", declarer="p1", contract="normal")
    names = {field["name"] for field in page.form(number="").all("input")}
    assert {"called", "partner", "points"} <= names
    assert not names & {"alone", "gave_up", "passed"}
    called = [field["value"] for field in page.form(number="").all("input") if field["name"] == "called"]
    assert [card for card in called if card] == ["T20", "T19", "T18", "T17", "T16"]
    page = phone.enter(night, "look", declarer="p2", contract="farbensolo")
    names = {field["name"] for field in page.form(number="").all("input")}
    assert "points" in names
    assert not names & {"called", "partner"}
    assert "bonuses.absolut.p1" in page.body
    assert "bonuses.pagat.p1" not in page.body
