"""Coming in by a link and opening nights: who somebody says to be, how often may be tried, and the PIN."""

from threading import Thread
from time import sleep

import pytest
from werkzeug.security import generate_password_hash

from scorekeeper.storage.access import rate_limits
from scorekeeper.storage.models import Access, Attempt, Device, NightRow, Person, database
from scorekeeper.web.access import membership
from scorekeeper.web.access import views as access_views
from scorekeeper.web.core import rate_limits as web_limits
from tests.web.html import values
from tests.web.phone import Phone, links


@pytest.fixture
def link(host, night):
    return links(host, night)["writer"]


def say_who(phone, night, who):
    return phone.fill_in(f"{night}/me", "who", f"who={who}")


def answers(page):
    """The buttons of "Who are you?", by their values."""
    return {button["value"]: button.text for button in page.html.one("main").all("button") if button["name"] == "who"}


def rows(query):
    with database.connection_context():
        return list(query.tuples())


def test_a_link_asks_who_one_is_and_lets_nobody_in_before_the_answer(stranger, shared_app, night, link):
    """Whoever shows a preview of a link opens it, too."""
    asked = answers(stranger.get(link))
    assert list(asked) == ["p1", "p2", "p3", "p4", "p5", "nobody", "onlooker"]
    assert asked["p2"] == "Bernd"
    assert stranger.get(night).status == 404
    stranger.join(link, "p2")
    asked = answers(Phone(shared_app).get(link))
    assert (asked["p1"], asked["p2"]) == ("Anna", "Bernd has a phone here already")
    with stranger.client.session_transaction() as session:
        secret = session["device"]
    devices = rows(Device.select())
    assert (len(secret) >= 32, secret in repr(devices)) == (True, False)
    assert any(len(row[2]) == 64 for row in devices), "of the secret only the hash is stored"


def test_the_entry_of_a_phone_is_shown_under_the_name_it_had(stranger, host, night, link):
    with database.connection_context():
        key = Access.select(Device.key).join(Device).order_by(Access.id.desc()).tuples().first()[0]
    shown = host.get(f"{night}/deals/1").text
    assert "an unnamed phone" in shown
    assert key[:4] not in shown.replace(night, "")
    stranger.join(link, "p2")
    stranger.book(night)
    assert say_who(stranger, night, "p3").status == 303
    stranger.book(night)
    assert "Bernd’s phone" in host.get(f"{night}/deals/2").text, "as it was when it was booked"
    assert "Clara’s phone" in host.get(f"{night}/deals/3").text
    assert "Clara’s phone" in host.get(f"{night}/share").text
    assert "Bernd’s phone" not in host.get(f"{night}/share").text
    assert "This phone is Clara’s." in stranger.get(f"{night}/table").text
    assert "Bernd" not in host.get(f"{night}/night.json").body.partition('"journal"')[2]


def test_who_only_looks_on_writes_nothing_until_the_answer_is_changed(host, stranger, night, link):
    stranger.join(link, "onlooker")
    assert stranger.get(f"{night}/enter").status == 403
    say_who(stranger, night, "nobody")
    assert stranger.get(f"{night}/enter").status == 200
    say_who(stranger, night, "onlooker")
    assert stranger.get(f"{night}/enter").status == 403
    answer = host.post(f"{night}/me", {"csrf_token": host.token(), "who": "onlooker"})
    assert (answer.status, answer.errors) == (422, "a host cannot just watch")
    assert host.get(f"{night}/enter").status == 200


def test_whatever_is_posted_by_the_onlookers_link_it_never_writes(shared_app, host, night):
    link = links(host, night)["onlooker"]
    for who in ("p1", "nobody", "onlooker", "host", "writer", "p9"):
        phone = Phone(shared_app)
        assert list(answers(phone.get(link))) == ["p1", "p2", "p3", "p4", "p5", "onlooker"]
        token = phone.token()
        for path in (link, f"{night}/me"):
            for more in ({}, {"role": "writer", "most": "host"}):
                phone.post(path, {"csrf_token": token, "who": who, **more})
        shut = 403 if who in ("p1", "nobody", "onlooker") else 404
        assert phone.get(night).status == (200 if shut == 403 else 404), "an answer that is none lets nobody in"
        assert phone.get(f"{night}/enter").status == shut, who
        assert phone.post(f"{night}/enter", {"csrf_token": token, "number": "2", "action": "booked"}).status == shut


