"""Several parties of Herzeln in a night, on the sheet."""

import pytest

from scorekeeper.games import GAMES
from tests.games.planted import PLANTED
from tests.web.phone import Phone, whole

# Who takes what in the eight tours of a party of three, by player; the sums are those of the rules.
PARTY = (
    {"points.p1": -31, "points.p2": 0, "points.p3": 0},
    {"tricks.p1": 8, "tricks.p2": 0, "tricks.p3": 0},
    {"tricks.p1": 0, "tricks.p2": 3, "tricks.p3": 5},
    {"queens.p1": 0, "queens.p2": 4, "queens.p3": 0},
    {"king": "p3"},
    {"last": "p1"},
    {"last": "p2"},
    {"out.1": "p3", "out.2": "p1"},
)
WRITTEN = [(-31, 0, 0), (80, 0, 0), (0, -30, -50), (0, -80, 0), (0, 0, -40), (40, 0, 0), (0, -40, 0), (-10, -20, 0)]


@pytest.fixture(scope="module")
def long_night(shared):
    """A phone at a night of two parties and two tours."""
    phone = Phone(shared())
    night = phone.open_night("Anna", "Bernd", "Clara", rules="herzeln/piatnik")
    for number in range(18):
        assert phone.enter(night, **PARTY[number % 8]).status == 303
    return phone, night


def running(page):
    rows = [row for row in page.html.one("table", "sheet").all("tr") if row["id"].startswith("deal-")]
    return {int(row["id"][5:]): [whole(cell.one("b").text) for cell in row.all("td")] for row in rows}


def sums(tours):
    return [sum(column) for column in zip(*WRITTEN[:tours], strict=True)]


def test_the_sheet_begins_anew_with_each_party(shared_app, long_night):
    phone, night = long_night
    page = phone.get(night)
    assert running(page) == {number: sums((number - 1) % 8 + 1) for number in range(3, 19)}
    assert list(page.standing.values()) == sums(2)


def test_each_party_ends_with_a_line_that_names_its_winner(shared_app, long_night):
    phone, night = long_night
    page = phone.get(night)
    ends = [row.text for row in page.html.one("table", "sheet").all("tr", "over")]
    assert ends == [f"Party {number}: Anna wins with 79 points" for number in (1, 2)]
    assert page.html.one("p", "party").text == "Party 3: 6 tours are left to play"


def test_a_page_carries_forward_what_the_party_in_progress_has(shared_app, long_night):
    phone, night = long_night
    for first in (1, 2, 3):
        page = phone.get(night, **{"from": first})
        assert running(page) == {number: sums((number - 1) % 8 + 1) for number in range(first, first + 16)}
        assert list(page.standing.values()) == sums(2)
        for row in page.html.all("tr", "carried"):
            assert [whole(cell.text) for cell in row.all("td")] == sums(first - 1)


def test_the_settlement_is_of_the_whole_night(shared_app, long_night):
    phone, night = long_night
    totals = [2 * whole_party + begun for whole_party, begun in zip(sums(8), sums(2), strict=True)]
    balances = [
        whole(row.all("td")[0].text) for row in phone.get(f"{night}/settle").html.one("table", "standing").all("tr")
    ]
    assert balances == [3 * own - sum(totals) for own in totals]


def test_a_party_that_ends_by_a_condition_shows_on_the_sheet(app, monkeypatch):
    host = Phone(app)  # with a database of its own: nobody else knows this game
    monkeypatch.setitem(GAMES, "planted", PLANTED)
    night = host.open_night("Anna", "Bernd", "Clara", "David", rules="planted/nobody")
    for _ in range(6):
        said = {"declarer": "p1", "partner": "p3", "points": "70", "contra.1.p2": "0"}
        assert host.enter(night, **said).status == 303
    assert host.standing(night) == {"Anna": 2, "Bernd": -2, "Clara": 2, "David": -2}, "the second party"
    page = host.get(night)
    assert page.text.count("Party 1: over") == 1
    assert "Party 2: it goes on" in page.text
    assert "contra by Bernd" in host.get(f"{night}/deals/1").text
    assert "+18" in host.get(f"{night}/settle").text, "contra counts in money"
