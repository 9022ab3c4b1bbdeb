"""Every page on a phone: what matters stands in sight, a first visit is quick, scripts run."""

import re
from pathlib import Path

import pytest

import scorekeeper
from tests.browser.acts import SOON, ask_now, choose, follow, press
from tests.browser.evenings import agree_on, full_evening
from tests.browser.measures import BAD_NUMBERS, SIDEWAYS, UNREAD
from tests.chosen import some
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


def test_the_sheet_waits_for_nothing_while_somebody_gives_a_name(host, server, own_phone):
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


def test_unsent_rows_wait_for_the_server_and_are_priced_by_it(paper):
    paper.locator("#line-0").fill("A Z2 37 P")
    paper.locator("button.book:enabled").wait_for(timeout=SOON)
    paper.route("**/preview", lambda route: route.abort())
    paper.locator("#line-1").fill("b e1 36+1")
    paper.locator("button.book:disabled").wait_for(timeout=SOON)
    paper.unroute("**/preview")
    paper.locator("#row-1 b").first.wait_for(timeout=SOON)
    assert paper.locator("button.book").is_enabled()
    assert [complaint for complaint in paper.complaints if "ERR_FAILED" not in complaint] == []


# The sheet fills its page and is taken along from it.
NAMES = ("Anna", "Bernd", "Clara", "Dora", "Emil", "Franz", "Gül", "Hanna")
ROWS_IN_SIGHT = """() => {
  const head = document.querySelector(".sheet thead").getBoundingClientRect().bottom;
  const bar = document.querySelector(".bar").getBoundingClientRect().top;
  return [...document.querySelectorAll(".sheet tbody tr")].map(row => row.getBoundingClientRect())
    .filter(box => box.top > head - 24 && box.bottom < bar + 1).length;
}"""


@pytest.fixture
def table(lent, host, server):
    """A function that opens a night with so many players and deals, and a phone on it that may write."""

    def opened(players, deals, **options):
        night = host.open_night(*NAMES[:players], rules="herzblatt/feder", amount="25")
        for number in range(deals):
            host.book(night, f"p{(number + 1) % players + 1}", 120)
        return lent(host, night, **options), server + night

    return opened


@pytest.mark.parametrize("scripts", [True, False])
def test_the_tab_leads_to_the_newest_row_and_rows_fill_the_screen(table, scripts):
    phone, night = table(3, 16, java_script_enabled=scripts)
    phone.goto(f"{night}/settle")
    phone.tap("nav >> text=Sheet")
    phone.wait_for_url("**#now")
    row, legend, bar = (phone.locator(part).bounding_box() for part in ("#now", ".legend", ".bar"))
    assert row["y"] + row["height"] <= min(legend["y"], bar["y"] + 1)
    assert phone.evaluate(ROWS_IN_SIGHT) >= 8
    assert not phone.is_visible("#more a")
    phone.tap("#more summary")
    assert phone.is_visible("#more a")


def test_the_standings_of_a_wide_sheet_stay_in_sight(table):
    phone, night = table(8, 18, viewport={"width": 320, "height": 640})
    phone.goto(f"{night}#now")
    head, now = phone.locator(".sheet thead strong").first, phone.locator("#now")
    for _ in range(2):
        assert 0 <= head.bounding_box()["y"] < 120
        assert head.bounding_box()["y"] < now.bounding_box()["y"] < 640
        phone.evaluate("document.querySelector('.sheet-wrap').scrollLeft = 300")


@pytest.mark.parametrize("rules", some(["herzblatt/feder", "tapp/tower_grove", "koenigrufen/wien"], "koenigrufen/wien"))
def test_five_long_names_and_the_money_are_read_on_the_narrowest_phone(lent, german_host, server, rules):
    names = ("Anneliese", "Annemarie", "Bernhard", "Maximilian", "Franziska")
    night = german_host.open_night(*names, rules=rules, amount="0.25")
    agree_on(german_host, night, 1, "vom Papier", p1=-49, p2=49)
    phone = lent(german_host, viewport={"width": 320, "height": 640}, locale="de-AT")
    for path in ("", "/whole"):
        phone.goto(server + night + path)
        read = phone.locator(".sheet .name").all_text_contents()
        assert [name.replace("\xad", "") for name in read if name.strip()] == list(names)
        assert phone.evaluate(UNREAD) == []
        money = phone.locator(".sheet thead small").all_text_contents()[-5:]
        assert money == ["−12,25", "+12,25", "0,00", "0,00", "0,00"]
        paid = phone.evaluate(
            "[...document.querySelectorAll('.sheet thead th + th small')].map(e => getComputedStyle(e))"
            ".map(style => style.fontSize)"
        )
        assert min(float(size.removesuffix("px")) for size in paid) >= 14
        assert phone.evaluate(BAD_NUMBERS) + phone.evaluate(SIDEWAYS) == []


def test_money_has_the_colour_of_its_points_and_a_soloist_is_marked(table):
    phone, _ = table(3, 1)
    colour = "e => [...e.querySelectorAll('strong, small')].map(part => getComputedStyle(part).color)"
    heads = [head.evaluate(colour) for head in phone.locator(".sheet thead th + th").all()]
    assert [points for points, _ in heads] == [money for _, money in heads]
    assert len({points for points, _ in heads}) == 2
    bar = "getComputedStyle(document.querySelector('#deal-1 td.solo'), '::before').borderLeftWidth"
    assert phone.evaluate(bar) == "4px"
    assert "120" in phone.inner_text("#deal-1 th")


def test_text_and_links_are_copied(table):
    phone, night = table(3, 1)
    phone.context.grant_permissions(["clipboard-read"])
    for page, text in (("/settle", "Check words"), ("/share", "/j/")):
        phone.goto(night + page)
        phone.tap("button:is([data-do=send], [data-do=copy]) >> nth=0")
        phone.wait_for_selector("text=Copied", timeout=SOON)
        assert text in phone.evaluate("navigator.clipboard.readText()")


def test_times_follow_the_language_of_the_page(table):
    phone, night = table(3, 1)
    american = phone.context.browser.new_context(locale="en-US")
    american.add_cookies(phone.context.cookies())
    page = american.new_page()
    english = re.compile(r"Updated \d{1,2}:\d\d\s[AP]M")
    assert english.search(page.request.get(night).text()), "as the server writes it"
    with page.expect_response("**/now?*"):
        page.goto(night)
    page.wait_for_function(
        "() => /^Updated \\d{1,2}:\\d\\d\\s[AP]M$/.test(document.querySelector('#strip .as-of').innerText)"
    )
    page.click("text=Deutsch")
    page.wait_for_selector("#strip .as-of:has-text('Stand')")
    ask_now(page)
    page.wait_for_function(r"() => /^Stand \d\d:\d\d$/.test(document.querySelector('#strip .as-of').innerText)")
    american.close()
