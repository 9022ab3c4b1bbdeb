"""Access to a night or a group: the devices, their roles, the links, the PIN."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from peewee import SQL, Field

from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.engine.sql import now, run, writing
from scorekeeper.storage.models import Access, Device, GroupChange, GroupRow, Membership, NightRow

Role = Literal["host", "writer", "member", "onlooker"]
"""The role of a device: a writer at a night is a member in a group."""


class AccessKind(NamedTuple):
    """The tables of access to nights or to groups; all functions here serve both alike."""

    target: type[NightRow | GroupRow]  # the table of nights or groups
    members: type[Access | Membership]  # the table of the devices
    place: Field  # its column of the night or the group
    roles: tuple[str, ...]  # its columns of the role
    ranks: tuple[Role, ...]  # the roles, that with most rights last
    signed: str  # the beginning of the signed text of a link
    seen: Field | SQL  # its column of the last request, or an empty text
    ending: Mapping[str, str]  # values of other columns when access ends
    strange: Phrase  # refuses a device that was never let in
    last_host: Phrase  # refuses to leave it without a host


class DeviceAccess(NamedTuple):
    """A device that was let in: since `granted`, last `seen`, `ended` empty while it is in."""

    key: str
    role: Role
    granted: str
    ended: str
    seen: str

    @property
    def is_member(self) -> bool:
        return self.role != "onlooker"

    @property
    def is_host(self) -> bool:
        return self.role == "host"


NIGHT_ACCESS = AccessKind(
    target=NightRow,
    members=Access,
    place=Access.night,
    roles=("role", "most"),
    ranks=("onlooker", "writer", "host"),
    signed="",
    seen=Access.seen,
    ending={},
    strange=say("there is no such phone at this night"),
    last_host=say("a night needs a host: make another phone a host first"),
)
GROUP_ACCESS = AccessKind(
    target=GroupRow,
    members=Membership,
    place=Membership.group,
    roles=("role",),
    ranks=("onlooker", "member", "host"),
    signed="round ",
    seen=SQL("''"),
    ending={"treasurer": ""},
    strange=say("there is no such phone in this group"),
    last_host=say("a group needs a host: make another phone a host first"),
)


def access_to(row: NightRow | GroupRow) -> AccessKind:
    """Return the tables of access to a night or a group."""
    return GROUP_ACCESS if isinstance(row, GroupRow) else NIGHT_ACCESS


def find_member(device: Device, row: NightRow | GroupRow) -> DeviceAccess | None:
    """Return a device at a night or a group, None if it was never let in."""
    return next((found for found in members_of(access_to(row), row.id) if found.key == device.key), None)


def members_of(kind: AccessKind, place: int) -> list[DeviceAccess]:
    """Return the devices of the night or the group with the id `place`, those with access first, the newest last."""
    table = kind.members
    query = table.select(Device.key, table.role, table.granted, table.ended, kind.seen).join(Device)
    rows: Any = query.where(kind.place == place).order_by(table.ended, table.id).tuples()
    return [DeviceAccess(*row) for row in rows]


def end_access(kind: AccessKind, place: int, key: str) -> None:
    """End a device's access, and the links by which it could come back. Raises Refused for the last host."""
    with writing():
        # lock the row: two hosts must not end each other’s access at one moment
        _change(kind, place, links=kind.target.links)
        member = _find(kind, place, key)
        if member.ended:
            return
        if [other for other in members_of(kind, place) if other.is_host and not other.ended] == [member]:
            raise Refused("device", kind.last_host)
        change_member(kind, place, key, ended=now(), **kind.ending)
        renew_links(kind, place)


def let_in_again(kind: AccessKind, place: int, key: str) -> None:
    """Let a device in again whose access was ended. Raises Refused for an unknown one."""
    with writing():
        _find(kind, place, key)
        change_member(kind, place, key, ended="")


def make_host(kind: AccessKind, place: int, key: str) -> None:
    """Make a device a host. Raises Refused for one without access."""
    with writing():
        if _find(kind, place, key).ended:
            raise Refused("device", say("the access of this phone was ended"))
        raise_role(kind, place, key, "host")


def raise_role(kind: AccessKind, place: int, key: str, role: Role) -> None:
    """Give a device a role, unless it has a higher one."""
    lower = kind.ranks[: kind.ranks.index(role)]
    for column in kind.roles:
        mine = (kind.place == place) & (kind.members.device == Device.select(Device.id).where(Device.key == key))
        kind.members.update({column: role}).where(mine, getattr(kind.members, column).in_(lower)).execute()


def renew_links(kind: AccessKind, place: int) -> None:
    """End all links; devices keep their access."""
    with writing():
        _change(kind, place, links=kind.target.links + 1)


def set_pin(kind: AccessKind, place: int, pin: str) -> None:
    """Store the hash of a PIN, or the empty text for none."""
    with writing():
        _change(kind, place, pin=pin)


def _find(kind: AccessKind, place: int, key: str) -> DeviceAccess:
    found = next((member for member in members_of(kind, place) if member.key == key), None)
    if found is None:
        raise Refused("device", kind.strange)
    return found


def _change(kind: AccessKind, place: int, **columns: object) -> None:
    kind.target.update(**columns).where(kind.target.id == place).execute()


def change_member(kind: AccessKind, place: int, key: str, **columns: str | int) -> None:
    """Change columns of a device at a night or a group."""
    device = Device.select(Device.id).where(Device.key == key)
    kind.members.update(**columns).where(kind.place == place, kind.members.device == device).execute()


def note_change(group_id: int, kind: str, device: str) -> None:
    """Note that a device, or the server, changed something about a group."""
    GroupChange.create(group=group_id, kind=kind, device=device, made=now())


def count_change(group_id: int) -> None:
    """Count a change of a group's seats, seasons or evenings that the journals of its nights may not tell.

    What was added up before is not used any more.
    """
    run("UPDATE round SET people = people + 1 WHERE id = ?", group_id)


def load_changes(group_id: int, most: int) -> list[GroupChange]:
    """Return the changes of a group, the latest first."""
    return list(GroupChange.select().where(GroupChange.group == group_id).order_by(GroupChange.id.desc()).limit(most))
