"""A tariff of the table's own: entered without a script, refused by its row, and named wherever rules are."""

import json

import pytest

from tests.web.html import values
from tests.web.phone import Phone, links

FOUR = ("Anna", "Bernd", "Clara", "David")
STEIRISCH = {"house-values-dreier": "6", "house-values-pagat": ["1", "3"], "house-values-quapilrufer": ""}


def test_a_form_that_nobody_changed_stores_no_values(phone):
    for rules in ("koenigrufen/wien", "koenigrufen/ruediger", "tapp/mayr", "husarln/beck", "herzblatt/muhr"):
        names = FOUR if rules.startswith("koenig") else FOUR[:3]
        night = phone.open_night(*names, rules=rules)
        assert "values" not in phone.get(f"{night}/night.toml").body


@pytest.mark.parametrize(("rules", "columns"), [("herzblatt/muhr", 2), ("koenigrufen/wien", 3)])
def test_every_column_of_the_tariff_has_a_cell_of_its_own(phone, rules, columns):
    rows = [row.inside for row in phone.get(f"/nights/new/{rules}").html.one("table", "values").all("tr")]
    cells = [[int(cell["colspan"] or 1) for cell in row if not isinstance(cell, str)] for row in rows]
    assert {sum(row) for row in cells} == {columns}
    assert [1] * columns in cells, "a row that begins a cell in each column"


def test_a_private_tariff_is_entered_and_named_on_every_page(phone):
    night = phone.open_night(*FOUR, rules="koenigrufen/wien", **STEIRISCH)
    own = json.loads(phone.get(f"{night}/night.json").body)["house"]["values"]
    assert own == {"quapilrufer": "off", "dreier": 6, "pagat": [1, 3]}
    named = "Wien, with 3 values of your own"
    for path in ("", "/whole", "/rules", "/rules/sheet", "/blank", "/board"):
        assert named in phone.get(night + path).text, path
    phone.enter(night, contract="dreier", declarer="p1", points="41", contra="0")
    assert phone.get(night).standing == {"Anna": 18, "Bernd": -6, "Clara": -6, "David": -6}
    assert "Dreier, won by Anna (the table’s own value)" in phone.get(f"{night}/deals/1").text
    assert "Quapilrufer" not in phone.get(f"{night}/enter").text


def test_cards_of_nights_and_the_page_for_joining_name_the_own_values(phone, shared_app):
    phone.open_night(*FOUR, rules="koenigrufen/wien")
    night = phone.open_night(*FOUR, rules="koenigrufen/wien", **STEIRISCH)
    named = "Wien, with 3 values of your own"
    start = phone.get("/").text
    assert start.count(named) == 2, "on its card, and where it is played again"
    link = links(phone, night)["writer"]
    assert named in Phone(shared_app).get(link).text
    assert "Wien, mit 3 eigenen Werten" in Phone(shared_app, "de-AT").get(link).text


def test_the_rules_of_a_link_stand_in_the_table(phone):
    page = phone.get("/nights/new/koenigrufen/wien?values=dreier:6,pagat:1-3,quapilrufer:off")
    sent = values(page.form(amount=""))
    assert (sent["house-values-dreier"], sent["house-values-quapilrufer"]) == (["6"], [""])
    assert "Wien: 5" in page.text


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"house-values-dreier": "0"}, "Dreier: 0 is not a whole number from 1 to 1,000"),
        ({"house-values-dreier": "5.5"}, "Dreier: 5.5 is not a whole number"),
        ({"house-values-dreier": "9" * 39}, "Dreier: "),
        ({"house-values-pagat": ["3", "2"]}, "Pagat: announced it would be worth 2, less than 3 unannounced"),
        ({"house-values-pagat": ["", ""]}, "Pagat: the value is missing"),
    ],
)
def test_a_refused_value_stays_in_its_row_with_the_reason(phone, typed, told):
    page = phone.get("/nights/new/koenigrufen/wien")
    seats = {f"players-{place}": name for place, name in enumerate(FOUR)}
    answer = phone.send(page, page.form(amount=""), **seats, **typed)
    assert answer.status == 422
    assert told in answer.errors
    ((name, text),) = typed.items()
    assert values(answer.form(amount=""))[name] == (text if isinstance(text, list) else [text])


def test_values_change_from_a_deal_on_after_a_preview(phone):
    night = phone.open_night(*FOUR, rules="koenigrufen/wien")
    phone.enter(night, contract="dreier", declarer="p1", points="41", contra="0")
    page = phone.get(f"{night}/rules")
    seen = phone.send(page, page.form(number=""), **{"house-values-dreier": "8"})
    assert "not +15" in seen.text
    assert phone.send(seen, seen.form(seen="")).status == 303
    phone.enter(night, contract="dreier", declarer="p1", points="41", contra="0")
    assert phone.get(night).standing["Anna"] == 15 + 24
