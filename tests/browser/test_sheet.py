"""The sheet fills its page, on a phone and on paper, and is taken along from it."""

import re

import pytest

from tests.browser.acts import SOON, ask_now
from tests.browser.evenings import agree_on
from tests.browser.measures import BAD_NUMBERS, SIDEWAYS, UNREAD
from tests.chosen import some

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


def test_money_has_the_colour_of_the_points_above_it_and_who_plays_alone_is_marked(table):
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
        if page == "/settle":
            phone.tap("#share-ways summary")
        phone.tap("button[data-do=copy] >> nth=0")
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
