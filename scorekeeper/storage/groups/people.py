"""Who is who in a group: joining two members into one, parting them, and giving single seats to another member."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.people.names import check_entered, fold_name
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.membership import count_change, note_change
from scorekeeper.storage.engine.sql import fetch, fetch_among, run, writing
from scorekeeper.storage.journal.state import drop_unseated
from scorekeeper.storage.models import GroupMember, GroupRow, Person
from scorekeeper.storage.projections.kitty import lock_group


class Spelling(NamedTuple):
    """Another name that a member has or had: that of a joined member, or of seats; with the number of its nights.

    `joined` is the id of the member who was joined, 0 where only seats are spelled so.
    """

    member: int
    name: str
    nights: int
    joined: int


class SeatOfMember(NamedTuple):
    """A seat of a member: its id, the date and the title of the night, and the name there."""

    id: int
    day: str
    title: str
    name: str


class CountedPerson(NamedTuple):
    """Somebody whose seats are counted together: the id, the name, and whether on the list of members."""

    id: int
    name: str
    listed: bool


def counted_people(group_id: int) -> list[CountedPerson]:
    """Return the members of a group and everybody else with a seat there, by name."""
    sql = """SELECT round_member.id, name, listed FROM round_member JOIN person ON person.id = person_id
        WHERE round_id = ? AND same_as_id IS NULL AND NOT forgotten"""
    found = [CountedPerson(member, name, bool(listed)) for member, name, listed in fetch(sql, group_id)]
    return sorted(found, key=lambda one: (one.name.casefold(), one.id))


def names_in_group(group_id: int) -> list[str]:
    """Return the names of all people of a group, with their other spellings."""
    sql = """SELECT name FROM round_member JOIN person ON person.id = person_id WHERE round_id = ? AND NOT forgotten"""
    return [name for (name,) in fetch(sql, group_id)]


class NamedMember(NamedTuple):
    """A member by one of the names, with the person by whose name the member is called."""

    member: int
    person: int
    name: str


def match_members(group_id: int, key: str, names: Sequence[str]) -> list[NamedMember | None]:
    """Return who is meant by each name of a list, None for somebody else.

    "Franz (Ferry)" is whoever is called Franz (Ferry), Franz, or Ferry. Raises Refused for two names of one member.
    """
    sql = """SELECT own.name, other.id, main.id, main.name FROM round_member
        JOIN person AS own ON own.id = round_member.person_id
        JOIN round_member AS other ON other.id = COALESCE(round_member.same_as_id, round_member.id)
        JOIN person AS main ON main.id = other.person_id
        WHERE round_member.round_id = ? AND NOT own.forgotten AND NOT main.forgotten
        ORDER BY other.listed, round_member.id DESC"""
    known = {fold_name(name): NamedMember(*member) for name, *member in fetch(sql, group_id)}
    found = []
    taken: dict[int, str] = {}
    for name in names:
        calls = [name, *re.split(r"\s*[()]\s*", name)]
        member = next((known[folded] for folded in map(fold_name, calls) if folded in known), None)
        if member and member.member in taken:
            text = say("{one} and {other} are both {member}", one=taken[member.member], other=name, member=member.name)
            raise Refused(key, text)
        if member:
            taken[member.member] = name
        found.append(member)
    return found


def spellings_of(group_id: int) -> list[Spelling]:
    """Return the other names of members, so that a host sees what is counted together."""
    sql = """SELECT member_id, person.name, COUNT(*) FROM round_member
        JOIN person AS own ON own.id = round_member.person_id
        JOIN player ON player.member_id = round_member.id JOIN person ON person.id = player.person_id
        WHERE round_id = ? AND person.name <> own.name AND NOT person.forgotten AND NOT own.forgotten
        GROUP BY member_id, person.name ORDER BY member_id, person.name"""
    seats = {(member, name): nights for member, name, nights in fetch(sql, group_id)}
    sql = """SELECT same_as_id, name, round_member.id FROM round_member JOIN person ON person.id = person_id
        WHERE round_id = ? AND same_as_id IS NOT NULL AND NOT forgotten ORDER BY round_member.id"""
    joined = {(member, name): other for member, name, other in fetch(sql, group_id)}
    return [Spelling(*key, seats.get(key, 0), joined.get(key, 0)) for key in dict.fromkeys((*joined, *seats))]


def seats_of(group_id: int, member_id: int, most: int, skipped: int = 0) -> list[SeatOfMember]:
    """Return so many seats of a member, after those that are skipped, the latest night first."""
    sql = """SELECT player.id, night.day, title, name FROM round_night JOIN night ON night.id = round_night.night_id
        JOIN player ON player.night_id = night.id JOIN person ON person.id = player.person_id
        WHERE round_night.round_id = ? AND member_id = ? ORDER BY night.id DESC LIMIT ? OFFSET ?"""
    return [SeatOfMember(*row) for row in fetch(sql, group_id, member_id, most, skipped)]


def join_people(row: GroupRow, member_id: int, other_id: int, device: str) -> None:
    """Let the seats of another member be those of one member, who keeps the name, as a host's device wants it.

    The ticks and phones follow. Sent again, nothing more is joined. Raises Refused for two who sat at one table, or for
    nobody's id.
    """
    with writing():
        lock_group(row.id)
        sql = "SELECT 1 FROM round_member WHERE round_id = ? AND id = ? AND same_as_id = ?"
        if fetch(sql, row.id, other_id, member_id):
            return
        _check_members(row, member_id, other_id)
        sql = """SELECT 1 FROM player AS one JOIN player AS other ON other.night_id = one.night_id
            WHERE one.member_id = ? AND other.member_id = ?"""
        if fetch(sql, member_id, other_id):
            raise Refused("other", say("they sat at the same table, so they are two people"))
        run("UPDATE player SET member_id = ? WHERE member_id = ?", member_id, other_id)
        sql = """UPDATE attendance SET member_id = ? WHERE member_id = ?
            AND evening_id NOT IN (SELECT evening_id FROM attendance WHERE member_id = ?)"""
        run(sql, member_id, other_id, member_id)
        run("DELETE FROM attendance WHERE member_id = ?", other_id)
        run("UPDATE membership SET member_id = ? WHERE member_id = ?", member_id, other_id)
        run("UPDATE opening_balance SET member_id = ? WHERE member_id = ?", member_id, other_id)
        run("UPDATE round_member SET same_as_id = ? WHERE same_as_id = ?", member_id, other_id)
        run("UPDATE round_member SET listed = ?, same_as_id = ? WHERE id = ?", False, member_id, other_id)
        _note(row, "people joined", device)


def part_people(row: GroupRow, other_id: int, device: str) -> None:
    """Let a joined member be one again, with the seats of that name, as a host's device wants it."""
    with writing():
        lock_group(row.id)
        other = GroupMember.get_or_none(GroupMember.group == row, GroupMember.id == other_id)
        if other is None or other.same_as is None:
            return
        folded = fold_name(other.person.name)
        sql = "SELECT player.id, name FROM player JOIN person ON person.id = person_id WHERE member_id = ?"
        own = [seat for seat, name in fetch(sql, other.same_as.id) if fold_name(name) == folded]
        GroupMember.update(listed=True, same_as=None).where(GroupMember.id == other_id).execute()
        for seat in own:
            run("UPDATE player SET member_id = ? WHERE id = ?", other_id, seat)
        _note(row, "people parted", device)


