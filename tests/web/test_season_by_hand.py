"""A season of three evenings with two games, whose rows are added up here by hand."""

import pytest

from tests.tables import read_csv
from tests.web.clock import TODAY
from tests.web.test_evening import club_of, draw, play, shown, won
from tests.web.test_kitty import book
from tests.web.test_statement import season_row, statement, statement_link

pytestmark = pytest.mark.usefixtures("one_evening")


FOUR = ("Anna", "Bernd", "Clara", "Dora")
FIVE = (*FOUR, "Emil")
COIN = 10  # cents a point
TAROCK = "koenigrufen/ooe"


@pytest.fixture
def group(host):
    """A group that drops one night, and gives cup points and −12 for a missed round."""
    return club_of(host, FIVE, drops="1")


@pytest.fixture
def season(host, group):
    """Three evenings, after a night that was carried and then deleted; the last evening has two rounds.

    Emil comes late to the last evening, and Bernd leaves early.
    """
    gone = host.open_night(*FOUR, day="2026-01-01", round=group[3:])
    host.book(gone, "p1", 90)
    carried = won(host, gone)
    first = host.open_night(*FOUR, day="2026-01-08", round=group[3:])
    host.book(first, "p2", 40)
    page = host.get(f"{group}/settle")
    host.send(page, page.html.one("main").one("form", fits=lambda form: "Move and settle" in form.text))
    assert host.fill_in(f"{gone}/delete", "typed", typed=host.get(gone).html.one("h1").text).status == 303
    book(host, first, "fine", "2", "p2", "Misdeal")
    second = host.open_night(*FOUR, rules=TAROCK, day="2026-01-15", round=group[3:])
    play(host, second, 50)
    play(host, second, 20, forehand=2)
    drawn = []
    for here in (FOUR, ("Anna", "Clara", "Dora", "Emil")):
        (night,) = draw(host, group, list(here))
        play(host, night, 60)
        drawn.append(night)
    return carried, [first, second, *drawn]


def place_points(result):
    """Place points of one table: one for everybody who has less, half for who has as many."""
    return {
        name: sum(1.0 * (own > other) + 0.5 * (own == other) for other in result.values()) - 0.5
        for name, own in result.items()
    }


def evenings_of(results, points):
    """What each person has of each of the three evenings, the rounds of the last one as one."""
    first, second, *parts = map(points, results)
    last = {name: sum(part.get(name, 0) for part in parts) for name in FIVE}
    return {name: [night[name] for night in (first, second, last) if name in night] for name in FIVE}


def halves(text):
    return float(text.replace("½", ".5"))


def test_place_points_of_two_games_add_up_without_the_worst_evening(host, group, season):
    _, nights = season
    evenings = evenings_of([won(host, night) for night in nights], place_points)
    page = host.get(f"{group}/season")
    headings = [cell.text for cell in page.html.all("table", "season")[0].one("thead").all("th")]
    assert not {"points", "counted", "cup points", "counted cup points", "missed rounds"} & set(headings)
    assert "Different games were played, so points are not added up." in page.text
    places = {name: halves(text) for name, text in shown(page, "place points").items()}
    assert places == {name: sum(each) for name, each in evenings.items()}
    counted = {name: halves(text) for name, text in shown(page, "counted place points").items()}
    assert counted == {name: sum(each) - min(each) for name, each in evenings.items()}
    order = [row.one("th").text for row in page.html.all("table", "season")[0].one("tbody").all("tr")]
    assert [counted[name] for name in order] == sorted(counted.values(), reverse=True)
    heading, *rows = read_csv(host.get(f"{group}/season.csv").body)
    assert "cup points" not in heading
    assert {row[at] for row in rows for at, name in enumerate(heading) if name in ("points", "counted")} == {""}
    _, second, *parts = [won(host, night) for night in nights]
    missed = {"Bernd": -12, "Emil": -12}
    page = host.get(f"{group}/season", kind=TAROCK)
    assert "points are not added up" not in page.text
    cups = []
    for result in (second, *parts):
        bonus = {name: (8, 4, 2, 0)[sum(other > own for other in result.values())] for name, own in result.items()}
        cups.append({name: own + bonus[name] for name, own in result.items()})
    for name in FIVE:
        last = sum(part.get(name, 0) for part in cups[1:]) + missed.get(name, 0)
        each = [*([cups[0][name]] if name in cups[0] else []), last]
        assert written(shown(page, "cup points")[name]) == sum(each), name
        assert written(shown(page, "counted cup points")[name]) == sum(each) - min(each), name
        assert written(shown(page, "missed rounds")[name]) == missed.get(name, 0), name


def test_money_of_both_games_a_fine_and_a_deleted_night_is_added_up(host, group, season):
    carried, nights = season
    results = [won(host, night) for night in nights]
    for name in FIVE:
        row = season_row(host, group, name)
        expected = {
            "result": COIN * sum(result.get(name, 0) for result in results),
            "carried over": COIN * carried.get(name, 0),
            "fines, shared purse": -200 if name == "Bernd" else 0,
            "paid": 0,
        }
        assert row == expected | {"still owed": sum(expected.values())}, name
        rows = statement(host, group, name)
        brought = [COIN * result[name] for result in results if result.get(name)]
        assert [100 * row[0] for row in rows if row[0]] == brought, name
        assert 100 * sum(row[-2] for row in rows) == row["still owed"], name
    page = host.get(f"{group}/season", begin=TODAY, end=TODAY)
    assert {name for name, text in shown(page, "missed rounds").items() if text == "−12"} == {"Bernd", "Emil"}
    assert "counted cup points" not in page.text, "no evening is dropped of a single one"
    links = [link["href"].partition("#")[0] for link in page.html.one("main").all("a") if link["href"][:3] == "/n/"]
    assert links == nights[2:]
    assert host.get(statement_link(host, group, "Emil")).status == 200
    assert carried["Anna"] > 0, "money of the deleted night is still there"


def written(text):
    return int(text.replace("−", "-"))
