"""The board on a television and on a tablet: in every game all of it on one screen, whole and apart."""

import pytest

from tests.browser.acts import lend
from tests.browser.test_sizes import CALLS, RULES, evening
from tests.chosen import some
from tests.web.phone import Phone

SIZES = ((1920, 1080), (1024, 768))
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
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".standings strong, .now p, .now td, .now th")]
  .map((part) => parseFloat(getComputedStyle(part).fontSize)))"""


@pytest.mark.parametrize("players", [pytest.param(4, marks=pytest.mark.at_length), 8])
@pytest.mark.parametrize("game", some(RULES, "koenigrufen"))
def test_the_board_stands_whole_on_one_screen(any_phone, app, server, game, players):
    host, night = evening(app, game, players)
    for call in CALLS[game]:
        assert host.enter(night, "called", **{**call, next(iter(call)): "p4"}).status == 303
    screen = any_phone(is_mobile=False, has_touch=False, locale="de-AT")
    lend(screen, host, server)
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        screen.goto(f"{server}{night}/board")
        assert (width, screen.evaluate(WRONG)) == (width, [])
        assert screen.evaluate(SMALLEST) >= height / 50


def test_the_board_has_room_for_what_each_end_of_an_announcement_pays(any_phone, app, server):
    host = Phone(app, "de-AT")
    night = host.open_night("Leopold", "Ferdinand", "Maria Theresia", "Sepp", rules="tapp/mayr", dealer="0")
    claims = {"bonuses.pagat.p2": "0", "bonuses.trull.p2": "0"}
    assert host.enter(night, declarer="p2", contract="dreier", points="39", **claims).status == 303
    announced = {"bonuses.pagat.p1": "1"}
    assert host.enter(night, "called", declarer="p1", contract="solo", **announced).status == 303
    screen = any_phone(is_mobile=False, has_touch=False, locale="de-AT")
    lend(screen, host, server)
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        screen.goto(f"{server}{night}/board")
        assert screen.locator(".outcomes tbody tr").count() == 4
        assert (width, screen.evaluate(WRONG)) == (width, [])
        torn = "heads => heads.filter((head) => !head.textContent.includes('\u00ad')).map((head) => head.textContent)"
        assert screen.locator(".outcomes thead th").evaluate_all(torn) == []
