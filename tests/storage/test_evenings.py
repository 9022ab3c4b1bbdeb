"""When an evening ends: over midnight, with summer time, on a server in UTC; and the evenings of earlier versions."""

import time
from datetime import UTC, datetime

import pytest
from playhouse.migrations import Runner

from scorekeeper.clock import next_hour, today
from scorekeeper.paths import resources
from scorekeeper.storage.engine.sql import fetch, run, writing
from scorekeeper.storage.groups.evenings import begin_evening, current_evening
from scorekeeper.storage.models import Attendance, EveningRow, GroupMember, GroupNight, GroupRow, Person, database
from tests.storage.nights import start
from tests.web.clock import stand_still


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("begun", "hour", "zone", "ends"),
    [
        ("2026-11-27T20:00", 6, "Europe/Vienna", "2026-11-28T05:00"),
        ("2026-11-27T23:30", 6, "Europe/Vienna", "2026-11-28T05:00"),
        ("2026-11-28T05:00", 6, "Europe/Vienna", "2026-11-29T05:00"),
        ("2026-07-01T20:00", 6, "Europe/Vienna", "2026-07-02T04:00"),
        # Summer time ends: 02:00 comes twice, and the first one is meant.
        ("2026-10-24T20:00", 2, "Europe/Vienna", "2026-10-25T00:00"),
        ("2026-10-25T00:30", 2, "Europe/Vienna", "2026-10-26T01:00"),
        ("2026-10-24T20:00", 6, "Europe/Vienna", "2026-10-25T05:00"),
        # Summer time begins: 02:00 is left out.
        ("2026-03-28T20:00", 2, "Europe/Vienna", "2026-03-29T01:00"),
        ("2026-03-28T20:00", 6, "Europe/Vienna", "2026-03-29T04:00"),
        ("2026-11-27T20:00", 6, "UTC", "2026-11-28T06:00"),
        ("2026-11-28T01:00", 6, "America/New_York", "2026-11-28T11:00"),
        ("2026-11-27T20:00", 0, "Europe/Vienna", "2026-11-27T23:00"),
    ],
)
def test_an_evening_ends_at_the_hour_of_its_time_zone(begun, hour, zone, ends):
    assert next_hour(at(begun), hour, zone) == at(ends)


@pytest.fixture
def utc_server(monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_a_server_in_utc_takes_the_day_of_the_group(opened, monkeypatch, utc_server):
    clock = stand_still(monkeypatch, "2026-07-01T22:30")  # 00:30 of 2 July in Vienna
    assert (today(), today("Europe/Vienna"), today("No/Where")) == ("2026-07-01", "2026-07-02", "2026-07-01")
    group = GroupRow.create(slug="club", name="Club", created="2026-01-01", zone="Europe/Vienna")
    with writing():
        evening = begin_evening(group)
    assert (evening.day, evening.ends) == ("2026-07-02", "2026-07-02T04:00:00.000+00:00")
    clock(5 * 3600)
    assert current_evening(group.id) == evening
    clock(1800)
    assert current_evening(group.id) is None


@pytest.mark.both_databases
def test_an_evening_of_a_clock_that_was_ahead_does_not_go_on(opened, monkeypatch):
    clock = stand_still(monkeypatch, "2027-07-01T22:30")
    group = GroupRow.create(slug="club", name="Club", created="2026-01-01")
    with writing():
        wrong = begin_evening(group)
    clock(-300 * 86400)
    assert current_evening(group.id) is None
    with writing():
        assert begin_evening(group).day < wrong.day


@pytest.mark.both_databases
def test_the_days_of_earlier_versions_become_evenings_and_back(opened):
    """Two groups with nights and ticks on the same days, a night without a date, and a damaged date."""
    runner = Runner(database.obj, str(resources("migrations")))
    made = []
    for slug in ("one", "two"):
        group = GroupRow.create(slug=slug, name=slug, created="2026-01-01")
        member = GroupMember.create(group=group, person=Person.create(name="Zoe"))
        for day in ("2026-11-27", "2026-11-27", "2026-11-28", ""):
            row = start(date=day)
            GroupNight.create(night=row.id, group=group)
            made.append((row.id, day))
        for day in ("2026-11-27", "2026-11-20"):
            Attendance.create(member=member, evening=EveningRow.create(group=group, day=day, begun="", ends=""))
    run("UPDATE night SET day = 'never' WHERE id = ?", made[2][0])
    while "0019_evenings" in runner.applied():
        runner.down()
    assert sorted(day for (day,) in fetch("SELECT day FROM attendance")) == ["2026-11-20"] * 2 + ["2026-11-27"] * 2
    runner.up()
    sql = "SELECT round.slug, day FROM evening JOIN round ON round.id = round_id ORDER BY evening.id"
    days = ["2026-11-20", "2026-11-27", "2026-11-28"]
    assert fetch(sql) == [*(("one", day) for day in (*days[:2], "never")), *(("two", day) for day in days)]
    sql = """SELECT night.id, evening.day FROM round_night JOIN night ON night.id = night_id
        LEFT JOIN evening ON evening.id = evening_id ORDER BY night.id"""
    changed = {made[2][0]: "never"}
    assert fetch(sql) == [(night, changed.get(night, day) or None) for night, day in made]
    sql = """SELECT round.slug, evening.day FROM attendance JOIN evening ON evening.id = evening_id
        JOIN round ON round.id = evening.round_id ORDER BY 1, 2"""
    assert fetch(sql) == [(slug, day) for slug in ("one", "two") for day in ("2026-11-20", "2026-11-27")]
    ((ends,),) = fetch("SELECT DISTINCT ends FROM evening WHERE day = '2026-11-27'")
    assert "2026-11-28" <= ends[:10] <= "2026-11-29", "an evening that goes on during the upgrade goes on"
