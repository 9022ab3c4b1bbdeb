"""Numbers typed in forms: a point before three digits is asked about once, and nothing is booked before."""

import pytest

from tests.web.group import open_group
from tests.web.html import values
from tests.web.phone import Phone


def field(page, name):
    return page.html.one("input", fits=lambda field: field["name"] == name)["value"]


def kitty_of(phone, night):
    return phone.get(f"{night}/kitty").html.one("p", "kitty").one("strong").text


@pytest.mark.parametrize(
    ("languages", "typed", "plain", "shown"),
    [
        ("de-AT", "1.000", "1000", "1.000,00 €"),
        ("en-GB", "1.000", "1", "€1.00"),
        ("de-CH", "1,000", "1000", "000.00"),
    ],
)
def test_one_or_a_thousand_is_asked_before_the_kitty_has_it(shared_app, languages, typed, plain, shown):
    phone = Phone(shared_app, languages)
    night = phone.open_night(amount="1")
    before = kitty_of(phone, night)
    page = phone.get(f"{night}/kitty")
    asked = phone.send(page, page.form(how=""), how="in", amount=typed)
    assert (asked.status, f"{plain} EUR" in asked.errors) == (422, True), asked.errors
    assert (field(asked, "amount"), kitty_of(phone, night)) == (plain, before), "nothing is booked"
    assert phone.send(asked, asked.form(how=""), how="in").status == 303
    assert shown in kitty_of(phone, night).replace("\N{NO-BREAK SPACE}", " ").replace("'", "’")


def test_a_stake_of_one_or_a_thousand_is_asked_about(shared_app):
    phone = Phone(shared_app, "de-AT")
    page = phone.get("/nights/new/herzblatt/braun")
    names = dict(zip((f"players-{place}" for place in range(4)), ("Anna", "Bernd", "Clara", "Dora"), strict=True))
    asked = phone.send(page, page.form(amount=""), amount="1.000", currency="€", **names)
    assert (asked.status, field(asked, "amount"), field(asked, "currency")) == (422, "1000", "€")
    large = phone.send(asked, asked.form(amount=""))
    assert (large.status, "sehr viel" in large.errors) == (422, True)
    opened = phone.send(large, large.form(amount=""))
    assert opened.status == 303
    page = phone.get(f"{opened.location.partition('#')[0]}/table")
    assert (field(page, "amount"), field(page, "currency")) == ("1000,00", "EUR")
    asked = phone.send(page, page.form(currency=""), "action=stake", amount="2.500")
    assert (asked.status, field(asked, "amount")) == (422, "2500")
    assert phone.send(page, page.form(currency=""), "action=stake", amount="50,- €").status == 303


@pytest.mark.parametrize(
    ("amount", "currency", "stake"),
    [("10 Rp.", "CHF", ("0.10", "CHF")), ("Fr. 2", "Franken", ("2.00", "CHF")), ("  ", "EUR", ("", "EUR"))],
)
def test_a_stake_is_read_in_the_currency_beside_it_and_blanks_are_none(host, amount, currency, stake):
    page = host.get(f"{host.open_night(amount=amount, currency=currency)}/table")
    assert (field(page, "amount"), field(page, "currency")) == stake


def test_what_is_sent_beside_a_form_in_its_address_is_no_field(host, night):
    before = kitty_of(host, night)
    page = host.get(f"{night}/kitty")
    sent = values(page.form(how="")) | {"how": "in", "amount": ""}
    answer = host.post(f"{night}/kitty?amount=5", sent)
    assert (answer.status, kitty_of(host, night)) == (422, before)


@pytest.mark.parametrize("code", ["XAU", "XXX", "xts", "CHW"])
def test_metals_funds_and_tests_are_no_stake(host, code):
    page = host.get("/nights/new/herzblatt/braun")
    answer = host.send(page, page.form(amount=""), amount="1", currency=code)
    assert (answer.status, "is no money" in answer.errors) == (422, True), answer.errors


