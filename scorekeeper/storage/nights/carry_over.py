"""Carrying open amounts from one night to another, and opening the next night of the same people."""

import json
from collections import Counter
from collections.abc import Sequence, Set
from typing import NamedTuple

from scorekeeper.accounts.joint_payers import groups
from scorekeeper.accounts.kitty import KITTY
from scorekeeper.journal.acts import Brought, Carried, CoinChosen, Left, Opened, Pooled
from scorekeeper.money import write_stake
from scorekeeper.night.night import keys_for
from scorekeeper.people.names import fold_name
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.access.devices import Guest, introduce, let_in, owners_of_devices
from scorekeeper.storage.engine.sql import fetch, writing
from scorekeeper.storage.journal.entries import Reused
from scorekeeper.storage.journal.seating import members_at
from scorekeeper.storage.journal.state import Standing, load_rows, lock_nights, standings
from scorekeeper.storage.models import Device, NightRow, Player
from scorekeeper.storage.projections.settlement import load_account
from scorekeeper.storage.queries.nights import bring_along, stake_of
from scorekeeper.storage.writing.entry import Opening, Sender, append, create_night, find_opened


class OtherNight(NamedTuple):
    """Another night: whether amounts are open in it, and why it cannot be brought `here`, or this one `there`."""

    night: NightRow
    open: bool
    here: Phrase | None
    there: Phrase | None


def other_nights(row: NightRow, device: Device, most: int) -> list[OtherNight]:
    """Return the newest nights that a device hosts, without the night `row`."""
    sql = """SELECT night_id FROM access WHERE device_id = ? AND role = 'host' AND ended = ''
        AND night_id <> ? ORDER BY night_id DESC LIMIT ?"""
    ids = [night_id for (night_id,) in fetch(sql, device.id, row.id, most)]
    rows = {other.id: other for other in NightRow.select().where(NightRow.id.in_(ids))}
    others = [rows[night_id] for night_id in ids if night_id in rows]
    return [
        OtherNight(other, bool(open_amounts(other, standings(other.id))), _obstacle(other, row), _obstacle(row, other))
        for other in others
    ]


def open_amounts(row: NightRow, players: Sequence[Standing]) -> dict[str, int]:
    """Return the open amounts of players and the kitty, without zeros, in the smallest coin or in points."""
    amounts = {player.key: player.open(row.coins or 1) for player in players}
    amounts[KITTY] = -sum(amounts.values())
    return {key: amount for key, amount in amounts.items() if amount}


def carry(source: NightRow, target: NightRow, sender: Sender) -> None:
    """Carry the open amounts of one night to another, once however often it is sent. Raises Refused."""
    with writing():
        lock_nights((source.id, target.id))
        if _was_sent_before(source.id, sender.request, {("carried", target.slug)}):
            return
        if obstacle := _obstacle(source, target):
            raise Refused("night", obstacle)
        amounts = open_amounts(source, standings(source.id))
        seats = _seats(source, target)
        brought = {seats[key]: amount for key, amount in amounts.items()}
        append(source.id, sender, Carried(night=target.slug, amounts=amounts))
        append(target.id, sender, Brought(night=source.slug, amounts=brought))


def bring(sources: Sequence[NightRow], target: NightRow, sender: Sender) -> None:
    """Carry the open amounts of several nights to one, all or nothing, as `carry` does. Raises Refused."""
    with writing():
        lock_nights(night.id for night in (*sources, target))
        _was_sent_before(target.id, sender.request, {("brought", source.slug) for source in sources})
        for source in sources:
            carry(source, target, sender._replace(request=f"{sender.request}-{source.slug}"))


def _was_sent_before(night_id: int, request: str, meant: Set[tuple[str, str]]) -> bool:
    """Return whether a form was sent before. Raises Reused where it had other acts or nights."""
    sql = "SELECT kind, facts FROM entry WHERE night_id = ? AND (request = ? OR request LIKE ?)"
    found = fetch(sql, night_id, request, f"{request}-%")
    written = {(kind, json.loads(facts).get("night", "")) for kind, facts in found}
    if written and written != meant:
        raise Reused
    return bool(written)


