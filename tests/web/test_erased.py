"""No request erases anything from the disk, and no page says that something is erased that is not."""

import re
import time
from threading import Event

import pytest

from scorekeeper.storage.access import rate_limits as stored_limits
from scorekeeper.storage.access.membership import load_changes
from scorekeeper.storage.access.rate_limits import WINDOW
from scorekeeper.storage.engine import erasure as storing
from scorekeeper.storage.engine.erasure import load_due
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.models import Attempt, GroupRow, database
from scorekeeper.web.core import erasure as erasing
from scorekeeper.web.core import rate_limits
from tests.databases import all_connections_returned
from tests.web.group import open_group, put_in
from tests.web.html import values
from tests.web.phone import Phone

DUE = "It is erased from the disk within a few minutes."
OTHERS = ("Gerd", "Heidi", "Ilse")


@pytest.fixture(autouse=True)
def nothing_due(shared_app):
    """Begin where nothing is due, whatever other tests have left."""
    with database.connection_context():
        assert storing.erase_patiently()  # the thread of an earlier test may just be at it


def due():
    with database.connection_context():
        return load_due()


def forget(phone, night, **fields):
    return phone.fill_in(f"{night}/forget", "player", **fields)


def delete(phone, night):
    title = phone.get(night).html.one("h1").text
    return phone.fill_in(f"{night}/delete", "typed", typed=title)


@pytest.mark.both_databases
def test_a_request_notes_a_due_erasure_and_the_table_shows_it(host, night, monkeypatch):
    page = host.get(f"{night}/forget")
    form = page.form(player="")
    assert DUE in page.text
    with monkeypatch.context() as patch:
        for name in ("_rewrite_tables", "_rewrite_file"):
            patch.setattr(storing, name, lambda: pytest.fail("rewritten in a request"))
        assert host.send(page, form, player="p1").status == 303
        assert due()
        assert f"No page shows it any more. {DUE}" in host.get(f"{night}/table").text
    with database.connection_context():
        assert storing.erase_due()
    assert DUE not in host.get(f"{night}/table").text
    assert "Deleted" in host.get(f"{night}/table").text
    with database.connection_context():
        before = sorted((row.scope, row.count) for row in Attempt.select())
    for _ in range(20):
        assert host.send(page, form, player="p1").status == 303
    with database.connection_context():
        assert sorted((row.scope, row.count) for row in Attempt.select()) == before
    assert due() == [], "sent again it makes nothing due, nor is it counted"


def test_nobody_forgets_and_deletes_without_end(shared_app, host, night, monkeypatch):
    other, third = host.open_night(*OTHERS), host.open_night(*OTHERS)
    group = open_group(host, third)
    monkeypatch.setattr(rate_limits, "ERASURES_FROM_ONE", 2)
    monkeypatch.setattr(rate_limits, "ERASURES", 3)
    now = stored_limits.time()
    monkeypatch.setattr(stored_limits, "time", lambda: now)  # no window of time ends meanwhile
    assert forget(host, night, player="p1").status == 303
    assert delete(host, other).status == 303
    deleted = host.fill_in(f"{group}/settings", "typed", "action=delete", typed="Donnerstag")
    for answer in (forget(host, night, player="p2"), delete(host, third), deleted):
        assert answer.status == 429
        assert 0 < int(answer.headers["Retry-After"]) <= WINDOW
        assert "Too much was deleted just now" in answer.errors
    assert "Bernd" in host.get(night).text
    assert host.get(third).status == host.get(group).status == 200
    elsewhere = []
    for number in (2, 3):
        phone = Phone(shared_app)
        phone.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{number}"
        elsewhere.append(forget(phone, phone.open_night(), player="p1").status)
    assert elsewhere == [303, 429], "others do until all together did too much"


def wait_until_erased():
    end = time.monotonic() + 60
    while due() and time.monotonic() < end:
        time.sleep(0.02)
    assert due() == []
    assert all_connections_returned(), "else the thread would open another one after the test"


def test_erasures_left_by_an_ended_server_follow_the_first_request(app, monkeypatch):
    monkeypatch.setitem(app.config, "ERASING_PAUSE", 0)
    with database.connection_context():
        storing.note_due("night")
    assert Phone(app).get("/").status == 200
    wait_until_erased()


