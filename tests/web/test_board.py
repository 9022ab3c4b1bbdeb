"""The night at a glance, for whoever may look on: the board, the picture, and the plot of the running balances."""

import re
from importlib.util import find_spec
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.storage.queries.sheets import Trace
from scorekeeper.web.core.plot import draw, heights, place_labels, ticks
from tests.web.phone import Phone, links, whole

FOUR = ("Anna", "Bernd", "Clara", "Dora")


@pytest.fixture
def evening(host):
    """A night of four with three deals and a fourth that is being played."""
    night = host.open_night(*FOUR, rules="herzblatt/muhr", title="Stammtisch")
    for soloist, points in (("p1", 71), ("p1", 100), ("p3", 40)):
        host.book(night, soloist, points, note="SECRET")
    assert host.enter(night, "called", soloist="p2", announced="66", contra="p3").status == 303
    return night


def test_the_board_shows_standings_and_payoffs_and_nothing_private(host, onlooker, night, evening):
    page = host.get(f"{evening}/board")
    rows = page.html.one("section", "standings").all("li")
    stands = {row.one("span", "name").text.split()[0]: row.one("strong").text for row in rows}
    assert stands == {name: f"{points:+}".replace("-", "−") for name, points in host.standing(evening).items()}
    assert all(re.search("[+−]€", row.text) for row in rows if row.one("strong").text != "0")
    texts = ("Deal 4 is being played", "Clara deals", "Announced 66", "Contra by Clara", "What each result pays")
    assert [text for text in texts if text not in page.text] == []
    deals = [deal.one("h2").text for deal in page.html.all("div", "last")]
    assert deals == ["Deal 3: Clara 40", "Deal 2: Anna 100", "Deal 1: Anna 71"]
    about = page.html.one("div", "about").text
    assert about == "Herzblatt · Muhr One point is €0.10. Anna leads"
    ways = page.html.one("nav", "ways")
    assert (ways.one("a")["href"], ways.one("button")["data-do"]) == (evening, "fullscreen")
    assert "Clara loses with 40 of 120 card points" in page.text
    for path in (night, evening):
        page = host.get(f"{path}/board")
        main = page.html.one("main")
        assert [main.all(tag) for tag in ("button", "form", "input", "select", "details")] == [[]] * 5
        assert "SECRET" not in page.body
        assert [link["href"] for link in main.all("a") if not link["href"].startswith(f"{path}/enter")] == []
    shown = [phone.get(f"{night}/board").body.partition('class="join"')[2] for phone in (host, onlooker)]
    assert shown[0] == shown[1], "both see the onlookers’ code"
    assert links(host, night)["writer"] not in shown[0]


def test_the_board_says_that_a_deal_does_not_count(host, evening):
    page = host.get(f"{evening}/deals/3/void")
    assert host.send(page, page.form(note=""), "action=confirm", note="two cards short").status == 303
    board = host.get(f"{evening}/board")
    assert board.html.all("div", "last")[0].one("h2").text == "Deal 3: doesn’t count"


def test_the_picture_has_the_end_and_honest_titles(host, evening):
    answer = host.client.get(f"{evening}/picture.svg")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    drawn = ElementTree.fromstring(answer.text)
    texts = ["".join(part.itertext()) for part in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "Stammtisch" in texts
    assert "★ highest deal: Anna +6 in deal 2" in texts
    assert "★ longest run: Anna won points in 3 deals in a row" in texts
    assert not re.search("style|script|href", answer.text)
    assert "SECRET" not in answer.text
    painted = host.client.get(f"{evening}/picture.png")
    kind = "svg" if find_spec("resvg_py") is None else "png"
    assert painted.status_code == 404 if kind == "svg" else painted.data.startswith(b"\x89PNG\r\n")
    assert f"picture.{kind}" in host.get(f"{evening}/settle").body


def course(balances, player="p1"):
    high, low = max(balances), min(balances)
    ends = ((high, balances.index(high)), (low, balances.index(low)))
    return Trace(player, range(len(balances)), balances, *ends)


def read_points(text):
    return [tuple(map(float, point.split(","))) for point in text.split()]


def test_the_lines_run_through_the_balances_which_a_table_has_in_words(app):
    phone = Phone(app)
    night = phone.open_night("Anna", "Bernd", "Clara")
    for soloist, points in (("p1", 71), ("p2", 20), ("p3", 66), ("p1", 50)):
        phone.book(night, soloist, points)
    page = phone.get(f"{night}/whole")
    axis = page.html.one("g", "axis")
    values = {whole(text.text): float(text["y"]) - 4 for text in axis.all("text", "left")}
    (low, bottom), *_, (high, top) = sorted(values.items())
    lines = {}
    for group in page.html.all("g", fits=lambda group: group["class"].startswith("line-")):
        ys = [y for _, y in read_points(group.one("polyline")["points"])]
        lines[group.one("text").text] = [round(low + (y - bottom) * (high - low) / (top - bottom)) for y in ys]
    assert lines == {"Anna": [0, 2, 6, 5, 1], "Bernd": [0, -1, -9, -10, -8], "Clara": [0, -1, 3, 5, 7]}
    assert {name: line[-1] for name, line in lines.items()} == phone.standing(night)
    night = phone.open_night("Anna", "Bernd", "Clara")
    for points in (71, 20, 66):
        phone.book(night, "p1", points)
    assert f"{night}/whole#plot" in [link["href"] for link in phone.get(night).html.one("main").all("a")]
    assert phone.get(f"{night}/plot").location == f"{night}/whole#plot", "as in an earlier version"
    page = phone.get(f"{night}/whole")
    assert page.html.one("section", fits=lambda part: part["id"] == "plot").one("svg", "plot")
    assert page.html.one("desc").text == "Bernd: +2; Clara: +2; Anna: −4"
    rows = [row.text for row in page.html.one("table", "courses").one("tbody").all("tr")]
    assert "Anna −4 +2 deal 1 −6 deal 2" in rows


@pytest.mark.parametrize("deals", [1, 2, 159, 160, 161, 20_000])
def test_a_line_of_any_night_has_few_points_and_ends_with_the_balance(deals):
    balances = [(7 * number) % 113 - 50 for number in range(deals + 1)]
    (curve,) = draw([course(balances)], {"p1": "Anna"})
    points = read_points(curve.points)
    assert len(points) <= 162
    assert points[-1][1] == pytest.approx(curve.end, abs=0.06)
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    assert {round(x) for x, _ in (points[0], points[-1])} == {62, 262}


@given(st.lists(st.floats(12, 350), min_size=1, max_size=12))
def test_names_never_cover_each_other_nor_leave_the_drawing(ends):
    placed = sorted(place_labels(ends))
    assert all(after - before > 14.9 for before, after in pairwise(placed))
    assert placed[0] >= 12 - 1e-6
    assert placed[-1] <= 350 + 1e-6


@given(st.integers(-(10**7), 0), st.integers(1, 10**7))
def test_the_axis_has_few_round_numbers_and_zero(low, high):
    values = ticks(low, high)
    assert 0 in values
    assert len(values) <= 7
    assert all(low <= value <= high for value in values)
    assert heights([course([0, low, high])])
