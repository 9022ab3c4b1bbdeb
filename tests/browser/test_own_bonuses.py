"""Bonuses with a name of the table's own on a phone: typed beside the tariff, and tapped in a deal."""

import pytest

from tests.browser.acts import add_bonus, book, choose, follow, press, standing
from tests.browser.test_own_values import begin, fits
from tests.chosen import some

LOOKS = [("de-AT", "light"), ("en-GB", "dark")]


@pytest.mark.parametrize("look", some(LOOKS, LOOKS[0]))
def test_a_bonus_with_a_name_of_the_tables_own(lent, host, server, look):
    phone = begin(lent, host, server, look)
    phone.tap("details:has(.bonus) > summary:visible")
    phone.tap("details:has(> .bonus) > summary")
    phone.fill("[name=house-bonuses-own1-name]", "Herzsolo mit Hochzeitsstich")
    phone.fill("[name=house-bonuses-own1-silent]", "1")
    phone.fill("[name=house-bonuses-own1-announced]", "3")
    phone.fill("[name=house-bonuses-own2-name]", "Pagat")
    phone.fill("[name=house-bonuses-own2-silent]", "2")
    fits(phone)
    follow(phone, "button.primary:visible")
    assert "Pagat" in phone.inner_text(".bonus + .error")
    fits(phone)
    phone.fill("[name=house-bonuses-own2-name]", "")
    follow(phone, "button.primary:visible")
    night = phone.url.partition("#")[0]
    follow(phone, ".bar a.primary")
    choose(phone, "contract", "dreier")
    choose(phone, "declarer", "p1")
    made = {"de-AT": "angesagt, gemacht", "en-GB": "announced, made"}[look[0]]
    add_bonus(phone, "Herzsolo mit Hochzeitsstich", made)
    fits(phone)
    phone.tap("[name=points]")
    press(phone, "41")
    book(phone)
    assert standing(phone) == [24, -8, -8, -8]
    for path in ("/rules/sheet", "/deals/1"):
        phone.goto(night + path)
        assert "Herzsolo mit Hochzeitsstich" in phone.inner_text("main")
        fits(phone)
