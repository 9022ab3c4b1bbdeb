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
