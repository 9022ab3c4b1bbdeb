"""A game of the table's own on a phone: from the start page to the first booked deal, with its taps counted."""

import pytest

from tests.browser.acts import SOON, answered, follow, standing
from tests.browser.test_taps import Taps


@pytest.fixture
def taps(own_phone, server):
    phone = own_phone()
    phone.goto(server)
    return Taps(phone)


def test_a_newcomer_books_the_first_deal_of_a_made_up_game_in_fourteen_taps(taps):
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
