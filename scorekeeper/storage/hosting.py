"""What a host of a night decides: which devices stay, who else is a host, new links, a PIN."""

from typing import NamedTuple

from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access import Role
from scorekeeper.storage.rows import load_head
from scorekeeper.storage.statements import fetch, run
from scorekeeper.storage.transactions import now, writing


class NightDevice(NamedTuple):
    """A device at a night, as a host sees it: in since `granted`, last `seen`, `ended` empty while it is in."""

    key: str
    role: Role
    player: str
    granted: str
    seen: str
    ended: str


def devices_at(night_id: int) -> list[NightDevice]:
    """Return the devices of a night, those that are in first, the newest last."""
    sql = """SELECT key, role, player, granted, seen, ended FROM access JOIN device ON device.id = access.device_id
        WHERE night_id = ? ORDER BY ended, access.id"""
    return [NightDevice(*row) for row in fetch(sql, night_id)]


def end_access(night_id: int, key: str) -> None:
    """Keep a device out from now on, and end the links by which it could come back.

    Raises Refused for the last host.
    """
    with writing():
        load_head(night_id, lock=True)  # two hosts must not end each other's access at one moment
        device = _find(night_id, key)
        if device.ended:
            return
        hosts = [other for other in devices_at(night_id) if other.role == "host" and not other.ended]
        if hosts == [device]:
            raise Refused("device", say("a night needs a host: make another phone a host first"))
        _set(night_id, key, "ended", now())
        _renew(night_id)


def let_in_again(night_id: int, key: str) -> None:
    """Let a device in whose access was ended. Raises Refused for one that is not there."""
    with writing():
        _find(night_id, key)
        _set(night_id, key, "ended", "")


def make_host(night_id: int, key: str) -> None:
    """Make a device a host. Raises Refused for one that is not in."""
    with writing():
        if _find(night_id, key).ended:
            raise Refused("device", say("the access of this phone was ended"))
        _set(night_id, key, "role", "host")
        _set(night_id, key, "most", "host")


def renew_links(night_id: int) -> None:
    """End all links of a night; devices that are in stay in."""
    with writing():
        _renew(night_id)


def set_pin(night_id: int, pin: str) -> None:
    """Keep the hash of a PIN, or the empty text for none."""
    with writing():
        run("UPDATE night SET pin = ? WHERE id = ?", pin, night_id)


def came_by() -> str:
    """Return the address of this computer by which a phone came in last, empty for none."""
    rows = fetch("SELECT value FROM setting WHERE name = 'came by'")
    return str(rows[0][0]) if rows else ""


def note_came_by(address: str) -> None:
    """Keep the address by which a phone came in."""
    if came_by() != address:
        sql = """INSERT INTO setting (name, value) VALUES ('came by', ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
        with writing():
            run(sql, address)


def _find(night_id: int, key: str) -> NightDevice:
    found = next((device for device in devices_at(night_id) if device.key == key), None)
    if found is None:
        raise Refused("device", say("there is no such phone at this night"))
    return found


def _set(night_id: int, key: str, column: str, value: str) -> None:
    sql = f"""UPDATE access SET {column} = ?
        WHERE night_id = ? AND device_id = (SELECT id FROM device WHERE key = ?)"""  # noqa: S608 - our own names
    run(sql, value, night_id, key)


def _renew(night_id: int) -> None:
    run("UPDATE night SET links = links + 1 WHERE id = ?", night_id)
