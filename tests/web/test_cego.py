"""Cego in a form: every game can be entered and read on every page, and each asks for what it needs."""

import pytest

from scorekeeper.games import GAMES
from tests.web.phone import Phone

GAME = GAMES["cego"]
PLAYERS = ("p1", "p2", "p3", "p4")
ASKED = {
    "halbe": {"points", "against_solo", "no_trick"},
    "solo": {"points", "no_trick"},
    "ultimo": {"won"},
    "bettel": {"won", "tricks"},
    "raeuber": {"loser"},
}


@pytest.mark.parametrize("languages", ["de-AT", "en"])
def test_every_game_can_be_entered_and_read_on_every_page(shared_app, languages):
    phone = Phone(shared_app, languages)
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules="cego/schwarzwald", amount="0.10")
    for number, contract in enumerate(GAME.author.contracts):
        fields = {"contract": contract.key, "declarer": PLAYERS[number % 4]}
        result = {"points": {"points": "41"}, "few points": {"loser": "p2"}}.get(contract.goal, {"won": "yes"})
        assert phone.enter(night, **fields, **result).status == 303, contract.key
    phone.read_pages(night)


@pytest.mark.parametrize("contract", ASKED)
def test_a_game_asks_for_what_it_is_played_for(shared_app, contract):
    phone = Phone(shared_app)
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules="cego/schwarzwald")
    page = phone.enter(night, "look", declarer="p1", contract=contract)
    names = {field["name"] for field in page.form(number="").all("input")}
    assert names & {"points", "against_solo", "no_trick", "won", "tricks", "loser"} == ASKED[contract]
    assert not names & {"contra", "bonuses", "passed"}


def test_what_each_end_pays_is_told_before_the_first_card(shared_app):
    phone = Phone(shared_app)
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules="cego/schwarzwald")
    page = phone.enter(night, "look", declarer="p1", contract="eine")
    for end in ("won with 40 to 44", "won with 75 to 79", "lost with 35 to 39", "lost with 0 to 4", "without a trick"):
        assert end in page.text, end


def test_the_many_ends_of_a_game_are_folded_but_for_the_current_one(shared_app):
    phone = Phone(shared_app)
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules="cego/schwarzwald")

    def ends(**points):
        page = phone.enter(night, "look", declarer="p1", contract="eine", **points).html
        folded = page.one("details", fits=lambda one: one["id"] == "ends")
        return [
            [end.text for end in place.all("th", fits=lambda one: one["scope"] == "rowgroup")]
            for place in (page, folded)
        ]

    everything, folded = ends()
    assert len(everything) == 17
    assert everything == everything[:6] + folded
    assert set(folded) - set(ends(points="37")[1]) == {"lost with 35 to 39"}
