"""Settling and taking the night along: the fewest payments, money as the reader writes it, the night as a file."""

import csv
import json
from io import StringIO

import pytest

from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.syntax import load
from scorekeeper.storage.journal.state import standings
from scorekeeper.storage.models import database
from scorekeeper.storage.transfer import prepare, take_in
from tests.web.phone import Phone


@pytest.fixture
def evening(app):
    """A night on either database with everything that a night can have."""
    phone = Phone(app)
    night = phone.open_night(rules="herzblatt/lembke", title="Stammtisch ♥ „Zur Post“", day="2026-11-21")
    phone.book(night, "p2", 66)
    phone.book(night, "p3", 20)
    phone.enter(night, passed="yes")
    phone.fill_in(f"{night}/deals/1/correct", "number", action="confirm", points="50", note="Grüße, 😀 שלום")
    phone.agree(night, **{"house-loss": "1"})
    phone.fill_in(f"{night}/table", "place", "move=join", name="Fritz", place="0")
    phone.book(night, "p6", 33)
    phone.fill_in(
        f"{night}/deals/5/adjust", "number", "", action="confirm", note="beer", **{"adjust-p1": "3", "adjust-p4": "-3"}
    )
    phone.fill_in(f"{night}/deals/3/void", "number", "action=confirm", note="not dealt")
    phone.enter(night, "called", soloist="p3")
    return phone, night


