"""Every page on a phone: targets for a thumb, nothing to scroll sideways, readable for everybody, quick to open."""

import pytest

from tests.browser.acts import lend
from tests.browser.measures import LEAST, SMALL, SPILLS
from tests.chosen import some
from tests.web.phone import Phone, links

SIDEWAYS = """() => [document.documentElement.scrollWidth, innerWidth, visualViewport.scale]"""
# Every number of which a part is cut off: "€1…" reads like another amount.
CUT = """() => [...document.querySelectorAll("body *")].filter(e => {
  if (!e.checkVisibility() || e.closest(".hidden") || e.children.length || !/\\d/.test(e.textContent)) return false;
  const range = document.createRange();
  range.selectNodeContents(e);
  return getComputedStyle(e).overflowX !== "visible"
    && range.getBoundingClientRect().width > e.getBoundingClientRect().width + .05;
}).map(e => `${e.tagName} ${e.textContent.trim()}`)"""


def evening(app, *, language="en-GB"):
    """A phone, and a night with everything that a sheet can show."""
    host = Phone(app, language)
    night = host.open_night(
        "Annemarie",
        "Bernd",
        "Maximilian",
        "Dora",
        "Zoë",
        rules="herzblatt/muhr",
        amount="1",
        title="Stammtisch zur Post",
    )
    for soloist, points in (("p2", 71), ("p3", 20), ("p4", 66), ("p5", 10)):
        host.book(night, soloist, points, announced="66")
    page = host.get(f"{night}/deals/1/correct")
    host.send(page, page.form(number=""), "", action="confirm", points="50", note="miscounted by one Ten")
    page = host.get(f"{night}/deals/2/void")
    host.send(page, page.form(number=""), "action=confirm", note="a card was missing")
    page = host.get(f"{night}/deals/3/adjust")
    host.send(page, page.form(number=""), "", action="confirm", note="beer", **{"adjust-p1": "-12", "adjust-p2": "12"})
    host.agree(night, **{"house-loss": "2"})
    page = host.get(f"{night}/table")
    host.send(page, page.html.one("main").all("form")[0], "move=pause")
    for note in ("der Bube hat gefehlt, wir haben nur 119 gezählt", "Augen-Zusammenzählungsfehler"):
        page = host.get(f"{night}/deals/3")
        host.send(page, page.form(note="", based_on=""), note=note)
    page = host.get(f"{night}/settle")
    host.send(page, page.form(seen=""))
    for way, place in (("part", 0), ("all", 1)):
        page = host.get(f"{night}/settle")
        form = page.html.one("main").all("form", fits=lambda form: form["action"].endswith("/tick"))[place]
        host.send(page, form, f"tick={way}", part="0.5")
    francs = host.open_night(currency="CHF", title="In Basel")
    host.book(francs)
    return host, night


def fill_in(phone):
    for name, value in (("soloist", "p3"), ("announced", "66"), ("contra", "p4")):
        with phone.expect_response("**/preview"):
            phone.tap(f"label.chip:has(input[name='{name}'][value='{value}'])")
    for digit in "71":
        with phone.expect_response("**/preview"):
            phone.tap(f".keypad button:text-is('{digit}')")
    phone.wait_for_selector("#actions button[data-ready]:not([disabled])")


def look(phone):
    if phone.locator("#adjust-p1").count():
        phone.fill("#adjust-p1", "-4")
        phone.fill("#adjust-p2", "4")
    with phone.expect_navigation():
        phone.tap("button[value=look]")


BALANCES = [(3, 12345), (4, 1234), (5, 1234), (6, 1234), (8, 1234)]


