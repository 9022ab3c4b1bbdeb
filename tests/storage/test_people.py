"""One person under two names: counted together by member, joined and parted by a host; and earlier databases."""

import pytest
from playhouse.migrations import Runner

from scorekeeper.paths import resources
from scorekeeper.phrase import Refused
from scorekeeper.storage.access.devices import AT_SERVER
from scorekeeper.storage.engine.sql import fetch, run, writing
from scorekeeper.storage.groups.evenings import join_evenings, load_evenings
from scorekeeper.storage.groups.figures import count_deals, head_to_head
from scorekeeper.storage.groups.group import add_to_group, delete_group, take_out_of_group
from scorekeeper.storage.groups.members import join_members, members_of_group
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.groups.people import give_seats, join_people, part_people, seats_of, spellings_of
from scorekeeper.storage.groups.results import group_now
from scorekeeper.storage.groups.season import add_up_season, season_table
from scorekeeper.storage.groups.seasons import close_season, closed_seasons, closed_table
from scorekeeper.storage.groups.statement import load_statements
from scorekeeper.storage.models import GroupRow, NightRow, Person, Player, database
from scorekeeper.storage.nights.carry_over import carry
from scorekeeper.storage.nights.manage import forget, sittings_of
from tests.storage.nights import book, fresh, sender, start

pytestmark = pytest.mark.both_databases


def rename(row, key, name):
    sql = "UPDATE person SET name = ? WHERE id = (SELECT person_id FROM player WHERE night_id = ? AND key = ?)"
    run(sql, name, row.id, key)


def night_of(group, name, day, points=71, **facts):
    """A night in a group at which p1 has this name, and has played."""
    row = start(players=3, date=day, **facts)
    rename(row, "p1", name)
    book(row, "p1", points)
    add_to_group(fresh(row), group)
    return fresh(row)


@pytest.fixture
def group(opened):
    return GroupRow.create(slug="club", name="Club", created="2026-01-01")


def season(group):
    return {total.name: total for total in add_up_season(group_now(group), NightFilter())}


def member(group, name):
    found = {total.name: total.member for total in season(group).values()}
    return found[name]


@pytest.mark.parametrize("other", ["anna o'brien-huber", "Anna O’Brien‐Huber", "ANNA O´Brien–Huber"])
def test_spellings_of_a_name_are_one_person_in_all_sums(group, other):
    name = "Anna O'Brien-Huber"
    for place, called in enumerate((name, other)):
        night_of(group, called, f"2026-11-2{place}", stake="0.10 EUR")
    total = season(group)[name]
    assert (total.numbers["nights"], len(season(group))) == (2, 3)
    [euro] = load_statements(group_now(group), total.person, NightFilter(), 10).statements
    assert len(euro.rows) == 2
    assert euro.total.open == total.money["EUR"].open
    assert {group.person for group in count_deals(group_now(group), NightFilter())} == {
        one.person for one in season(group).values()
    }
    assert [rival.nights for rival in head_to_head(group_now(group), total.person, NightFilter())] == [2, 2]
    assert [(one.name, one.nights, one.joined) for one in spellings_of(group.id)] == [(other, 1, 0)]


def test_two_members_are_joined_and_parted_again(group):
    for place, called in enumerate(("Anna", "Annerl")):
        night_of(group, called, f"2026-11-2{place}")
    apart = {name: total.numbers["sum"] for name, total in season(group).items()}
    anna, annerl = member(group, "Anna"), member(group, "Annerl")
    for _ in range(2):
        join_people(group, anna, annerl, "host")
    assert season(group)["Anna"].numbers["sum"] == apart["Anna"] + apart["Annerl"]
    assert "Annerl" not in season(group)
    assert "Annerl" not in [one.name for one in members_of_group(group.id)]
    night_of(group, "annerl", "2026-11-25")
    assert season(group)["Anna"].numbers["nights"] == 3, "a joined name stays joined at the next night"
    for _ in range(2):
        part_people(group, annerl, "host")
    assert {name: total.numbers["nights"] for name, total in season(group).items()}["Annerl"] == 2
    assert season(group)["Anna"].numbers["sum"] == apart["Anna"]


def test_two_at_one_table_are_not_joined(group):
    night_of(group, "Anna", "2026-11-20")
    with pytest.raises(Refused, match="same table"):
        join_people(group, member(group, "Anna"), member(group, "Bernd"), "host")
    with pytest.raises(Refused, match="two different people"):
        join_people(group, member(group, "Anna"), 999_999, "host")


def test_two_joined_members_at_one_table_are_two_people_there(group):
    first = night_of(group, "Anna", "2026-11-20")
    night_of(group, "Annerl", "2026-11-21")
    join_people(group, member(group, "Anna"), member(group, "Annerl"), "host")
    take_out_of_group(first, "host")
    sql = "SELECT person.id FROM person JOIN round_member ON person_id = person.id WHERE name = ?"
    [(person,)] = fetch(sql, "Annerl")
    run("UPDATE player SET person_id = ? WHERE night_id = ? AND key = ?", person, first.id, "p2")
    add_to_group(fresh(first), group)
    assert {name: total.numbers["nights"] for name, total in season(group).items()} == {
        "Anna": 2, "Annerl": 1, "Bernd": 1, "Clara": 2,
    }  # fmt: skip


