"""The doors of a night and of a round: which devices are in, who of them is a host, the links, the PIN."""

from typing import Any, NamedTuple

from peewee import SQL, Field

from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.engine.transactions import now, writing
from scorekeeper.storage.models import Access, Device, Membership, NightRow, RoundChange, RoundRow


class Door(NamedTuple):
    """What devices are let into, by our tables; all functions here serve every door alike."""

    leads_to: type[NightRow | RoundRow]  # the table of what has links and a PIN
    members: type[Access | Membership]  # the table of the devices that were let in
    place: Field  # its column of what they were let into
    roles: tuple[str, ...]  # its columns of what a device does there
    seen: Field | SQL  # its column of when a device asked last, or an empty text
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
    leads_to=NightRow,
    members=Access,
    place=Access.night,
    roles=("role", "most"),
    seen=Access.seen,
    strange=say("there is no such phone at this night"),
    last_host=say("a night needs a host: make another phone a host first"),
)
ROUND_DOOR = Door(
    leads_to=RoundRow,
    members=Membership,
    place=Membership.round,
    roles=("role",),
    seen=SQL("''"),
    strange=say("there is no such phone in this group"),
    last_host=say("a group needs a host: make another phone a host first"),
)


def members_of(door: Door, place: int) -> list[Member]:
    """Return the devices of the night or the round with the id `place`, those that are in first, the newest last."""
    table = door.members
    query = table.select(Device.key, table.role, table.granted, table.ended, door.seen).join(Device)
    rows: Any = query.where(door.place == place).order_by(table.ended, table.id).tuples()
    return [Member(*row) for row in rows]


def end_access(door: Door, place: int, key: str) -> None:
    """Keep a device out from now on, and end the links by which it could come back.

    Raises Refused for the last host.
    """
    with writing():
        # two hosts must not end each other’s access at one moment: this holds the row
        _change(door, place, links=door.leads_to.links)
        member = _find(door, place, key)
        if member.ended:
            return
        if [other for other in members_of(door, place) if other.is_host and not other.ended] == [member]:
            raise Refused("device", door.last_host)
        _change_member(door, place, key, ended=now())
        renew_links(door, place)


def let_in_again(door: Door, place: int, key: str) -> None:
    """Let a device in whose access was ended. Raises Refused for one that is not there."""
    with writing():
        _find(door, place, key)
        _change_member(door, place, key, ended="")


def make_host(door: Door, place: int, key: str) -> None:
    """Make a device a host. Raises Refused for one that is not in."""
    with writing():
        if _find(door, place, key).ended:
            raise Refused("device", say("the access of this phone was ended"))
        raise_role(door, place, key, "host")


def raise_role(door: Door, place: int, key: str, role: str) -> None:
    """Let a device do more than it did."""
    _change_member(door, place, key, **dict.fromkeys(door.roles, role))


def renew_links(door: Door, place: int) -> None:
    """End all links; devices that are in stay in."""
    with writing():
        _change(door, place, links=door.leads_to.links + 1)


def set_pin(door: Door, place: int, pin: str) -> None:
    """Keep the hash of a PIN, or the empty text for none."""
    with writing():
        _change(door, place, pin=pin)


def _find(door: Door, place: int, key: str) -> Member:
    found = next((member for member in members_of(door, place) if member.key == key), None)
    if found is None:
        raise Refused("device", door.strange)
    return found


def _change(door: Door, place: int, **columns: object) -> None:
    door.leads_to.update(**columns).where(door.leads_to.id == place).execute()


def _change_member(door: Door, place: int, key: str, **columns: str) -> None:
    device = Device.select(Device.id).where(Device.key == key)
    door.members.update(**columns).where(door.place == place, door.members.device == device).execute()


class Change(NamedTuple):
    """What was changed about a round: its `name`, `drops`, or `forgotten` for a name taken out of its own."""

    kind: str
    device: str
    made: str


def note_change(round_id: int, kind: str, device: str) -> None:
    """Note that a device, or the server, changed something about a round."""
    RoundChange.create(round=round_id, kind=kind, device=device, made=now())


def load_changes(round_id: int, most: int) -> list[Change]:
    """Return what was changed about a round, the latest first."""
    query = RoundChange.select(RoundChange.kind, RoundChange.device, RoundChange.made)
    latest: Any = query.where(RoundChange.round == round_id).order_by(RoundChange.id.desc()).limit(most).tuples()
    return [Change(*row) for row in latest]
