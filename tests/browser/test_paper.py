"""Rows from paper and the board in a browser: priced while they are typed, nothing lost, seen within a second."""

import pytest

from tests.browser.acts import SOON, lend
from tests.web.phone import Phone


@pytest.fixture
def table(app):
    """The host's phone and a night of Husarln."""
    host = Phone(app)
    return host, host.open_night("Anna", "Bernd", "Clara", rules="husarln/loew")


def test_rows_are_priced_while_they_are_typed(phone, server, table):
    host, night = table
    lend(phone, host, server)
    phone.goto(f"{server}{night}/paper")
    rows = ("A Z2 37 P", "b e1 36+1", "C z1 20")
    for place, row in enumerate(rows):
        phone.locator(f"#line-{place}").press_sequentially(row)
        phone.locator(f"#row-{place} b").first.wait_for()
    assert [phone.locator(f"#line-{place}").input_value() for place in range(3)] == list(rows)
    phone.locator("#line-3").fill("q")
    phone.locator("#row-3 .error").wait_for()
    assert phone.locator("button.book").is_disabled()
    phone.locator("#line-3").fill("")
    phone.locator("button.book:enabled").click()
    phone.wait_for_url(f"{server}{night}#deal-1")
    assert host.get(f"{night}/deals/3").status == 200
    assert sum(host.standing(night).values()) == 0


def test_rows_that_the_server_did_not_see_wait_for_it_and_are_priced_once_it_is_back(any_phone, server, table):
    host, night = table
    phone = any_phone()
    lend(phone, host, server)
    phone.goto(f"{server}{night}/paper")
    phone.locator("#line-0").fill("A Z2 37 P")
    phone.locator("button.book:enabled").wait_for(timeout=SOON)
    phone.route("**/preview", lambda route: route.abort())
    phone.locator("#line-1").fill("b e1 36+1")
    phone.locator("button.book:disabled").wait_for(timeout=SOON)
    phone.unroute("**/preview")
    phone.locator("#row-1 b").first.wait_for(timeout=SOON)
    assert phone.locator("button.book").is_enabled()
    assert [complaint for complaint in phone.complaints if "ERR_FAILED" not in complaint] == []


@pytest.mark.parametrize("size", [(1920, 1080), pytest.param((1024, 768), marks=pytest.mark.at_length)], ids=str)
def test_the_board_follows_on_one_screen(any_phone, server, table, size):
    host, night = table
    width, height = size
    screen = any_phone(viewport={"width": width, "height": height}, is_mobile=False, has_touch=False)
    lend(screen, host, server)
    screen.goto(f"{server}{night}/board")
    assert host.enter(night, declarer="p1", contract="Z2", points="40").status == 303
    screen.locator(".standings strong.plus").wait_for(timeout=SOON)
    assert host.enter(night, "called", declarer="p2", contract="Solo").status == 303
    screen.locator(".now .outcomes").wait_for(timeout=SOON)
    spare = "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    assert screen.evaluate(spare) == [0, 0]
    lowest = max(box["y"] + box["height"] for box in (part.bounding_box() for part in screen.locator(".now > *").all()))
    assert lowest <= height
    figure = screen.locator(".standings strong").first.evaluate(
        "figure => parseFloat(getComputedStyle(figure).fontSize)"
    )
    assert figure >= height / 10
