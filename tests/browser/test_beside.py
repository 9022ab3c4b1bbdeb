"""On a laptop the sheet stands beside what is entered or looked at; a phone does not ask for it."""

import pytest

from tests.browser.acts import SOON
from tests.browser.evenings import agree_on
from tests.browser.measures import SIDEWAYS
from tests.web.phone import Phone, links

LAPTOP = {"viewport": {"width": 1024, "height": 768}, "is_mobile": False, "has_touch": False}
PAGES = ("/enter", "/deals/1", "/deals/1/correct", "/settle", "/paper")


@pytest.fixture
def laptop(lent, app, server, night):
    """A browser on a laptop that may write; its `address` is that of the night."""
    other = Phone(app)
    other.join(links(*night)["writer"])
    screen = lent(other, **LAPTOP)
    screen.address = server + night[1]
    return screen


def stands(screen):
    return screen.locator("#side thead strong").all_inner_texts()


def test_the_sheet_stands_beside_on_a_laptop_and_nothing_is_cut(laptop, night):
    for page in PAGES:
        laptop.goto(laptop.address + page)
        laptop.locator("#side #deal-1").wait_for()
        main, side = laptop.locator("main").bounding_box(), laptop.locator("#side").bounding_box()
        assert main["x"] + main["width"] <= side["x"] + 1
        assert side["x"] + side["width"] <= 1024
        assert laptop.evaluate(SIDEWAYS) == []


def test_it_follows_while_a_deal_is_entered_and_keeps_what_is_chosen(laptop, night):
    host, path = night
    laptop.goto(laptop.address + "/enter")
    laptop.locator("#side #deal-1").wait_for()
    laptop.locator("label.chip:has(input[name=soloist][value=p2])").click()
    before = stands(laptop)
    host.book(path, "p3", 100)
    laptop.locator("#side #deal-2").wait_for(timeout=SOON)
    assert stands(laptop) != before
    assert laptop.locator("input[name=soloist][value=p2]").is_checked()


def test_a_phone_asks_for_no_second_sheet(guest):
    asked = []
    guest.on("request", lambda request: asked.append(request.url))
    with guest.expect_response("**/now*"):
        guest.goto(guest.address + "/deals/1")
    with guest.expect_request("**/now*"):  # after what follows from the first answer
        guest.evaluate("dispatchEvent(new Event('online'))")
    assert [url for url in asked if url == guest.address] == []
    assert guest.locator("#side").inner_html() == ""
    guest.set_viewport_size({"width": 1100, "height": 800})  # turned, or moved to another screen
    guest.locator("#side #deal-1").wait_for(timeout=SOON)


def test_who_is_out_sees_it_no_longer(laptop, night):
    host, path = night
    laptop.goto(laptop.address + "/deals/1")
    laptop.locator("#side #deal-1").wait_for()
    page = host.get(f"{path}/share")
    device = [field["value"] for field in page.html.all("input") if field["name"] == "device"][-1]
    ended = host.send(page, page.form(action="end", device=device), "action=end")
    assert ended.status == 303
    laptop.locator("#side").wait_for(state="detached", timeout=SOON)


def test_the_words_of_a_row_are_not_squeezed_where_the_sheet_is_wide(lent, host):
    names = ("Maximiliana", "Bartholomäus", "Hans-Jürgen", "Marie-Therese", "Franz", "Gerti", "Hias", "Evi")
    night = host.open_night(*names, rules="herzeln/piatnik", amount="2500")
    agree_on(host, night, 1, p1=-390, p2=390)
    screen = lent(host, f"{night}/settle", **LAPTOP)
    screen.locator("#side #now").wait_for()
    assert screen.locator("#side #now th").bounding_box()["width"] >= 76
