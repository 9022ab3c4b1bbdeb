"""Changes of whole nights: renaming and forgetting people, deleting a night, taking one out.

Names are in the rows of people, in free texts and in the titles of nights, but not in the chain of a journal.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import chain, count
from typing import NamedTuple

from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import Forgotten, Renamed
from scorekeeper.people.name_search import folded_words, names, replace_name
from scorekeeper.people.names import NOBODY, fold_name
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.devices import AT_SERVER
from scorekeeper.storage.access.membership import GROUP_ACCESS, count_change, members_of, note_change
from scorekeeper.storage.engine.erasure import note_due
from scorekeeper.storage.engine.sql import fetch, fetch_among, fetch_locked, run, writing
from scorekeeper.storage.journal.entries import Reused, entry_of_row, find_sent
from scorekeeper.storage.journal.register import note_opening
from scorekeeper.storage.journal.seating import seat_members
from scorekeeper.storage.journal.state import drop_unseated, load_night, lock_nights
from scorekeeper.storage.models import (
    Attendance,
    Device,
    FormerName,
    GroupMember,
    GroupNight,
    GroupRow,
    Membership,
    NightRow,
    OpeningBalance,
    Person,
    Player,
    SeasonPlace,
    SeasonRow,
)
from scorekeeper.storage.projections.deals import rewrite_houses
from scorekeeper.storage.projections.kitty import check_leaving
from scorekeeper.storage.queries.nights import find_or_make_person
from scorekeeper.storage.writing.entry import Sender, append


class Sitting(NamedTuple):
    """A seat at a night and its person; `forgotten` where the name is a placeholder, `former` are earlier names."""

    night: int
    player: str
    person: int
    name: str
    forgotten: bool
    former: tuple[str, ...] = ()

    @property
    def spellings(self) -> set[str]:
        """All names that the person has or had there."""
        return {self.name, *self.former}


class Erased(NamedTuple):
    """The result of forgetting: the placeholder for the name, the number of nights, the number of deleted texts."""

    instead: str
    nights: int
    texts: int


_SITTINGS = """SELECT player.night_id, player.key, person.id, name, forgotten FROM player
    JOIN person ON person.id = player.person_id"""


def sittings_of(name: str) -> list[Sitting]:
    """Return every seat of people with this name or former name, at all nights."""
    return [sitting for sitting in _sittings() if _is_called({name}, sitting)]


def sittings_like(night_id: int, player: str, device: str) -> list[Sitting]:
    """Return a seat and those of the same name at other nights of this host. Raises Refused for an unknown key."""
    found = _sittings(" WHERE player.night_id = ? AND player.key = ?", night_id, player)
    if not found:
        raise Refused("player", say("nobody with this name has a seat here"))
    if found[0].forgotten:
        return found
    where = """ JOIN access ON access.night_id = player.night_id JOIN device ON device.id = access.device_id
        WHERE device.key = ? AND role = 'host' AND ended = '' AND player.night_id <> ?"""
    hosted = _sittings(where, device, night_id)
    return [*found, *(sitting for sitting in hosted if _is_called(found[0].spellings, sitting))]


def _sittings(where: str = "", *values: object) -> list[Sitting]:
    rows = fetch(f"{_SITTINGS}{where} ORDER BY player.id", *values)
    former: dict[tuple[int, str], tuple[str, ...]] = {}
    for night, player, name in fetch("SELECT night_id, player, name FROM former_name ORDER BY seq") if rows else ():
        former[night, player] = (*former.get((night, player), ()), name)
    return [
        Sitting(night, player, person, name, bool(forgotten), former.get((night, player), ()))
        for night, player, person, name, forgotten in rows
    ]


def _is_called(names: set[str], sitting: Sitting) -> bool:
    return not sitting.forgotten and _is_one_of(names, sitting.spellings)


def _is_one_of(names: set[str], spellings: set[str]) -> bool:
    words = {folded for name in names if (folded := folded_words(name))}
    return any(name in names or folded_words(name) in words for name in spellings)


def forget(sittings: Sequence[Sitting], sender: Sender, emptied: int = 0) -> Erased:
    """Replace the names of the people in these seats by a placeholder, with an act in the journal of each night.

    Other seats of a person keep the name. All texts of the night `emptied` are deleted; their existence stays provable.
    Texts, members and closed seasons of groups keep the name unless the sender is a host there, or at the server.
    Changed tables are noted as due to be erased from the disk.
    """
    with writing():
        named = [sitting for sitting in sittings if not sitting.forgotten]
        nights = sorted({sitting.night for sitting in named} | ({emptied} if emptied else set()))
        lock_nights(nights)
        instead = _seat_nobody(named, sender.device) if named else "".join(sitting.name for sitting in sittings[:1])
        texts = 0
        for night in nights:
            here = [sitting for sitting in sittings if sitting.night == night]
            seats = [sitting for sitting in here if not sitting.forgotten] or here
            texts += _take_out(night, seats, night == emptied, instead, sender)
        if named:
            forget_in_groups({name for sitting in named for name in sitting.spellings}, sender.device)
    return Erased(instead, len({sitting.night for sitting in sittings}), texts)


def was_sent_before(night_id: int, player: str, all_texts: bool, request: str) -> bool:
    """Return whether this was sent to a night before; `player` is empty for nobody. Raises Reused for anything else."""
    earlier = find_sent(night_id, request)
    if earlier is None:
        return False
    act = act_of(entry_of_row(earlier))
    left = [seq for seq, _ in _texts(night_id) if seq < earlier.seq]
    if not isinstance(act, Forgotten) or act.player != player or (all_texts and left):
        raise Reused
    return True


def _seat_nobody(sittings: Sequence[Sitting], device: str) -> str:
    """Replace the people in these seats, and on lists that a device may change, and return the placeholder."""
    instead = _free_placeholder()
    taken = set[int]()
    listed = _listed(device)
    note_due("person", "player", "former_name")
    for person in sorted({sitting.person for sitting in sittings}):
        seats = [sitting for sitting in sittings if sitting.person == person]
        is_twin = any(seat.night in taken for seat in seats)  # "Anna" beside "anna", as earlier versions let them sit
        nobody = Person.create(name=_free_placeholder() if is_twin else instead, forgotten=True)
        for seat in seats:
            here = (Player.night == seat.night) & (Player.key == seat.player)
            # Without the salt, else one could try names against the seal, and the member, who would tell the name.
            Player.update(person=nobody, salt="", member=None).where(here).execute()
            seat_members(seat.night)
            FormerName.delete().where(FormerName.night == seat.night, FormerName.player == seat.player).execute()
        taken |= {seat.night for seat in seats}
        for one in listed:
            if one.person == person:
                _forget_in_lists(one, nobody)
    drop_unseated()
    return instead


def forget_in_groups(called: set[str], device: str) -> int:
    """Remove people of these names from the members, closed seasons and texts of groups; return from how many groups.

    A device does so in the groups that it hosts, the server in all.
    """
    with writing():
        found = [one for one in _listed(device) if _is_one_of(called, {one.name})]
        instead = _free_placeholder() if found else ""
        for one in found:
            _forget_in_lists(one, Person.create(name=instead, forgotten=True))
            _empty_group(GroupRow.get_by_id(one.group), called, instead, device)
        drop_unseated()
    return len({one.group for one in found})


class _Listed(NamedTuple):
    """A person who is a member of a group or in one of its closed seasons."""

    group: int
    person: int
    name: str


def _listed(device: str) -> list[_Listed]:
    """Return who is listed in the groups that a device hosts, for the server in all.

    No other device may change these lists: with a seat of any name it could change that name there. The groups
    are in order, as two who change several at once must lock them in the same one.
    """
    sql = """SELECT round_id, person.id, name FROM person
        JOIN (SELECT round_id, person_id FROM round_member UNION SELECT round_id, person_id FROM season_place
            JOIN season ON season.id = season_id) AS listed ON listed.person_id = person.id
        WHERE NOT forgotten AND (? = ? OR round_id IN (SELECT membership.round_id FROM membership
            JOIN device ON device.id = device_id WHERE device.key = ? AND role = 'host' AND ended = ''))
        ORDER BY round_id, person.id"""
    return [_Listed(*row) for row in fetch(sql, device, AT_SERVER, device)]


def _forget_in_lists(listed: _Listed, nobody: Person) -> None:
    """Remove a member of a group, and replace the person by `nobody` in its closed seasons."""
    note_due("attendance", "person", "round_member", "season_place")
    sql = "SELECT id FROM round_member WHERE round_id = ? AND person_id = ?"
    for (member,) in fetch(sql, listed.group, listed.person):
        if fetch("SELECT 1 FROM opening_balance WHERE member_id = ?", member):
            known = GroupMember.get_or_none(GroupMember.group == listed.group, GroupMember.person == nobody)
            heir = known or GroupMember.create(group=listed.group, person=nobody, listed=False)
            run("UPDATE opening_balance SET member_id = ? WHERE member_id = ?", heir.id, member)
        _take_off_list(member)
        count_change(listed.group)
    _replace_in_seasons(listed, nobody)


def _take_off_list(member: int) -> None:
    """Take a member off the list; seats that keep another spelling keep the member, who is called by that then."""
    Attendance.delete().where(Attendance.member == member).execute()
    Membership.update(member=None).where(Membership.member == member).execute()
    sql = """SELECT person_id FROM player WHERE member_id = ? AND person_id NOT IN (
        SELECT person_id FROM round_member WHERE round_id = (SELECT round_id FROM round_member WHERE id = ?)
            AND id <> ?) ORDER BY id DESC LIMIT 1"""
    called = [person for (person,) in fetch(sql, member, member, member)]
    if not called:  # whoever still sits there gets a member of that name
        nights = {night for (night,) in fetch("SELECT night_id FROM player WHERE member_id = ?", member)}
        GroupMember.delete().where(GroupMember.id == member).execute()
        for night in sorted(nights):
            seat_members(night)
    else:
        GroupMember.update(listed=False, same_as=None, person=called[0]).where(GroupMember.id == member).execute()


def _replace_in_seasons(listed: _Listed, person: Person) -> None:
    seasons = SeasonRow.select(SeasonRow.id).where(SeasonRow.group == listed.group)
    places = (SeasonPlace.person == listed.person) & SeasonPlace.season.in_(seasons)
    SeasonPlace.update(person=person).where(places).execute()


def _hosts_of(group_id: int) -> list[str]:
    return [member.key for member in members_of(GROUP_ACCESS, group_id) if member.is_host and not member.ended]


def _free_placeholder() -> str:
    """Return an unused placeholder, as balances are carried between nights by name."""
    taken = {name for (name,) in fetch("SELECT name FROM person WHERE name LIKE ?", f"{NOBODY}%")}
    numbered = (f"{NOBODY} {number}" for number in count(2))
    return next(name for name in chain([NOBODY], numbered) if name not in taken)


def _take_out(night_id: int, sittings: Sequence[Sitting], all_texts: bool, instead: str, sender: Sender) -> int:
    """Remove the names from the texts and the title of a night, with acts in its journal; return how many texts."""
    called = {name for sitting in sittings if not sitting.forgotten for name in sitting.spellings}
    title = load_night(night_id).title
    renamed = _replace(called, title, instead)
    if renamed != title:
        note_due("night")
        NightRow.update(title=renamed).where(NightRow.id == night_id).execute()
    group = GroupRow.select().join(GroupNight).where(GroupNight.night == night_id).get_or_none()
    if group and sender.device in (AT_SERVER, *_hosts_of(group.id)):  # others could blank its texts by any word
        _empty_group(group, called, instead, sender.device)
    found = [seq for seq, note in _texts(night_id) if all_texts or any(names(name, note) for name in called)]
    if found:
        note_due("entry")
    for seq in found:  # with the salt, without which nobody can try texts against the seal
        run("UPDATE entry SET note = ?, salt = ? WHERE night_id = ? AND seq = ?", "", "", night_id, seq)
    if found:
        rewrite_houses(night_id)
    for place, player in enumerate([sitting.player for sitting in sittings] or [""]):
        twin = sender._replace(request=f"{sender.request}-{place}") if place else sender
        append(night_id, twin, Forgotten(player=player, entries=() if place else tuple(found)))
    return len(found)


def _empty_group(row: GroupRow, called: set[str], instead: str, device: str) -> None:
    """Remove the names from the name of a group, its fines and the names of its seasons."""
    tariff = json.loads(row.tariff or "[]")
    fines = [[_replace(called, reason, instead), amount] for reason, amount in tariff]
    seasons = SeasonRow.select().where(SeasonRow.group == row)
    changed: list[GroupRow | SeasonRow] = [season for season in seasons if _renames(season, called, instead)]
    if _renames(row, called, instead) or fines != tariff:
        row.tariff = json.dumps(fines) if fines else ""
        changed.append(row)
    for one in changed:
        note_due("round", "season")
        one.save(only=one.dirty_fields)  # what others have changed meanwhile stays
        note_change(row.id, "forgotten", device)


def _renames(row: GroupRow | SeasonRow, called: set[str], instead: str) -> bool:
    """Remove the names from the name of a row, and return whether it had one."""
    former = row.name
    row.name = _replace(called, former, instead)
    return bool(row.name != former)


def _replace(called: set[str], text: str, instead: str) -> str:
    for name in called:
        text = replace_name(name, text, instead)
    return text


def _texts(night_id: int) -> list[tuple[int, str]]:
    """Return the free texts of a night with the places of their entries, in order."""
    return fetch("SELECT seq, note FROM entry WHERE night_id = ? AND note <> ? ORDER BY seq", night_id, "")


def nights_of_player(night_id: int, player: str, device: str) -> list[tuple[int, str]]:
    """Return the seats of the person at a seat: that one first, then those at other nights of this host."""
    sql = """SELECT player.night_id, player.key FROM player JOIN access ON access.night_id = player.night_id
        JOIN device ON device.id = access.device_id
        WHERE device.key = ? AND role = 'host' AND ended = '' AND person_id =
            (SELECT person_id FROM player WHERE night_id = ? AND key = ?)"""
    return sorted(fetch(sql, device, night_id, player), key=lambda seat: (seat[0] != night_id, seat))


def rename(night_id: int, player: str, name: str, host: Device, sender: Sender, everywhere: bool) -> None:
    """Give a player another name, at all nights of this host if `everywhere`, or at none. Raises Refused."""
    with writing():
        seats = [(night_id, player)]
        if everywhere:
            seats = nights_of_player(night_id, player, host.key) or seats
        lock_nights(night for night, _ in seats)
        person = find_or_make_person(host, name)
        sql = "SELECT person.id, name FROM player JOIN person ON person.id = person_id WHERE night_id = ? AND key = ?"
        former = {name for night, key in seats for _, name in fetch(sql, night, key)} - {name}
        for night, key in seats:
            append(night, sender, Renamed(player=key), person=person)
        renamed = [night for night, key in seats if fetch(sql, night, key) == [(person.id, name)]]  # not sent before
        _rename_in_groups(renamed, former, person, host.key, everywhere)
        drop_unseated()


def _rename_in_groups(nights: Sequence[int], former: set[str], person: Person, device: str, everywhere: bool) -> None:
    """Rename a person of these nights in the members and closed seasons of their groups that a device hosts.

    Unless the person is renamed everywhere, another seat of the former name in a group keeps it on its lists.
    """
    groups = {row for (row,) in fetch_among("SELECT round_id FROM round_night WHERE night_id IN ({})", nights)}
    sql = """SELECT name FROM round_night JOIN player ON player.night_id = round_night.night_id
        JOIN person ON person.id = person_id WHERE round_id = ? AND name <> ?"""
    folded = set(map(fold_name, former))
    if not everywhere:
        groups = {row for row in groups if not folded & {fold_name(name) for (name,) in fetch(sql, row, person.name)}}
    changed = [one for one in _listed(device) if one.group in groups and fold_name(one.name) in folded]
    for one in changed:
        _rename_member(one, person)
        _replace_in_seasons(one, person)
    for row in sorted({one.group for one in changed}):
        count_change(row)
        note_change(row, "member renamed", device)


def _rename_member(listed: _Listed, person: Person) -> None:
    """Let a person be a member in place of the listed one; where a member has this name already, both become one."""
    sql = """SELECT round_member.id, person.id, name FROM round_member JOIN person ON person.id = person_id
        WHERE round_id = ? AND NOT forgotten"""
    members = fetch(sql, listed.group)
    others = {fold_name(name): member for member, of, name in members if of != listed.person}
    other = others.get(fold_name(person.name))
    for member in (member for member, of, _ in members if of == listed.person):
        if other is None:
            GroupMember.update(person=person).where(GroupMember.id == member).execute()
        else:
            sql = """UPDATE attendance SET member_id = ? WHERE member_id = ?
                AND evening_id NOT IN (SELECT evening_id FROM attendance WHERE member_id = ?)"""
            run(sql, other, member, other)
            Membership.update(member=other).where(Membership.member == member).execute()
            Player.update(member=other).where(Player.member == member).execute()
            OpeningBalance.update(member=other).where(OpeningBalance.member == member).execute()
            alike = (GroupMember.same_as == member) & (GroupMember.id != other)
            GroupMember.update(same_as=other).where(alike).execute()
            GroupMember.update(listed=True).where(GroupMember.id == other).execute()
            GroupMember.delete().where(GroupMember.id == member).execute()


def delete_night(row: NightRow, device: str = AT_SERVER) -> None:
    """Delete a night and people with no other seat, noted to be erased. Raises Refused as `check_leaving` does."""
    with writing():
        head = load_night(row.id, lock=True).head
        if device != AT_SERVER:
            check_leaving(row.id, device)
        _drop(row, "deleted", head)
        note_due("entry", "former_name", "night", "person")


def take_out(row: NightRow) -> bool | None:
    """Delete a night that was written to a file. Returns False where it was changed since, None where it is gone."""
    sql = "SELECT head FROM night WHERE id = ? AND slug = ?"
    with writing():
        found = fetch_locked(sql, row.id, row.slug)
        if found == [(row.head,)]:
            _drop(row, "pruned", row.head)
        return found == [(row.head,)] if found else None


def _drop(row: NightRow, ending: str, head: str) -> None:
    NightRow.delete().where(NightRow.id == row.id).execute()
    drop_unseated()
    # Last, as where a night is opened: nights, groups, people and openings are always locked in this order.
    note_opening(ending, row.slug, head)


def nights_before(day: str) -> Iterator[NightRow]:
    """Yield the nights before a day (ISO 8601), the oldest first; one without a day has that of its creation."""
    sql = """SELECT id FROM (SELECT id, COALESCE(NULLIF(day, ''), SUBSTR(created, 1, 10)) AS day FROM night) AS dated
        WHERE day < ? ORDER BY day, id"""
    for (night_id,) in fetch(sql, day):
        yield from NightRow.select().where(NightRow.id == night_id)