def test_the_files_of_a_night_read_back_give_the_same_balances_and_head(evening):
    phone, night = evening
    for form in ("toml", "json"):
        answer = phone.get(f"{night}/night.{form}")
        assert answer.headers["Content-Type"].startswith(f"application/{form}")
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{night[3:]}.{form}"'
        data = load(answer.body)
        assert data["title"] == "Stammtisch ♥ „Zur Post“"
        with database.connection_context():
            row = take_in(prepare(data, "import"))
            taken = {player.name: player.balance for player in standings(row.id)}
            head = row.head
        assert taken == phone.standing(night)
        assert json.loads(data["journal"][-1])["hash"] == head
        without = {key: value for key, value in data.items() if key not in ("journal", "keys")}
        document = read_night(without)
        typed = dict.fromkeys(document.night.players, 0)
        for slot in document.slots:
            for name, points in slot.result.payoff.items():
                typed[name] += points
        assert typed == phone.standing(night), "the deals alone say the same as the journal"
    page = phone.get(f"{night}/table")
    assert {link["href"].rpartition(".")[2] for link in page.html.all("a") if "/night." in link["href"]} == {
        "csv",
        "toml",
        "json",
    }
    answer = phone.get(f"{night}/night.csv")
    assert answer.headers["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(StringIO(answer.body)))
    assert [row["deal"] for row in rows] == ["1", "2", "3", "4", "5"]
    assert {name: int(rows[-1][f"balance {name}"]) for name in phone.standing(night)} == phone.standing(night)


def test_the_payments_of_the_reader_come_first(host):
    night = host.open_night("Anna", "Bernd", "Clara", amount="0.10")
    host.book(night, "p1")
    assert not host.get(f"{night}/settle").html.all("p", "own")
    for player, own in (
        ("p1", ["You get €0.10 from Bernd", "You get €0.10 from Clara"]),
        ("p3", ["You pay €0.10 to Anna"]),
    ):
        assert host.fill_in(f"{night}/me", "who", who=player).status == 303
        section = host.get(f"{night}/settle").html.one("section", fits=lambda part: part["id"] == "plan")
        assert [line.text for line in section.all("p", "own")] == own
        assert section.text.startswith(own[0])


def test_a_night_without_money_is_settled_in_points_and_an_even_one_needs_no_payment(host):
    night = host.open_night(amount="")
    assert "Nobody owes anybody anything." in host.get(f"{night}/settle").text
    assert "Nobody owes anybody anything." in host.get(f"{night}/settle.txt").body
    host.book(night)
    assert host.get(f"{night}/settle").html.one("ol", "payments").all("p", "who")[0].text == "Bernd → Anna 1"
    assert "€" not in host.get(f"{night}/settle").body + host.get(night).body + host.get(f"{night}/deals/1").body


@pytest.mark.parametrize(
    ("languages", "amount", "plus", "minus", "payment"),
    [
        ("en-GB", "1,250.50", "+€5,002.00", "−€1,250.50", "€1,250.50"),
        ("de-AT", "1250,5", "+€ 5.002,00", "−€ 1.250,50", "€ 1.250,50"),
        ("de-CH", "1’250.50", "+EUR 5’002.00", "EUR-1’250.50", "EUR 1’250.50"),
        ("fr-FR, de-DE;q=0.5", "1250,50", "+5.002,00 €", "−1.250,50 €", "1.250,50 €"),
    ],
)
def test_money_is_typed_and_shown_as_the_readers_country_writes_it(shared_app, languages, amount, plus, minus, payment):
    phone = Phone(shared_app, languages)
    night = phone.open_night(amount=amount)
    phone.book(night)
    settle = phone.get(f"{night}/settle")
    shown = [row.all("td")[1].text for row in settle.html.one("table", "standing").all("tr")]
    assert [text.replace("\xa0", " ") for text in shown] == [plus, *[minus.replace("-", "−")] * 4]
    first = settle.html.one("ol", "payments").all("li")[0].one("strong").text
    assert first.replace("\xa0", " ") == payment
    assert load(phone.get(f"{night}/night.toml").body)["stake"] == "1250.50 EUR"


def test_an_amount_in_another_countrys_spelling_is_refused_and_never_read_as_another(shared_app):
    names = {"players-0": "A", "players-1": "B", "players-2": "C"}
    for languages, amount, taken in (
        *(("de-DE", "1.50", True), ("en-GB", "1,5", True), ("de-CH", "1,50", True)),
        *(("de-AT", "1,250.50", False), ("en-GB", "1.250,50", False), ("en-GB", "0.105", False)),
    ):
        phone = Phone(shared_app, languages)
        answer = phone.fill_in("/nights/new/herzblatt/braun", "amount", amount=amount, **names)
        assert answer.status == (303 if taken else 422), (languages, amount)
        if taken:
            assert load(phone.get(f"{answer.location}/night.toml").body)["stake"] == "1.50 EUR"
        else:
            assert amount in answer.errors


def test_a_stake_that_cannot_be_is_refused_with_the_reason(host):
    page = host.get("/nights/new/herzblatt/braun")
    names = {"players-0": "A", "players-1": "B", "players-2": "C"}
    for fields, reason in (
        ({"amount": "0"}, "more than 0"),
        ({"amount": "1e400"}, "beyond all measure"),
        ({"amount": "0.001"}, "0.001 EUR is not a whole number of the smallest coin"),
        ({"currency": "XXQ"}, "XXQ is not a currency code like EUR"),
        ({"currency": ""}, "is not a currency code like EUR"),
    ):
        answer = host.send(page, page.form(amount=""), **({"amount": "0.10"} | names | fields))
        assert (answer.status, reason in answer.errors) == (422, True), fields


def test_the_language_can_be_switched_and_stays(host, night):
    assert "Settle" in host.get(f"{night}/settle").text
    page = host.get(f"{night}/settle")
    switch = page.html.one("header").one("form")
    assert switch.one("button").text == "Deutsch"
    answer = host.post(switch["action"], {"csrf_token": host.token(), "back": page.path, "language": "de"})
    assert (answer.status, answer.location) == (303, page.path)
    german = host.get(page.path)
    assert german.language == "de"
    assert "Abrechnung" in german.text or "Abrechnen" in german.text
    assert host.get("/").language == "de"
    host.post("/language", {"csrf_token": host.token(), "language": "en", "back": "/"})
    assert host.get("/").language == "en"
    host.post("/language", {"csrf_token": host.token(), "language": "xx", "back": "/"})
    assert host.get("/").language == "en"
