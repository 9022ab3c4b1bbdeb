"""Long names, titles and words widen no page, are not torn, and stand whole in large type and on paper."""

import pytest

from tests.browser.acts import choose, press
from tests.browser.measures import LINES, OPEN_ALL, SIDEWAYS, enlarge, pages_of
from tests.chosen import AUTHORS, at_length, some

LONG = "Donaudampfschifffahrtsgesellschaftskapitän"
NARROW = {"width": 320, "height": 640}
INSIDE = ("", "/settle", "/enter", "/table", "/rules", "/rules/sheet", "/paper", "/share", "/kitty")
OF_GROUP = ("", "/season", "/figures", "/share", "/settings", "/seasons", "/statement", "/kitty")
OF_DEAL = ("", "/correct", "/void", "/adjust", "/audit")
# Each option that is wider than the room for it in the closed list, beside its arrow.
CUT_OPTIONS = """() => [...document.querySelectorAll("select")].flatMap((list) => {
  const style = getComputedStyle(list), pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;
  return [...list.options].map(({ text }) => [text, pen.measureText(text).width, room]);
}).filter(([, width, room]) => width > room)"""
# Each word on a chip that is broken, and each sign that stands on another line than its word.
BROKEN = """() => [...document.querySelectorAll(".chip span")].flatMap((span) => {
  const range = document.createRange(), text = span.firstChild;
  const high = () => {
    const tops = [...range.getClientRects()].map((rect) => rect.top);
    return Math.max(...tops) - Math.min(...tops) > 5;
  };
  range.selectNodeContents(span);
  if (span.querySelector(".suit")) return high() ? [span.textContent] : [];
  return [...text.textContent.matchAll(/\\S+/g)].filter((word) => {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return high();
  }).map((word) => word[0]);
})"""


def sideways(phone, address):
    """What reaches out of the narrowest screen, in type of each size."""
    phone.goto(address)
    phone.set_viewport_size(NARROW)
    phone.evaluate(OPEN_ALL)
    for percent in (100, 200):
        enlarge(phone, percent)
        yield from (f"{address} at {percent} %: {wide}" for wide in phone.evaluate(SIDEWAYS))


@pytest.mark.parametrize("third", some([0, 1, 2], 0))
def test_names_of_one_long_word_widen_no_page(lent, german_host, server, third):
    host = german_host
    night = host.open_night(*(f"{LONG}{n}" for n in range(4)), rules="husarln/beck", title=LONG * 2)
    assert host.enter(night, declarer="p2", contract="Z2", points="37").status == 303
    page = host.get(f"{night}/round")
    meeting = host.send(page, page.form(name=""), "action=new", name=LONG * 2).location
    page = host.get(f"{meeting}/settings")
    host.send(page, page.form(tariff=""), "action=tariff", tariff=f"{LONG} 0.50")
    page = host.get(f"{meeting}/season")
    host.send(page, page.form(number=""), name=LONG * 2)
    person = host.get(f"{meeting}/seasons").html.one("table").one("tbody").all("a")[0]["href"]
    phone = lent(host, locale="de-AT", is_mobile=False)
    paths = [person, *(f"{night}{path}" for path in INSIDE), *(f"{night}/deals/1{path}" for path in OF_DEAL)]
    paths += [*(f"{meeting}{path}" for path in OF_GROUP), "/", "/nights/new"]
    found = [wide for path in paths[third::3] for wide in sideways(phone, server + path)]
    assert not found, "\n".join(found)


def test_one_long_name_leaves_the_others_beside_each_other(lent, host):
    night = host.open_night("Anna", "Bernd", "Clara", LONG, "Eva")
    phone = lent(host, f"{night}/enter")
    chips = phone.locator("#q-soloist .chip").all()
    for width in (320, 390, 1280):
        phone.set_viewport_size({"width": width, "height": 844})
        tops = [round(chip.bounding_box()["y"]) for chip in chips]
        assert tops[:3] == [tops[0]] * 3, width
        assert len(set(tops)) <= 4, width
        assert phone.evaluate(SIDEWAYS) == []


def test_names_are_whole_on_paper_and_leave_room_for_what_a_change_brings(lent, german_host, server):
    night = german_host.open_night(*(f"{'W' * 18}{n}" for n in range(4)), rules="husarln/beck")
    assert german_host.enter(night, declarer="p2", contract="Z2", points="37").status == 303
    phone = lent(german_host, f"{night}/paper", locale="de-AT", viewport=NARROW)
    cut = "all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"
    assert phone.locator(".totals label").evaluate_all(cut) == []
    phone.goto(f"{server}{night}/blank")
    assert phone.locator(".blank > table thead th").evaluate_all(cut) == []
    assert pages_of(phone.pdf(format="A4")) == 1
    phone.goto(f"{server}{night}/deals/1/void")
    assert phone.locator(".moved").bounding_box()["width"] <= 320


@pytest.mark.parametrize(
    ("language", "authors"), [("de-AT", AUTHORS[-1:]), at_length("de-AT", AUTHORS), at_length("en-GB", AUTHORS)]
)
def test_what_is_chosen_as_a_house_rule_is_read_whole(any_phone, server, language, authors):
    phone = any_phone(locale=language)
    for author in authors:
        phone.goto(f"{server}/nights/new/{'/'.join(author)}")
        phone.evaluate(OPEN_ALL)
        assert phone.locator("select, [role=radiogroup]").count() > 5
        for width in (320, 360, 390):
            phone.set_viewport_size({"width": width, "height": 844})
            assert phone.evaluate(CUT_OPTIONS) == [], (author, width)


def test_no_name_is_torn_over_what_two_phones_say_of_a_deal(guest, night):
    host, path = night
    guest.goto(guest.address + "/enter")
    choose(guest, "soloist", "p2")
    press(guest, "80")
    host.book(path, "p1")
    guest.tap("#actions button[value=booked]")
    guest.wait_for_selector(".differences")
    assert guest.locator(".differences thead th:not(:empty)").evaluate_all(LINES) == [1] * len(host.standing(path))


@pytest.mark.at_length
@pytest.mark.parametrize("language", ["en-GB", "de-AT"])
def test_no_word_on_a_chip_is_broken(lent, host, server, language):
    host.languages = language
    names = ("Annemarie", "Bernhard von Stauffenberg", "Clara")
    house = {"husarln/beck": {"house-contra": '"game"'}}
    authors = ("husarln/beck", "herzeln/piatnik", "herzblatt/muhr", "solo/braun")
    nights = [host.open_night(*names, rules=rules, **house.get(rules, {})) for rules in authors]
    phone = lent(host, locale=language)
    for night in nights:
        phone.goto(f"{server}{night}/enter")
        phone.evaluate(OPEN_ALL)
        assert phone.locator(".chip span").count() > 6
        for width in (320, 360, 390):
            phone.set_viewport_size({"width": width, "height": 844})
            assert phone.evaluate(BROKEN) == [], (night, width)
