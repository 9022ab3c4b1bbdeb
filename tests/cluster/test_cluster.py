"""Servers that share a database on several machines, and the database that fails under them; in short."""

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from scorekeeper.storage.statements import fetch
from scorekeeper.storage.tables import database
from scorekeeper.storage.upgrade import connect
from tests.cluster.servers import HAPROXY
from tests.cluster.trials import lose_the_primary, machines_on
from tests.databases import make_postgres
from tests.load.remote import Remote

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are ended by signals")


def test_servers_on_several_machines_make_the_tables_once_and_show_the_same_night(postgres_server, tmp_path):
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
    connect(place)
    try:
        with database.obj.connection_context():
            names = [name for (name,) in fetch("SELECT name FROM schema_migration")]
            assert len(names) == len(set(names)) > 0
            assert fetch("SELECT COUNT(*) FROM entry WHERE kind = 'booked'") == [(1,)]
    finally:
        database.obj.close_all()


@pytest.mark.skipif(not HAPROXY, reason="haproxy is not installed")
@pytest.mark.at_length
def test_a_standby_takes_over_when_the_primary_is_killed(tmp_path):
    tried = lose_the_primary(tmp_path, 0.5)
    assert (tried.counted.lost, tried.counted.doubled, tried.counted.findings) == (0, 0, [])
    assert tried.counted.sent_again > 0
    assert max(tried.gaps) < 20


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
