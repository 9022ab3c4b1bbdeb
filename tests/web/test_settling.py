"""Settling: the payments of the reader first, money as the reader writes it, and codes that banking apps read."""

import logging

import pytest

from scorekeeper.nightfile.syntax import load
from scorekeeper.storage.models import TABLES, database
from scorekeeper.web.settlement import bank_code
from tests.qr_reading import codes_in, read_by_zxing
from tests.web.paying import tick
from tests.web.phone import Phone


def test_the_payments_of_the_reader_come_first(host):
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
        ("de-AT", "1250,5", "+5.002,00 €", "−1.250,50 €", "1.250,50 €"),
        ("de-CH", "1’250.50", "+EUR 5’002.00", "EUR-1’250.50", "EUR 1’250.50"),
        ("fr-FR, de-DE;q=0.5", "1250,50", "+5.002,00 €", "−1.250,50 €", "1.250,50 €"),
    ],
)
def test_money_is_typed_and_shown_as_the_readers_country_writes_it(shared_app, languages, amount, plus, minus, payment):
    phone = Phone(shared_app, languages)
    night = phone.open_night(amount=amount, asked="125050 EUR")
    phone.book(night)
    settle = phone.get(f"{night}/settle")
    shown = [row.all("td")[1].text for row in settle.html.one("table", "standing").all("tr")]
    assert [text.replace("\xa0", " ") for text in shown] == [plus, *[minus.replace("-", "−")] * 4]
    first = settle.html.one("ol", "payments").all("li")[0].one("strong").text
    assert first.replace("\xa0", " ") == payment
    assert load(phone.get(f"{night}/night.toml").body)["stake"] == "1250.50 EUR"


def test_an_amount_in_a_foreign_spelling_is_refused(shared_app):
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
SWISS = "CH9300762011623852957"


@pytest.fixture
def anna(host, night):
    """The host's phone as Anna's, to whom the others owe ten cents each."""
    assert host.fill_in(f"{night}/me", "who", who="p1").status == 303
    return host


HOLDER = "Annamirl Hubertus"  # whom no other test knows


def ask(phone, night, debtor="p2", iban=IBAN, holder=HOLDER):
    return phone.fill_in(f"{night}/settle", "iban", iban=iban, holder=holder, debtor=debtor)


def test_the_receiver_of_a_payment_can_show_its_code(anna, night):
    answer = ask(anna, night)
    assert (answer.status, "Bernd pays €0.10" in answer.text) == (200, True)
    assert PLAIN in answer.text
    (code,) = codes_in(answer.body)
    *lines, text = read_by_zxing(code).split("\n")
    assert lines == ["BCD", "002", "1", "SCT", "", HOLDER, PLAIN, "EUR0.10", "", ""]
    assert text.startswith("Herzblatt 20")
    assert "plain letters" not in answer.text


def test_a_code_in_plain_letters_is_one_tap_away_and_so_is_the_way_back(anna, night):
    typed = ask(anna, night, iban="IBAN AT61-1904-3002-3457-3201", holder="Jožica Müller")
    assert read_by_zxing(*codes_in(typed.body)).split("\n")[5:7] == ["Jožica Müller", PLAIN]
    plain = anna.send(typed, typed.html.one("main").one("form"), "plain=1")
    assert read_by_zxing(*codes_in(plain.body)).split("\n")[5:8] == ["Jozica Mueller", PLAIN, "EUR0.10"]
    assert "Jozica Mueller" in plain.text
    again = anna.send(plain, plain.html.one("main").one("form"))
    assert codes_in(again.body) == codes_in(typed.body)


