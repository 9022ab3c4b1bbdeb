"""Whatever is sent, a page answers: it names what is wrong, shows no markup of strangers, and never breaks."""

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.storage.engine.sql import is_storable
from tests.fuzz.values import JUNK
from tests.web.html import values
from tests.web.phone import Phone, links
from tests.web.routes import APART, routes_of_night

MARKUP = "<script>alert(1)</script> & \"Co\" 'x'"
SIX = ("Anna", "Bernd", "Clara", "Dora", "Emil", "Hans")
WRONG = {"players-0": "Anna", "players-1": "Anna", "dealer": "5", "amount": "much", "day": "tomorrow", "at_play": "all"}


def test_junk_as_the_points_is_refused_beside_the_field(host):
    night = host.open_night("Anna", "Bernd", "Clara")
    for value in filter(is_storable, JUNK):
        if value.strip() == "0":
            continue
        answer = host.enter(night, soloist="p1", points=value)
        assert answer.status in (413, 422), value
        if answer.status == 422 and value.strip():
            field = answer.html.one("input", fits=lambda field: field["name"] == "points")
            assert field["value"], value
            assert re.search("is (not a whole number|too large|less than|more than)", answer.errors), value
    assert set(host.standing(night).values()) == {0}
    for value in (value for value in JUNK if value.strip() == "0"):
        assert host.enter(night, soloist="p1", points=value).status == 303, value


def test_a_deal_that_cannot_be_is_refused_with_the_reason(host, night):
    for fields, reason in (
        ({"soloist": "p9"}, "p9 is not one of: Bernd, Clara, Dora, Emil, Anna"),
        ({"points": "999999999999"}, "is more than the 120 in the pack"),
        ({"dealer": "p9"}, "p9 is not one of the players"),
        ({"playing": ["p1", "p2", "p9"]}, "p9 is not one of the players"),
    ):
        answer = host.enter(night, **({"soloist": "p1", "points": "66"} | fields))
        assert (answer.status, reason in answer.errors) == (422, True), fields
    assert host.standing(night)["Anna"] == 4


def test_a_night_that_cannot_be_is_refused_with_the_reason_or_opened(host):
    seats = {"players-0": "Anna", "players-1": "Bernd", "players-2": "Clara"}
    page = host.get("/nights/new/herzblatt/braun")
    for fields, reason in (
        ({"players-0": "", "players-1": "", "players-2": ""}, "0 players; there must be from 2 to 12"),
        ({"players-1": "N. N."}, "N. N. stands for a name that was forgotten; take another one"),
        ({"players-1": "ANNA"}, "two players have the same name"),
        ({"dealer": "99"}, "the dealer’s mark is at an empty seat"),
        ({"dealer": "²"}, "the dealer’s mark is at an empty seat"),
        ({"at_play": "9" * 5000}, "99… is not"),
        ({"at_play": "many"}, "many is not"),
        ({"day": "0000-00-00"}, "0000-00-00 is not a date like 2026-11-21"),
        ({"house-loss": "7"}, "7 is not one of the settings"),
        ({"house-last_trick_value-own": "9" * 40}, "is too large"),
    ):
        answer = host.send(page, page.form(amount=""), **(seats | fields))
        assert (answer.status, reason in answer.errors) == (422, True), fields
        kept = values(answer.form(amount=""))["players-0"]
        assert kept == [fields.get("players-0", "Anna")], "what was typed stays"
    assert host.get("/").text.count("Anna") == 0
    assert host.send(page, page.form(amount=""), **(seats | {"players-2": ""})).status == 303, "two may play"
    for rules in ("herzblatt/nobody", "nothing/braun", "../braun", "herzblatt/", "solo/loew"):
        assert host.get(f"/nights/new/{rules}").status == 404, rules


@pytest.mark.parametrize(
    ("typed", "currency", "worth"),
    [
        *((typed, "EUR", "€0.10") for typed in ("10 Cent", "10ct", "0,10 Euro", "€0.10", "EUR 0.1")),
        ("1,50 Euro", "EUR", "€1.50"),
        ("CHF 2", "chf", "CHF2.00"),
    ],
)
def test_a_stake_may_name_its_currency_or_be_in_cents(host, typed, currency, worth):
    night = host.open_night(amount=typed, currency=currency)
    assert f"One point is {worth}." in host.get(night).text


