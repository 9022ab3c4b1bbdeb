"""The members of a round: people by name, who of them is here today, and whose the devices of the round are."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.people.names import check_entered, fold_name
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.membership import note_change
from scorekeeper.storage.engine.erasure import note_due
from scorekeeper.storage.engine.sql import fetch, find, run, writing
from scorekeeper.storage.journal.state import drop_unseated, store
from scorekeeper.storage.models import Device, Membership, Person, RoundMember, RoundRow

MOST_MEMBERS = 300


class Member(NamedTuple):
    """A member of a round: the id, the name, and the ISO date of the last evening on which the member was here."""

    id: int
    name: str
    here: str


def members_of_round(round_id: int) -> list[Member]:
    """Return the members of a round by name."""
    sql = """SELECT round_member.id, name, here FROM round_member JOIN person ON person.id = person_id
        WHERE round_id = ? AND NOT forgotten"""
    return sorted(
        (Member(*row) for row in fetch(sql, round_id)), key=lambda member: (member.name.casefold(), member.id)
    )


def add_members(row: RoundRow, names: Sequence[str], here: str = "") -> None:
    """Add members by name, marked as here on an ISO date; who is a member already stays one. Raises Refused."""
    for name in names:
        check_entered("names", name)
    with writing():
        _hold(row)
        join_members(row.id, [Person(name=name) for name in names], here)


def join_members(round_id: int, people: Sequence[Person], here: str = "") -> None:
    """Let people be members of a round, in a transaction. Raises Refused where it has too many."""
    known = {fold_name(member.name): member for member in members_of_round(round_id)}
    present = []
    for person in people:
        folded = fold_name(person.name)
        if folded not in known:
            if len(known) >= MOST_MEMBERS:
                raise Refused("names", say("a group has at most {most} members", most=MOST_MEMBERS))
            store(person)
            made = RoundMember.create(round=round_id, person=person, here="")
            known[folded] = Member(made.id, person.name, "")
        present.append(known[folded].id)
    if here:
        _mark(round_id, present, here)


def mark_members(row: RoundRow, here: Sequence[str], away: Sequence[str], day: str) -> None:
    """Mark members, by name, as here on an ISO date, and others as away on it."""
    with writing():
        _hold(row)
        ids = {fold_name(member.name): member for member in members_of_round(row.id)}
        _mark(row.id, [ids[fold_name(name)].id for name in here if fold_name(name) in ids], day)
        left = [member for name in away if (member := ids.get(fold_name(name))) and member.here == day]
        _mark(row.id, [member.id for member in left], "")


def _mark(round_id: int, members: Sequence[int], here: str) -> None:
    if members:
        places = ", ".join("?" * len(members))
        sql = f"UPDATE round_member SET here = ? WHERE round_id = ? AND id IN ({places})"  # noqa: S608 - only places
        run(sql, here, round_id, *members)


def _hold(row: RoundRow) -> None:
    """Let nobody else change the members of a round until the transaction ends."""
    find(RoundRow, "id = ?", row.id, lock=True)


def remove_member(row: RoundRow, member_id: int, device: str) -> None:
    """Take a member off the list of a round, as the device with this key wants it; nights keep the name."""
    with writing():
        if RoundMember.delete().where(RoundMember.round == row, RoundMember.id == member_id).execute():
            note_change(row.id, "member removed", device)
            drop_unseated()
            note_due("person", "round_member")


def choose_member(row: RoundRow, device: Device, member_id: int | None) -> None:
    """Write down which member a device belongs to, None for nobody. Raises Refused for nobody's id."""
    with writing():
        if member_id and not RoundMember.select().where(RoundMember.round == row, RoundMember.id == member_id).exists():
            raise Refused("who", say("nobody of this name is in this group"))
        mine = (Membership.round == row) & (Membership.device == device)
        Membership.update(member=member_id).where(mine).execute()


def member_of_device(round_id: int, device: Device) -> Member | None:
    """Return the member whose device it is, None for nobody's or where that was not said."""
    sql = """SELECT round_member.id, name, round_member.here FROM membership
        JOIN round_member ON round_member.id = membership.member_id JOIN person ON person.id = person_id
        WHERE membership.round_id = ? AND device_id = ? AND NOT forgotten"""
    return next((Member(*row) for row in fetch(sql, round_id, device.id)), None)


def name_in_round(round_id: int, device: Device) -> str:
    """Return whose a device is by name: as it said of the round, else of its latest night there; empty for nobody."""
    chosen = member_of_device(round_id, device)
    if chosen:
        return chosen.name
    sql = """SELECT name FROM access JOIN round_night ON round_night.night_id = access.night_id
        JOIN player ON player.night_id = access.night_id AND player.key = access.player
        JOIN person ON person.id = person_id
        WHERE device_id = ? AND round_id = ? AND NOT forgotten ORDER BY access.night_id DESC LIMIT 1"""
    return next((str(name) for (name,) in fetch(sql, device.id, round_id)), "")
