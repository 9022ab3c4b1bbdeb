"""A game of the table's own on a phone: from the start page to the first booked deal, with its taps counted."""

import pytest

from tests.browser.acts import SOON, answered
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