def test_somebody_who_has_no_seat_cannot_be_chosen(stranger, night, link):
    stranger.join(link, "p2")
    token = stranger.token()
    for who in ("p9", "", "Bernd", "p1' --", "ü"):
        answer = stranger.post(f"{night}/me", {"csrf_token": token, "who": who})
        assert answer.status == 422, who
        assert answer.errors
    assert "This phone is Bernd’s." in stranger.get(f"{night}/table").text


# Too many


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(access_views, "JOINS_FROM_ONE", 3)
    monkeypatch.setattr(access_views, "JOINS_AT_NIGHT", 5)
    monkeypatch.setattr(membership, "PINS_FROM_ONE", 3)
    monkeypatch.setattr(membership, "PINS", 5)
    monkeypatch.setattr(membership, "NEW_PINS_FROM_ONE", 3)
    for name, most in (("OPENINGS_FROM_ONE", 3), ("OPENINGS_FROM_SITE", 4), ("OPENINGS", 5)):
        monkeypatch.setattr(web_limits, name, most)
    now = rate_limits.time()
    monkeypatch.setattr(rate_limits, "time", lambda: now)  # no window of time ends meanwhile


def knock(app, link, address="192.0.2.1", **fields):
    """A new phone at some address comes by a link."""
    phone = Phone(app)
    phone.client.environ_base["REMOTE_ADDR"] = address
    phone.get(link)
    return phone.post(link, {"csrf_token": phone.token(), "who": "p1", **fields})


def test_too_many_phones_from_one_address_get_the_time_to_wait(shared_app, host, night, link, few):
    inside = Phone(shared_app)
    inside.join(links(host, night)["onlooker"], "p1")
    with database.connection_context():
        Attempt.delete().execute()
    assert [knock(shared_app, link).status for _ in range(3)] == [303] * 3
    before = len(rows(Device.select()))
    refused = knock(shared_app, link)
    assert refused.status == 429
    assert 0 < int(refused.headers["Retry-After"]) <= rate_limits.WINDOW
    assert refused.errors.startswith("Too many tries from here. Wait ")
    assert list(answers(refused)) == ["p1", "p2", "p3", "p4", "p5", "nobody", "onlooker"], "and may answer again then"
    assert len(rows(Device.select())) == before
    assert knock(shared_app, link, "192.0.2.2").status == 303, "others are let in"
    assert "192.0.2.2" not in repr(rows(Attempt.select())), "no address is kept"
    inside.join(link, "p1")
    assert inside.get(f"{night}/enter").status == 200, "who is in already is never held back"


def test_who_fills_a_night_with_phones_keeps_nobody_from_another(shared_app, host, link, few):
    assert [knock(shared_app, link, f"192.0.2.{number}").status for number in range(6)] == [303] * 5 + [429]
    other = links(host, host.open_night())["writer"]
    assert knock(shared_app, other, "192.0.2.1").status == 303


@pytest.mark.both_databases
@pytest.mark.parametrize("wrong", [{}, {"pin": "0000"}], ids=["joins", "pins"])
def test_who_fills_a_night_and_deletes_it_keeps_nobody_from_the_next_one(shared_app, host, few, wrong):
    def open_with_link():
        path = host.open_night()
        page = host.get(f"{path}/share")
        if wrong:
            host.send(page, page.form(pin=""), "action=pin", pin="2468")
        return path, links(host, path)["writer"]

    filled, link = open_with_link()
    for number in range(6):
        last = knock(shared_app, link, f"192.0.2.{number}", **wrong)
    assert last.status == (422 if wrong else 429), "who has not failed may try a PIN once"
    typed = {"csrf_token": host.token(), "request": "deleting-1", "typed": host.get(filled).html.one("h1").text}
    assert host.post(f"{filled}/delete", typed).status == 303
    _, other = open_with_link()  # SQLite gives its row the id of the deleted one
    right = {"pin": "2468"} if wrong else {}
    assert knock(shared_app, other, "192.0.2.1", **right).status == 303


def test_all_addresses_of_one_network_are_one_place(shared_app, link, few):
    knocks = [knock(shared_app, link, f"2001:db8:0:1:{number}::1").status for number in range(4)]
    assert knocks == [303] * 3 + [429]
    assert knock(shared_app, link, "2001:db8:0:2::1").status == 303
    assert knock(shared_app, link, "::ffff:192.0.2.7").status == 303, "the fifth at the night"


# The PIN


