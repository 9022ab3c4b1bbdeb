"""The board on a television and on a tablet: all of it on one screen, read from afar, renewed without a jump."""

import pytest

from tests.browser.acts import SOON, await_news
from tests.browser.evenings import CALLS, RULES, evening
from tests.chosen import at_length, some
from tests.web.test_evening import club_of, draw, names_of, play

SIZES = ((1920, 1080), (1024, 768))
SCREEN = {"is_mobile": False, "has_touch": False, "locale": "de-AT"}
# What lies outside of the screen, is cut, or lies over something else.
WRONG = """() => {
  const box = (part) => part.getBoundingClientRect(), wrong = [];
  const seen = (part) => part.checkVisibility() && box(part).height;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const name = (part) => `${part.tagName} ${part.textContent.trim().slice(0, 30)}`;
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) wrong.push("it scrolls");
  for (const part of all(".board *")) {
    const { top, left, right, bottom } = box(part);
    if (top < 0 || left < 0 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(`out: ${name(part)}`);
    const cuts = getComputedStyle(part).overflow !== "visible";
    if (cuts && part.scrollWidth > part.clientWidth + 1) wrong.push(`cut: ${name(part)}`);
  }
  const parts = all(".standings li, .verdict, .below > *, .now > *, .last > *");
  for (const one of parts) for (const other of parts) {
    if (one === other || one.contains(other) || other.contains(one)) continue;
    const a = box(one), b = box(other);
    const beside = a.left > b.right - 1 || b.left > a.right - 1 || a.top > b.bottom - 1 || b.top > a.bottom - 1;
    if (!beside) wrong.push(`${name(one)} over ${name(other)}`);
  }
  return wrong;
}"""
BETWEEN, A_PAGE = 1500, 10_000  # milliseconds, as group_board.js has them
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".standings strong, .now p, .now td, .now th")]
  .map((part) => parseFloat(getComputedStyle(part).fontSize)))"""
LETTERS = """() => Math.min(...[...document.querySelectorAll(".evening-board tbody :is(th, td:last-child)")]
  .map((part) => parseFloat(getComputedStyle(part).fontSize)))"""
TOTALS = """(expected) => expected === [...document.querySelectorAll(".evening-board tbody td:last-child")]
  .map((part) => part.textContent.trim()).join()"""


@pytest.mark.parametrize("players", [at_length(4), 8])
@pytest.mark.parametrize("game", some(RULES, "koenigrufen"))
def test_the_board_stands_whole_on_one_screen(lent, app, server, game, players):
    host, night = evening(app, game, players)
    if CALLS[game]:
        (first, value), *more = CALLS[game].items()
        call = {first: "p4", **dict(more)} if value == "p2" else {first: value}
        assert host.enter(night, "called", **call).status == 303
    screen = lent(host, **SCREEN)
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        screen.goto(f"{server}{night}/board")
        assert (width, screen.evaluate(WRONG)) == (width, [])
        assert screen.evaluate(SMALLEST) >= height / 50


def test_the_board_has_room_for_what_each_end_of_an_announcement_pays(lent, german_host):
    host = german_host
    night = host.open_night("Leopold", "Ferdinand", "Maria Theresia", "Sepp", rules="tapp/mayr", dealer="0")
    claims = {"bonuses.pagat.p2": "0", "bonuses.trull.p2": "0"}
    assert host.enter(night, declarer="p2", contract="dreier", points="39", **claims).status == 303
    screen = lent(host, f"{night}/board", **SCREEN)
    announced = {"bonuses.pagat.p1": "1"}
    assert host.enter(night, "called", declarer="p1", contract="solo", **announced).status == 303
    await_news(screen, ".now .outcomes")
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        assert screen.locator(".outcomes tbody tr").count() == 4
        assert (width, screen.evaluate(WRONG)) == (width, [])
        torn = "heads => heads.filter((head) => !head.textContent.includes('\u00ad')).map((head) => head.textContent)"
        assert screen.locator(".outcomes thead th").evaluate_all(torn) == []


def test_the_board_of_an_evening_is_read_from_afar_and_renews_itself(lent, host, server):
    group = club_of(host, names_of(16))
    nights = list(draw(host, group, names_of(16)))
    play(host, nights[0], 50)
    phone = lent(host, is_mobile=False, viewport={"width": 1920, "height": 1080})
    phone.worn = True
    phone.clock.install()
    phone.goto(f"{server}{group}/board")
    assert phone.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), "twelve rows on one screen"
    assert phone.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert phone.evaluate(LETTERS) >= 40, "pixels of 1080"
    phone.evaluate("() => { window.here = true; }")
    play(host, nights[1], 30)
    rows = host.get(f"{group}/board").html.one("table", "season").one("tbody").all("tr")
    totals = ",".join(row.all("td")[-1].text for row in rows)
    phone.clock.fast_forward(BETWEEN)
    phone.wait_for_function(TOTALS, arg=totals)
    assert phone.evaluate("() => window.here"), "the page was not loaded anew"
    phone.clock.fast_forward(A_PAGE)
    phone.locator(".evening-board h1", has_text="2 of 2").wait_for(timeout=SOON)
    assert phone.locator(".evening-board tbody tr").count() == 4
    assert phone.evaluate("() => window.here")