def test_a_stake_that_is_no_amount_says_how_to_type_it(shared_app):
    phone = Phone(shared_app, "de")
    page = phone.get("/nights/new/herzblatt/braun")
    for typed in ("zehn Cent", "10 Prozent", "Cent", "€ 1 €"):
        answer = phone.send(page, page.form(amount=""), amount=typed)
        assert (answer.status, "bitte so: 0,10" in answer.errors) == (422, True), typed
        assert "open" not in answer.form(amount="").all("details")[-1].attributes
        assert values(answer.form(amount=""))["amount"] == [typed]
    answer = phone.send(page, page.form(amount=""), amount="2 CHF")
    assert "2 CHF ist in CHF, hier geht es aber um EUR" in answer.errors


def test_markup_in_names_title_and_reason_is_text(shared_app, host):
    night = host.open_night(MARKUP, "B<i>", "C&amp;", title=MARKUP)
    host.book(night)
    host.fill_in(f"{night}/deals/1/correct", "number", action="confirm", points="20", note=MARKUP)
    host.enter(night, "called", soloist="p1")
    seen = 0
    for method, path in [*routes_of_night(shared_app, night), ("GET", "/"), ("GET", "/nights/new/solo/braun")]:
        if method == "GET" and not path.endswith(APART):
            page = host.get(path)
            if page.status == 200 and page.headers["Content-Type"].startswith("text/html"):
                assert not page.html.one("body").all("script"), path
                assert "<i>" not in page.body
                seen += "alert(1)" in page.html.text
    assert seen > 8
    assert f"{MARKUP}: −8 (−€0.80)" in host.get(f"{night}/settle.txt").body
    refused = host.enter(night, soloist=MARKUP)
    assert not refused.html.one("body").all("script")
    assert "alert(1)" in refused.errors


def test_what_no_database_can_hold_is_refused_with_a_page(app):
    phone = Phone(app)
    night = phone.open_night("Anna", "Bernd", "Clara")
    link = links(phone, night)["writer"]
    seats = {"players-0": "Anna", "players-1": "Bernd", "players-2": "Clara"}
    for path, fields in (
        ("/nights/new/herzblatt/braun", {**seats, "title": "a\x00b"}),
        ("/nights/new/herzblatt/braun", {**seats, "players-1": "a\x00b"}),
        (f"{night}/table", {"move": "join", "name": "a\x00b"}),
        (f"{night}/me", {"who": "p1\x00"}),
        (f"{night}/forget", {"person": "p1\x00"}),
        (link, {"who": "\x00"}),
        ("/language", {"a\x00b": "de"}),
    ):
        answer = phone.post(path, {"csrf_token": phone.token(), **fields})
        assert answer.status == 400, path
        assert answer.text.startswith("The form contains a character that cannot be stored."), path
    assert phone.get(night, **{"from": "1\x00"}).status == 400
    assert len(phone.get("/").html.all("a", "card")) == 1


def test_numbers_beyond_every_table_in_an_address(host, night):
    token = {"csrf_token": host.token()}
    for not_booked in ("2", "2/correct", "2/void", "3/adjust", "99/correct"):
        assert host.get(f"{night}/deals/{not_booked}").status == 404, not_booked
    for number in ("0", "2147483648", "99999999999999999999", "9" * 400):
        fields = {**token, "request": "12345678", "number": number, "action": "confirm"}
        for way in ("", "/correct", "/void", "/adjust"):
            assert host.get(f"{night}/deals/{number}{way}").status == 404, way
            assert not way or host.post(f"{night}/deals/{number}{way}", fields).status == 404, way
        for first in (number, f"-{number}", "x", ""):
            assert host.get(night, **{"from": first}).status == 200, first
        assert host.post(f"{night}/preview", {**token, "number": number}).status == 400


@pytest.mark.both_databases
def test_what_cannot_name_a_night_in_an_address(host, stranger):
    for slug in ("%00", "a%00b", "%ff", "ä", "x" * 5000, "a b", "%E2%80%AE"):
        for way in (f"/n/{slug}", f"/n/{slug}/enter", f"/n/{slug}/now", f"/j/{slug}/{'0' * 32}"):
            assert [phone.get(way).status for phone in (host, stranger)] == [404, 404], way


