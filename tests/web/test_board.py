"""The board and the picture: the night at a glance, for whoever may look on."""

import re
from importlib.util import find_spec
from xml.etree import ElementTree

import pytest

from tests.web.phone import links

FOUR = ("Anna", "Bernd", "Clara", "Dora")


@pytest.fixture
def evening(host):
    """A night of four with three deals and a fourth that is being played."""
    night = host.open_night(*FOUR, rules="herzblatt/muhr", title="Stammtisch")
    for soloist, points in (("p1", 71), ("p1", 100), ("p3", 40)):
        host.book(night, soloist, points, note="SECRET")
    assert host.enter(night, "called", soloist="p2", announced="66", contra="p3").status == 303
    return night


def test_the_board_shows_the_standings_the_players_and_the_possible_payoffs(host, evening):
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


def test_the_board_has_nothing_to_tap_and_nothing_private(host, onlooker, night, evening):
    for path in (night, evening):
        page = host.get(f"{path}/board")
        main = page.html.one("main")
        assert [main.all(tag) for tag in ("button", "form", "input", "select", "details")] == [[]] * 5
        assert "SECRET" not in page.body
        assert [link["href"] for link in main.all("a") if not link["href"].startswith(f"{path}/enter")] == []
    shown = [phone.get(f"{night}/board").body.partition('class="join"')[2] for phone in (host, onlooker)]
    assert shown[0] == shown[1], "both see the onlookers’ code"
    assert links(host, night)["writer"] not in shown[0]


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
