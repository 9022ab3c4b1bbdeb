"""Every page on a phone: what matters stands in sight, a first visit is quick, scripts run."""

from pathlib import Path

import pytest

import scorekeeper
from tests.browser.acts import SOON, choose, follow, press
from tests.browser.evenings import full_evening
from tests.web.phone import links


def test_what_is_typed_and_what_it_changes_is_in_sight_above_the_keypad(lent, app, server):
    host, night = full_evening(app)
    phone = lent(host, f"{night}/enter")
    for name, value in (("soloist", "p3"), ("announced", "66"), ("contra", "p4")):
        choose(phone, name, value)
    press(phone, "71")
    phone.wait_for_selector("#actions button[data-ready]:not([disabled])")
    assert in_sight(phone, "input[name=points]")
    phone.goto(f"{server}{night}/deals/4/adjust")
    phone.fill("#adjust-p1", "-4")
    phone.fill("#adjust-p2", "4")
    follow(phone, "button[value=look]")
    assert in_sight(phone, "table.moved")


def in_sight(phone, selector):
    """Whether an element stands on the screen without scrolling, and not under the bar."""
    box, bar = phone.locator(selector).bounding_box(), phone.locator(".bar").bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= bar["y"] + 1


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


# Rows from paper are priced while they are typed, and nothing of them is lost.
@pytest.fixture
def paper(lent, host):
    """A phone on the page for rows of a night of Husarln, whose path is its `night`."""
    night = host.open_night("Anna", "Bernd", "Clara", rules="husarln/loew")
    phone = lent(host, f"{night}/paper")
    phone.night = night
    return phone


def test_rows_are_priced_while_they_are_typed(paper, host, server):
    rows = ("A Z2 37 P", "b e1 36+1", "C z1 20")
    for place, row in enumerate(rows):
        paper.locator(f"#line-{place}").press_sequentially(row)
        paper.locator(f"#row-{place} b").first.wait_for()
    assert [paper.locator(f"#line-{place}").input_value() for place in range(3)] == list(rows)
    paper.locator("#line-3").fill("q")
    paper.locator("#row-3 .error").wait_for()
    assert paper.locator("button.book").is_disabled()
    paper.locator("#line-3").fill("")
    paper.locator("button.book:enabled").click()
    paper.wait_for_url(f"{server}{paper.night}#deal-1")
    assert host.get(f"{paper.night}/deals/3").status == 200
    assert sum(host.standing(paper.night).values()) == 0
    assert paper.complaints == []


def test_rows_that_the_server_did_not_see_wait_for_it_and_are_priced_once_it_is_back(paper):
    paper.locator("#line-0").fill("A Z2 37 P")
    paper.locator("button.book:enabled").wait_for(timeout=SOON)
    paper.route("**/preview", lambda route: route.abort())
    paper.locator("#line-1").fill("b e1 36+1")
    paper.locator("button.book:disabled").wait_for(timeout=SOON)
    paper.unroute("**/preview")
    paper.locator("#row-1 b").first.wait_for(timeout=SOON)
    assert paper.locator("button.book").is_enabled()
    assert [complaint for complaint in paper.complaints if "ERR_FAILED" not in complaint] == []