@pytest.mark.parametrize(
    ("currency", "iban", "lines"),
    [
        (
            "CHF",
            "CH93 0076 2011 6238 5295 7",
            {3: SWISS, 5: "Zoë Huber", 8: "6003", 18: "5.00", 19: "CHF"},
        ),
        ("CZK", "CZ65 0800 0000 1920 0014 5399", {2: "ACC:CZ6508000000192000145399", 3: "AM:5.00", 5: "RN:Zoe Huber"}),
    ],
)
def test_a_swiss_and_a_czech_table_get_the_codes_of_their_banks(host, currency, iban, lines):
    night = host.open_night(currency=currency, amount="5")
    host.fill_in(f"{night}/me", "who", who="p1")
    host.book(night)
    fields = {"town": "6003 Luzern"} if currency == "CHF" else {}
    answer = host.fill_in(f"{night}/settle", "iban", "debtor=p2", iban=iban, holder="Zoë Huber", **fields)
    assert answer.status == 200, answer.errors
    written = read_by_zxing(*codes_in(answer.body)).replace("*", "\n").split("\n")
    assert {number: written[number] for number in lines} == lines
    other = host.fill_in(f"{night}/settle", "iban", "debtor=p2", iban=IBAN, holder="Zoë Huber", **fields)
    assert (other.status, codes_in(other.body)) == (422, [])
    assert "needs an account in" in other.errors


def test_the_iban_is_neither_stored_nor_logged_nor_in_an_address(anna, night, caplog, monkeypatch):
    caplog.set_level(logging.DEBUG)
    answers = [ask(anna, night), ask(anna, night, iban=PLAIN[:-1] + "2")]
    assert [answer.status for answer in answers] == [200, 422]
    monkeypatch.setattr(bank_code, "make_transfer", lambda **_: 1 / 0)
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
    for secret in (IBAN, PLAIN, PLAIN[4:], HOLDER, "3002 3457"):
        assert secret not in told
        assert secret not in rows
    assert all(PLAIN not in link["href"] for link in answers[0].html.all("a"))
    assert "no-store" in answers[0].headers["Cache-Control"]


def test_a_bank_code_shows_a_wrong_account_and_accepts_its_correction(anna, night):
    for fields, reason in (
        ({"iban": "AT61 1904 3002 3457 3202"}, "a digit or letter of this IBAN is wrong"),
        ({"iban": "AT61 1904 3002 3457 32"}, "an IBAN with AT has 20 letters and digits, this one 18"),
        ({"iban": "TR33 0006 1005 1978 6457 8413 26"}, "TR is not a country of SEPA"),
        ({"iban": "CH44 3199 9123 0008 8901 2"}, "this is a QR-IBAN"),
        ({"iban": ""}, "begins with two letters"),
        ({"holder": " "}, "1 to 70 characters"),
        ({"holder": "x" * 71}, "1 to 70 characters"),
        ({"holder": "😀" * 70}, "1 to 70 characters"),
    ):
        answer = ask(anna, night, **fields)
        assert (answer.status, reason in answer.errors) == (422, True), answer.errors
    assert anna.send(answer, answer.form(iban=""), "debtor=p2", iban=IBAN, holder=HOLDER).status == 200


def test_only_the_receiver_is_offered_a_code_and_told_why_there_is_none(anna, writer, onlooker, night):
    assert "banking apps" in anna.get(f"{night}/settle").text
    forints = anna.open_night(currency="HUF", amount="10")
    anna.fill_in(f"{forints}/me", "who", who="p1")
    anna.book(forints)
    settle = anna.get(f"{forints}/settle")
    assert "You get" in settle.text
    assert "there is one for euros, Swiss francs and Czech crowns, but none for HUF." in settle.text
    assert not settle.html.one("main").all("input", fits=lambda field: field["name"] == "iban")
    sent = {"iban": IBAN, "holder": "X", "debtor": "p2", "csrf_token": anna.token()}
    assert anna.post(f"{forints}/settle/code", sent).location == f"{forints}/settle#plan"
    fields = {"iban": IBAN, "holder": "X", "debtor": "p2"}
    for phone, status in ((writer, 303), (onlooker, 403)):
        assert "banking apps" not in phone.get(f"{night}/settle").text
        assert phone.post(f"{night}/settle/code", fields | {"csrf_token": phone.token()}).status == status
    tick(anna, night, "Bernd", "all")
    answer = anna.post(f"{night}/settle/code", fields | {"csrf_token": anna.token()})
    assert answer.location == f"{night}/settle#plan", "it is paid"
