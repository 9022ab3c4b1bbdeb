"""The treasurers of a round: which devices they are, which nights a device may settle, and settling them together."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.accounts.kitty import KITTY
from scorekeeper.journal.acts import Joined, Left
from scorekeeper.night.night import SEATS
from scorekeeper.people.names import fold_name, is_placeholder
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.devices import let_in
from scorekeeper.storage.access.membership import ROUND_ACCESS, change_member, members_of, note_change
from scorekeeper.storage.engine.errors import Gone
from scorekeeper.storage.engine.sql import fetch, fetch_among, now, run, writing
from scorekeeper.storage.groups.season import RoundNow, round_now
from scorekeeper.storage.journal.seating import members_at
from scorekeeper.storage.journal.state import WON, Standing, lock_nights, standings, standings_at
from scorekeeper.storage.models import Device, NightRow, Person, RoundRow
from scorekeeper.storage.nights.carry_over import bring, open_amounts
from scorekeeper.storage.projections.kitty import lock_round
from scorekeeper.storage.queries.nights import bring_along, nights_with
from scorekeeper.storage.writing.entry import Sender, append

_AT_ONCE = 60  # nights that are settled together


class Lot(NamedTuple):
    """Nights that are settled together: what is open in the `others` goes to the `last`."""

    last: NightRow
    others: list[NightRow]


def treasurers_of(round_id: int) -> dict[str, str]:
    """Return since when each device, by its key, is a treasurer of a round."""
    sql = """SELECT device.key, treasurer FROM membership JOIN device ON device.id = device_id
        WHERE round_id = ? AND treasurer <> '' AND ended = ''"""
    return dict(fetch(sql, round_id))


def change_treasurer(round_id: int, key: str, named: bool, host: str) -> None:
    """Let a device settle the nights that are opened in a round from now on, or no longer, as a host's device wants it.

    Raises Refused for a new one that is not in, or only looks on.
    """
    with writing():
        lock_round(round_id)
        members = {member.key for member in members_of(ROUND_ACCESS, round_id) if member.is_member and not member.ended}
        if named and key not in members:
            raise Refused("device", say("this phone is no member of the group"))
        if named != (key in treasurers_of(round_id)):
            change_member(ROUND_ACCESS, round_id, key, treasurer=now() if named else "")
            note_change(round_id, "treasurers", host)


def is_left_to_treasurers(night_id: int) -> bool:
    """Return whether a host of a night lets the treasurers of its round settle it."""
    return bool(fetch("SELECT 1 FROM round_night WHERE night_id = ? AND agreed", night_id))


def leave_to_treasurers(night_id: int, agreed: bool) -> None:
    """Let the treasurers of its round settle a night, or no longer, as a host of the night wants it."""
    with writing():
        run("UPDATE round_night SET agreed = ? WHERE night_id = ?", agreed, night_id)


# A host of a night settles it, and a treasurer of its round, from whom no host of the night has taken the access.
_SETTLED_BY = """FROM round_night JOIN membership ON membership.round_id = round_night.round_id
    LEFT JOIN access ON access.night_id = round_night.night_id AND access.device_id = membership.device_id
    WHERE round_night.round_id = ? AND membership.device_id = ? AND membership.ended = ''
        AND (access.role = 'host' AND access.ended = ''
            OR treasurer <> '' AND COALESCE(access.ended, '') = '' AND (opened >= treasurer OR agreed))"""


def _nights_settled_by(round_id: int, device: Device, among: Sequence[int] | None = None) -> list[int]:
    """Return the nights that a device may settle, the newest first: of some ids, else only the newest."""
    if among is None:
        sql = f"SELECT MAX(round_night.night_id) {_SETTLED_BY}"
        return [night for (night,) in fetch(sql, round_id, device.id) if night]
    sql = f"SELECT round_night.night_id {_SETTLED_BY} AND round_night.night_id IN ({{}})"
    return sorted((night for (night,) in fetch_among(sql, among, round_id, device.id)), reverse=True)


@lru_cache(maxsize=64)
def open_nights(now: RoundNow) -> list[int]:
    """Return the nights of a round where something is open, of all seasons; kept until something is booked."""
    sql = f"""SELECT DISTINCT night.id FROM round_night JOIN night ON night.id = round_night.night_id
        JOIN player ON player.night_id = night.id
        WHERE round_id = ? AND {WON} + paid + brought + aside <> 0 ORDER BY night.id"""  # noqa: S608 - our own names
    return [night for (night,) in fetch(sql, now.id)]


def nights_to_settle(now: RoundNow, device: Device, last: int = 0) -> list[Lot]:
    """Return which nights of a round a device may settle together, those with the newest first.

    What is open goes to the night `last`, else to the newest that the device may settle. A treasurer does so for all
    tables: who has no seat at the last night gets one, and where the people of all nights are too many for one, or the
    currency is another, there are several lots.
    """
    rights = set(_nights_settled_by(now.id, device, [last]) if last else _nights_settled_by(now.id, device))
    if not rights:
        return []
    (first,) = rights
    others = [night for night in _nights_settled_by(now.id, device, open_nights(now)) if night != first]
    rows = nights_with([first, *others[-_AT_ONCE:]]).rows
    if not rows or rows[0].id != first:
        return []
    lots = _lots(rows) if _is_treasurer(now.id, device) else [Lot(rows[0], rows[1:])]
    return [lot for lot in lots if lot.others]


def open_together(lot: Lot) -> dict[str, int]:
    """Return what is open for each person in all nights of a lot, by name, and for the kitty, without zeros."""
    names: dict[str | int, str] = {KITTY: KITTY}
    amounts = Counter[str | int]()
    nights = [lot.last, *lot.others]
    for row, players in zip(nights, standings_at([night.id for night in nights]), strict=True):
        keys = _identities(row, players) | {KITTY: KITTY}
        for player in players:
            names.setdefault(keys[player.key], player.name)
        for key, amount in open_amounts(row, players).items():
            amounts[keys[key]] += amount
    return {names[person]: amount for person, amount in amounts.items() if amount}


def _identities(row: NightRow, players: Iterable[Standing]) -> dict[str, str | int]:
    """Return who sits at each seat of a night: the member, else the folded name."""
    members = members_at(row.id)
    return {player.key: members.get(player.key) or fold_name(player.name) for player in players}


def may_settle(round_id: int, device: Device, night_id: int) -> bool:
    """Return whether a device may settle a night of a round: as a host of it, or as a treasurer."""
    return bool(_nights_settled_by(round_id, device, [night_id]))


def _is_treasurer(round_id: int, device: Device) -> bool:
    return device.key in treasurers_of(round_id)


def _lots(rows: Sequence[NightRow]) -> list[Lot]:
    """Return nights in lots of one currency whose people have room at the first night of the lot, in their order."""
    lots: list[tuple[Lot, set[str | int]]] = []
    for row, players in zip(rows, standings_at([row.id for row in rows]), strict=True):
        who = _identities(row, players)
        owing = {who[player.key]: player.name for player in _owing(row, players)}
        for lot, people in lots:
            lacking = owing.keys() - people
            # Nobody joins under a name that stands for one that was forgotten.
            fits = len(people) + len(lacking) <= SEATS and not any(is_placeholder(owing[name]) for name in lacking)
            if fits and lot.last.currency == row.currency:
                lot.others.append(row)
                people.update(lacking)
                break
        else:
            lots.append((Lot(row, []), set(who.values())))
    return [lot for lot, _ in lots]


def _owing(row: NightRow, players: Iterable[Standing]) -> list[Standing]:
    """Return the players of a night for whom something is open."""
    amounts = open_amounts(row, list(players))
    return [player for player in players if player.key in amounts]


def settle_together(row: RoundRow, device: Device, last: NightRow, sender: Sender) -> None:
    """Bring what is open in the nights that a device may settle together to the last ones, all or nothing.

    Sent again it brings nothing more. Raises Refused where the device may not settle the night `last`, where something
    has changed meanwhile, or as `bring`.
    """
    with writing():
        lots = nights_to_settle(round_now(row), device, last.id)
        lock_nights(night.id for lot in lots for night in (lot.last, *lot.others))
        if not lock_round(row.id):
            raise Gone
        # A host may have removed the treasurer, and somebody paid, before all this was locked.
        if not may_settle(row.id, device, last.id):
            raise Refused("last", say("only a host of this night or a treasurer of the group may do that"))
        if _ids(nights_to_settle(round_now(row), device, last.id)) != _ids(lots):
            raise Refused("last", say("what is open has changed meanwhile; look at the plan again"))
        is_treasurer = _is_treasurer(row.id, device)
        if is_treasurer:
            let_in(device, last, "writer")
        for lot in lots:
            if is_treasurer:
                let_in(device, lot.last, "writer")
                _seat_all(lot, sender)
            bring(lot.others, lot.last, sender)


def _ids(lots: Sequence[Lot]) -> list[list[int]]:
    return [[lot.last.id, *(night.id for night in lot.others)] for lot in lots]


def _seat_all(lot: Lot, sender: Sender) -> None:
    """Give everybody for whom something is open in the other nights a seat at the last one, as one who has left."""
    sitting = standings(lot.last.id)
    here = set(_identities(lot.last, sitting).values())
    count = len(sitting)
    for night in lot.others:
        # By the name of the member, by which the seat there is found to be the same person's.
        sql = """SELECT key, COALESCE(round_member.person_id, player.person_id) FROM player
            LEFT JOIN round_member ON round_member.id = member_id WHERE night_id = ?"""
        people = {key: Person.get_by_id(person) for key, person in fetch(sql, night.id)}
        players = standings(night.id)
        who = _identities(night, players)
        for player in _owing(night, players):
            if who[player.key] in here:
                continue
            count += 1
            here.add(who[player.key])
            person = bring_along(sender.device, people[player.key])
            append(lot.last.id, sender.also(f"seat {count}"), Joined(place=count - 1), person=person)
            append(lot.last.id, sender.also(f"left {count}"), Left(player=f"p{count}"))