def test_an_entry_without_an_id_or_with_an_absurd_time_is_not_kept(host, night):
    page = host.get(f"{night}/enter")
    for request_id in ("", "short", "x" * 65, "ä" * 16, "a b c d e f g"):
        answer = host.send(page, page.form(number=""), "action=booked", request=request_id, soloist="p1", points="66")
        assert answer.status == 400, request_id
        assert answer.text.startswith("This request cannot be understood.")
    assert host.standing(night)["Anna"] == 4
    for number, made in enumerate(("yesterday", "2026-99-99", "x" * 5000, "2026-11-21T20:00:00.000Z")):
        page = host.get(f"{night}/enter")
        fields = {"soloist": "p1", "points": "66", "made": made, "request": f"made-by-hand-{number}"}
        assert host.send(page, page.form(number=""), "action=booked", **fields).status == 303
    journal = host.get(f"{night}/night.json").body
    assert journal.count("2026-11-21T20:00:00.000Z") == 1
    assert "yesterday" not in journal
    assert "2026-99-99" not in journal


def test_what_is_no_form_too_much_or_asked_otherwise_is_refused(host, night):
    form, parts = "application/x-www-form-urlencoded", "multipart/form-data"
    for kind in (form, "application/json", parts, f"{parts}; boundary=x", "text/plain", ""):
        for body in (b"", b"\xff\xfe%%%&&==;;", b"{}", b"csrf_token", b"a" * 1000):
            for path in (f"{night}/enter", "/language", "/nights/new/solo/braun"):
                assert host.client.post(path, data=body, content_type=kind).status_code == 400, (body, path)
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE"):
        for path in ("/", night, f"{night}/enter", f"{night}/deals/1"):
            status = host.client.open(path, method=method).status_code
            assert status == (200 if method in ("OPTIONS", "HEAD") else 405), (method, path)
    assert host.standing(night)["Anna"] == 4
    fields = {"csrf_token": host.token(), "soloist": "x" * 300_000}
    answer = host.post(f"{night}/enter", fields)
    assert answer.status == 413
    assert answer.text.startswith("That is too large.")


@settings(
    max_examples=60, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_no_address_breaks(host, path):
    path = path.lstrip("/").replace("#", "").replace("?", "")  # the client would take //x for the name of a host
    assert host.get("/" + path).status in (200, 303, 308, 400, 404, 405)


def test_no_text_turns_round_what_stands_behind_it_wherever_it_is_typed(host):
    said = "so\u202e\u2066\x1b \N{WOMAN}\u200d\N{PERSONAL COMPUTER} an"
    night = host.open_night(title=said)
    host.book(night)
    assert host.fill_in(f"{night}/paper", "number", "action=together", row=[f"xx {said}"]).status == 303
    assert host.fill_in(f"{night}/deals/1/void", "note", action="confirm", note=said).status == 303
    told = json.loads(host.get(f"{night}/night.json").body)
    kept = "so \N{WOMAN}\u200d\N{PERSONAL COMPUTER} an"
    assert [told["title"], *(deal["reason"] for deal in told["deals"])] == [kept] * 3


def test_a_new_night_says_all_that_is_wrong_at_once_and_keeps_it(shared_app):
    phone = Phone(shared_app, "de")
    page = phone.get("/nights/new/herzblatt/muhr")
    refused = phone.send(page, page.form(amount=""), **WRONG)
    assert refused.status == 422
    for text in ("ein leerer Platz angekreuzt", "kein Geldbetrag", "kein Datum", "keine ganze Zahl"):
        assert text in refused.errors
    kept = values(refused.form(amount=""))
    typed = [name for name in WRONG if name not in ("dealer", "at_play")]
    assert {name: kept[name][0] for name in typed} == {name: WRONG[name] for name in typed}


def test_a_number_of_dropped_nights_is_read_by_its_form(host, group):
    page = host.get(f"{group}/settings")
    wrong = dict.fromkeys(("many", "", "+-5"), "is not a whole number") | {"21": "from 0 to 20"}
    for drops, text in wrong.items():
        refused = host.send(page, page.form(ranking=""), "action=rules", drops=drops)
        assert (refused.status, text in refused.errors) == (422, True), drops
    assert host.send(page, page.form(ranking=""), "action=rules", drops="2").status == 303
    sent = {"csrf_token": host.token(), "action": "dance"}
    assert host.post(f"{group}/share", sent).errors == "nothing was chosen"
