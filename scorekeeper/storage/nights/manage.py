"""What is decided about a whole night: another name for a player, and that it is deleted or taken out."""

from collections.abc import Iterator

from scorekeeper.journal.acts import Renamed
from scorekeeper.storage.access.devices import AT_SERVER
from scorekeeper.storage.engine.erasure import note_due
from scorekeeper.storage.engine.sql import fetch, fetch_held, writing
from scorekeeper.storage.journal.register import note_opening
from scorekeeper.storage.journal.state import drop_unseated, load_night, lock_nights
from scorekeeper.storage.models import Device, NightRow
from scorekeeper.storage.projections.kitty import check_leaving
from scorekeeper.storage.queries.nights import remember
from scorekeeper.storage.writing.entry import Sender, append


def nights_of_player(night_id: int, player: str, device: str) -> list[tuple[int, str]]:
    """Return the seats of the person at a seat: that one first, then those at other nights of this host."""
    sql = """SELECT player.night_id, player.key FROM player JOIN access ON access.night_id = player.night_id
        JOIN device ON device.id = access.device_id
        WHERE device.key = ? AND role = 'host' AND ended = '' AND person_id =
            (SELECT person_id FROM player WHERE night_id = ? AND key = ?)"""
    found = [(night, key) for night, key in fetch(sql, device, night_id, player)]
    return sorted(found, key=lambda seat: (seat[0] != night_id, seat))


def rename(night_id: int, player: str, name: str, host: Device, sender: Sender, everywhere: bool) -> None:
    """Give a player another name, at all nights of this host if `everywhere`, or at none. Raises Refused."""
    with writing():
        seats = [(night_id, player)]
        if everywhere:
            seats = nights_of_player(night_id, player, host.key) or seats
        lock_nights(night for night, _ in seats)
        person = remember(host, name)
        for night, key in seats:
            append(night, sender, Renamed(player=key), person=person)
        drop_unseated()


def delete_night(row: NightRow, device: str = AT_SERVER) -> None:
    """Delete a night and whoever sat in no other; the list of openings keeps its address and last hash.

    Raises Refused where a device may not take the night out of its round, as `check_leaving` does. What is
    deleted is noted as due to be erased from the disk.
    """
    with writing():
        head = load_night(row.id, hold=True).head
        if device != AT_SERVER:
            check_leaving(row.id, device)
        _drop(row, "deleted", head)
        note_due("entry", "former_name", "night", "person")


def take_out(row: NightRow) -> bool | None:
    """Take a night out that a file holds. Returns False where something was booked since, None where it is gone."""
    sql = "SELECT head FROM night WHERE id = ? AND slug = ?"
    with writing():
        found = fetch_held(sql, row.id, row.slug)
        if found == [(row.head,)]:
            _drop(row, "pruned", row.head)
        return found == [(row.head,)] if found else None


def _drop(row: NightRow, ending: str, head: str) -> None:
    NightRow.delete().where(NightRow.id == row.id).execute()
    drop_unseated()
    # Last, as where a night is opened: a night, its round, people and this list are always locked in this order.
    note_opening(ending, row.slug, head)


def nights_before(day: str) -> Iterator[NightRow]:
    """Give the nights before a day (ISO 8601), the oldest first; one without a day is of when it was stored."""
    sql = """SELECT id FROM (SELECT id, COALESCE(NULLIF(day, ''), SUBSTR(created, 1, 10)) AS day FROM night) AS dated
        WHERE day < ? ORDER BY day, id"""
    for (night_id,) in fetch(sql, day):
        yield from NightRow.select().where(NightRow.id == night_id)
