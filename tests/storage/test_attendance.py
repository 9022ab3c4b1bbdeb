"""Who was here on an evening of a group without a seat: counted by its rule, and taken out with the name."""

import pytest

from scorekeeper.storage.access.devices import AT_SERVER
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.groups.evenings import choose_evening
from scorekeeper.storage.groups.group import delete_group
from scorekeeper.storage.groups.members import mark_members, members_of_group, remove_member
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.groups.results import GroupRules, group_now
from scorekeeper.storage.groups.season import add_up_season, season_table
from scorekeeper.storage.journal.seating import seat_members
from scorekeeper.storage.models import Attendance, EveningRow, GroupMember, GroupNight, GroupRow, NightRow, Person
from scorekeeper.storage.nights.manage import forget_in_groups
from tests.storage.nights import book, send, start

pytestmark = pytest.mark.both_databases
DAY, OTHER = "2026-01-08", "2026-01-15"


@pytest.fixture
def group(opened):
    """A group that gives −12 for a missed round: an evening of two rounds, and one without a draw.

    Anna, Bernd and Clara sat in both rounds. Zoe was here and sat out. David left his seats before the first deal, and
    Eva Maria sat at a table without a draw. Zita was here on an evening without a draw.
    """
    group = GroupRow.create(slug="runde", name="Runde", created="2026-01-01", absent="-12")
    evenings = {day: EveningRow.create(group=group, day=day, begun="", ends="") for day in (DAY, OTHER)}
    for round_number, day, players in ((1, DAY, 3), (2, DAY, 4), (0, DAY, 5), (0, OTHER, 3)):
        row = start(players=players, date=day)
        NightRow.update(round_number=round_number, table_number=1).where(NightRow.id == row.id).execute()
        GroupNight.create(night=row.id, group=group, evening=evenings[day])
        if players > 3:
            send(row, "left", player="p4")
        if round_number or day == OTHER:
            book(row, "p1", 71)
    for name, days in (("Zoe", [DAY]), ("David", [DAY]), ("Eva Maria", [DAY]), ("Zita", [OTHER])):
        member = GroupMember.create(group=group, person=Person.create(name=name))
        for day in days:
            Attendance.create(member=member, evening=evenings[day])
    for (night,) in fetch("SELECT night_id FROM round_night ORDER BY night_id"):
        seat_members(night)
    return group


def missed(group, **chosen):
    totals = add_up_season(group_now(fresh(group)), choose_evening(group.id, NightFilter(**chosen)))
    return {total.name: total.numbers["missed"] for total in totals if total.numbers["missed"]}


def fresh(group):
    return GroupRow.get_by_id(group.id)


def test_sitting_out_a_whole_evening_counts_as_the_rule_says(group):
    assert missed(group) == {"Zoe": -24, "David": -24}
    assert missed(group, begin=DAY, end=DAY) == {"Zoe": -24, "David": -24}
    assert missed(group, begin=OTHER) == {}
    assert missed(group, game="herzblatt") == {"Zoe": -24, "David": -24}, "Eva Maria had a seat"
    chosen = choose_evening(group.id, NightFilter(begin=DAY, end=DAY))
    table = season_table(group_now(group, chosen.evening), chosen)
    [zoe] = [total for total in table.totals if total.name == "Zoe"]
    assert [zoe.numbers[key] for key in ("nights", "deals", "sum", "counted")] == [0, 0, 0, -24]
    assert not zoe.money
    rounds = [(result.round_number, result.balance, result.missed) for result in zoe.results]
    assert sorted(rounds) == [(1, -12, True), (2, -12, True)]


def test_the_lowest_of_each_round_is_what_a_group_may_give_instead(group):
    run("UPDATE round SET absent = 'worst'")
    [zoe] = [total for total in add_up_season(group_now(fresh(group)), NightFilter()) if total.name == "Zoe"]
    assert zoe.numbers["missed"] == sum(min(balances(round_number)) for round_number in (1, 2))


def balances(round_number):
    sql = """SELECT player.balance FROM player JOIN night ON night.id = night_id
        WHERE night.part = ? AND player.deals > 0"""
    return [balance for (balance,) in fetch(sql, round_number)]


def test_rounds_without_a_rule_or_of_before_count_nobody_who_sat_out(group):
    run("UPDATE round SET absent = ''")
    assert "Zoe" not in {total.name for total in add_up_season(group_now(fresh(group)), NightFilter())}
    run("UPDATE round SET absent = '-12'")
    Attendance.delete().execute()
    assert missed(group) == {}


def test_a_whole_evening_that_was_sat_out_is_dropped_as_one_night(group):
    rules = GroupRules("", 1, (), "-12", 0)
    totals = add_up_season(group_now(group)._replace(rules=rules), NightFilter())
    assert {total.name: total.numbers["counted"] for total in totals}["Zoe"] == 0


def test_who_is_ticked_and_unticked_is_counted_at_once(group):
    names = [member.name for member in members_of_group(group.id)]
    assert names == ["David", "Eva Maria", "Zita", "Zoe"]
    assert not any(member.here for member in members_of_group(group.id))
    mark_members(group, ["Zita", "zoe", "Nobody"], [])
    mark_members(group, ["Zita"], ["Eva Maria"])
    assert [member.name for member in members_of_group(group.id) if member.here] == ["Zita", "Zoe"]
    stamp = group_now(group).stamp
    mark_members(group, [], ["Zoe"])
    assert [member.name for member in members_of_group(group.id) if member.here] == ["Zita"]
    assert group_now(group).stamp != stamp
    assert Attendance.select().count() == 5, "those of earlier evenings stay"


@pytest.mark.parametrize("way", ["removed", "forgotten", "deleted"])
def test_a_name_that_is_taken_out_takes_the_evenings_along(group, way):
    [zoe] = [member for member in members_of_group(group.id) if member.name == "Zoe"]
    assert missed(group)["Zoe"] == -24
    if way == "removed":
        remove_member(group, zoe.id, "host")
    elif way == "forgotten":
        assert forget_in_groups({"Zoe"}, AT_SERVER) == 1
    else:
        delete_group(group)
    assert not Attendance.select().where(Attendance.member == zoe.id).exists()
    assert not Person.select().where(Person.name == "Zoe").exists()
    assert ("attendance",) in fetch("SELECT name FROM erasure")
    if way != "deleted":
        assert missed(group) == {"David": -24}
