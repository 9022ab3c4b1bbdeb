"""Groups: opening one, who may see it, and which nights belong to it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from secrets import randbelow
from types import MappingProxyType
from typing import Any

from peewee import IntegrityError

from scorekeeper.games import GAMES
from scorekeeper.journal.act_json import slot_act_of
from scorekeeper.journal.acts import Dated
from scorekeeper.night.deal_stats import summarize_deal
from scorekeeper.night.night import MOST_DEALS
from scorekeeper.night.undo import standing_acts
from scorekeeper.people.names import fold_name
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.devices import Guest, introduce, let_in
from scorekeeper.storage.access.membership import (
    GROUP_ACCESS,
    Role,
    count_change,
    end_access,
    let_in_again,
    note_change,
)
from scorekeeper.storage.engine.erasure import note_due
from scorekeeper.storage.engine.errors import Gone
from scorekeeper.storage.engine.sql import fetch, fetch_shared, find, now, run, writing
from scorekeeper.storage.groups.evenings import current_id, evening_of_night, move_night, set_end
from scorekeeper.storage.groups.members import join_members, member_of_device, members_of_group, spell_as_members
from scorekeeper.storage.journal.entries import load_acts
from scorekeeper.storage.journal.register import last_opening, slug_of
from scorekeeper.storage.journal.seating import leave_members, seat_members
from scorekeeper.storage.journal.state import drop_unseated, load_night, lock_nights
from scorekeeper.storage.models import (
    Access,
    DealRow,
    Device,
    GroupNight,
    GroupRow,
    Membership,
    NightRow,
    Person,
    Player,
)
from scorekeeper.storage.projections.kitty import check_coming, check_leaving, check_parting, lock_group
from scorekeeper.storage.writing.entry import Sender, append

MOST_DROPS = 20


def open_group(device: Device, name: str, opening: str, zone: str = "") -> GroupRow:
    """Open a group whose first host is a device, in its time zone; return its row. Sent twice, it is opened once."""
    slug = slug_of(opening)
    try:
        with writing():
            # Sent again after the group was deleted, the same form opens one that the old links do not lead to.
            row = GroupRow.create(slug=slug, name=name, created=now(), links=randbelow(2**30) + 1, zone=zone)
            Membership.create(device=device, group=row, role="host", granted=now())
    except IntegrityError:
        return GroupRow.get(GroupRow.slug == slug)
    return row


def load_group(slug: str) -> GroupRow | None:
    """Return the group that an address names."""
    return GroupRow.get_or_none(GroupRow.slug == slug)


def groups_called(text: str) -> list[GroupRow]:
    """Return the group with this address, else those with this name, by their address."""
    found = load_group(text)
    return [found] if found else list(GroupRow.select().where(GroupRow.name == text).order_by(GroupRow.slug))


def all_groups() -> list[GroupRow]:
    """Return all groups, by name."""
    return list(GroupRow.select().order_by(GroupRow.name, GroupRow.slug))


def group_of(night_id: int) -> GroupRow | None:
    """Return the group that a night belongs to, None for none."""
    return GroupRow.select().join(GroupNight).where(GroupNight.night == night_id).get_or_none()


def spell_at_night(night_id: int, name: str) -> str:
    """Return a name as that of a member of the night's group is spelled, and another name as it is."""
    row = group_of(night_id)
    return spell_as_members(row.id, [name])[0] if row else name


def groups_of(device: Device, roles: Sequence[Role] = GROUP_ACCESS.ranks) -> list[GroupRow]:
    """Return the groups in which a device is now, in one of these roles, by name."""
    mine = (Membership.device == device) & (Membership.ended == "") & Membership.role.in_(roles)
    return list(GroupRow.select().join(Membership).where(mine).order_by(GroupRow.name, GroupRow.id))