def test_a_seat_is_given_to_somebody_else_of_the_same_name(group):
    for place in range(2):
        night_of(group, "Anna", f"2026-11-2{place}", stake="0.10 EUR")
    anna = member(group, "Anna")
    seat = seats_of(group.id, anna, 1)[0]
    with pytest.raises(Refused, match="member already"):
        give_seats(group, anna, [seat.id], 0, "anna", "host")
    give_seats(group, anna, [seat.id], 0, "Anna Berger", "host")
    assert {name: total.numbers["nights"] for name, total in season(group).items()} == {
        "Anna": 1, "Anna Berger": 1, "Bernd": 2, "Clara": 2,
    }  # fmt: skip
    first, second = NightRow.select().order_by(NightRow.id)
    with pytest.raises(Refused, match="no seat there"), writing():
        carry(first, second, sender())


def test_a_closed_season_keeps_its_table_when_people_are_joined(group):
    for place, called in enumerate(("Anna", "Annerl")):
        night_of(group, called, f"2026-11-2{place}")
    close_season(group, 1, "2026", "host")
    [closed] = closed_seasons(group.id)
    before = closed_table(group.id, closed)
    ids = dict(fetch("SELECT name, round_member.id FROM round_member JOIN person ON person.id = person_id"))
    join_people(group, ids["Anna"], ids["Annerl"], "host")
    assert [(row.rank, row.name, row.numbers) for row in closed_table(group.id, closed).rows] == [
        (row.rank, row.name, row.numbers) for row in before.rows
    ]


def test_a_joined_name_is_forgotten_everywhere(group):
    for place, called in enumerate(("Anna", "Annerl")):
        night_of(group, called, f"2026-11-2{place}")
    join_people(group, member(group, "Anna"), member(group, "Annerl"), "host")
    forget(sittings_of("Annerl"), sender()._replace(device=AT_SERVER))
    assert not Person.select().where(Person.name == "Annerl").exists()
    assert season(group)["Anna"].numbers["nights"] == 1
    assert season(group)["N. N."].numbers["nights"] == 1
    forget(sittings_of("Anna"), sender()._replace(device=AT_SERVER))
    assert not Person.select().where(Person.name == "Anna").exists()
    assert {total.numbers["nights"] for name, total in season(group).items() if name.startswith("N. N.")} == {1}


def test_a_joined_spelling_stays_in_its_nights_when_the_name_is_forgotten(group):
    for place, called in enumerate(("Anna", "Annerl")):
        night_of(group, called, f"2026-11-2{place}")
    join_people(group, member(group, "Anna"), member(group, "Annerl"), "host")
    assert "Annerl" not in season(group)
    forget(sittings_of("Anna"), sender()._replace(device=AT_SERVER))
    assert season(group)["Annerl"].numbers["nights"] == 1, "no journal tells of it at the night where the name stays"


def test_a_night_put_in_again_has_the_seats_of_its_names(group):
    night = night_of(group, "Anna", "2026-11-20")
    night_of(group, "Anna", "2026-11-21")
    anna = member(group, "Anna")
    give_seats(group, anna, [seats_of(group.id, anna, 1, 1)[0].id], 0, "Anna Berger", "host")
    assert season(group)["Anna"].numbers["nights"] == 1
    take_out_of_group(night, "host")
    add_to_group(night, group)
    assert season(group)["Anna"].numbers["nights"] == 2
    assert "Anna Berger" not in season(group)


def test_a_night_of_a_deleted_group_has_the_members_of_the_next_one(group):
    night = night_of(group, "Anna", "2026-11-20")
    assert season(group)["Anna"].numbers["nights"] == 1
    delete_group(group)
    other = GroupRow.create(id=group.id, slug="next", name="Next", created="2026-01-01")  # SQLite gives ids again
    with writing():
        join_members(other.id, [Person(name=name) for name in ("Xaver", "Yvonne", "Zora")])
    add_to_group(night, other)
    assert {*season(other)} == {"Anna", "Bernd", "Clara"}
    seated = {member for (member,) in fetch("SELECT member_id FROM player")}
    assert {total.member for total in season(other).values()} == seated


def test_joined_evenings_are_counted_as_one(group):
    for place in range(2):
        night_of(group, "Anna", f"2026-11-2{place}")
    later, earlier = (one.evening.id for one in load_evenings(group.id, 2))
    assert season(group)["Anna"].evenings == 2
    join_evenings(group, earlier, later, "host")
    assert season(group)["Anna"].evenings == 1


def test_earlier_databases_are_merged_by_the_folded_name_but_for_twins(group, capsys):
    for place, called in enumerate(("Anna", "anna", "Zoë", "Zoe\u0308")):
        night_of(group, called, f"2026-11-2{place}")
    twins = night_of(group, "Clara B", "2026-11-28")
    rename(twins, "p3", "clara b")
    runner = Runner(database.obj, str(resources("migrations")))
    while "0020_seats_of_members" in runner.applied():
        runner.down()
    runner.up()
    assert "2 spellings" in capsys.readouterr().err
    assert not Player.select().where(Player.member.is_null()).exists()
    nights = {total.name: total.numbers["nights"] for total in add_up_season(group_now(group), NightFilter())}
    assert nights["Anna"] == 2
    assert nights["Zoë"] == 2
    assert nights["Clara B"] == 1
    assert nights["clara b"] == 1
    assert season_table(group_now(group), NightFilter()).rows
