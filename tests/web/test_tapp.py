"""Tapp Tarock by four: the dealer sits out, or is paid with the defenders, and then stands wherever that is told."""

import pytest

from tests.web.phone import Phone


@pytest.mark.parametrize("fourth", ["sits_out", "with_defenders"])
def test_the_fourth_stands_wherever_a_deal_is_told(shared_app, fourth):
    phone, paid = Phone(shared_app), fourth == "with_defenders"
    house = {"house-fourth": f'"{fourth}"'} if paid else {}
    night = phone.open_night("Anna", "Bernd", "Clara", "Dora", rules="tapp/mayr", amount="0.10", **house)
    said = {"declarer": "p1", "contract": "dreier", "points": "40"}
    look = phone.enter(night, "look", **said).text
    assert ("Dora −3" in " ".join(look.split())) == paid
    assert phone.enter(night, **said).status == 303
    dora = -3 if paid else 0
    assert phone.get(night).standing == {"Anna": 6 - dora, "Bernd": -3, "Clara": -3, "Dora": dora}
    heads = phone.get(f"{night}/deals/1").html.one("table", "lines").one("thead").all("th")
    assert [head.text for head in heads] == ["Anna", "Bernd", "Clara", *(["Dora"] if paid else [])]
    phone.enter(night, "called", declarer="p2", contract="solo")
    assert phone.get(night).html.one("table", "outcomes").one("thead").text.count("Anna") == paid


def test_what_an_announcement_came_to_is_asked_on_the_button_until_the_deal_is_sent(shared_app):
    phone = Phone(shared_app)
    night = phone.open_night("Anna", "Bernd", "Clara", rules="tapp/mayr")
    phone.enter(night, "called", declarer="p2", contract="solo", **{"bonuses.pagat.p2": "1"})
    asked = "Pagat ultimo by Bernd was announced: was it made?"
    page = phone.get(f"{night}/enter")
    assert page.errors == ""
    assert page.html.one("button", "book").text.startswith(asked)
    assert phone.enter(night, points="40").errors == asked


@pytest.mark.parametrize(("rules", "more"), [("tapp/mayr", ""), ("husarln/loew", "⅓⅔"), ("herzblatt/braun", "")])
def test_the_keypad_offers_thirds_where_a_count_can_end_on_them(shared_app, rules, more):
    phone = Phone(shared_app)
    keypad = phone.get(f"{phone.open_night('Anna', 'Bernd', 'Clara', rules=rules)}/enter").html.one("div", "keypad")
    assert keypad.text.replace(" ", "") == f"1234567890{more}⌫"
