"""Hungarian Tarokk in a form: every bid of every author, what is asked, and its other pages."""

import pytest

from scorekeeper.games import GAMES
from tests.web.phone import Phone

GAME = GAMES["paskievics"]
PLAYERS = ("p1", "p2", "p3", "p4")


@pytest.mark.parametrize("author", GAME.presets)
@pytest.mark.parametrize("languages", ["de-AT", "en"])
def test_every_bid_can_be_entered_and_read_on_every_page(shared_app, author, languages):
    phone = Phone(shared_app, languages)
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules=f"paskievics/{author}", amount="0.10")
    for number, contract in enumerate(GAME.presets[author].contracts):
        fields = {"contract": contract.key, "declarer": PLAYERS[number], "called": "T19", "points": "50"}
        fields |= {"alone": "yes"} if number == 3 else {"partner": PLAYERS[number + 1]}
        assert phone.enter(night, **fields, **{"bonuses.kings.p1": "0"}).status == 303, contract.key
    assert phone.enter(night, passed="yes").status == 303
    phone.read_pages(night)


def test_a_bid_asks_for_the_called_tarock_and_its_holder(shared_app):
    phone = Phone(shared_app)
    night = phone.open_night("Anna", "Bernd", "Clara", "David", rules="paskievics/pagat")
    page = phone.enter(night, "look", declarer="p1", contract="harom")
    names = {field["name"] for field in page.form(number="").all("input")}
    assert {"called", "partner", "alone", "points"} <= names
    assert "gave_up" not in names
    assert "bonuses.tarokk8.p1" in page.body
    openspiel = phone.open_night("Anna", "Bernd", "Clara", "David", rules="paskievics/openspiel")
    page = phone.enter(openspiel, "look", declarer="p1", contract="harom")
    assert "bonuses.double.p1" in page.body
    assert "bonuses.tarokk8.p1" not in page.body
