"""A game of the table's own on a phone: from the start page to the first booked deal, with its taps counted."""

import json
from urllib.parse import quote

import pytest

from scorekeeper.games.own.ready import ready_sheets
from tests.browser.acts import SOON, answered, follow, open_night, save, standing, wait_until_prepared, waiting
from tests.browser.measures import LEAST, SMALL
from tests.browser.test_print_widths import CUT
from tests.browser.test_taps import Taps
from tests.games.own.documents import SKAT
from tests.web.phone import Phone
from tests.web.test_own_games import link_to, open_at


@pytest.fixture
def taps(own_phone, server):
    phone = own_phone()
    phone.goto(server)
    return Taps(phone)


def test_a_newcomer_books_a_deal_of_an_own_game_in_fourteen_taps(taps):
    phone = taps.phone
    taps.tap("main a[href*='/nights/new']")
    taps.tap("a[href*='/nights/own']")
    taps.tap("a[href*='/nights/own/winner']")
    phone.fill("#name", "Haufeln")
    assert phone.inner_text("#example table").count("+") == 3, "what a deal pays stands there at once"
    taps.tap("button[name=go]")
    for place, name in enumerate(("Anna", "Bernd", "Clara")):
        phone.fill(f"input[name='players-{place}']", name)
    taps.tap("#entry button.primary")
    phone.wait_for_selector(".sheet", timeout=SOON)
    taps.tap("main .bar a[href$='/enter']")
    phone.wait_for_selector("#actions .book", state="attached", timeout=SOON)
    with answered(phone):
        taps.tap("label:has(input[name=winner][value=p1])")
    with answered(phone):
        taps.tap("label:has(input[name=value][value=c2])")
    taps.book()
    assert "+4" in phone.inner_text("table.sheet")
    assert taps.count <= 14
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.goto(phone.url.partition("/n/")[0] + "/nights/own")
    assert "Haufeln" in phone.inner_text("main")
    assert phone.evaluate(SMALL, LEAST) == [], "the game that the phone keeps is large enough to tap"


def test_a_bock_round_is_ticked_by_itself_and_can_be_taken_out_on_a_phone(own_phone, server):
    phone = own_phone()
    phone.goto(f"{server}/nights/own/ready/doppelkopf")
    follow(phone, "main a[href*='sheet=']:has-text('Bock')")
    for place, name in enumerate(("Anna", "Bernd", "Clara", "Dora")):
        phone.fill(f"input[name='players-{place}']", name)
    phone.fill("input[name=amount]", "0.10")
    phone.tap("#entry button.primary")
    phone.wait_for_selector(".sheet", timeout=SOON)
    night = Taps(phone)
    for number in (1, 2):
        follow(phone, "main .bar a[href$='/enter']")
        night.choose(("declarer", f"p{number}"), ("contract", "solo"))
        night.press("130")
        if number == 1:
            phone.tap("#rare > summary")
            night.choose(("bock_from", "yes"))
        else:
            assert phone.is_checked("input[name=bock]")
            night.choose(("bock", "yes"))
            assert not phone.is_checked("input[name=bock]"), "the next answer of the server does not tick it again"
            phone.wait_for_selector("label.chip:has(input[name=sure-bock])")
            night.choose(("bock", "yes"))
        night.book()
    assert standing(phone) == [1, 5, -3, -3]
    follow(phone, "form[action$='/undo'] button")
    assert standing(phone) == [3, -1, -1, -1]
    follow(phone, "nav a[href$='/settle']")
    assert phone.inner_text("main").count("€0.10") >= 3
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone.complaints == []


HAUFELN = {"name": "Haufeln", "kind": "points", "players": [3], "low": -50, "high": 50, "sum": 0}
WATTELN = {"name": "Watteln", "kind": "winner", "players": [3], "values": [{"value": 2}, {"value": 3}]}
SAYS = {
    "points": (HAUFELN, ({"points.p1": "4", "points.p2": "-3"}, {"points.p1": "8", "points.p2": "-6"}), "+12"),
    "winner": (WATTELN, ({"winner": "p1", "value": "c1"}, {"winner": "p1", "value": "c2"}), "+10"),
    "contract": (SKAT | {"steps": []}, ({"declarer": "p1", "contract": "grand", "points": "70"},) * 2, "+48"),
}


@pytest.mark.parametrize(("document", "deals", "won"), SAYS.values(), ids=SAYS)
def test_deals_of_a_sheet_saved_while_the_server_is_away_are_booked_later(killable, own_phone, document, deals, won):
    phone = own_phone()
    rules = f"own?sheet={quote(json.dumps(document))}"
    sheet = open_night(phone, killable.address, "own", rules, ("Anna", "Bernd", "Clara"))
    follow(phone, ".bar a.primary")
    wait_until_prepared(phone)
    killable.kill()
    for number, answers in enumerate(deals, start=1):
        phone.wait_for_selector(f"h1:text-is('Deal {number}')", timeout=SOON)
        for name, value in answers.items():
            chip = f"label.chip:has(input[name='{name}'][value='{value}'])"
            if phone.query_selector(chip):
                phone.tap(chip)
            else:
                phone.fill(f"input[name='{name}']", value)
        save(phone)
    phone.wait_for_selector(f"h1:text-is('Deal {len(deals) + 1}')", timeout=SOON)
    assert len(waiting(phone)) == len(deals)
    killable.start()
    phone.wait_for_url(sheet, timeout=SOON)
    assert waiting(phone) == []
    assert won in phone.inner_text("table.sheet thead")


@pytest.mark.parametrize(("locale", "words"), [("en-GB", "Games with these words"), ("de-AT", "Spiele")])
def test_a_ready_made_sheet_is_found_by_another_name_of_its_game(own_phone, server, locale, words):
    phone = own_phone(locale=locale)
    phone.goto(f"{server}/nights/own")
    phone.fill("input[type=search]", "preferl")
    phone.wait_for_function("document.querySelector('[role=status]').textContent !== ''")
    shown = [card.inner_text() for card in phone.query_selector_all(".stack .field:visible a.card strong")]
    assert shown == ["Préférence"]
    assert words in phone.inner_text("[role=status]")


@pytest.mark.at_length
@pytest.mark.parametrize("language", ["en-GB", "de-AT"])
@pytest.mark.parametrize("key", ["doppelkopf", "preference", "wizard"])
def test_the_pages_of_a_sheet_fit_on_paper_and_on_a_phone(app, lent, language, key):
    host = Phone(app, language)
    names = ("Maximiliane Oberhuber", "Franz-Joseph Brandstätter", "Christl Unterweger", "Karl-Heinz Grabner")
    night = open_at(host, link_to(ready_sheets()[key].variants[""]), *names)
    answers = {
        "doppelkopf": {"declarer": "p2", "contract": "solo", "points": "130"},
        "preference": {"declarer": "p2", "contract": "hearts", "tricks.p2": "5", "tricks.p1": "3", "tricks.p3": "2"},
        "wizard": {f"{what}.p{place}": str(int(place == 1)) for what in ("bids", "made") for place in range(1, 5)},
    }
    assert host.enter(night, **answers[key]).status == 303
    phone = lent(host, night)
    for page in ("", "/whole", "/blank", "/settle", "/deals/1", "/rules", "/rules/sheet", "/board", "/enter"):
        phone.goto(phone.url.partition("/n/")[0] + night + page)
        for media, width in (("screen", 390), ("screen", 1280), ("print", 718)):
            phone.emulate_media(media=media)
            phone.set_viewport_size({"width": width, "height": 844})
            assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), (page, media, width)
            assert media == "screen" or not phone.evaluate(CUT), page
