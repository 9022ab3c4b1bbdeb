"""Several parties of Herzeln in a night, on the sheet."""

from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.syntax import load
from scorekeeper.telling.night import score_night
from tests.web.paying import holds
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


def running(page):
    rows = [row for row in page.html.one("table", "sheet").all("tr") if row["id"].startswith("deal-")]
    return {int(row["id"][5:]): [whole(cell.one("b").text) for cell in row.all("td")] for row in rows}


def sums(tours):
    return [sum(column) for column in zip(*WRITTEN[:tours], strict=True)]


def test_each_party_begins_anew_and_is_carried_from_page_to_page(shared_app):
    """A night of two parties and two tours."""
    phone = Phone(shared_app)
    night = phone.open_night("Anna", "Bernd", "Clara", rules="herzeln/piatnik")
    for number in range(18):
        assert phone.enter(night, **PARTY[number % 8]).status == 303
    page = phone.get(night)
    assert running(page) == {number: sums((number - 1) % 8 + 1) for number in range(3, 19)}
    ends = [row.text for row in page.html.one("table", "sheet").all("tr", "over")]
    assert ends == [f"Game {number}: Anna wins with 79 points" for number in (1, 2)]
    assert page.html.one("p", "party").text == "Game 3: 6 tours are left to play"
    for first in (1, 2, 3):
        page = phone.get(night, **{"from": first})
        assert running(page) == {number: sums((number - 1) % 8 + 1) for number in range(first, first + 16)}
        assert list(page.standing.values()) == sums(2)
        for row in page.html.all("tr", "carried"):
            assert [whole(cell.text) for cell in row.all("td")] == sums(first - 1)


def test_a_corrected_deal_moves_the_end_of_a_game_to_a_mark_everywhere(shared_app):
    """Husarln to 100: Anna ends the first game with the third deal."""
    phone = Phone(shared_app, "de-AT")
    night = phone.open_night("Anna", "Bernd", "Clara", rules="husarln/loew", **{"house-game_end-own": "100, 10"})
    for declarer in ("p1", "p1", "p1", "p2"):
        assert phone.enter(night, declarer=declarer, contract="Solo", points="40").status == 303
    page = phone.get(night)
    ends = [row.text for row in page.html.one("table", "sheet").all("tr", "over")]
    assert ends == ["Partie 1: Spiel zu Ende: Anna +10"]
    assert page.standing == {"Anna": 0, "Bernd": 40, "Clara": 0}, "the second game"
    assert running(page) == {1: [40, 0, 0], 2: [80, 0, 0], 3: [130, 0, 0], 4: [0, 40, 0]}
    deal = phone.get(f"{night}/deals/3").text
    assert ("Anna hat 120 von 100 Punkten und beendet die Partie" in deal, "HU-64" in deal) == (True, True)
    assert "Partie 2: die Partie geht bis 100" in phone.get(f"{night}/board").text
    settled = phone.get(f"{night}/settle").html.one("table", "standing").one("tbody").all("tr")
    assert [whole(row.all("td")[0].text) for row in settled] == [220, -50, -170]
    look = phone.fill_in(f"{night}/deals/1/correct", "number", "action=look", declarer="p2", note="vertauscht")
    assert look.moved == {"Anna": (220, -140, 80), "Bernd": (-50, 130, 80), "Clara": (-170, 10, -160)}
    assert phone.send(look, look.form(number=""), "action=confirm").status == 303
    assert holds(night)
    page = phone.get(night)
    assert not page.html.one("table", "sheet").all("tr", "over")
    assert page.standing == {"Anna": 80, "Bernd": 80, "Clara": 0}
    assert [running(page)[number] for number in (2, 3, 4)] == [[40, 40, 0], [80, 40, 0], [80, 80, 0]]
    assert "beendet die Partie" not in phone.get(f"{night}/deals/3").text
    file = read_night(load(phone.get(f"{night}/night.toml").body))
    assert score_night(file)["balance"] == {"Anna": 80, "Bernd": 80, "Clara": -160}
    assert phone.enter(night, "called", declarer="p2", contract="Solo").status == 303
    page = phone.get(night)
    assert "+50" in page.html.one("table", "outcomes").text, "the end of the game is foreseen"
    assert "HU-64" in page.html.one("details", "why").text


TO_ONE = {"house-tie": '"extra_tour"', "house-money": '"winner_takes"'}


def test_a_misdealt_tour_is_dealt_again_and_not_used_up(host):
    night = host.open_night("Anna", "Bernd", "Clara", rules="herzeln/piatnik")
    assert host.enter(night, **PARTY[0]).status == 303
    page = host.get(f"{night}/deals/1/void")
    assert "Its tour is used up. Where cards were misdealt, deal this tour again" in page.text
    assert host.send(page, page.form(number=""), "action=confirm", note="a card too few").status == 303
    assert host.correct(night, 1, **PARTY[0], misdealt="yes").status == 303
    assert "the cards were misdealt at first, and the tour was dealt again" in host.get(f"{night}/deals/1").text
    assert "Tour 2 · tricks +" in host.get(night).html.one("a", "primary").text
    assert host.enter(night, **PARTY[1], misdealt="yes").status == 303
    assert host.standing(night) == {"Anna": 49, "Bernd": 0, "Clara": 0}
    file = read_night(load(host.get(f"{night}/night.toml").body))
    assert [slot.act.answers.get("misdealt") for slot in file.slots] == [True, True]


def test_the_extra_tour_after_a_tie_decides(host):
    night = host.open_night("Anna", "Bernd", "Clara", rules="herzeln/piatnik", **TO_ONE)
    rows = ["= 0 0 -31", "3 4 1", "4 4 0", "2 2 0", "c", "c", "c", "c a"]  # Anna and Bernd come to −60, Clara to −61
    assert host.fill_in(f"{night}/paper", "number", "action=together", row=rows).status == 303
    over = host.get(night).html.one("tr", "over").text
    assert "Anna, Bernd have −60 points each: an extra tour decides, with tour 8; what cannot be shared" in over
    refused = host.correct(night, 8, **{"extra.p1": "-35"})
    assert (refused.status, refused.errors) == (422, "none of the eight tours brings these points")
    assert host.correct(night, 8, **{"extra.p1": "-40"}).status == 303
    assert host.get(night).html.one("tr", "over").text == "Game 1: Bernd wins with −60 points"
    assert "Anna in the extra tour" in host.get(f"{night}/deals/8").text
    assert holds(night)
    told = score_night(read_night(load(host.get(f"{night}/night.toml").body)))
    assert told["balance"] == {"Anna": -40, "Bernd": 41, "Clara": -1}
    won = host.correct(night, 2, **{"tricks.p1": "4", "tricks.p2": "3"})
    assert won.status == 303, "an earlier tour is corrected as ever"
    refused = host.correct(night, 8, **{"extra.p1": "-80", "extra.p2": "0"})
    assert refused.errors == "nobody shares the highest total after eight tours, so there is no extra tour"