@pytest.fixture
def pin(host, night):
    host.fill_in(f"{night}/share", "pin", "action=pin", pin="2468")
    return "2468"


def test_a_night_with_a_pin_lets_in_nobody_who_does_not_know_it(shared_app, host, writer, night, link, pin, stranger):
    page = stranger.get(link)
    assert "Anna" not in page.body
    for wrong in ("", "1111", "24680", "２４６８", "x" * 5000):
        answer = stranger.post(link, {"csrf_token": stranger.token(), "pin": wrong, "who": "p1"})
        assert (answer.status, answer.errors) == (422, "This is not the PIN of the night.")
    assert stranger.get(night).status == 404
    answer = stranger.send(page, page.form(pin=""), pin=pin)
    assert (answer.status, answer.location) == (303, f"{night}/me")
    assert say_who(stranger, night, "p2").location == f"{night}#now"
    assert writer.get(f"{night}/enter").status == 200
    host.fill_in(f"{night}/share", "pin", "action=pin", pin="1357")
    assert knock(shared_app, link, pin=pin).status == 422
    assert knock(shared_app, link, pin="1357").status == 303
    host.fill_in(f"{night}/share", "action=no pin", "action=no pin")
    assert knock(shared_app, link).location == f"{night}#now"


@pytest.mark.both_databases
def test_a_pin_cannot_be_tried_without_end_but_right_ones_do_not_count(shared_app, link, pin, few):
    assert [knock(shared_app, link, "192.0.2.9", pin=pin).status for _ in range(3)] == [303] * 3
    tries = [knock(shared_app, link, pin="0000").status for _ in range(5)]
    assert tries == [422] * 3 + [429] * 2
    assert knock(shared_app, link, pin=pin).status == 429, "the right one after too many wrong ones, too"
    others = [knock(shared_app, link, f"192.0.2.{number}", pin="0000").status for number in range(2, 6)]
    assert others == [422] * 4, "of all at most five, but each address may try once"
    assert [knock(shared_app, link, f"192.0.2.{number}", pin="0000").status for number in range(2, 6)] == [429] * 4


def test_a_pin_is_not_guessed_from_many_networks_and_its_owner_gets_in(shared_app, link, pin, few):
    tries = [knock(shared_app, link, f"2001:db8:1:{network}::1", pin="0000").status for network in range(1, 20)]
    assert tries == [422] * 3 + [429] * 16
    assert knock(shared_app, link, "2001:db8:2:1::1", pin=pin).status == 303, "another home"
    for address in range(2, 5):
        for _ in range(3):
            failed = knock(shared_app, link, f"192.0.2.{address}", pin="0000")
    assert failed.status == 429
    assert failed.errors.startswith("Too many tries from here. Wait ")
    for _ in range(3):
        assert knock(shared_app, link, "192.0.2.99", pin=pin).status == 303, "a house behind one router"
    assert knock(shared_app, link, "192.0.2.2", pin=pin).status == 429, "but not from where it was guessed"
    assert knock(shared_app, link, "192.0.2.98", pin="0000").status == 422
    assert knock(shared_app, link, "192.0.2.98", pin=pin).status == 429


def test_setting_a_pin_is_counted_and_one_that_is_none_is_not(shared_app, host, night, few):
    page = host.get(f"{night}/share")

    def put(pin):
        return host.send(page, page.form(pin=""), "action=pin", pin=pin)

    for bad in ("", "123", "1234567890123", "12a4", "１２３４", "12 34"):
        assert (put(bad).status, put(bad).errors) == (422, "A PIN has 4 to 12 digits."), bad
    assert [put(pin).status for pin in ("12", "1234", "abcd", "1235", "1236")] == [422, 303, 422, 303, 303]
    held = put("1237")
    assert (held.status, held.errors[:26]) == (429, "Too many tries from here. ")
    assert int(held.headers["Retry-After"]) > 0
    assert host.fill_in(f"{night}/share", "action=no pin", "action=no pin").status == 303, "which costs nothing"


