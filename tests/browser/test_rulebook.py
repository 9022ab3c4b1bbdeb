"""Rules on the phone: a number opens in place, the rule page is searched and fits its screen and one sheet of paper."""

import re

import pytest

from tests.browser.acts import follow
from tests.browser.measures import LEAST, SMALL, SPILLS, find_barriers, pages_of
from tests.chosen import AUTHORS, at_length, some

WIDTHS = (320, 390)
SIDEWAYS = "[document.documentElement.scrollWidth, innerWidth, visualViewport.scale]"
TARGETS = "() => [...document.querySelectorAll('a.rule')].map(link => link.getBoundingClientRect())\
.filter(box => box.width < 47.5 || box.height < 47.5).length"


def fits(phone, width):
    """Nothing on the page reaches out of the screen or of its box, and every number is large enough for a thumb."""
    assert phone.evaluate(SIDEWAYS) == [width, width, 1]
    assert phone.evaluate(SPILLS) == []
    assert phone.evaluate(SMALL, LEAST) == []
    assert phone.evaluate(TARGETS) == 0


@pytest.mark.parametrize("width", some(WIDTHS, 320))
@pytest.mark.parametrize("language", some(["en-GB", "de-AT"], "de-AT"))
def test_why_do_i_pay_4_is_answered_two_taps_from_the_sheet(lent, host, width, language):
    host.languages = language
    night = host.open_night(amount="")
    host.book(night, "p2", 20)
    phone = lent(host, night, viewport={"width": width, "height": 844}, locale=language)
    follow(phone, "#deal-1 td:nth-of-type(2) a")
    here = phone.url
    number = phone.locator(".lines .reason", has_text="4").first.locator("a.rule").last
    number.tap()
    phone.wait_for_selector(".rule-text")
    text = phone.inner_text(".rule-text")
    assert number.inner_text() in text
    assert {"en-GB": "four times", "de-AT": "vierfach"}[language] in text
    assert "Braun" in text
    assert phone.url == here
    assert number.get_attribute("aria-expanded") == "true"
    fits(phone, width)
    assert find_barriers(phone) == []
    number.tap()
    phone.wait_for_selector(".rule-text", state="detached")
    assert number.get_attribute("aria-expanded") is None
    phone.route("**/rules/HB-*", lambda route: route.abort())
    phone.reload()
    phone.locator("a.rule").first.tap()
    phone.wait_for_url("**/rules/sheet?deal=1#HB-*")  # a link, where the server does not answer


def test_a_rule_in_a_form_opens_by_keyboard_and_keeps_the_form(any_phone, server):
    phone = any_phone()
    phone.goto(f"{server}/nights/new/herzblatt/braun")
    phone.fill("input[name=players-0]", "Gerd")
    phone.tap("details summary")
    phone.focus(".asked a.rule")
    phone.keyboard.press("Enter")
    phone.wait_for_selector(".field .rule-text")
    assert phone.input_value("input[name=players-0]") == "Gerd"
    fits(phone, 390)
    assert find_barriers(phone) == []


# Of whom there is most to say of all, and one of those of another game.
LONGEST = [("koenigrufen", "ooe"), ("husarln", "bamberger1")]


@pytest.mark.parametrize("authors", [LONGEST, at_length(AUTHORS)])
def test_the_rule_page_fits_every_screen(any_phone, server, authors):
    phone = any_phone(locale="de-AT")
    for key, preset in authors:
        phone.goto(f"{server}/rules/{key}/{preset}/sheet")
        for width in (*WIDTHS, 1280):
            phone.set_viewport_size({"width": width, "height": 844})
            fits(phone, width)


@pytest.mark.parametrize("scheme", [at_length("light"), "dark"])
def test_the_rule_page_shuts_nobody_out(lent, night, scheme):
    host, path = night
    phone = lent(host, f"{path}/rules/sheet", color_scheme=scheme)
    for summary in phone.locator("summary").all():
        summary.tap()
    fits(phone, 390)
    assert find_barriers(phone) == []


def test_the_search_shows_what_has_every_word_and_brings_the_rest_back(any_phone, server):
    phone = any_phone()
    phone.goto(f"{server}/rules/husarln/loew/sheet")
    everything = phone.locator(".law:visible").count()
    asked = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.fill("input[type=search]", "talon SOLO")
    found = phone.locator(".law:visible").all_inner_texts()
    assert 0 < len(found) < everything
    assert all("talon" in text.lower() and "solo" in text.lower() for text in found)
    assert not phone.is_visible(".tariff")
    phone.fill("input[type=search]", "xyzzy")
    assert phone.is_visible("#nothing")
    phone.fill("input[type=search]", "")
    assert phone.locator(".law:visible").count() == everything
    assert not phone.is_visible("#nothing")
    phone.press("input[type=search]", "Enter")
    assert asked == [], "no server is needed"


# The smallest type of what is printed, in pixels.
SMALLEST = """() => Math.min(...[...document.querySelectorAll("main *")]
  .filter((part) => part.checkVisibility() && [...part.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .map((part) => parseFloat(getComputedStyle(part).fontSize)))"""


@pytest.mark.parametrize("authors", [LONGEST[:1], at_length(AUTHORS)])
def test_an_authors_rules_are_printed_on_few_pages_in_type_to_be_read(any_phone, server, authors):
    """A page too wide would be printed smaller than it says."""
    phone = any_phone(viewport={"width": 733, "height": 844}, locale="de-AT", is_mobile=False)
    for key, preset in authors:
        phone.goto(f"{server}/rules/{key}/{preset}/sheet")
        pdf = phone.pdf(prefer_css_page_size=True)
        assert re.search(rb"/MediaBox \[0 0 59[45]\S* 84[12]", pdf), "A4"
        assert pages_of(pdf) <= 2, (key, preset)
        phone.emulate_media(media="print")
        assert phone.evaluate("document.documentElement.scrollWidth") == 733
        assert phone.evaluate(SMALLEST) >= 7.5 * 4 / 3
        phone.emulate_media(media="null")


def test_a_house_rule_is_found_by_its_words_and_choices_stay_visible(lent, host):
    night = host.open_night(rules="herzblatt/muhr", **{"house-loss": "2"})
    phone = lent(host, f"{night}/rules", locale="de-AT")
    phone.tap("#change > summary")
    rules = phone.locator("#change form .field:has(.asked), #change form .field:has(.values)")
    assert [rule.count() for rule in (rules, rules.locator("visible=true"))] == [rules.count(), 1]
    phone.fill("#change [type=search]", "FALSCHEN Kárte")
    shown = rules.locator("visible=true").all_inner_texts()
    assert 0 < len(shown) < rules.count()
    assert all("falschen Karte" in text for text in shown)
    assert f"{len(shown)} von {rules.count()}" in phone.inner_text("#change [role=status]")
    phone.fill("#change [type=search]", "")
    assert rules.locator("visible=true").count() == 1
