"""Carrying what is open from one night to another, whose people then settle both together."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.night.file import Act
from scorekeeper.night.night import Night
from scorekeeper.night.stake import write_stake
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.book import Opening, Sender, append, is_written, keys_for, load_head, open_book, writing
from scorekeeper.storage.reading import Standing, night_now, stake_of, standings
from scorekeeper.storage.statements import fetch
from scorekeeper.storage.tables import Device, NightRow, Player


class Other(NamedTuple):
    """Another night of the same device: whether something is open in it, and why the two cannot be joined, if so.

    `here` says why it cannot be brought here, `there` why this one cannot be carried there.
    """

    night: NightRow
    open: bool
    here: Phrase | None
    there: Phrase | None


def other_nights(row: NightRow, device: Device, most: int) -> list[Other]:
    """Return the newest nights in which a device may write, but for the night `row`."""
    sql = """SELECT night_id FROM access WHERE device_id = ? AND role <> 'onlooker' AND ended = ''
        AND night_id <> ? ORDER BY night_id DESC LIMIT ?"""
    ids = [night_id for (night_id,) in fetch(sql, device.id, row.id, most)]
    rows = {other.id: other for other in NightRow.select().where(NightRow.id.in_(ids))}
    return [_look(row, rows[night_id]) for night_id in ids]


def _look(row: NightRow, other: NightRow) -> Other:
    is_open = bool(open_amounts(other, standings(other.id)))
    return Other(other, is_open, _obstacle(other, row), _obstacle(row, other))


def open_amounts(row: NightRow, players: Sequence[Standing]) -> dict[str, int]:
    """Return what is open for each player for whom anything is, in the smallest coin or in points without a stake."""
    amounts = {player.key: player.open(row.coins or 1) for player in players}
    return {key: amount for key, amount in amounts.items() if amount}


def carry(source: NightRow, target: NightRow, sender: Sender) -> None:
    """Settle what is open in one night by bringing it to another; both journals name the other night.

    Sent twice, it is carried once. Raises Refused where the two cannot be joined, or nothing is open.
    """
    with writing():
        for night_id in sorted((source.id, target.id)):  # always in this order, so that two do not wait for each other
            load_head(night_id, lock=True)
        if is_written(source.id, sender.request):
            return
        if obstacle := _obstacle(source, target):
            raise Refused("night", obstacle)
        amounts, seats = open_amounts(source, standings(source.id)), _seats(source, target)
        brought = {seats[key]: amount for key, amount in amounts.items()}
        append(source.id, sender, Act("carried", {"night": target.slug, "amounts": amounts}))
        append(target.id, sender, Act("brought", {"night": source.slug, "amounts": brought}))


def _obstacle(source: NightRow, target: NightRow) -> Phrase | None:
    """Return why what is open in one night cannot be brought to another, None if it can."""
    if source.id == target.id:
        return say("this is the same night")
    if source.currency != target.currency:
        one, other = (row.currency or say("points") for row in (source, target))
        return say("one is played for {one}, the other for {other}", one=one, other=other)
    seats, players = _seats(source, target), standings(source.id)
    amounts = open_amounts(source, players)
    away = tuple(player.name for player in players if player.key in amounts and player.key not in seats)
    return say("no seat there: {players}", players=away) if away else None


def _seats(source: NightRow, target: NightRow) -> dict[str, str]:
    """Return the seat in another night of everybody who has one there: of the same name, which only one may bear."""
    here, there = ([(player.name, player.key) for player in standings(row.id)] for row in (source, target))
    once = {name for name, number in Counter(name for name, _ in here).items() if number == 1}
    named = {name: [key for other, key in there if other == name] for name in once}
    return {key: named[name][0] for name, key in here if len(named.get(name, ())) == 1}


def next_night(row: NightRow, sender: Sender, day: str) -> NightRow:
    """Open a night of the same people by the same rules on an ISO date, and carry what is open to it.

    Who has left has a seat there only where something is open for him, and is not at the table. Raises Refused.
    """
    with writing():
        night, amounts = night_now(row.id), open_amounts(row, standings(row.id))
        gone = [seat.player for seat in night.seats if seat.state == "left"]
        keys = [player for player in night.players if player not in gone or player in amounts]
        renamed = dict(zip(keys, keys_for(len(keys)), strict=True))
        people = {player.key: player.person for player in Player.select().where(Player.night == row)}
        facts = _opening_facts(row, night, renamed) | {"date": day}
        opened = open_book(Opening(facts, row.title, [people[key] for key in keys]), sender)
        for player in gone:
            if player in renamed and opened.seq == 1:
                leaving = sender._replace(request=f"{sender.request}-{renamed[player]}")
                append(opened.id, leaving, Act("left", {"player": renamed[player]}))
        if amounts:
            carry(row, opened, sender._replace(request=f"{sender.request}-carry"))
        return opened


def _opening_facts(row: NightRow, night: Night, renamed: Mapping[str, str]) -> dict[str, Any]:
    house = dict(night.house_at(night.number).settings)
    facts: dict[str, Any] = {"game": row.game, "preset": row.preset, "house": house, "seats": list(renamed.values())}
    if night.dealer in renamed:
        facts["dealer"] = renamed[night.dealer]
    if night.most:
        facts["most"] = night.most
    if stake := stake_of(row):
        facts["stake"] = write_stake(stake)
    return facts
