"""Whose seat it is: the member of a group to whom a seat at one of its nights belongs."""

from typing import NamedTuple

from scorekeeper.people.names import fold_name
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.models import GroupMember, Person


class _Known(NamedTuple):
    """A member of a group by one spelling of the name."""

    member: int
    person: int
    name: str
    forgotten: bool


def seat_members(night_id: int) -> None:
    """Give each seat of a night that has none yet its member in the night's group, in a transaction.

    It is the member of this person, else of this name, else a new one who is not on the list. Two at one table are two
    people, whatever they are called.
    """
    sql = """SELECT round_id, player.id, COALESCE(player.member_id, 0), person.id, name, forgotten FROM round_night
        JOIN player ON player.night_id = round_night.night_id JOIN person ON person.id = player.person_id
        WHERE round_night.night_id = ? ORDER BY place"""
    seats = fetch(sql, night_id)
    taken = {member for _, _, member, *_ in seats}
    for group_id, player, member, *person in seats:
        if member:
            continue
        found = _find(group_id, taken, *person)
        if not found:
            owner, name, forgotten = person
            if fetch("SELECT 1 FROM round_member WHERE round_id = ? AND person_id = ?", group_id, owner):
                owner = Person.create(name=name, forgotten=forgotten).id  # joined to who sits here too
            found = GroupMember.create(group=group_id, person=owner, listed=False).id
        run("UPDATE player SET member_id = ? WHERE id = ?", found, player)
        taken.add(found)


def _find(group_id: int, taken: set[int], person: int, name: str, forgotten: bool) -> int:
    """Return the member of a group who is this person, 0 for none."""
    sql = """SELECT COALESCE(same_as_id, round_member.id), person.id, name, forgotten FROM round_member
        JOIN person ON person.id = person_id WHERE round_id = ? ORDER BY listed DESC, round_member.id"""
    known = [one for one in map(_Known._make, fetch(sql, group_id)) if one.member not in taken]
    folded = fold_name(name)
    alike = [one for one in known if fold_name(one.name) == folded and bool(one.forgotten) == bool(forgotten)]
    ranked = [one for one in known if one.person == person] + [one for one in alike if one.name == name] + alike
    return ranked[0].member if ranked else 0


def leave_members(night_id: int) -> None:
    """Let the seats of a night that leaves its group belong to none of its members."""
    run("UPDATE player SET member_id = NULL WHERE night_id = ?", night_id)


def members_at(night_id: int) -> dict[str, int]:
    """Return the member at each seat of a night, by its key; none outside of a group."""
    sql = "SELECT key, member_id FROM player WHERE night_id = ? AND member_id IS NOT NULL"
    return dict(fetch(sql, night_id))
