"""Many phones at once, on a real server: the same entry is booked once, of two different ones the first."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit

import pytest

from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.writer import write_night
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.models import EntryRow, Person, database
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.verify import verify_all
from tests.storage.replayed import document
from tests.web.html import read_html, values
from tests.web.phone import FIVE, Phone, links
from tests.web.serving import serving

pytestmark = pytest.mark.usefixtures("patient")


@pytest.fixture
def address(app):
    with serving(app) as address:
        yield address


def at_once(address, phones):
    """Send all POSTs at the same moment, each on a connection of its own; (phone, path, fields) → answers."""
    start = threading.Barrier(len(phones))

    def send(phone, path, fields):
        connection = HTTPConnection(urlsplit(address).netloc, timeout=120)
        cookie = phone.client.get_cookie("scorekeeper")
        try:
            connection.connect()
            start.wait(60)
            kind = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"scorekeeper={cookie.value}"}
            connection.request("POST", path, urlencode(fields, doseq=True), kind)
            answer = connection.getresponse()
            return answer.status, answer.headers["Location"], answer.read().decode()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(phones)) as pool:
        return list(pool.map(lambda phone: send(*phone), phones))


def entries(kind):
    with database.connection_context():
        return EntryRow.select().where(EntryRow.kind == kind).count()


@pytest.mark.both_databases
@pytest.mark.parametrize("times", [20, pytest.param(50, marks=pytest.mark.at_length)])
def test_the_same_entry_sent_many_times_at_once_is_booked_once(app, address, times):
    host = Phone(app)
    night = host.open_night()
    said = {"action": "booked", "soloist": "p1", "points": "71"}
    fields = values(host.get(f"{night}/enter").form(number="")) | said
    answers = at_once(address, [(host, f"{night}/enter", fields)] * times)
    assert set(answers) == {(303, f"{night}#deal-1", answers[0][2])}
    assert entries("booked") == 1
    assert host.standing(night) == {"Anna": 4, "Bernd": -1, "Clara": -1, "Dora": -1, "Emil": -1}
    again = host.post(f"{night}/enter", fields)
    assert (again.status, again.location) == (303, f"{night}#deal-1")
    assert host.standing(night)["Anna"] == 4


@pytest.mark.both_databases
def test_a_night_whose_start_was_tapped_twenty_times_is_opened_once(app, address):
    host = Phone(app)
    seats = {f"players-{place}": name for place, name in enumerate(("Anna", "Bernd", "Clara"))}
    fields = values(host.get("/nights/new/solo/braun").form(amount="")) | seats
    answers = at_once(address, [(host, "/nights/new/solo/braun", fields)] * 20)
    assert len({answer[:2] for answer in answers}) == 1
    assert answers[0][0] == 303
    assert entries("opened") == 1
    again = host.post("/nights/new/solo/braun", fields)
    assert again.location == answers[0][1]
    assert host.standing(again.location) == {"Anna": 0, "Bernd": 0, "Clara": 0}
    other = host.post("/nights/new/solo/braun", fields | {"players-2": "Dora"})
    assert other.location != again.location, "other names are another night"
    with database.connection_context():
        assert {finding for _, finding in verify_all()} == {None}


def test_who_knows_the_journal_does_not_become_the_host(app, address):
    host = Phone(app)
    night = host.open_night()
    onlooker = Phone(app)
    onlooker.join(links(host, night)["onlooker"])
    opened = json.loads(json.loads(onlooker.get(f"{night}/night.json").body)["journal"][0])
    fields = values(onlooker.get("/nights/new/herzblatt/braun").form(amount=""))
    seats = {f"players-{place}": name for place, name in enumerate(FIVE)}
    sent = fields | seats | {"amount": "0.10", "request": opened["request"]}
    answer = onlooker.post("/nights/new/herzblatt/braun", sent)
    assert answer.location != night
    assert onlooker.get(f"{night}/enter").status == 403


def many(app, host, night, number):
    """The host's phone and others that may write."""
    phones = [host, *(Phone(app) for _ in range(number - 1))]
    for phone in phones[1:]:
        phone.join(links(host, night)["writer"])
    return phones


@pytest.mark.both_databases
def test_a_newcomer_whom_eight_phones_add_at_once_sits_once(app, address):
    host = Phone(app)
    night = host.open_night()
    phones = many(app, host, night, 8)
    spelled, sent = ("Heidi", "heidi", " Heidi ", "HEIDI"), []
    for place, phone in enumerate(phones):
        said = {"name": spelled[place % 4], "place": str(place % 5), "move": "join"}
        sent.append((phone, f"{night}/table", values(phone.get(f"{night}/table").form(place="")) | said))
    answers = at_once(address, [*sent, *sent])
    assert sorted(status for status, _, _ in answers) == [303] * 2 + [422] * 14, "its own form again is no mistake"
    told = [read_html(body).one("main").all("p", "error")[0].text for status, _, body in answers if status == 422]
    assert {text.casefold() for text in told} == {"two players have the same name: heidi"}
    assert [name.casefold() for name in host.standing(night)].count("heidi") == 1
    assert entries("joined") == 1
    with database.connection_context():
        assert Person.select().where(Person.name ** "heidi").count() == 1, "nor is there anybody without a seat"
        assert [finding for _, finding in verify_all()] == [None]
        read_night(write_night(document(find_night(night.rpartition("/")[2]))))


@pytest.mark.both_databases
def test_the_next_night_on_which_twelve_phones_press_is_one(app, address):
    host = Phone(app)
    night = host.open_night()
    host.book(night)
    phones = many(app, host, night, 12)
    with database.connection_context():
        run("UPDATE access SET role = 'host'")
        ids = [device for (device,) in fetch("SELECT device_id FROM access ORDER BY id DESC LIMIT 2")]
    forms = [values(phone.get(f"{night}/carry").form(way="next")) for phone in phones]
    with database.connection_context():
        run("UPDATE access SET role = 'writer' WHERE device_id IN (?, ?)", *ids)
    pressed = [(phone, f"{night}/carry", form) for phone, form in zip(phones, forms, strict=True)]
    answers = at_once(address, pressed)
    assert [status for status, _, _ in answers] == [303] * 10 + [403] * 2
    (later,) = {location for status, location, _ in answers if status == 303}
    assert (entries("opened"), entries("carried"), entries("brought")) == (2, 1, 1)
    assert [phone.get(later).status for phone in phones] == [200] * 10 + [404] * 2
    with database.connection_context():
        roles = fetch("SELECT role FROM access WHERE night_id = ?", find_night(later.split("/")[2]).id)
        assert roles == [("host",)] * 10
        assert {finding for _, finding in verify_all()} == {None}