@pytest.mark.parametrize("balances", some(BALANCES, (3, 12345), (8, 1234)), ids=str)
def test_large_balances_stand_whole_in_their_columns(any_phone, app, server, balances):
    players, points = balances
    host = Phone(app)
    night = host.open_night(*["Anna", "Bernhard", "Clara", "Dora", "Emil", "Franziska", "Gustl", "Hilde"][:players])
    page = host.get(f"{night}/deals/1/adjust")
    won = {"adjust-p1": f"-{points}", f"adjust-p{players}": str(points)}
    host.send(page, page.form(number=""), "", action="confirm", note="from paper", **won)
    phone = any_phone()
    lend(phone, host, server)
    phone.goto(server + night)
    assert phone.evaluate(SPILLS) + phone.evaluate(CUT) == []
    assert phone.evaluate(SIDEWAYS) == [390, 390, 1]
    assert phone.locator(".sheet strong").first.inner_text() == f"−{points:,}"


def test_the_measure_finds_what_is_too_small_and_too_wide(phone):
    phone.goto("about:blank")
    phone.set_content(
        "<meta name=viewport content='width=device-width'><a href=x>x</a> <p>Read <a href=y>this</a>.</p>"
        "<input type=checkbox id=a><label for=a style='display:block;height:60px;width:90px'>yes</label>"
        "<button style='height:47px;width:90px'>b</button><button style='height:48px;width:48px'>c</button>"
        "<table style='width:50px;table-layout:fixed'><td>Donaudampfschifffahrtsgesellschaft</table>"
        "<p style='width:30px;overflow:hidden;white-space:nowrap'>€ 1.234,00</p>"
    )
    assert [small.split()[0] for small in phone.evaluate(SMALL, LEAST)] == ["A", "BUTTON"]
    assert [text.split()[1] for text in phone.evaluate(SPILLS)] == ["Donaudampfschifffahrtsgesellschaft"]
    assert phone.evaluate(CUT) == ["P € 1.234,00"]


