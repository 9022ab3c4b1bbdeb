"""Every page that is printed fits on a sheet of A4: twelve long names, and money of four currencies."""

import pprint

import pytest

from tests.browser.measures import BAD_NUMBERS, SIDEWAYS
from tests.chosen import at_length
from tests.web.meeting import open_round
from tests.web.paying import freeze
from tests.web.test_kitty import book, pool

TWELVE = (
    *("Maximiliane Oberhuber", "Franz-Joseph Brandstätter", "Christl Unterweger", "Karl-Heinz Grabner"),
    *("Annemarie Hinterleitner", "Wolfgang Schwarzenbacher", "Elisabeth Mitterlehner", "Hans-Peter Kirchschlager"),
    *("Theresia Aschauer-Lang", "Leopold Niederwimmer", "Roswitha Pfaffenhuemer", "Johann Zwettler"),
)
STAKES = {"EUR": "2", "CHF": "3", "HUF": "1000", "CZK": "50"}
WIDTH = 718  # of A4 less the margins of a browser
# What is cut on paper, where nobody can scroll: a box that hides a part of what is in it.
CUT = """() => [...document.querySelectorAll("main, main *")].filter(e => e.checkVisibility()
  && getComputedStyle(e).overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1)
  .map(e => `${e.tagName} ${e.className} ${e.scrollWidth} > ${e.clientWidth} ${e.textContent.trim().slice(0, 30)}`)"""
OF_NIGHT = ("", "/whole", "/blank", "/settle", "/deals/1", "/rules/sheet", "/kitty", "/table", "/end")
OF_GROUP = ("", "/evenings", "/figures", "/statement", "/kitty", "/members", "/tables")


@pytest.fixture
def club(german_host, currencies):
    """Nights of twelve in one group, each in another currency, with its season, an evening and two statements."""
    nights = []
    meeting = ""
    for currency in currencies:
        amount = STAKES[currency]
        fields = {"currency": currency, "amount": amount} | ({"round": meeting[3:]} if meeting else {})
        night = german_host.open_night(*TWELVE, rules="herzblatt/feder", **fields)
        meeting = meeting or open_round(german_host, night)
        for number in range(6):
            german_host.book(night, f"p{(number + 1) % 12 + 1}", 120)
        agreed = " ".join(map(str, (612, -388, 119, -256, 477, -564, 321, -148, 233, -406, 108, -108)))
        german_host.fill_in(f"{night}/paper", "number", "action=together", row=[f"== {agreed} Schaltspiel"] * 2)
        book(german_host, night, "fine", amount, "p1", "zu spät")
        pool(german_host, night, "p1", "p2")
        freeze(german_host, night)
        page = german_host.get(f"{night}/settle")
        form = page.html.one("main").all("form", fits=lambda form: form["action"].endswith("/settle/tick"))[0]
        assert german_host.send(page, form, "tick=all").status == 303
        nights.append(night)
    page = german_host.get(f"{meeting}/season").html
    people = [link["href"] for link in page.one("main").all("a") if "/statement?" in link["href"]]
    evenings = [link["href"] for link in german_host.get(f"{meeting}/evenings").html.one("main").all("a", "card")]
    return german_host, nights, meeting, [f"{meeting}/season", evenings[0], *people[:2]]


@pytest.mark.parametrize(("currencies", "pages"), [(("HUF",), 3), at_length(tuple(STAKES), None)])
def test_every_page_that_is_printed_fits_on_a_sheet(lent, server, club, pages):
    host, nights, meeting, more = club
    phone = lent(host, meeting, viewport={"width": WIDTH, "height": 1000}, locale="de-AT", is_mobile=False)
    phone.emulate_media(media="print")
    paths = [*(f"{night}{path}" for night in nights for path in OF_NIGHT[:pages]), *more]
    paths += [] if pages else [meeting + path for path in OF_GROUP]
    found = {}
    for path in paths:
        assert phone.goto(server + path).status == 200, path
        wrong = [*phone.evaluate(SIDEWAYS), *phone.evaluate(CUT), *phone.evaluate(BAD_NUMBERS)]
        if wrong:
            found[path] = wrong
    assert not found, pprint.pformat(found, width=200)
