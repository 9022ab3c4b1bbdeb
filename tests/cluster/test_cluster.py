"""Servers that share a database on several machines, and the database that fails under them; in short."""

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from time import monotonic, sleep

import pytest

from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.models import database
from tests.cluster.pair import Postgres, one_server, place_of
from tests.cluster.servers import HAPROXY
from tests.cluster.trials import lose_the_primary, machines_on
from tests.databases import make_postgres
from tests.faults.kill import count_up
from tests.load.remote import Remote
from tests.load.slots import fill_every_slot, look_at_slots, together_at_a_night

SLOTS = 4

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are ended by signals")


def test_several_servers_make_the_tables_once_and_book_each_slot_once(postgres_server, tmp_path):
    place = make_postgres(postgres_server, "test_cluster")
    with machines_on(place, tmp_path) as machines, ExitStack() as stack:
        first, *others = [stack.enter_context(Remote(machine.address)) for machine in machines]
        night = first.open_night()
        for phone in others:
            phone.cookie = first.cookie  # a proxy sends the same phone here and there
        tags = [phone.get(f"{night}/now").headers["ETag"] for phone in others]
        form = first.entry(night)
        for phone, tag in zip(others, tags, strict=True):
            assert phone.get(f"{night}/now", **{"If-None-Match": tag}).status == 304
        assert others[0].post(f"{night}/enter", form).status == 303, "a form is good at every server"
        for phone, tag in zip(others, tags, strict=True):
            assert phone.get(f"{night}/now", **{"If-None-Match": tag}).status == 200
        with ThreadPoolExecutor(3) as pool:  # sent to all of them at once, it is booked once
            again = [*pool.map(lambda phone: phone.post(f"{night}/enter", form).status, (first, *others))]
        assert again == [303] * 3
        other, phones = stack.enter_context(together_at_a_night([machine.address for machine in machines] * 2))
        assert fill_every_slot(phones, other, SLOTS) == [(1, len(phones) - 1)] * SLOTS
        sheets = {phone.get(other).html.one("table", "sheet").text for phone in phones}
        assert len(sheets) == 1, "every server shows the same sheet"
    connect(place)
    try:
        with database.obj.connection_context():
            names = [name for (name,) in fetch("SELECT name FROM schema_migration")]
            assert len(names) == len(set(names)) > 0
            sql = "SELECT COUNT(*) FROM entry JOIN night ON night.id = night_id WHERE kind = 'booked' AND slug = ?"
            assert fetch(sql, night.rpartition("/")[2]) == [(1,)]
    finally:
        database.obj.close_all()
    look_at_slots(place, other, SLOTS)


@pytest.mark.skipif(not HAPROXY, reason="haproxy is not installed")
@pytest.mark.at_length
def test_a_standby_takes_over_when_the_primary_is_killed(tmp_path):
    tried = lose_the_primary(tmp_path, 0.5)
    assert (tried.counted.lost, tried.counted.doubled, tried.counted.findings) == (0, 0, [])
    assert tried.counted.sent_again > 0
    assert max(tried.gaps) < 20


@pytest.mark.at_length
def test_a_standby_that_lacks_the_last_bookings_is_taken_as_it_stands(tmp_path):
    """It follows without being waited for: servers show what it has, go on from there, and mix nothing."""
    with one_server() as primary, following(primary) as standby:
        place = place_of(primary, standby)
        with machines_on(place, tmp_path, 2) as machines, ExitStack() as stack:
            phones = [stack.enter_context(Remote(machine.address)) for machine in machines]
            night = phones[0].open_night()
            phones[1].cookie = phones[0].cookie
            book(phones, night, 2)
            wait_for_entries(standby, 3)
            standby.stop()
            book(phones, night, 2)
            seen = [(page(phone, night), phone.get(f"{night}/now").headers["ETag"]) for phone in phones]
            primary.kill()
            standby.start()
            standby.promote()
            for phone, (_, tag) in zip(phones, seen, strict=True):
                assert wait_for(phone, f"{night}/now", **{"If-None-Match": tag}).status == 200
                assert phone.get(f"{night}/chain?after=3").body == "", "so the phone knows that something is gone"
            assert len({page(phone, night) for phone in phones}) == 1
            assert {page(phone, night) for phone in phones}.isdisjoint(text for text, _ in seen)
            book(phones, night, 2, points=20)
            assert len({page(phone, night) for phone in phones}) == 1
            assert {page(phone, night) for phone in phones}.isdisjoint(text for text, _ in seen)
        assert count_up(place, 1, []).findings == []


@contextmanager
def following(primary):
    standby = Postgres(primary.folder.with_name("second"))
    standby.follow(primary)
    standby.start()
    try:
        yield standby
    finally:
        standby.stop()


def book(phones, night, deals, points=71):
    for number in range(deals):
        phone = phones[number % len(phones)]
        assert phone.post(f"{night}/enter", phone.entry(night, points=points)).status == 303


def page(phone, night):
    """What the sheet and the settlement show: standings and payments."""
    pages = (phone.get(night).html.one("table", "sheet"), phone.get(f"{night}/settle").html.one("table", "standing"))
    return " ".join(part.text for part in pages)


def wait_for_entries(server, number):
    import psycopg

    end = monotonic() + 60
    with psycopg.connect(server.place, autocommit=True) as connection:
        while connection.execute("SELECT COUNT(*) FROM entry").fetchone() != (number,):
            assert monotonic() < end
            sleep(0.05)


def wait_for(phone, path, **headers):
    """What is answered once a server has found the database again."""
    end = monotonic() + 60
    while (answer := phone.get(path, **headers)).status == 503:
        assert monotonic() < end
        sleep(0.05)
    return answer


def test_an_address_may_name_a_server_that_is_not_there(postgres_server, tmp_path):
    place = make_postgres(postgres_server, "test_cluster")
    nowhere = tmp_path / "nowhere"
    nowhere.mkdir()
    try:
        opened = connect(place.replace("host=", f"host={nowhere},"))
        with opened.connection_context():
            assert fetch("SELECT COUNT(*) FROM night") == [(0,)]
    finally:
        database.obj.close_all()
        shutil.rmtree(nowhere)
