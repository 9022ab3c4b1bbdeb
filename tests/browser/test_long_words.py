"""Names and titles of one long word widen no page, and a night's title stands whole on top, in large type too."""

import pytest

from tests.browser.acts import lend
from tests.browser.measures import SIDEWAYS, enlarge
from tests.browser.test_rulebook import pages_of
from tests.chosen import at_length, some
from tests.web.phone import Phone

LONG = "Donaudampfschifffahrtsgesellschaftskapitän"
INSIDE = ("", "/settle", "/enter", "/table", "/rules", "/rules/sheet", "/paper", "/share", "/kitty")
OF_GROUP = ("", "/season", "/figures", "/share", "/settings", "/seasons", "/statement", "/kitty")
OF_DEAL = ("", "/correct", "/void", "/adjust", "/audit")
LINES = """cell => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return new Set([...range.getClientRects()].map(rect => Math.round(rect.top))).size;
}"""
CUT = """() => [...document.querySelectorAll(".top .brand span")]
  .filter(e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1).map(e => e.textContent)"""


def sideways(phone, address):
    """What reaches out of the narrowest screen, in type of each size."""
    phone.goto(address)
    phone.set_viewport_size({"width": 320, "height": 844})
    phone.evaluate("for (const more of document.querySelectorAll('details')) more.open = true")
    for percent in (100, 200):
        enlarge(phone, percent)
        yield from (f"{address} at {percent} %: {wide}" for wide in phone.evaluate(SIDEWAYS))


@pytest.mark.parametrize("half", some([0, 1], 0))
def test_names_of_one_long_word_widen_no_page(any_phone, app, server, half):
    host = Phone(app, "de-AT")
    night = host.open_night(*(f"{LONG}{n}" for n in range(4)), rules="husarln/beck", title=LONG * 2)
    assert host.enter(night, declarer="p2", contract="Z2", points="37").status == 303
    page = host.get(f"{night}/round")
    meeting = host.send(page, page.form(name=""), "action=new", name=LONG * 2).location
    page = host.get(f"{meeting}/settings")
    host.send(page, page.form(tariff=""), "action=tariff", tariff=f"{LONG} 0.50")
    page = host.get(f"{meeting}/season")
    host.send(page, page.form(number=""), name=LONG * 2)
    person = host.get(f"{meeting}/seasons").html.one("table").one("tbody").all("a")[0]["href"]
    phone = any_phone(locale="de-AT", is_mobile=False)
    lend(phone, host, server)
    paths = [person, *(f"{night}{path}" for path in INSIDE), *(f"{night}/deals/1{path}" for path in OF_DEAL)]
    paths += [*(f"{meeting}{path}" for path in OF_GROUP), "/", "/nights/new"]
    found = [wide for path in paths[half::2] for wide in sideways(phone, server + path)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", some(["Maximiliane", "Maximilian-Alexander", LONG], LONG))
def test_one_long_name_leaves_the_others_beside_each_other(any_phone, app, server, name):
    host = Phone(app)
    night = host.open_night("Anna", "Bernd", "Clara", name, "Eva")
    phone = any_phone()
    lend(phone, host, server)
    phone.goto(f"{server}{night}/enter")
    chips = phone.locator("#q-soloist .chip").all()
    for width in (320, 360, 390, 1280):
        phone.set_viewport_size({"width": width, "height": 844})
        tops = [round(chip.bounding_box()["y"]) for chip in chips]
        assert tops[:3] == [tops[0]] * 3, width
        assert len(set(tops)) <= 4, width
        assert phone.evaluate(SIDEWAYS) == []


def test_the_recorded_cards_find_room_in_large_type(any_phone, app, server):
    host = Phone(app, "de-AT")
    night = host.open_night("Annemarie", "Bernd", "Clara", rules="husarln/beck")
    assert host.enter(night, declarer="p2", contract="Z2", points="37").status == 303
    phone = any_phone(locale="de-AT", is_mobile=False)
    lend(phone, host, server)
    assert list(sideways(phone, f"{server}{night}/deals/1/audit?tricks=QC&at=tricks")) == []
    assert phone.locator(".compared").count() == 1
    for width in (320, 390):
        phone.set_viewport_size({"width": width, "height": 844})
        for percent in (100, 200):
            enlarge(phone, percent)
            heads = phone.locator(".compared thead th")
            assert [head.evaluate(LINES) for head in heads.all()] == [1, 1], (width, percent, "no word is torn apart")


@pytest.mark.parametrize("title", [at_length(""), "Stammtisch im Goldenen Hirschen"])
def test_a_title_stands_whole_on_top(any_phone, app, server, title):
    host = Phone(app, "de-AT")
    night = host.open_night(title=title)
    phone = any_phone(locale="de-AT", is_mobile=False)
    lend(phone, host, server)
    for width in (320, 390):
        assert list(sideways(phone, server + night)) == []
        phone.set_viewport_size({"width": width, "height": 844})
        for percent in (100, 200):
            enlarge(phone, percent)
            assert phone.evaluate(CUT) == [], (width, percent)


def test_a_long_word_leaves_room_for_the_other_columns_and_a_verdict_is_read_whole(any_phone, app, server):
    host = Phone(app, "de-AT")
    night = host.open_night("W" * 20, *"ABCDEFG", rules="herzeln/piatnik", amount="25")
    for _ in range(8):
        host.enter(night, passed="yes")
    page = host.get(f"{night}/deals/9/adjust")
    won = {"adjust-p1": "-390", "adjust-p2": "390"}
    assert host.send(page, page.form(number=""), "", action="confirm", note="vom Papier", **won).status == 303
    phone = any_phone(locale="de-AT", viewport={"width": 320, "height": 844})
    lend(phone, host, server)
    phone.goto(server + night)
    assert phone.locator(".sheet-wrap").evaluate("wrap => wrap.scrollWidth > wrap.clientWidth")
    widths = phone.evaluate("[...document.querySelectorAll('.sheet thead th')].map(th => th.offsetWidth)")
    assert max(widths[1:]) < 100
    box = phone.locator(".sheet .over div").bounding_box()
    assert box["x"] + box["width"] <= 320


def test_names_are_whole_on_paper_and_leave_room_for_what_a_change_brings(any_phone, app, server):
    host = Phone(app, "de-AT")
    night = host.open_night(*(f"{'W' * 18}{n}" for n in range(4)), rules="husarln/beck")
    assert host.enter(night, declarer="p2", contract="Z2", points="37").status == 303
    phone = any_phone(locale="de-AT", viewport={"width": 320, "height": 844})
    lend(phone, host, server)
    cut = "all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"
    phone.goto(f"{server}{night}/paper")
    assert phone.locator(".totals label").evaluate_all(cut) == []
    phone.goto(f"{server}{night}/blank")
    assert phone.locator(".blank > table thead th").evaluate_all(cut) == []
    assert pages_of(phone.pdf(format="A4")) == 1
    phone.goto(f"{server}{night}/deals/1/void")
    assert phone.locator(".moved").bounding_box()["width"] <= 320