def _obstacle(source: NightRow, target: NightRow) -> Phrase | None:
    """Return why the open amounts of one night cannot be carried to another, None if they can."""
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
    """Return the key at the other night of each player, and of the kitty.

    In one group it is that of the same member, else that of the same name, where it is unique.
    """
    here, there = (_people_at(row.id, source, target) for row in (source, target))
    times_here = Counter(name for name, _ in here)
    times_there = Counter(name for name, _ in there)
    keys = dict(there)
    return {KITTY: KITTY} | {key: keys[name] for name, key in here if times_here[name] == times_there[name] == 1}


def _people_at(night_id: int, *nights: NightRow) -> list[tuple[str | int, str]]:
    """Return who sits at a night, by member where the nights are in one group, else by folded name, with the key."""
    sql = "SELECT COUNT(*) FROM round_night AS one JOIN round_night AS other ON other.round_id = one.round_id"
    [(together,)] = fetch(f"{sql} WHERE one.night_id = ? AND other.night_id = ?", *(row.id for row in nights))
    if not together:
        return [(fold_name(player.name), player.key) for player in standings(night_id)]
    members = members_at(night_id)
    return [(members.get(player.key) or fold_name(player.name), player.key) for player in standings(night_id)]


def next_night(row: NightRow, sender: Sender, day: str, opening: str, carries: bool = True) -> NightRow:
    """Open a night of the same people by the same rules on an ISO date, with the open amounts if it `carries` them.

    A night that was opened under the same `opening` is returned as it is. Players who have left get a seat only where
    they have an open amount, and have left there too. Raises Refused.
    """
    with writing():
        lock_nights((row.id,))
        if known := find_opened(opening):
            return known
        _was_sent_before(row.id, sender.request, set())
        rows = load_rows(row.id)
        night = rows.night
        amounts = open_amounts(row, rows.players) if carries else {}
        left = [seat.player for seat in night.seats if seat.state == "left"]
        keys = [player for player in night.players if player not in left or player in amounts]
        renamed = dict(zip(keys, keys_for(len(keys)), strict=True))
        people = {player.key: player.person for player in Player.select().where(Player.night == row)}
        guests = [bring_along(sender.device, people[key]) for key in keys]
        stake = stake_of(row)
        act = Opened(
            game=row.game,
            preset=row.preset,
            house=night.house_at(night.number).settings,
            seats=tuple(renamed.values()),
            dealer=renamed.get(night.dealer, ""),
            most=night.most,
            stake=write_stake(stake) if stake else "",
            date=day,
        )
        opened = create_night(Opening(act, row.title, guests), sender._replace(request=opening))
        for player in left:
            if player in renamed:
                leaving = sender._replace(request=f"{opening}-{renamed[player]}")
                append(opened.id, leaving, Left(player=renamed[player]))
        if row.coin:
            append(opened.id, sender._replace(request=f"{opening}-coin"), CoinChosen(coin=row.coin))
        purses = load_account(rows).purses
        for place, purse in enumerate(groups(purses, [*purses])):
            if all(player in renamed for player in purse):  # they also pay together in the next night
                pooled = Pooled(players=tuple(renamed[player] for player in purse))
                append(opened.id, sender._replace(request=f"{opening}-purse-{place}"), pooled)
        if amounts:
            carry(row, opened, sender)
        return opened


def start_next_night(
    row: NightRow, device: Device, sender: Sender, day: str, opening: str, carries: bool = False
) -> NightRow:
    """Open the next night on an ISO date, with the sending device as a host and with its player. Raises Refused."""
    with writing():
        opened = next_night(row, sender, day, opening, carries)
        let_in(device, opened, "host")
        here = owners_of_devices(row.id).get(device.key)
        if here and device.key not in owners_of_devices(opened.id):
            (_, player) = here[0]
            seats = {"": ""} | _seats(row, opened)
            if player in seats:
                introduce(Guest(opened.id, device.key, "host", "", "host", "", ""), seats[player])
    return opened
