"""Every page on a phone: what matters stands in sight, a first visit is quick, scripts run, print is black on white."""

from pathlib import Path

import scorekeeper
from tests.browser.acts import choose, follow, press
from tests.browser.evenings import full_evening
from tests.browser.measures import LEAST, SMALL
from tests.web.phone import Phone, links


def test_the_standing_stays_in_sight_and_the_next_deal_in_reach(lent, host):
    night = host.open_night(rules="herzblatt/feder")
    for number in range(15):
        host.book(night, f"p{number % 5 + 1}", 66)
    phone = lent(host, f"{night}#deal-15")
    parts = (phone.locator(".sheet thead strong").first, phone.locator("#deal-15"), phone.locator(".bar a.primary"))
    head, newest, enter = (part.bounding_box() for part in parts)
    assert 0 <= head["y"] < 160, "below the tabs at most"
    assert enter["y"] + enter["height"] <= 844
    assert head["y"] < newest["y"] < enter["y"]


def test_what_is_typed_and_what_it_changes_is_in_sight_above_the_keypad(lent, app, server):
    host, night = full_evening(app)
    phone = lent(host, f"{night}/enter")
    for name, value in (("soloist", "p3"), ("announced", "66"), ("contra", "p4")):
        choose(phone, name, value)
    press(phone, "71")
    phone.wait_for_selector("#actions button[data-ready]:not([disabled])")
    assert in_sight(phone, "input[name=points]")
    for way in ("correct", "adjust", "void"):
        phone.goto(f"{server}{night}/deals/4/{way}")
        if way == "adjust":
            phone.fill("#adjust-p1", "-4")
            phone.fill("#adjust-p2", "4")
        if way != "void":
            follow(phone, "button[value=look]")
        assert in_sight(phone, "table.moved"), way


def in_sight(phone, selector):
    """Whether an element stands on the screen without scrolling, and not under the bar."""
    box, bar = phone.locator(selector).bounding_box(), phone.locator(".bar").bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= bar["y"] + 1


def test_onlookers_and_conflicts_look_as_good(lent, app, server):
    host, night = full_evening(app)
    onlooker = Phone(app)
    onlooker.join(links(host, night)["onlooker"])
    phone = lent(onlooker)
    for page in ("", "/deals/1", "/table", "/rules", "/enter"):
        phone.goto(server + night + page)
        assert phone.evaluate(SMALL, LEAST) == [], page
    mine = lent(host, f"{night}/enter")
    host.book(night, "p2", 66)
    mine.tap("label.chip:has(input[name=soloist][value=p3])")
    mine.wait_for_selector("#live a")
    assert "Deal 5 was changed on another phone meanwhile" in mine.inner_text("#live")
    assert mine.evaluate(SMALL, LEAST) == []


def test_a_first_visit_is_a_few_small_answers(server, own_phone):
    phone = own_phone()
    sizes, asked = [], []
    watch = phone.context.new_cdp_session(phone)
    watch.send("Network.enable")
    watch.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto(server, wait_until="networkidle")
    assert all(url.startswith(server) for url in asked)
    assert 3 <= len(asked) == len(sizes) <= 6
    assert sum(sizes) <= 40_000, sizes
    sizes.clear()
    follow(phone, "text=New night")
    phone.wait_for_load_state("networkidle")
    assert len([size for size in sizes if size]) == 1, "styles and script are kept"


SENT = """performance.getEntriesByType("resource").filter(({ name }) => name.includes(".js"))
  .map(({ transferSize }) => transferSize)"""


def test_the_sheet_waits_for_nothing_that_could_come_while_somebody_says_who_he_is(host, server, own_phone):
    link = links(host, host.open_night())["writer"]
    phone = own_phone()
    phone.goto(server + link[link.index("/j/") :], wait_until="networkidle")
    with phone.expect_navigation(url="**/n/*"):
        phone.tap("button[value=p2]")
    phone.wait_for_selector("html.js")
    assert set(phone.evaluate(SENT)) == {0}, "no byte had to be sent"


SCRIPTS = sorted(file.name for file in (Path(scorekeeper.__file__).parent / "static").glob("*.js"))
LOAD = """async (names) => {
  const folder = document.querySelector("script[type=module]").src;
  for (const name of names) await import(new URL(name, folder));
}"""


def test_every_script_is_a_module_that_the_browser_can_run(guest):
    guest.goto(guest.address)
    guest.evaluate(LOAD, SCRIPTS)
    shared = guest.evaluate("['one', 'all', 'main', 'sha256', 'morph'].filter((name) => name in window)")
    assert shared == [], "no script leaves names to the others"
