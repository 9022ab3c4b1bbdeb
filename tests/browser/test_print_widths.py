"""Every page that is printed fits on a sheet of A4: twelve long names, and money of four currencies."""

import pprint
from urllib.parse import urlencode

import pytest

from tests.browser.measures import BAD_NUMBERS, SIDEWAYS
from tests.chosen import at_length
from tests.web.disputed import PLAY, TRICKS
from tests.web.group import open_group
from tests.web.paying import freeze
from tests.web.phone import Phone
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
OF_NIGHT = ("", "/whole", "/blank", "/settle", "/deals/1", "/rules/sheet", "/kitty", "/table", "/end", "/board")
OF_GROUP = ("", "/evenings", "/figures", "/statement", "/kitty", "/members", "/board", "/settle", "/settings")


@pytest.fixture
def club(app, currencies, language):
    """Nights of twelve in one group, each in another currency, with its season, an evening and two statements.

    Also drawn tables, two whole statements, an earlier season, opening balances, and a recorded hand of three.
    """
    host = Phone(app, language)
    nights = []
    group = ""
    for currency in currencies:
        amount = STAKES[currency]
        fields = {"currency": currency, "amount": amount} | ({"round": group[3:]} if group else {})
        night = host.open_night(*TWELVE, rules="herzblatt/feder", **fields)
        group = group or open_group(host, night)
        for number in range(6):
            host.book(night, f"p{(number + 1) % 12 + 1}", 120)
        agreed = " ".join(map(str, (612, -388, 119, -256, 477, -564, 321, -148, 233, -406, 108, -108)))
        host.fill_in(f"{night}/paper", "number", "action=together", row=[f"== {agreed} Schaltspiel"] * 2)
        book(host, night, "fine", amount, "p1", "zu spät")
        pool(host, night, "p1", "p2")
        freeze(host, night)
        page = host.get(f"{night}/settle")
        form = page.html.one("main").all("form", fits=lambda form: form["action"].endswith("/settle/tick"))[0]
        assert host.send(page, form, "tick=all").status == 303
        nights.append(night)
    page = host.get(f"{group}/season").html
    people = [link["href"] for link in page.one("main").all("a") if "/statement?" in link["href"]]
    evenings = [link["href"] for link in host.get(f"{group}/evenings").html.one("main").all("a", "card")]
    return host, nights, group, [f"{group}/season", evenings[0], *people[:2], *_more(host, group, people)]


def _more(host, group, people):
    """Open what else is printed, and return its addresses."""
    page = host.get(f"{group}/opening-balances")
    balances = "\n".join(f"{name}\t{1234567 - number}" for number, name in enumerate(TWELVE))
    host.send(page, page.form(list=""), list=balances, file=None)
    page = host.get(f"{group}/seasons/new")
    earlier = {"name": "2020", "currency": "", "day": "2020-12-31"}
    season = host.send(page, page.form(list=""), list=balances, file=None, **earlier).location
    page = host.get(f"{group}/tables")
    drawn = host.send(
        page, page.form(others=""), here=list(TWELVE), kind="herzblatt/feder", action="draw", way="random"
    )
    assert host.send(drawn, drawn.form(seats=""), "action=open").status == 303
    hand = host.open_night(*TWELVE[:3], rules="husarln/loew")
    assert host.enter(hand, declarer="p1", contract="Z2", points="35").status == 303
    record = urlencode({"talon": PLAY["talon"], "discard": PLAY["discard"], "tricks": TRICKS}, doseq=True)
    whole = [f"{link}&page=all" for link in people[:2]]
    return [*whole, season, f"{group}/opening-balances", f"{group}/tables", f"{hand}/deals/1/audit?{record}"]


@pytest.mark.parametrize(
    ("currencies", "language", "pages"),
    [(("HUF",), "de-AT", 3), at_length(tuple(STAKES), "de-AT", None), at_length(tuple(STAKES), "en-GB", None)],
)
def test_every_page_that_is_printed_fits_on_a_sheet(lent, server, club, language, pages):
    host, nights, group, more = club
    phone = lent(host, group, viewport={"width": WIDTH, "height": 1000}, locale=language, is_mobile=False)
    phone.emulate_media(media="print")
    paths = [*(f"{night}{path}" for night in nights for path in OF_NIGHT[:pages]), *more]
    paths += [] if pages else [group + path for path in OF_GROUP]
    found = {}
    for path in paths:
        assert phone.goto(server + path).status == 200, path
        if wrong := [*phone.evaluate(SIDEWAYS), *phone.evaluate(CUT), *phone.evaluate(BAD_NUMBERS)]:
            found[path[:40]] = wrong
    assert not found, pprint.pformat(found, width=200)