def owners_in_group(group_id: int) -> dict[str, str]:
    """Return whose each device is, by name, as it said at the latest night of a group."""
    sql = """SELECT device.key, name FROM round_night JOIN access ON access.night_id = round_night.night_id
        JOIN device ON device.id = access.device_id
        JOIN player ON player.night_id = access.night_id AND player.key = access.player
        JOIN person ON person.id = player.person_id WHERE round_id = ? ORDER BY access.night_id"""
    return dict(fetch(sql, group_id))


def keep_group(group_id: int) -> None:
    """Keep others from deleting a group until the transaction ends. Raises Gone where it is deleted."""
    if not fetch_shared("SELECT id FROM round WHERE id = ?", group_id):
        raise Gone


def update_group(
    row: GroupRow, device: str, seen: Mapping[str, str] = MappingProxyType({}), **columns: object
) -> dict[str, object]:
    """Change what a host decides about a group as a whole, such as its name, and note what was changed.

    `seen` are values as the host saw them, as texts by column: those that the host leaves so are not changed. Where
    others have changed one of the rest meanwhile, nothing is changed, and those are returned as they stand.
    """
    with writing():
        there = find(GroupRow, "id = ?", row.id, lock=True)
        if there is None:
            raise Gone
        stands = {column: getattr(there, column) for column in columns}
        changed = {
            column: value
            for column, value in columns.items()
            if value != stands[column] and str(value) != seen.get(column)
        }
        taken = {column: stands[column] for column in changed if seen.get(column) not in (None, str(stands[column]))}
        if changed and not taken:
            GroupRow.update(**changed).where(GroupRow.id == row.id).execute()
            for column in changed:
                note_change(row.id, column, device)
            if changed.keys() & {"zone", "morning"}:
                set_end(GroupRow.get_by_id(row.id))
    return taken


def open_in_group(night: NightRow, row: GroupRow) -> None:
    """Let a night that was just opened belong to a group, and the phones of its members in."""
    add_to_group(night, row, opened=now())
    _let_members_in(night, row)


def add_to_group(night: NightRow, row: GroupRow, opened: str = "") -> None:
    """Let a night belong to a group, which has `opened` it now or takes in one that there is.

    Its players become members of the group. Raises Refused where another group has it, or the kitty lacks what it paid
    out.
    """
    with writing():
        load_night(night.id, lock=True)
        there = group_of(night.id)
        if there is None:
            check_coming(night.id, row.id)
            evening = evening_of_night(row, night, bool(opened))
            opening = last_opening(night.slug) if opened else 0
            GroupNight.create(night=night, group=row, opened=opened, evening=evening, opening=opening)
            _tell_deals(night)
            sitting = (
                Person.select().join(Player).where(Player.night == night, ~Person.forgotten).order_by(Player.place)
            )
            goes_on = bool(opened) and evening == current_id(row.id)
            join_members(row.id, list(sitting), evening or 0 if goes_on else 0)
            seat_members(night.id)
            if not opened:  # it may have been here before, with seats of others
                count_change(row.id)
        elif there.id != row.id:
            raise Refused("round", say("the night already belongs to another group"))


def _let_members_in(night: NightRow, row: GroupRow) -> None:
    """Let the phones of a group's members into a new night, each as a player of it.

    The player is the member that the phone chose in the group, else the one with the name that it chose in the group's
    last night. A phone that chose nobody there, or a name that two players here have, is not let in: it is asked.
    """
    sql = """SELECT owner.device, COALESCE(name, '') FROM round_night
        JOIN owner ON owner.night_id = round_night.night_id
        LEFT JOIN player ON player.night_id = owner.night_id AND player.key = owner.player
        LEFT JOIN person ON person.id = player.person_id AND NOT forgotten
        WHERE round_id = ? AND owner.night_id <> ? ORDER BY owner.night_id, owner.since"""
    names: dict[str, str] = dict(fetch(sql, row.id, night.id))
    sitting = fetch("SELECT name, key FROM player JOIN person ON person.id = person_id WHERE night_id = ?", night.id)
    times = Counter(fold_name(name) for name, _ in sitting)
    seats = {fold_name(name): key for name, key in sitting if times[fold_name(name)] == 1}
    sql = """SELECT device.key, player.key FROM membership JOIN device ON device.id = device_id
        JOIN player ON player.member_id = membership.member_id WHERE round_id = ? AND player.night_id = ?"""
    own: dict[str, str] = dict(fetch(sql, row.id, night.id))
    said = {device for (device,) in fetch("SELECT device FROM owner WHERE night_id = ?", night.id)}
    mine = (Membership.group == row) & (Membership.ended == "") & (Membership.role != "onlooker")
    for device in Device.select().join(Membership).where(mine).order_by(Device.id):
        player = own.get(device.key) or seats.get(fold_name(names.get(device.key, "")))
        if player and device.key not in said:
            let_in(device, night, "writer")
            most: Any = Access.get(device=device, night=night).most
            introduce(Guest(night.id, device.key, most, "", most, "", ""), player)