def give_seats(row: GroupRow, member_id: int, seats: Sequence[int], to: int, name: str, device: str) -> None:
    """Give seats of a member to another one, or to a new one of this name, as a host's device wants it.

    Raises Refused for a name that somebody has, for nobody's id, and where the other one sat at the same table.
    """
    if not seats:
        raise Refused("seat", say("nothing was chosen"))
    if name:
        check_entered("name", name)
    with writing():
        lock_group(row.id)
        if name:
            if fold_name(name) in {fold_name(one.name) for one in counted_people(row.id)}:
                raise Refused("name", say("{name} is a member already", name=name))
            to = GroupMember.create(group=row, person=Person.create(name=name)).id
        _check_members(row, member_id, to)
        sql = "SELECT id, night_id FROM player WHERE id IN ({})"
        nights: dict[int, int] = dict(fetch_among(sql, seats))
        taken = {night for (night,) in fetch("SELECT night_id FROM player WHERE member_id = ?", to)}
        if taken & set(nights.values()):
            raise Refused("to", say("they sat at the same table, so they are two people"))
        for seat in nights:
            run("UPDATE player SET member_id = ? WHERE id = ? AND member_id = ?", to, seat, member_id)
        drop_unseated()
        _note(row, "people parted", device)


def _check_members(row: GroupRow, *members: int) -> None:
    """Refuse ids of anybody who is not in a group or was joined to somebody else, and twice the same one."""
    there = {one.id for one in counted_people(row.id)}
    if not there.issuperset(members) or len(set(members)) < len(members):
        raise Refused("member", say("two different people of this group are needed"))


def _note(row: GroupRow, kind: str, device: str) -> None:
    """Note a change of who is who."""
    count_change(row.id)
    note_change(row.id, kind, device)
