"""Who may see and write what: devices known by a secret of their own, and the links that let them into a night."""

import hashlib
import hmac
import secrets
from typing import Literal, NamedTuple

from peewee import IntegrityError

from scorekeeper.storage.book import now
from scorekeeper.storage.statements import fetch
from scorekeeper.storage.tables import Access, Device, NightRow, Setting

Role = Literal["host", "writer", "onlooker"]
LINK_ROLES: tuple[Role, ...] = ("writer", "onlooker")
_RANK: dict[str, int] = {"onlooker": 0, "writer": 1, "host": 2}


class Guest(NamedTuple):
    """A device at a night: the night's id, the device's key in the journal, what it may do, and whose it is.

    `player` is the key of the player (p1, …) whom the device said it is, empty for nobody.
    """

    night: int
    device: str
    role: Role
    player: str

    @property
    def may_write(self) -> bool:
        return self.role != "onlooker"


def signing_key() -> str:
    """Return the key that signs cookies and links; made once for each database, whoever comes first."""
    found = Setting.get_or_none(Setting.name == "signing key")
    if found is None:
        try:
            found = Setting.create(name="signing key", value=secrets.token_urlsafe(32))
        except IntegrityError:
            found = Setting.get(Setting.name == "signing key")
    return str(found.value)


def new_device() -> str:
    """Register a device and return its secret, of which only a hash is kept."""
    secret = secrets.token_urlsafe(24)
    Device.create(key=secrets.token_hex(4), secret_hash=_hash(secret), created=now())
    return secret


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def find_device(secret: str) -> Device | None:
    """Return the device with this secret, if there is one."""
    return Device.get_or_none(Device.secret_hash == _hash(secret))


def find_guest(secret: str, slug: str) -> Guest | None:
    """Return what the device with this secret is at the night `slug`, None if it has no business there."""
    sql = """SELECT night.id, device.key, access.role, access.player FROM access
        JOIN device ON device.id = access.device_id JOIN night ON night.id = access.night_id
        WHERE device.secret_hash = ? AND night.slug = ?"""
    rows = fetch(sql, _hash(secret), slug)
    return Guest(*rows[0]) if rows else None


def players_of_devices(night_id: int) -> dict[str, str]:
    """Return the key of the player whose device it is, by the key of each device that is somebody's at a night."""
    sql = """SELECT device.key, access.player FROM access JOIN device ON device.id = access.device_id
        WHERE access.night_id = ? AND access.player <> ?"""
    return dict(fetch(sql, night_id, ""))


def link_token(night: NightRow, role: Role, key: str) -> str:
    """Return the unguessable part of the link that lets in as `role`; it is derived, so nobody has to keep it."""
    return sign(f"{night.slug} {role} {night.links}", key)


def sign(text: str, key: str) -> str:
    """Return 32 letters that only who has the key can make for a text."""
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]


def role_of_link(night: NightRow, token: str, key: str) -> Role | None:
    """Return what a link's token lets its bearer be, None for a token that is not one of this night's."""
    return next(
        (role for role in LINK_ROLES if hmac.compare_digest(token.encode(), link_token(night, role, key).encode())),
        None,
    )


def let_in(device: Device, night: NightRow, role: Role) -> None:
    """Give a device a role at a night; a role that it has already is never lowered."""
    known = Access.get_or_none(Access.device == device, Access.night == night)
    if known is None:
        at = now()
        Access.create(device=device, night=night, role=role, granted=at, most=role, seen=at)
    elif _RANK[known.most] < _RANK[role]:
        known.role = known.most = role
        known.save()