def seat_device_this_evening(row: GroupRow, device: Device) -> None:
    """Let a device into the nights of the evening that goes on as the member that it said it is.

    Nights that ask for a PIN are left out.
    """
    member = member_of_device(row.id, device)
    if member is None:
        return
    sql = """SELECT night.id, MAX(player.key) FROM round_night JOIN night ON night.id = round_night.night_id
        JOIN player ON player.night_id = night.id
        WHERE round_id = ? AND evening_id = ? AND pin = '' AND player.member_id = ?
            AND NOT EXISTS (SELECT 1 FROM access WHERE access.night_id = night.id AND device_id = ?)
        GROUP BY night.id HAVING COUNT(*) = 1 ORDER BY night.id"""
    for night_id, player in fetch(sql, row.id, current_id(row.id), member.id, device.id):
        let_in(device, NightRow.get_by_id(night_id), "writer")
        introduce(Guest(night_id, device.key, "writer", "", "writer", "", ""), player)


_BY_GROUP = """UPDATE access SET ended = ? WHERE device_id = ? AND ended = ? AND role <> 'host' AND player = ''
    AND night_id IN (SELECT night_id FROM round_night WHERE round_id = ?)"""


def remove_device(row: GroupRow, key: str) -> None:
    """End a device's access to a group, and to its nights but those where it is a host or has a player.

    The links of all nights are renewed, as the pages of the group have shown them. Raises Refused for the last host.
    """
    with writing():
        lock_nights(night for (night,) in fetch("SELECT night_id FROM round_night WHERE round_id = ?", row.id))
        end_access(GROUP_ACCESS, row.id, key)
        out = _membership(row, key)
        run(_BY_GROUP, out.ended, out.device.id, "", row.id)
        run(
            """UPDATE night SET links = links + 1
            WHERE id IN (SELECT night_id FROM round_night WHERE round_id = ?)""",
            row.id,
        )


def let_into_group_again(row: GroupRow, key: str) -> None:
    """Let a device that was put out of a group in again, and into the nights that it lost by that.

    Raises Refused for an unknown one.
    """
    with writing():
        lock_group(row.id)
        out = _membership(row, key)
        if out.ended:
            run(_BY_GROUP, "", out.device.id, out.ended, row.id)
            let_in_again(GROUP_ACCESS, row.id, key)


def _membership(row: GroupRow, key: str) -> Membership:
    mine = (Membership.group == row) & (Device.key == key)
    found: Membership | None = Membership.select().join(Device).where(mine).get_or_none()
    if found is None:
        raise Refused("device", GROUP_ACCESS.strange)
    return found


def role_by_group(night_id: int, device: Device) -> Role | None:
    """Return the role that the group of a night gives a device there, None for no member."""
    sql = """SELECT role FROM membership JOIN round_night ON round_night.round_id = membership.round_id
        WHERE round_night.night_id = ? AND device_id = ? AND ended = ''"""
    return next(("onlooker" if role == "onlooker" else "writer" for (role,) in fetch(sql, night_id, device.id)), None)


