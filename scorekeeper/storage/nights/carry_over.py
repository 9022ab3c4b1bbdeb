"""Carrying what is open from one night to another, whose people then settle both together."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from datetime import date
from typing import NamedTuple

from scorekeeper.accounts.joint_payers import groups
from scorekeeper.accounts.kitty import KITTY
from scorekeeper.journal.acts import Brought, Carried, Left, Opened, Pooled
from scorekeeper.money import write_stake
from scorekeeper.night.night import Night, keys_for
from scorekeeper.people.names import fold_name
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.access.devices import Guest, introduce, let_in, owners_of_devices
from scorekeeper.storage.engine.sql import fetch, writing
from scorekeeper.storage.journal.entries import Reused
from scorekeeper.storage.journal.state import Standing, load_rows, lock_nights, standings
from scorekeeper.storage.models import Device, NightRow, Player
from scorekeeper.storage.projections.settlement import load_account
from scorekeeper.storage.queries.nights import bring_along, stake_of
from scorekeeper.storage.writing.entry import Opening, Sender, append, create_night, find_opened


class Other(NamedTuple):
    """Another night: is something open in it, why it cannot be brought `here`, or this one be carried `there`."""

    night: NightRow
    open: bool
    here: Phrase | None
    there: Phrase | None


def other_nights(row: NightRow, device: Device, most: int) -> list[Other]:
    """Return the newest nights that a device hosts, without the night `row`."""
    sql = """SELECT night_id FROM access WHERE device_id = ? AND role = 'host' AND ended = ''
        AND night_id <> ? ORDER BY night_id DESC LIMIT ?"""
    ids = [night_id for (night_id,) in fetch(sql, device.id, row.id, most)]
    rows = {other.id: other for other in NightRow.select().where(NightRow.id.in_(ids))}
    others = [rows[night_id] for night_id in ids if night_id in rows]
    return [
        Other(other, bool(open_amounts(other, standings(other.id))), _obstacle(other, row), _obstacle(row, other))
        for other in others
    ]


def open_amounts(row: NightRow, players: Sequence[Standing]) -> dict[str, int]:
    """Return what is open for each player and the kitty, where anything is, in the smallest coin or in points."""
    amounts = {player.key: player.open(row.coins or 1) for player in players}
    amounts[KITTY] = -sum(amounts.values())
    return {key: amount for key, amount in amounts.items() if amount}


def carry(source: NightRow, target: NightRow, sender: Sender) -> None:
    """Bring what is open in one night to another, once however often it is sent. Raises Refused where it cannot be."""
    with writing():
        lock_nights((source.id, target.id))
        if _is_repeat(source.id, sender.request, {("carried", target.slug)}):
            return
        if obstacle := _obstacle(source, target):
            raise Refused("night", obstacle)
        amounts = open_amounts(source, standings(source.id))
        seats = _seats(source, target)
        brought = {seats[key]: amount for key, amount in amounts.items()}
        append(source.id, sender, Carried(night=target.slug, amounts=amounts))
        append(target.id, sender, Brought(night=source.slug, amounts=brought))


def bring(sources: Sequence[NightRow], target: NightRow, sender: Sender) -> None:
    """Bring what is open in several nights to one, all or nothing, once however often it is sent. Raises as `carry`."""
    with writing():
        lock_nights(night.id for night in (*sources, target))
        _is_repeat(target.id, sender.request, {("brought", source.slug) for source in sources})
        for source in sources:
            carry(source, target, sender._replace(request=f"{sender.request}-{source.slug}"))


def _is_repeat(night_id: int, request: str, meant: Set[tuple[str, str]]) -> bool:
    """Return whether the form of a night was sent before. Raises Reused where it meant other acts or nights."""
    sql = "SELECT kind, facts FROM entry WHERE night_id = ? AND (request = ? OR request LIKE ?)"
    found = fetch(sql, night_id, request, f"{request}-%")
    said = {(kind, json.loads(facts).get("night", "")) for kind, facts in found}
    if said and said != meant:
        raise Reused
    return bool(said)


def _obstacle(source: NightRow, target: NightRow) -> Phrase | None:
    """Return why what is open in one night cannot be brought to another, None if it can."""
    if source.id == target.id:
        return say("this is the same night")
    if source.currency != target.currency:
        one, other = (row.currency or say("points") for row in (source, target))
        return say("one is played for {one}, the other for {other}", one=one, other=other)
    seats = _seats(source, target)
    players = standings(source.id)
    amounts = open_amounts(source, players)
    away = tuple(player.name for player in players if player.key in amounts and player.key not in seats)
    return say("no seat there: {players}", players=away) if away else None


def _seats(source: NightRow, target: NightRow) -> dict[str, str]:
    """Return the other night's seat of everybody, by key: of the same name, if only one bears it; and the kitty's."""
    here, there = ([(fold_name(player.name), player.key) for player in standings(row.id)] for row in (source, target))
    once = {name for name, number in Counter(name for name, _ in here).items() if number == 1}
    named = {name: [key for other, key in there if other == name] for name in once}
    return {KITTY: KITTY} | {key: named[name][0] for name, key in here if len(named.get(name, ())) == 1}


def next_night(row: NightRow, sender: Sender, day: str, opening: str, carries: bool = True) -> NightRow:
    """Open a night of the same people by the same rules on an ISO date, and carry what is open to it if told.

    Whoever comes with the same `opening` is led to the night that was opened under it, and carries nothing more. Who
    has left has a seat there only where something is open for him, and is not at the table. Raises Refused.
    """
    with writing():
        lock_nights((row.id,))
        if known := find_opened(opening):
            return known
        _is_repeat(row.id, sender.request, set())
        rows = load_rows(row.id)
        night = rows.night
        amounts = open_amounts(row, rows.players) if carries else {}
        gone = [seat.player for seat in night.seats if seat.state == "left"]
        keys = [player for player in night.players if player not in gone or player in amounts]
        renamed = dict(zip(keys, keys_for(len(keys)), strict=True))
        people = {player.key: player.person for player in Player.select().where(Player.night == row)}
        guests = [bring_along(sender.device, people[key]) for key in keys]
        following = Opening(_opening(row, night, renamed, day), row.title, guests)
        opened = create_night(following, sender._replace(request=opening))
        for player in gone:
            if player in renamed:
                leaving = sender._replace(request=f"{opening}-{renamed[player]}")
                append(opened.id, leaving, Left(player=renamed[player]))
        _pool_again(row, opened, renamed, sender._replace(request=opening))
        if amounts:
            carry(row, opened, sender)
        return opened


def follow(row: NightRow, device: Device, sender: Sender, opening: str, carries: bool = False) -> NightRow:
    """Open the next night today; the device that sends this is a host of it, and whose it was. Raises Refused."""
    with writing():
        opened = next_night(row, sender, date.today().isoformat(), opening, carries)
        let_in(device, opened, "host")
        _know_again(device, row, opened)
    return opened


def _know_again(device: Device, source: NightRow, target: NightRow) -> None:
    """Let a host's device be whose, or nobody's, it was at another night, unless it was said here already."""
    here = owners_of_devices(source.id).get(device.key)
    there = owners_of_devices(target.id).get(device.key)
    if here and not there:
        (_, player) = here[0]
        seats = {"": ""} | _seats(source, target)
        if player in seats:
            introduce(Guest(target.id, device.key, "host", "", "host", "", ""), seats[player])


def _pool_again(row: NightRow, opened: NightRow, renamed: Mapping[str, str], sender: Sender) -> None:
    """Let those pay as one in the next night who did in a night, where all of them have a seat there."""
    purses = load_account(load_rows(row.id)).purses
    for place, purse in enumerate(groups(purses, [*purses])):
        if all(player in renamed for player in purse):
            pooled = Pooled(players=tuple(renamed[player] for player in purse))
            append(opened.id, sender._replace(request=f"{sender.request}-purse-{place}"), pooled)


def _opening(row: NightRow, night: Night, renamed: Mapping[str, str], day: str) -> Opened:
    stake = stake_of(row)
    return Opened(
        game=row.game,
        preset=row.preset,
        house=night.house_at(night.number).settings,
        seats=tuple(renamed.values()),
        dealer=renamed.get(night.dealer, ""),
        most=night.most,
        stake=write_stake(stake) if stake else "",
        date=day,
    )
