"""The end of an evening: what is left to do, all payments with one tap, and the ways to pass the result on."""

import json

import pytest

from tests.web.html import values
from tests.web.phone import Phone


@pytest.fixture
def night(host):
    night = host.open_night("Anna", "Bernd", "Clara", "Dora", rules="herzblatt/muhr")
    host.book(night, "p2", 71)
    return night


def pay_all(host, night):
    page = host.get(f"{night}/settle")
    (form,) = [form for form in page.html.one("main").all("form") if "/settle/all" in form["action"]]
    return form, host.send(page, form)


def test_what_is_left_to_do_is_listed_until_the_evening_is_over(host, night):
    host.object_to(night, "70")
    assert host.enter(night, "called", soloist="p1").status == 303
    page = host.get(f"{night}/end")
    assert "End the evening" in page.text
    left = [link.text for link in page.html.one("ul", "left").all("a")]
    assert left == ["Deal 2 is being played", "1 query is open", "3 payments are open"]
    host.enter(night, soloist="p2", points="20")
    page = host.get(f"{night}/settle")
    host.send(page, page.form(how="rejected"), "how=rejected")
    assert pay_all(host, night)[1].status == 303
    page = host.get(f"{night}/end")
    assert page.html.one("h1").text == "The evening is over"
    assert not page.html.one("main").all("ul", "left")
    sheet = host.get(night)
    (primary,) = sheet.html.one("main").all("a", "primary")
    assert (primary.text, primary["href"]) == ("Everything is paid: end the evening", f"{night}/end")


def test_all_payments_are_ticked_once_however_often_they_are_sent(host, night):
    form, answer = pay_all(host, night)
    assert answer.status == 303
    assert host.post(form["action"], values(form)).status == 303
    journal = json.loads(host.get(f"{night}/night.json").body)["journal"]
    assert [line.count('"paid"') for line in journal].count(1) == 3


def test_payments_that_have_changed_or_are_disputed_are_not_ticked(host, night):
    page = host.get(f"{night}/settle")
    (form,) = [form for form in page.html.one("main").all("form") if "/settle/all" in form["action"]]
    host.book(night, "p1", 71)
    assert host.send(page, form).status == 409
    page = host.get(f"{night}/settle")
    (form,) = [form for form in page.html.one("main").all("form") if "/settle/all" in form["action"]]
    host.object_to(night, "70")
    assert "/settle/all" not in host.get(f"{night}/settle").body
    assert host.send(page, form).status == 422
    assert "✓" not in host.get(f"{night}/settle").text


def test_onlookers_are_offered_no_payment_and_the_last_stake_is_proposed(host, night, onlooker):
    assert "/settle/all" not in onlooker.get(f"{night}/settle").body
    host.open_night(amount="0.25", currency="CHF")
    proposed = values(host.get("/nights/new/herzblatt/muhr").form(amount=""))
    assert (proposed["amount"], proposed["currency"]) == (["0.25"], ["CHF"])
    assert values(Phone(host.client.application).get("/nights/new/herzblatt/muhr").form(amount=""))["amount"] == [""]