def test_a_pin_is_stored_as_a_slow_hash_and_one_is_made_at_a_time(shared_app, host, night, link, monkeypatch):
    """Each takes 32 MB, and sixteen phones at once would take half a gigabyte."""
    page, at_once, most = host.get(f"{night}/share"), [0], []
    monkeypatch.setattr(membership, "generate_password_hash", generate_password_hash)  # a quick one in other tests
    assert host.send(page, page.form(pin=""), "action=pin", pin="2468").status == 303
    (stored,) = rows(NightRow.select(NightRow.pin).where(NightRow.slug == night.rpartition("/")[2]))[0]
    assert stored.startswith("scrypt:32768:")
    assert "2468" not in stored.split("$")[2]

    def slow(*given, **more):
        at_once[0] += 1
        most.append(at_once[0])
        sleep(0.05)
        at_once[0] -= 1
        return generate_password_hash("2468", "pbkdf2:sha256:1") if len(given) == 1 else given[1] == "2468"

    monkeypatch.setattr(membership, "generate_password_hash", slow)
    monkeypatch.setattr(membership, "check_password_hash", slow)
    host.send(page, page.form(pin=""), "action=pin", pin="2468")
    threads = [Thread(target=knock, args=(shared_app, link), kwargs={"pin": "1234"}) for _ in range(4)]
    threads.append(Thread(target=host.send, args=(page, page.form(pin=""), "action=pin"), kwargs={"pin": "2468"}))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 6


def test_what_a_phone_did_before_it_was_anybodys_stays_with_nobody(stranger, host, night):
    stranger.join(links(host, night)["writer"], "nobody")
    stranger.fill_in(f"{night}/deals/1", "note", note="one trick too many")
    stranger.fill_in(f"{night}/settle", "seen")
    page = stranger.get(f"{night}/settle")
    form = page.html.one("main").all("form", fits=lambda form: "Paid" in form.text)[0]
    stranger.send(page, form, "tick=all")
    assert stranger.post(f"{night}/me", {"csrf_token": stranger.token(), "who": "p3"}).status == 303
    for path in ("/deals/1", "/settle"):
        shown = host.get(f"{night}{path}").text
        assert "an unnamed phone" in shown, path
        assert "Clara’s phone" not in shown


# New nights


TYPED = {"players-0": "Anna", "players-1": "Bernd", "players-2": "Clara", "dealer": "1", "amount": "0.25"}
TYPED |= {"title": "Stammtisch", "day": "2026-11-20", "house-loss": "2"}


def begin(app, address="192.0.2.1", languages="en", **fields):
    """A new phone at some address opens a night."""
    phone = Phone(app, languages)
    phone.client.environ_base["REMOTE_ADDR"] = address
    return phone, phone.fill_in("/nights/new/herzblatt/muhr", "amount", **{**TYPED, **fields})


def stored():
    with database.connection_context():
        return NightRow.select().count(), Person.select().count()


def test_too_many_new_nights_get_the_time_to_wait_and_keep_the_typed_form(shared_app, few, monkeypatch):
    assert [begin(shared_app, **{"players-1": "Anna"})[1].status for _ in range(5)] == [422] * 5, "none was opened"
    assert [begin(shared_app)[1].status for _ in range(3)] == [303] * 3
    before = stored()
    phone, refused = begin(shared_app)
    assert refused.status == 429
    assert 0 < int(refused.headers["Retry-After"]) <= rate_limits.WINDOW
    assert refused.errors.startswith("Too many nights were opened just now. Wait ")
    assert {name: value[0] for name, value in values(refused.form(amount="")).items() if name in TYPED} == TYPED
    assert stored() == before
    _, german = begin(shared_app, languages="de-AT")
    assert german.errors.startswith("Gerade wurden zu viele Abende eröffnet.")
    later = rate_limits.time() + int(refused.headers["Retry-After"])
    opened = [begin(shared_app, f"192.0.2.{number}")[1].status for number in (2, 3, 4)]
    assert opened == [303, 303, 429], "others open theirs, but not without end"
    monkeypatch.setattr(rate_limits, "time", lambda: later)
    opened = phone.send(refused, refused.form(amount=""))
    assert opened.status == 303, "what was kept opens the night once the time is over"
    assert "Stammtisch" in phone.get(opened.location).body


def test_the_next_night_of_the_same_people_counts_too(shared_app, few):
    phone, opened = begin(shared_app)
    same = [
        phone.fill_in(f"{opened.location}/carry", "way=next", request=f"next-night-{number}") for number in range(3)
    ]
    assert [answer.status for answer in same] == [303] * 3, "the same next night is opened once"
    answers = [phone.fill_in(f"{opened.location}/carry", "way=another", next=str(number)) for number in (1, 2)]
    assert [answer.status for answer in answers] == [303, 429]
    assert answers[1].errors.startswith("Too many nights were opened just now. Wait ")