def is_of_closed_season(night_id: int) -> bool:
    """Return whether a night belongs to a season that its group has closed."""
    return GroupNight.select().where(GroupNight.night == night_id, GroupNight.season > 0).exists()


def change_date(night: NightRow, date: str, sender: Sender) -> None:
    """Give a night another date; in a group it then belongs to the evening of that date.

    Raises Refused, also for a night of a closed season.
    """
    with writing():
        load_night(night.id, lock=True)
        if is_of_closed_season(night.id):
            raise Refused("date", say("this night belongs to a closed season of its group, so its date stays"))
        append(night.id, sender, Dated(date=date))
        if row := group_of(night.id):
            move_night(row, load_night(night.id))


def take_out_of_group(night: NightRow, device: str) -> None:
    """Let a night belong to no group, as the device with this key wants it.

    Raises Refused as `check_leaving` does, and for a night of a closed season: put in again, it would count twice.
    """
    with writing():
        load_night(night.id, lock=True)
        if is_of_closed_season(night.id):
            raise Refused("round", say("this night belongs to a closed season of its group, so it stays there"))
        check_leaving(night.id, device)
        GroupNight.delete().where(GroupNight.night == night).execute()
        leave_members(night.id)
        drop_unseated()


def delete_group(row: GroupRow) -> None:
    """Delete a group, not its nights. Raises Refused where one of them paid out what others paid in."""
    with writing():
        lock_group(row.id)
        check_parting(row.id)
        GroupRow.delete().where(GroupRow.id == row.id).execute()
        drop_unseated()
        note_due("attendance", "round", "round_member", "season", "season_place", "person")


def group_at_hand(night_id: int, device: str) -> GroupRow | None:
    """Return the group of a night where this device, by its key, is in it too."""
    where = """id IN (SELECT round_night.round_id FROM round_night
        JOIN membership ON membership.round_id = round_night.round_id JOIN device ON device.id = membership.device_id
        WHERE round_night.night_id = ? AND device.key = ? AND membership.ended = '')"""
    return find(GroupRow, where, night_id, device)


def names_for_group(row: GroupRow, device: Device) -> list[str]:
    """Return who may sit in a new night of a group: who sat in the last one, else its members, those here first.

    Of a group without members it is whom the device that asks knows from its own nights.
    """
    last = """SELECT name FROM player JOIN person ON person.id = person_id WHERE state <> 'left' AND NOT forgotten
        AND night_id = (SELECT MAX(night_id) FROM round_night WHERE round_id = ?) ORDER BY place"""
    members = """SELECT membership.id, name FROM membership JOIN access ON access.device_id = membership.device_id
        JOIN player ON player.night_id = access.night_id AND player.key = access.player
        JOIN person ON person.id = person_id
        JOIN access AS mine ON mine.night_id = access.night_id AND mine.device_id = ? AND mine.ended = ''
        WHERE round_id = ? AND membership.ended = '' AND membership.role <> 'onlooker' AND NOT forgotten
        ORDER BY membership.id, access.night_id"""
    sat = [name for (name,) in fetch(last, row.id)]
    if sat:
        return sat
    listed = members_of_group(row.id)
    present = [member.name for member in listed if member.here] or [member.name for member in listed]
    return present or list(dict.fromkeys(dict(fetch(members, device.id, row.id)).values()))


def _tell_deals(night: NightRow) -> None:
    """Store the sides of the players in deals of an earlier version, which has not stored them."""
    sql = "SELECT number FROM deal WHERE night_id = ? AND soloist IS NULL ORDER BY number"
    unknown = [number for (number,) in fetch(sql, night.id)]
    acts = standing_acts(load_acts(night.id, 1, MOST_DEALS)) if unknown else {}
    for number in unknown:
        played = summarize_deal(GAMES[night.game], slot_act_of(acts[number]))
        DealRow.update(**played._asdict()).where(DealRow.night == night, DealRow.number == number).execute()