def test_the_pages_wear_the_dark_that_the_phone_wears(any_phone, server):
    colours = []
    for scheme in ("light", "dark"):
        phone = any_phone(color_scheme=scheme)
        phone.goto(server)
        colours.append(phone.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    light, dark = ([int(part) for part in colour[4:-1].split(",")] for colour in colours)
    assert min(light) > 200
    assert max(dark) < 60


def test_the_standing_stays_in_sight_and_the_next_deal_in_reach(any_phone, app, server):
    host = Phone(app)
    night = host.open_night(rules="herzblatt/feder")
    for number in range(15):
        host.book(night, f"p{number % 5 + 1}", 66)
    phone = any_phone()
    lend(phone, host, server)
    phone.goto(f"{server}{night}#deal-15")
    head = phone.locator(".sheet thead strong").first.bounding_box()
    enter = phone.locator(".bar a.primary").bounding_box()
    newest = phone.locator("#deal-15").bounding_box()
    assert 0 <= head["y"] < 160, "below the tabs at most"
    assert enter["y"] + enter["height"] <= 844
    assert head["y"] < newest["y"] < enter["y"]


def test_what_is_typed_and_what_it_changes_is_in_sight_above_the_keypad(any_phone, app, server):
    host, night = evening(app)
    phone = any_phone()
    lend(phone, host, server)
    phone.goto(f"{server}{night}/enter")
    fill_in(phone)
    assert in_sight(phone, "input[name=points]")
    for way in ("correct", "adjust", "void"):
        phone.goto(f"{server}{night}/deals/4/{way}")
        if way != "void":
            look(phone)
        assert in_sight(phone, "table.moved"), way


def in_sight(phone, selector):
    """Whether an element stands on the screen without scrolling, and not under the bar."""
    box, bar = phone.locator(selector).bounding_box(), phone.locator(".bar").bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= bar["y"] + 1


def test_onlookers_and_conflicts_look_as_good(any_phone, app, server):
    host, night = evening(app)
    onlooker = Phone(app)
    onlooker.join(links(host, night)["onlooker"])
    phone = any_phone()
    lend(phone, onlooker, server)
    for page in ("", "/deals/1", "/table", "/rules", "/enter"):
        phone.goto(server + night + page)
        assert phone.evaluate(SMALL, LEAST) == [], page
    mine = any_phone()
    lend(mine, host, server)
    mine.goto(f"{server}{night}/enter")
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
    with phone.expect_navigation():
        phone.tap("text=New night")
    phone.wait_for_load_state("networkidle")
    assert len([size for size in sizes if size]) == 1, "styles and script are kept"


SCRIPTS = """performance.getEntriesByType("resource").filter(({ name }) => name.includes(".js"))
  .map(({ transferSize }) => transferSize)"""


def test_the_sheet_waits_for_nothing_that_could_come_while_somebody_says_who_he_is(app, server, own_phone):
    host = Phone(app)
    link = links(host, host.open_night())["writer"]
    phone = own_phone()
    phone.goto(server + link[link.index("/j/") :], wait_until="networkidle")
    with phone.expect_navigation(url="**/n/*"):
        phone.tap("button[value=p2]")
    phone.wait_for_selector("html.js")
    assert set(phone.evaluate(SCRIPTS)) == {0}, "no byte had to be sent"


def test_a_printed_sheet_is_black_on_white_without_buttons(any_phone, app, server):
    host, night = evening(app)
    phone = any_phone(color_scheme="dark")
    lend(phone, host, server)
    phone.goto(server + night)
    phone.emulate_media(media="print")
    assert phone.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert phone.evaluate("getComputedStyle(document.querySelector('.sheet b')).color") == "rgb(0, 0, 0)"
    for gone in (".tabs", ".bar", ".languages"):
        assert not phone.is_visible(gone)
    assert phone.is_visible(".sheet")
    assert not phone.is_visible("text=Night settings"), "what is folded away is not printed either"
    phone.goto(f"{server}{night}/settle")
    assert phone.is_visible(".payments")
    assert not phone.locator("main :is(select, button, .chip, form)").locator("visible=true").count()
    phone.goto(f"{server}{night}/whole")
    assert phone.locator(".sheet tbody tr").first.bounding_box()["height"] < 35, "a whole evening is two pages"


BROKEN = """() => [...document.querySelectorAll(".chip span")].flatMap((span) => {
  const text = span.firstChild;
  return [...text.textContent.matchAll(/\\S+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((rect) => rect.top)).size > 1;
  }).map((word) => word[0]);
})"""


@pytest.mark.parametrize("language", some(["en-GB", "de-AT"], "de-AT"))
def test_no_word_on_a_chip_is_broken(any_phone, app, server, language):
    host = Phone(app, language)
    names = ("Annemarie", "Bernhard von Stauffenberg", "Clara")
    contra = '"game"'
    phone = any_phone(locale=language)
    for rules, house in (("husarln/beck", {"house-contra": contra}), ("herzeln/piatnik", {}), ("herzblatt/muhr", {})):
        night = host.open_night(*names, rules=rules, **house)
        lend(phone, host, server)
        phone.goto(f"{server}{night}/enter")
        phone.evaluate("for (const more of document.querySelectorAll('details')) more.open = true")
        assert phone.locator(".chip span").count() > 6
        assert phone.evaluate(BROKEN) == [], rules


TORN = """() => [...document.querySelectorAll("#q-suit .chip span")].filter((span) => {
  const range = document.createRange();
  range.selectNodeContents(span);
  const tops = [...range.getClientRects()].map((rect) => rect.top);
  return Math.max(...tops) - Math.min(...tops) > 5;
}).map((span) => span.textContent)"""


@pytest.mark.parametrize("language", ["en-GB", "de-AT"])
def test_the_sign_of_a_suit_stands_beside_its_name(any_phone, app, server, language):
    host, phone = Phone(app, language), any_phone(locale=language)
    night = host.open_night("Anna", "Bernd", "Clara", rules="solo/braun")
    lend(phone, host, server)
    phone.goto(f"{server}{night}/enter")
    assert phone.locator("#q-suit .chip").count() == 4
    for width in (320, 360, 390):
        phone.set_viewport_size({"width": width, "height": 844})
        assert phone.evaluate(TORN) == [], width