def test_points_of_a_deal_with_a_point_are_asked_about(host, night):
    agreed = {"adjust-p1": "1.000", "adjust-p2": "−500", "adjust-p3": "–500"}
    asked = host.fill_in(f"{night}/deals/1/adjust", "number", action="confirm", note="so", **agreed)
    assert (asked.status, "1.000 was read as 1000" in asked.errors) == (422, True), asked.errors
    assert field(asked, "adjust-p1") == "1000"
    assert host.send(asked, asked.form(number="1"), action="confirm").status == 303


def test_settings_with_a_point_are_asked_about(host, night):
    group = open_group(host, night)
    page = host.get(f"{group}/settings")
    sent = {"absent": "number", "missed": "-1.000", "cup": "8,4,2"}
    asked = host.send(page, page.form(cup=""), "action=rules", **sent)
    assert (asked.status, field(asked, "missed")) == (422, "-1000")
    assert host.send(asked, asked.form(cup=""), "action=rules").status == 303
    page = host.get(f"{group}/settings")
    assert (field(page, "missed"), field(page, "cup")) == ("-1000", "8, 4, 2")
    asked = host.send(page, page.form(cup=""), "action=rules", cup="1,000")
    assert (asked.status, field(asked, "cup")) == (422, "1, 0"), "two bonuses or one"


def test_what_a_form_shows_is_sent_back_without_a_question(shared_app):
    for languages in ("de-AT", "de-CH", "en-GB", "en-IN", "en-SE"):
        phone = Phone(shared_app, languages)
        for currency, amount in (("HUF", "1 000"), ("KWD", "12.5"), ("CHF", "2.-"), ("JPY", "5")):
            night = phone.open_night(amount=amount, currency=currency)
            page = phone.get(f"{night}/table")
            answer = phone.send(page, page.form(currency=""), "action=stake")
            assert "read" not in answer.errors.replace("already", ""), (languages, answer.errors)


def test_a_name_with_a_comma_is_one_member_with_one_seat(host):
    page = host.get("/rounds/new")
    answer = host.send(page, page.form(name=""), name="Club", members="Huber, Anna\nBernd; der Große\n\nClara")
    club = answer.location
    assert [item.text.split("  ")[0] for item in host.get(club).html.one("ul", "people-of-group").all("li")] == [
        "Bernd; der Große",
        "Clara",
        "Huber, Anna",
    ]


def test_a_large_stake_is_asked_about_once(host):
    page = host.get("/nights/new/herzblatt/braun")
    asked = host.send(page, page.form(amount=""), amount="1000000", **{"players-0": "Anna", "players-1": "Bernd"})
    large = "€1,000,000.00 for one point is a lot; if that is right, send it once more"
    assert (asked.status, asked.errors) == (422, large)
    night = host.send(asked, asked.form(amount="")).location.partition("#")[0]
    table = host.get(f"{night}/table")
    same = host.send(table, table.form(currency=""), "action=stake")
    assert "a lot" not in same.errors, same.errors
    asked = host.send(table, table.form(currency=""), "action=stake", amount="500")
    assert (asked.status, asked.errors.startswith("€500.00 for one point is a lot")) == (422, True), asked.errors
    assert host.send(asked, asked.form(currency=""), "action=stake").status == 303
    assert host.open_night(amount="100")


def test_a_draw_asks_about_a_large_stake_once(host, night):
    page = host.get(f"{open_group(host, night)}/tables")
    asked = host.send(page, page.form(kind=""), "action=draw", amount="1000")
    assert (asked.status, asked.errors.startswith("€1,000.00 for one point is a lot")) == (422, True), asked.errors
    drawn = host.send(asked, asked.form(others=""), "action=draw")
    assert drawn.status == 200, drawn.errors
    begun = host.send(drawn, drawn.form(seats=""), "action=open")
    assert begun.status == 303, begun.errors
