"""The doors of a night and of a round: which devices are in, who of them is a host, the links, the PIN."""

from typing import NamedTuple

from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.statements import fetch, run
from scorekeeper.storage.transactions import now, writing


class Door(NamedTuple):
    """What devices are let into, by the names of our tables; all functions here serve every door alike."""

    leads_to: str  # the table of what has links and a PIN
    members: str  # the table of the devices that were let in
    roles: tuple[str, ...]  # its columns of what a device does there
    seen: str  # its column of when a device asked last, or '' in SQL for none
    strange: Phrase  # what is said of a device that was never let in
    last_host: Phrase  # what is said to who would leave it without a host


class Member(NamedTuple):
    """A device that was let in: since `granted`, last `seen`, `ended` empty while it is in."""

    key: str
    role: str
    granted: str
    ended: str
    seen: str

    @property
    def is_member(self) -> bool:
        return self.role != "onlooker"

    @property
    def is_host(self) -> bool:
        return self.role == "host"


NIGHT_DOOR = Door(
    leads_to="night",
    members="access",
    roles=("role", "most"),
    seen="seen",
    strange=say("there is no such phone at this night"),
    last_host=say("a night needs a host: make another phone a host first"),
)
ROUND_DOOR = Door(
    leads_to="round",
    members="membership",
    roles=("role",),
    seen="''",
    strange=say("there is no such phone in this round"),
    last_host=say("a round needs a host: make another phone a host first"),
)


def members_of(door: Door, place: int) -> list[Member]:
    """Return the devices of the night or the round with the id `place`, those that are in first, the newest last."""
    sql = f"""SELECT key, role, granted, ended, {door.seen} FROM {door.members} AS member
        JOIN device ON device.id = member.device_id
        WHERE {door.leads_to}_id = ? ORDER BY ended, member.id"""  # noqa: S608 - our own names
    return [Member(*row) for row in fetch(sql, place)]


def end_access(door: Door, place: int, key: str) -> None:
    """Keep a device out from now on, and end the links by which it could come back.

    Raises Refused for the last host.
    """
    with writing():
        # two hosts must not end each other’s access at one moment: this holds the row
        run(f"UPDATE {door.leads_to} SET links = links WHERE id = ?", place)  # noqa: S608
        member = _find(door, place, key)
        if member.ended:
            return
        if [other for other in members_of(door, place) if other.is_host and not other.ended] == [member]:
            raise Refused("device", door.last_host)
        _set(door, place, key, "ended", now())
        renew_links(door, place)


def let_in_again(door: Door, place: int, key: str) -> None:
    """Let a device in whose access was ended. Raises Refused for one that is not there."""
    with writing():
        _find(door, place, key)
        _set(door, place, key, "ended", "")


def make_host(door: Door, place: int, key: str) -> None:
    """Make a device a host. Raises Refused for one that is not in."""
    with writing():
        if _find(door, place, key).ended:
            raise Refused("device", say("the access of this phone was ended"))
        raise_role(door, place, key, "host")


def raise_role(door: Door, place: int, key: str, role: str) -> None:
    """Let a device do more than it did."""
    for column in door.roles:
        _set(door, place, key, column, role)


def renew_links(door: Door, place: int) -> None:
    """End all links; devices that are in stay in."""
    with writing():
        run(f"UPDATE {door.leads_to} SET links = links + 1 WHERE id = ?", place)  # noqa: S608


def set_pin(door: Door, place: int, pin: str) -> None:
    """Keep the hash of a PIN, or the empty text for none."""
    with writing():
        run(f"UPDATE {door.leads_to} SET pin = ? WHERE id = ?", pin, place)  # noqa: S608


def _find(door: Door, place: int, key: str) -> Member:
    found = next((member for member in members_of(door, place) if member.key == key), None)
    if found is None:
        raise Refused("device", door.strange)
    return found


def _set(door: Door, place: int, key: str, column: str, value: str) -> None:
    sql = f"""UPDATE {door.members} SET {column} = ?
        WHERE {door.leads_to}_id = ? AND device_id = (SELECT id FROM device WHERE key = ?)"""  # noqa: S608
    run(sql, value, place, key)
