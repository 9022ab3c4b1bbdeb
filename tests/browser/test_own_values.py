"""A private tariff on a phone: entered in the table of a new night, an evening played by it, light and dark."""

import pytest

from tests.browser.acts import book, choose, follow, press, standing
from tests.browser.measures import LEAST, SMALL, SPILLS, find_barriers
from tests.chosen import some

SIDEWAYS = "[document.documentElement.scrollWidth, innerWidth]"


def fits(phone):
    """Nothing spills, everything is large enough for a thumb, and a reader of the screen finds its way."""
    width, inner = phone.evaluate(SIDEWAYS)
    assert width <= inner
    assert phone.evaluate(SPILLS) == []
    assert phone.evaluate(SMALL, LEAST) == []
    assert find_barriers(phone) == []


def begin(lent, host, server, look):
    """Open the form of a night by the rules of Wien on a phone with a language and light or dark, with four names."""
    language, scheme = look
    host.languages = language
    phone = lent(host, host.open_night(), viewport={"width": 390, "height": 844}, locale=language, color_scheme=scheme)
    phone.goto(f"{server}/nights/new/koenigrufen/wien")
    for seat, name in enumerate(("Anna", "Bernd", "Clara", "David")):
        phone.fill(f"[name=players-{seat}]", name)
    return phone


LOOKS = [("de-AT", "light"), ("en-GB", "dark"), ("de-AT", "dark")]


@pytest.mark.parametrize("look", some(LOOKS, LOOKS[0]))
def test_an_evening_by_a_tariff_of_the_tables_own(lent, host, server, look):
    phone = begin(lent, host, server, look)
    phone.tap("details:has(.values) > summary")
    phone.tap("details:has(> .values) > summary")
    phone.fill("[name=house-values-dreier]", "6")
    phone.locator("[name=house-values-pagat]").nth(1).fill("0")
    fits(phone)
    follow(phone, "button.primary:visible")
    assert "Pagat: " in phone.inner_text(".values >> xpath=..")
    assert phone.locator(".values .ours").count() == 2
    fits(phone)
    phone.locator("[name=house-values-pagat]").nth(1).fill("3")
    follow(phone, "button.primary:visible")
    night = phone.url.partition("#")[0]
    for declarer, points, after in (("p1", "41", [18, -6, -6, -6]), ("p2", "30", [24, -24, 0, 0])):
        follow(phone, ".bar a.primary")
        choose(phone, "contract", "dreier")
        choose(phone, "declarer", declarer)
        phone.tap("[name=points]")
        press(phone, points)
        book(phone)
        assert standing(phone) == after
    named = {"de-AT": "Wien, mit 2 eigenen Werten", "en-GB": "Wien, with 2 values of your own"}[look[0]]
    for path in ("/rules", "/rules/sheet", "/blank"):
        phone.goto(night + path)
        assert named in phone.inner_text("h1")
    phone.goto(f"{night}/rules/sheet")
    assert phone.locator(".tariff .ours").count() == 2
    fits(phone)
