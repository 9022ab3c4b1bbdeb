"""Coins that exist: what is rounded, for whom, and the smallest coin of the table."""

import pytest

from scorekeeper.nightfile.syntax import load
from scorekeeper.storage.models import database
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.verify import verify_night
from tests.web.paying import tick
from tests.web.phone import Phone
from tests.web.test_managing import change


def plan_of(phone, night, **query):
    """The payments of a settlement, and its sentence about rounding."""
    page = phone.get(f"{night}/settle", **query)
    plan = page.html.one("section", fits=lambda part: part["id"] == "plan")
    said = [hint.text for hint in plan.all("p", "hint") if hint.text.startswith(("Rounded", "Auf ganze"))]
    return [who.text.replace("\xa0", " ") for who in plan.all("p", "who")], [text.replace("\xa0", " ") for text in said]


@pytest.mark.parametrize(
    ("languages", "amount", "paid", "said"),
    [
        ("en-GB", "0.07", "Bernd → Anna CHF0.05", "Rounded to whole coins: Anna gains CHF0.01, Bernd gains CHF0.02"),
        (
            "de-AT",
            "0,07",
            "Bernd → Anna 0,05 CHF",
            "Auf ganze Münzen gerundet: Anna gewinnt 0,01 CHF, Bernd gewinnt 0,02 CHF, Clara verliert 0,03 CHF",
        ),
    ],
)
def test_a_night_is_paid_in_coins_and_says_who_gains(shared_app, languages, amount, paid, said):
    phone = Phone(shared_app, languages)
    night = phone.open_night("Anna", "Bernd", "Clara", amount=amount, currency="CHF")
    phone.book(night)
    payments, sentences = plan_of(phone, night)
    assert payments[0] == paid
    assert sentences[0].startswith(said)
    assert said in phone.get(f"{night}/settle.txt").body.replace("\xa0", " ")
    for debtor in ("Bernd", "Clara"):
        assert tick(phone, night, debtor, "all").status == 303
    with database.connection_context():
        row = find_night(night.rpartition("/")[2])
        assert verify_night(row) is None


def test_a_table_sets_the_smallest_coin(host):
    night = host.open_night("Anna", "Bernd", "Clara", amount="0.02")
    host.book(night)
    assert plan_of(host, night)[1] == []
    assert change(host, night, "coin", coin="0.05").status == 303
    assert plan_of(host, night)[1]
    assert load(host.get(f"{night}/night.toml").body)["coin"] == "0.05"
    assert 'value="0.05"' in host.get(f"{night}/table").body
    for wrong in ("100", "0", "-0.05", "0.005", "a coin"):
        assert change(host, night, "coin", coin=wrong).status == 422, wrong
    assert change(host, night, "coin", coin="").status == 303
    assert plan_of(host, night)[1] == []


def test_what_is_less_than_a_coin_is_settled_by_confirming(host):
    night = host.open_night("Anna", "Bernd", "Clara", amount="0.01", currency="CZK")
    host.book(night)
    assert plan_of(host, night)[0] == []
    assert host.fill_in(f"{night}/settle", "seen").status == 303
    assert "rounded" in host.get(f"{night}/settle").text
    assert not host.get(f"{night}/settle").html.all("form", fits=lambda form: "freeze" in form["action"])


def test_a_night_for_points_has_no_coin(host):
    night = host.open_night(amount="")
    assert "Smallest coin" not in host.get(f"{night}/table").text
    assert change(host, night, "coin", coin="5").status == 422
