"""The members of a group: people by name, who of them was here on which evening, and whose the devices are."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.people.names import check_entered, fold_name
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.membership import note_change
from scorekeeper.storage.engine.erasure import note_due
from scorekeeper.storage.engine.sql import fetch, run, writing
from scorekeeper.storage.groups.evenings import begin_evening, current_id
from scorekeeper.storage.journal.state import drop_unseated, store
from scorekeeper.storage.models import Attendance, Device, GroupMember, GroupRow, Membership, Person
from scorekeeper.storage.projections.kitty import lock_group

MOST_MEMBERS = 300


class Member(NamedTuple):
    """A member of a group: the id, the name, and whether the member is marked as here on the evening that goes on."""

    id: int
    name: str
    here: bool


_MEMBERS = """SELECT round_member.id, name, evening_id IS NOT NULL FROM round_member
    JOIN person ON person.id = person_id
    LEFT JOIN attendance ON attendance.member_id = round_member.id AND evening_id = ?
    WHERE listed AND NOT forgotten"""


def members_of_group(group_id: int) -> list[Member]:
    """Return the members of a group by name."""
    found = [Member(*row) for row in fetch(f"{_MEMBERS} AND round_id = ?", current_id(group_id), group_id)]
    return sorted(found, key=lambda member: (member.name.casefold(), member.id))


def add_members(row: GroupRow, names: Sequence[str]) -> None:
    """Add members by name; who is a member already stays one. Raises Refused."""
    for name in names:
        check_entered("names", name)
    with writing():
        lock_group(row.id)
        if not join_members(row.id, [Person(name=name) for name in names]):
            raise Refused("names", say("a group has at most {most} members", most=MOST_MEMBERS))


def join_members(group_id: int, people: Sequence[Person], evening: int = 0) -> bool:
    """Let people be members of a group, in a transaction, and return whether all are: a full list takes nobody more.

    They are marked as here on an `evening`, by its id, unless that is 0.
    """
    known = {fold_name(member.name): member.id for member in members_of_group(group_id)}
    others = _unlisted(group_id)
    present = []
    for person in people:
        folded = fold_name(person.name)
        if folded not in known:
            if len(known) >= MOST_MEMBERS:
                continue
            if folded in others:
                known[folded] = others[folded]
                GroupMember.update(listed=True).where(GroupMember.id == known[folded]).execute()
            else:
                store(person)
                known[folded] = GroupMember.create(group=group_id, person=person).id
        present.append(known[folded])
    if evening:
        _mark(present, evening)
    return len(present) == len(people)


def _unlisted(group_id: int) -> dict[str, int]:
    """Return who has a seat in a group and is not on its list, and other spellings of members, by folded name."""
    sql = """SELECT name, COALESCE(same_as_id, round_member.id) FROM round_member JOIN person ON person.id = person_id
        WHERE round_id = ? AND NOT listed AND NOT forgotten ORDER BY round_member.id"""
    return {fold_name(name): member for name, member in fetch(sql, group_id)}


def spell_as_members(group_id: int, names: Sequence[str]) -> list[str]:
    """Return names as those of the members of a group are spelled, and other names as they are."""
    known = {fold_name(member.name): member.name for member in members_of_group(group_id)}
    sql = """SELECT own.name, main.name FROM round_member JOIN person AS own ON own.id = round_member.person_id
        JOIN round_member AS other ON other.id = round_member.same_as_id
        JOIN person AS main ON main.id = other.person_id
        WHERE round_member.round_id = ?"""
    known = {fold_name(name): main for name, main in fetch(sql, group_id)} | known
    return [known.get(fold_name(name), name) for name in names]


def mark_members(row: GroupRow, here: Sequence[str], away: Sequence[str], joining: bool = False) -> None:
    """Mark members, by name, as here on the evening that goes on, and others as away; the first mark begins it.

    With `joining` who is here becomes a member unless the list is full. Raises Refused then for an invalid name.
    """
    for name in here if joining else ():
        check_entered("names", name)
    with writing():
        lock_group(row.id)
        if joining:
            join_members(row.id, [Person(name=name) for name in here])
        known = {fold_name(member.name): member.id for member in members_of_group(row.id)}
        came = [known[name] for name in map(fold_name, here) if name in known]
        if came:
            _mark(came, begin_evening(row).id)
        left = [known[name] for name in map(fold_name, away) if name in known]
        Attendance.delete().where(Attendance.member.in_(left), Attendance.evening == current_id(row.id)).execute()


def _mark(members: Sequence[int], evening: int) -> None:
    for member in members:
        run("INSERT INTO attendance (member_id, evening_id) VALUES (?, ?) ON CONFLICT DO NOTHING", member, evening)


class SitOut(NamedTuple):
    """A person who was here on an evening, by its id, and had no seat at any of its tables."""

    evening: int
    member: int
    person: int


def load_sit_outs(group_id: int, evening: int = 0) -> list[SitOut]:
    """Return who sat out all of an evening of a group, or of each for 0; who left before a deal sat out too."""
    sql = """SELECT evening_id, round_member.id, person.id FROM attendance
        JOIN round_member ON round_member.id = member_id JOIN person ON person.id = person_id
        WHERE round_id = ? AND (evening_id = ? OR ? = 0) AND NOT forgotten AND (evening_id, round_member.id) NOT IN (
            SELECT evening_id, player.member_id FROM round_night
            JOIN player ON player.night_id = round_night.night_id
            WHERE round_id = ? AND evening_id IS NOT NULL AND member_id IS NOT NULL AND (evening_id = ? OR ? = 0)
                AND (player.deals > 0 OR state <> 'left'))"""
    return [SitOut(*row) for row in fetch(sql, group_id, evening, evening, group_id, evening, evening)]


def remove_member(row: GroupRow, member_id: int, device: str) -> None:
    """Take a member off the list of a group, as the device with this key wants it; nights keep the name."""
    with writing():
        mine = (GroupMember.group == row) & (GroupMember.id == member_id) & GroupMember.listed
        if GroupMember.update(listed=False).where(mine).execute():
            Attendance.delete().where(Attendance.member == member_id).execute()
            Membership.update(member=None).where(Membership.member == member_id).execute()
            note_change(row.id, "member removed", device)
            drop_unseated()
            note_due("attendance", "person", "round_member")


def choose_member(row: GroupRow, device: Device, member_id: int | None) -> None:
    """Write down which member a device belongs to, None for nobody. Raises Refused for nobody's id."""
    with writing():
        mine = (GroupMember.group == row) & (GroupMember.id == member_id) & GroupMember.listed
        if member_id and not GroupMember.select().where(mine).exists():
            raise Refused("who", say("nobody of this name is in this group"))
        phone = (Membership.group == row) & (Membership.device == device)
        Membership.update(member=member_id).where(phone).execute()


def member_of_device(group_id: int, device: Device) -> Member | None:
    """Return the member whose device it is, None for nobody's or where that was not said."""
    sql = f"""{_MEMBERS} AND round_member.id = (SELECT membership.member_id FROM membership
        WHERE membership.round_id = ? AND device_id = ?)"""  # noqa: S608 - our own names
    return next((Member(*row) for row in fetch(sql, current_id(group_id), group_id, device.id)), None)


def name_in_group(group_id: int, device: Device) -> str:
    """Return whose a device is by name: as it said of the group, else of its latest night there; empty for nobody."""
    chosen = member_of_device(group_id, device)
    if chosen:
        return chosen.name
    sql = """SELECT name FROM access JOIN round_night ON round_night.night_id = access.night_id
        JOIN player ON player.night_id = access.night_id AND player.key = access.player
        LEFT JOIN round_member ON round_member.id = player.member_id
        JOIN person ON person.id = COALESCE(round_member.person_id, player.person_id)
        WHERE device_id = ? AND round_night.round_id = ? AND NOT forgotten ORDER BY access.night_id DESC LIMIT 1"""
    return next((str(name) for (name,) in fetch(sql, device.id, group_id)), "")
