"""Devices, known by a secret of their own, their access to a night, and the links that give it."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import NamedTuple

from peewee import PeeweeException

from scorekeeper.clock import moment
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.membership import NIGHT_ACCESS, Role, access_to, change_member, find_member, raise_role
from scorekeeper.storage.engine.sql import fetch, fetch_among, find, now, run, writing
from scorekeeper.storage.journal.state import load_night
from scorekeeper.storage.models import Device, GroupRow, NightRow, Owner, Player, Setting

ROLES = NIGHT_ACCESS.ranks
LINK_ROLES: tuple[Role, ...] = ("writer", "onlooker")  # of the links that a night shows
FROM_FILE = "import"  # the device of the deals of a night file in the journal
AT_SERVER = "server"  # the device of a command at the computer with the database
_TEN_MINUTES = timedelta(minutes=10)


class Guest(NamedTuple):
    """A device at a night: the night's id, the device's key in the journal, its role and its player.

    `player` is the key of the player (p1, …) who picked themselves on it, empty for nobody; `most` is the role that it
    was let in as. `seen` is when it asked last, `ended` when a host ended its access, empty while it lasts.
    """

    night: int
    device: str
    role: Role
    player: str
    most: Role
    seen: str
    ended: str

    @property
    def may_write(self) -> bool:
        return self.role != "onlooker"

    @property
    def is_host(self) -> bool:
        return self.role == "host"

    def is_at_least(self, role: Role) -> bool:
        """Return whether it may do everything that `role` may do."""
        return ROLES.index(self.role) >= ROLES.index(role)


def signing_key() -> str:
    """Return the key that signs cookies and links, made once for each database."""
    made = {"value": secrets.token_urlsafe(32)}
    setting, _ = Setting.get_or_create(name="signing key", defaults=made)  # type: ignore[no-untyped-call]
    return str(setting.value)


LAST_ADDRESS = "came by"
"""The setting with the address of this computer that a phone used last."""
CHOSEN_ADDRESS = "chosen address"
"""The setting with the address that a host chose for the codes, and the best one at that time."""


def read_setting(name: str) -> str:
    """Return a setting of this computer, empty for none."""
    found = Setting.get_or_none(Setting.name == name)
    return str(found.value) if found else ""


def store_setting(name: str, value: str) -> None:
    """Store a setting of this computer."""
    if read_setting(name) != value:
        added = Setting.insert(name=name, value=value)
        with writing():
            added.on_conflict(conflict_target=[Setting.name], update={Setting.value: value}).execute()


def new_device() -> str:
    """Register a device and return its secret; only a hash of it is stored."""
    secret = secrets.token_urlsafe(24)
    Device.create(key=secrets.token_hex(4), secret_hash=_hash(secret), created=now())
    return secret


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def find_device(secret: str) -> Device | None:
    """Return the device with this secret, if there is one."""
    return find(Device, "secret_hash = ?", _hash(secret))


def find_guest(secret: str, slug: str) -> Guest | None:
    """Return the device with this secret at the night `slug`, None if it was never let in."""
    sql = """SELECT night.id, device.key, role, player, access.most, seen, ended FROM access
        JOIN device ON device.id = access.device_id JOIN night ON night.id = access.night_id
        WHERE device.secret_hash = ? AND night.slug = ?"""
    rows = fetch(sql, _hash(secret), slug)
    return Guest(*rows[0]) if rows else None


def let_into(device: Device, nights: Sequence[int]) -> set[int]:
    """Return those of these nights, by id, that a device was ever let into."""
    sql = "SELECT night_id FROM access WHERE device_id = ? AND night_id IN ({})"
    return {night for (night,) in fetch_among(sql, nights, device.id)}


def players_of_devices(night_id: int) -> dict[str, str]:
    """Return the players of a night by the keys of their devices."""
    sql = """SELECT device.key, access.player FROM access JOIN device ON device.id = access.device_id
        WHERE access.night_id = ? AND access.player <> ?"""
    return dict(fetch(sql, night_id, ""))


def owners_of_devices(night_id: int) -> dict[str, list[tuple[int, str]]]:
    """Return the owners of each device of a night with the entry of the journal from which they count, latest first."""
    sql = "SELECT device, since, player FROM owner WHERE night_id = ? ORDER BY since DESC"
    owners: dict[str, list[tuple[int, str]]] = {}
    for device, since, player in fetch(sql, night_id):
        owners.setdefault(device, []).append((since, player))
    return owners


def link_token(row: NightRow | GroupRow, role: Role, key: str) -> str:
    """Return the unguessable part of the link that lets in as `role`; it is derived and not stored."""
    return sign(f"{access_to(row).signed}{row.slug} {role} {row.links}", key)


def sign(text: str, key: str) -> str:
    """Return a signature of a text, 32 letters long."""
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]


def role_of_link(row: NightRow | GroupRow, token: str, key: str) -> Role | None:
    """Return the role that a link's token gives at a night or a group, None for a wrong token."""
    tokens = {role: link_token(row, role, key) for role in access_to(row).ranks}
    return next((role for role in tokens if hmac.compare_digest(token.encode(), tokens[role].encode())), None)


def let_in(device: Device, row: NightRow | GroupRow, role: Role) -> None:
    """Give a device a role at a night or a group; its role is never lowered."""
    kind = access_to(row)
    with writing():
        known = find_member(device, row)
        if known is None:
            at = now()
            columns = {"device": device, kind.place.name: row, "granted": at} | dict.fromkeys(kind.roles, role)
            if kind is NIGHT_ACCESS:
                columns["seen"] = at
            kind.members.insert(**columns).on_conflict_ignore().execute()
        else:
            raise_role(kind, row.id, device.key, role)


def introduce(guest: Guest, player: str, looks_on: bool = False) -> None:
    """Store the player of a device, or nobody; a device that looks on does not write. Raises Refused."""
    if player and not Player.select().where(Player.night == guest.night, Player.key == player).exists():
        raise Refused("who", say("nobody with this name has a seat here"))
    if looks_on and guest.most == "host":
        raise Refused("who", say("a host cannot just watch"))
    role = "onlooker" if looks_on else guest.most
    with writing():
        night = load_night(guest.night, lock=True)
        change_member(NIGHT_ACCESS, guest.night, guest.device, player=player, role=role)
        # An earlier owner stays where the device wrote an entry as theirs.
        sql = """DELETE FROM owner WHERE night_id = ? AND device = ? AND NOT EXISTS (SELECT 1 FROM entry
            WHERE entry.night_id = owner.night_id AND entry.device = owner.device AND seq >= since)"""
        run(sql, guest.night, guest.device)
        Owner.create(night=guest.night, device=guest.device, since=night.seq + 1, player=player)


def is_seen(guest: Guest) -> bool:
    """Return whether the time of a device's last request is stored to ten minutes."""
    here = moment()
    later = here + _TEN_MINUTES  # where the clock was put back
    return (here - _TEN_MINUTES).isoformat() < guest.seen < later.isoformat()


def note_seen(guest: Guest) -> None:
    """Store the time of a device's last request to ten minutes, so that hardly any request writes."""
    if is_seen(guest):
        return
    with suppress(PeeweeException), writing():
        change_member(NIGHT_ACCESS, guest.night, guest.device, seen=now())