def test_who_waits_for_the_erasing_thread_waits_for_its_next_round_too(app, monkeypatch):
    monkeypatch.setitem(app.config, "ERASING_PAUSE", 0)
    rounds = []

    def erase_again():
        rounds.append((erasing._eraser.wanted.is_set(), bool(database.obj._in_use)))
        if len(rounds) == 1:
            erasing._eraser.wanted.set()  # as a request does that deletes something meanwhile
        return storing.erase_due()

    monkeypatch.setattr(erasing, "erase_due", erase_again)
    monkeypatch.setattr(erasing, "sleep", lambda seconds: time.sleep(0.1))  # the rounds are apart for a while
    assert Phone(app).get("/").status == 200
    assert all_connections_returned()
    assert rounds == [(False, True)] * 2


def test_nothing_is_erased_from_a_database_that_is_opened_meanwhile(app, sqlite_place, opened_anew, monkeypatch):
    monkeypatch.setitem(app.config, "ERASING_PAUSE", 0)
    pausing, go_on, asked = Event(), Event(), []

    def pause(seconds):
        pausing.set()
        assert go_on.wait(60)

    monkeypatch.setattr(erasing, "sleep", pause)
    monkeypatch.setattr(erasing, "erase_due", lambda: not asked.append(database.obj))
    assert Phone(app).get("/").status == 200
    thread, first = erasing._eraser.thread, database.obj
    assert pausing.wait(60)
    try:
        connect(sqlite_place)
    finally:
        go_on.set()
        thread.join(60)
        first.close_all()
    assert (thread.is_alive(), asked) == (False, [])


def test_a_due_erasure_runs_in_the_background_and_is_tried_again(shared_app, host, night, monkeypatch, caplog):
    monkeypatch.setitem(shared_app.config, "ERASING_PAUSE", 0)
    tries = []

    def fail_twice():
        tries.append(1)
        if len(tries) < 3:
            raise storing.OperationalError("database or disk is full")
        return storing.erase_due()

    monkeypatch.setattr(erasing, "erase_due", fail_twice)
    assert forget(host, night, player="p1").status == 303
    wait_until_erased()
    assert delete(host, night).status == 303
    wait_until_erased()
    assert caplog.text.count("could not be erased from the disk yet: database or disk is full") == 2


# Names of groups


@pytest.fixture
def group(host, night):
    """A group whose name is that of a player."""
    return open_group(host, night, "Annas Runde")


def name_of(phone, group):
    return phone.get(group).html.one("h1").text


def changes(group):
    with database.connection_context():
        row = GroupRow.get(GroupRow.slug == group.rpartition("/")[2])
        return [change.kind for change in load_changes(row.id, 50)]


def test_only_a_host_of_a_group_takes_a_name_out_of_its_texts(host, member, night, group):
    """By renaming a player of a night of one's own to its words and forgetting him."""
    host.fill_in(f"{night}/deals/1/correct", "points", points="80", note="Runde verzählt", action="confirm")
    host.fill_in(f"{night}/table", "title", "action=title", title="Runde um Runde")
    before = host.get(f"{night}/night.json").body
    for words in ("Annas Runde", "Anna", "Runde"):
        own = member.open_night(*OTHERS)
        assert put_in(member, own, group).status == 303
        assert member.fill_in(f"{own}/table", "name=Gerd", "action=rename", name=words).status == 303
        assert forget(member, own, player="p1", texts="yes").status == 303
        assert "N. N." in member.get(own).text
    assert name_of(host, group) == name_of(member, group) == "Annas Runde"
    assert changes(group) == []
    assert host.get(f"{night}/night.json").body == before
    assert forget(host, night, player="p1").status == 303
    assert re.fullmatch(r"N. N.( \d+)? Runde", name_of(member, group))
    assert changes(group) == ["forgotten"]
    assert "a deleted name was taken out of the group’s name" in member.get(f"{group}/settings").text
    assert "Anna" not in member.get(f"{group}/settings").body
    page = host.get(f"{group}/settings")
    host.send(page, page.form(name=""), "action=name", name="Freitag")
    host.send(page, page.form(drops=""), "action=rules", drops="2")
    shown = member.get(f"{group}/settings").text
    assert changes(group) == ["drops", "name", "forgotten"]
    assert shown.index("the number of nights dropped was changed") < shown.index("the name was changed")


def test_a_removed_host_of_a_group_changes_its_name_no_more(shared_app, host, night, group, member):
    own = member.open_night()
    put_in(member, own, group)
    for action in ("host", "end"):
        people = host.get(f"{group}/share").html.one("ul", "people").all("li")
        (form, *_) = next(item.all("form") for item in people if "this one" not in item.text)
        assert host.post(f"{group}/share", values(form) | {"action": action}).status == 303
    assert forget(member, own, player="p1").status == 303
    assert name_of(host, group) == "Annas Runde"
