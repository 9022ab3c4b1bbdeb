"""Settling: the payments of the reader first, money as the reader writes it, and codes that banking apps read."""

import logging

import pytest
from segno import encoder

from scorekeeper.nightfile.syntax import load
from scorekeeper.storage.models import TABLES, database
from scorekeeper.web.settlement import bank_code
from scorekeeper.web.settlement.bank_code import is_iban
from tests.web.paying import tick
from tests.web.phone import Phone


def test_the_payments_of_the_reader_come_first_in_points_without_money_and_none_in_an_even_night(host):
    night = host.open_night("Anna", "Bernd", "Clara", amount="0.10")
    host.book(night, "p1")
    assert not host.get(f"{night}/settle").html.all("p", "own")
    gets, pays = ["You get €0.10 from Bernd", "You get €0.10 from Clara"], ["You pay €0.10 to Anna"]
    for player, own in (("p1", gets), ("p3", pays)):
        assert host.fill_in(f"{night}/me", "who", who=player).status == 303
        section = host.get(f"{night}/settle").html.one("section", fits=lambda part: part["id"] == "plan")
        assert [line.text for line in section.all("p", "own")] == own
        assert section.text.startswith(own[0])
    night = host.open_night(amount="")
    assert "Nobody owes anybody anything." in host.get(f"{night}/settle").text
    assert "Nobody owes anybody anything." in host.get(f"{night}/settle.txt").body
    host.book(night)
    assert host.get(f"{night}/settle").html.one("ol", "payments").all("p", "who")[0].text == "Bernd → Anna 1 point"
    assert "It was for points only." in host.get(f"{night}/settle").text
    (card,) = host.get("/").html.all("a", "card", fits=lambda card: night in card["href"])
    assert card.text.endswith("1 deal · Anna leads"), "nothing is to be paid"
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


IBAN = "AT61 1904 3002 3457 3201"
PLAIN = "AT611904300234573201"


def test_an_iban_is_known_by_its_check_digits():
    for iban in (PLAIN, "DE89370400440532013000", "NO9386011117947", "MT84MALT011000012345MTLCAST001S"):
        assert is_iban(iban)
        swapped, other = iban[:-2] + iban[-1] + iban[-2] + "0", str((int(iban[5], 36) + 1) % 10)
        for wrong in (
            iban[:-1],
            swapped,
            iban[:2] + "00" + iban[4:],
            iban.lower(),
            iban[:5] + other + iban[6:],
            "",
            "IBAN",
        ):
            assert not is_iban(wrong), wrong


@pytest.fixture
def anna(host, night):
    """The host's phone as Anna's, to whom the others owe ten cents each."""
    assert host.fill_in(f"{night}/me", "who", who="p1").status == 303
    return host


def ask(phone, night, debtor="p2", iban=IBAN, holder="Anna Huber"):
    return phone.fill_in(f"{night}/settle", "iban", iban=iban, holder=holder, debtor=debtor)


def test_the_receiver_of_a_payment_can_show_its_code(anna, night, monkeypatch):
    codes = []
    encode = encoder.encode
    monkeypatch.setattr(
        encoder, "encode", lambda text, *rest, **more: codes.append(text) or encode(text, *rest, **more)
    )
    answer = ask(anna, night)
    assert (answer.status, "Bernd pays €0.10" in answer.text) == (200, True)
    assert PLAIN in answer.text
    assert answer.html.one("svg", "qr")
    code = next(text.decode() for text in codes if isinstance(text, bytes) and text.startswith(b"BCD"))
    lines = code.splitlines()
    assert (lines[0], lines[5:8]) == ("BCD", ["Anna Huber", PLAIN, "EUR0.1"])
    assert lines[-1].startswith("Herzblatt 20")


def test_the_iban_is_neither_stored_nor_logged_nor_in_an_address(anna, night, caplog, monkeypatch):
    caplog.set_level(logging.DEBUG)
    answers = [ask(anna, night), ask(anna, night, iban=PLAIN[:-1] + "2")]
    assert [answer.status for answer in answers] == [200, 422]
    monkeypatch.setattr(bank_code, "is_iban", lambda _: 1 / 0)
    anna.client.application.testing = False
    try:
        assert ask(anna, night).status == 500
    finally:
        anna.client.application.testing = True
    told = " ".join([*caplog.messages, *(record.exc_text or "" for record in caplog.records)])
    rows = ""
    with database.connection_context():
        for table in TABLES:
            rows += repr(list(table.select().tuples()))
    for secret in (IBAN, PLAIN, PLAIN[4:], "Anna Huber", "3002 3457"):
        assert secret not in told
        assert secret not in rows
    assert all(PLAIN not in link["href"] for link in answers[0].html.all("a"))
    assert "no-store" in answers[0].headers["Cache-Control"]


def test_a_bank_code_shows_the_error_of_a_wrong_account_and_accepts_a_correction(anna, night):
    for fields, reason in (
        ({"iban": "AT61 1904 3002 3457 3202"}, "this is no IBAN"),
        ({"iban": ""}, "this is no IBAN"),
        ({"holder": " "}, "1 to 70 characters"),
        ({"holder": "x" * 71}, "1 to 70 characters"),
        ({"holder": "😀" * 70}, "a code cannot hold"),
    ):
        answer = ask(anna, night, **fields)
        assert (answer.status, reason in answer.errors) == (422, True), answer.errors
    assert anna.send(answer, answer.form(iban=""), "debtor=p2", iban=IBAN, holder="Anna Huber").status == 200


def test_only_the_receiver_of_a_payment_in_euros_is_offered_its_code(anna, writer, onlooker, night):
    assert "banking apps" in anna.get(f"{night}/settle").text
    francs = anna.open_night(currency="CHF")
    anna.fill_in(f"{francs}/me", "who", who="p1")
    anna.book(francs)
    assert "You get" in anna.get(f"{francs}/settle").text
    assert "banking apps" not in anna.get(f"{francs}/settle").text
    fields = {"iban": IBAN, "holder": "X", "debtor": "p2"}
    for phone, status in ((writer, 303), (onlooker, 403)):
        assert "banking apps" not in phone.get(f"{night}/settle").text
        assert phone.post(f"{night}/settle/code", fields | {"csrf_token": phone.token()}).status == status
    tick(anna, night, "Bernd", "all")
    answer = anna.post(f"{night}/settle/code", fields | {"csrf_token": anna.token()})
    assert answer.location == f"{night}/settle#plan", "it is paid"
