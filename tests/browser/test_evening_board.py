"""The board of an evening: read from across the room, renewed in two seconds without a jump, its pages turn."""

from tests.browser.acts import lend
from tests.web.phone import Phone
from tests.web.test_evening import club_of, draw, names_of, play

LETTERS = """() => Math.min(...[...document.querySelectorAll(".evening-board tbody :is(th, td:last-child)")]
  .map((part) => parseFloat(getComputedStyle(part).fontSize)))"""
TOTALS = """(expected) => expected === [...document.querySelectorAll(".evening-board tbody td:last-child")]
  .map((part) => part.textContent.trim()).join()"""


def test_the_board_of_an_evening_is_read_from_afar_and_renews_itself(any_phone, app, server):
    host = Phone(app)
    meeting = club_of(host, names_of(16))
    nights = list(draw(host, meeting, names_of(16)))
    play(host, nights[0], 50)
    phone = any_phone(is_mobile=False, viewport={"width": 1920, "height": 1080})
    phone.worn = True
    lend(phone, host, server)
    phone.goto(f"{server}{meeting}/board")
    assert phone.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), "twelve rows on one screen"
    assert phone.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert phone.evaluate(LETTERS) >= 40, "pixels of 1080"
    phone.evaluate("() => { window.here = true; }")
    play(host, nights[1], 30)
    rows = host.get(f"{meeting}/board").html.one("table", "season").one("tbody").all("tr")
    totals = ",".join(row.all("td")[-1].text for row in rows)
    phone.wait_for_function(TOTALS, arg=totals)
    assert phone.evaluate("() => window.here"), "the page was not loaded anew"
    phone.locator(".evening-board h1", has_text="2 of 2").wait_for(timeout=20_000)
    assert phone.locator(".evening-board tbody tr").count() == 4
    assert phone.evaluate("() => window.here")
