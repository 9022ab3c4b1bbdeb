"""Rounds: opening one, who may see it, and which nights belong to it."""

import hmac
from collections.abc import Sequence
from typing import Literal, NamedTuple

from peewee import IntegrityError

from scorekeeper.games import GAMES
from scorekeeper.night.night import MOST_DEALS
from scorekeeper.night.plain import slot_act_of
from scorekeeper.night.played import tell_played
from scorekeeper.night.slips import standing_acts
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access import sign
from scorekeeper.storage.entries import load_acts
from scorekeeper.storage.openings import slug_of
from scorekeeper.storage.round_tables import Membership, RoundNight, RoundRow
from scorekeeper.storage.rows import load_head
from scorekeeper.storage.statements import fetch, insert, run
from scorekeeper.storage.tables import Device, NightRow
from scorekeeper.storage.transactions import now, writing

RoundRole = Literal["onlooker", "member", "host"]
ROUND_ROLES: tuple[RoundRole, ...] = ("onlooker", "member", "host")
MOST_DROPS = 20


class RoundDevice(NamedTuple):
    """A device at a round: in since `granted`, `ended` empty while it is in."""

    key: str
    role: RoundRole
    granted: str
    ended: str

    @property
    def is_member(self) -> bool:
        return self.role != "onlooker"

    @property
    def is_host(self) -> bool:
        return self.role == "host"


def open_round(device: Device, name: str, opening: str) -> RoundRow:
    """Open a round whose first host is a device, and return its row; sent twice, it is opened once."""
    slug = slug_of(opening)
    try:
        with writing():
            row = RoundRow.create(slug=slug, name=name, created=now())
            Membership.create(device=device, round=row, role="host", granted=now())
    except IntegrityError:
        return RoundRow.get(RoundRow.slug == slug)
    return row


def find_round(slug: str) -> RoundRow | None:
    """Return the round that an address names."""
    return RoundRow.get_or_none(RoundRow.slug == slug)


def round_of(night_id: int) -> RoundRow | None:
    """Return the round that a night belongs to, None for none."""
    return RoundRow.select().join(RoundNight).where(RoundNight.night == night_id).get_or_none()


def rounds_of(device: Device, roles: Sequence[RoundRole] = ROUND_ROLES) -> list[RoundRow]:
    """Return the rounds in which a device is now, in one of these roles, by name."""
    mine = (Membership.device == device) & (Membership.ended == "") & Membership.role.in_(roles)
    return list(RoundRow.select().join(Membership).where(mine).order_by(RoundRow.name, RoundRow.id))


def find_member(device: Device, row: RoundRow) -> RoundDevice | None:
    """Return what a device is at a round, None if it never had any business there."""
    return next((found for found in round_devices(row.id) if found.key == device.key), None)


def round_devices(round_id: int) -> list[RoundDevice]:
    """Return the devices of a round, those that are in first, the newest last."""
    sql = """SELECT key, role, granted, ended FROM membership JOIN device ON device.id = membership.device_id
        WHERE round_id = ? ORDER BY ended, membership.id"""
    return [RoundDevice(*row) for row in fetch(sql, round_id)]


def owners_in_round(round_id: int) -> dict[str, str]:
    """Return whose each device is, by name, as it said at the latest night of a round."""
    sql = """SELECT device.key, name FROM round_night JOIN access ON access.night_id = round_night.night_id
        JOIN device ON device.id = access.device_id
        JOIN player ON player.night_id = access.night_id AND player.key = access.player
        JOIN person ON person.id = player.person_id WHERE round_id = ? ORDER BY access.night_id"""
    return dict(fetch(sql, round_id))


def round_token(row: RoundRow, role: RoundRole, key: str) -> str:
    """Return the unguessable part of the link that lets into a round as `role`."""
    return sign(f"round {row.slug} {role} {row.links}", key)


def role_of_round_link(row: RoundRow, token: str, key: str) -> RoundRole | None:
    """Return what a link's token lets its bearer be, None for a token that is not one of this round's."""
    fitting = (
        role for role in ROUND_ROLES if hmac.compare_digest(token.encode(), round_token(row, role, key).encode())
    )
    return next(fitting, None)


def let_into_round(device: Device, row: RoundRow, role: RoundRole) -> None:
    """Give a device a role at a round; a role that it has already is never lowered."""
    with writing():
        known = find_member(device, row)
        if known is None:
            run(
                """INSERT INTO membership (device_id, round_id, role, granted, ended) VALUES (?, ?, ?, ?, '')
                ON CONFLICT (device_id, round_id) DO NOTHING""",
                *(device.id, row.id, role, now()),
            )
        elif ROUND_ROLES.index(known.role) < ROUND_ROLES.index(role):
            _set(row.id, known.key, "role", role)


def end_membership(round_id: int, key: str) -> None:
    """Keep a device out of a round from now on, and end its links. Raises Refused for the last host."""
    with writing():
        run("UPDATE round SET links = links + 1 WHERE id = ?", round_id)  # it locks the row, too
        device = _find(round_id, key)
        hosts = [other for other in round_devices(round_id) if other.is_host and not other.ended]
        if hosts == [device]:
            raise Refused("device", say("a round needs a host: make another phone a host first"))
        if not device.ended:
            _set(round_id, key, "ended", now())


def take_back_in(round_id: int, key: str) -> None:
    """Let a device in whose access to a round was ended. Raises Refused for one that is not there."""
    with writing():
        _find(round_id, key)
        _set(round_id, key, "ended", "")


def make_round_host(round_id: int, key: str) -> None:
    """Make a device a host of a round. Raises Refused for one that is not in."""
    with writing():
        if _find(round_id, key).ended:
            raise Refused("device", say("the access of this phone was ended"))
        _set(round_id, key, "role", "host")


def change_round(round_id: int, **columns: object) -> None:
    """Change what a host decides about a round as a whole: name, pin, drops, or the generation of its links."""
    with writing():
        RoundRow.update(**columns).where(RoundRow.id == round_id).execute()


def put_into_round(night: NightRow, row: RoundRow) -> None:
    """Let a night belong to a round, with what its game says of deals of earlier versions.

    Raises Refused for one that belongs to another.
    """
    with writing():
        load_head(night.id, lock=True)
        there = round_of(night.id)
        if there is None:
            insert(RoundNight, [{"night_id": night.id, "round_id": row.id}])
            _tell_deals(night)
        elif there.id != row.id:
            raise Refused("round", say("the night belongs to another round already"))


def take_out_of_round(night: NightRow) -> None:
    """Let a night belong to no round."""
    with writing():
        run("DELETE FROM round_night WHERE night_id = ?", night.id)


def _tell_deals(night: NightRow) -> None:
    """Write down who played what in the deals of an earlier version, of which nobody has asked."""
    unknown = {n for (n,) in fetch("SELECT number FROM deal WHERE night_id = ? AND soloist IS NULL", night.id)}
    acts = standing_acts(load_acts(night.id, 1, MOST_DEALS)) if unknown else {}
    for number in sorted(unknown):
        sql = "UPDATE deal SET soloist = ?, contract = ?, announced = ?, seat = ? WHERE night_id = ? AND number = ?"
        run(sql, *tell_played(GAMES[night.game], slot_act_of(acts[number])), night.id, number)


def nights_of_round(round_id: int, most: int, skipped: int = 0) -> list[NightRow]:
    """Return so many nights of a round, the newest first."""
    query = NightRow.select().join(RoundNight).where(RoundNight.round == round_id).order_by(RoundNight.night.desc())
    return list(query.limit(most).offset(skipped))


def _find(round_id: int, key: str) -> RoundDevice:
    found = next((device for device in round_devices(round_id) if device.key == key), None)
    if found is None:
        raise Refused("device", say("there is no such phone in this round"))
    return found


def _set(round_id: int, key: str, column: str, value: str) -> None:
    sql = f"""UPDATE membership SET {column} = ?
        WHERE round_id = ? AND device_id = (SELECT id FROM device WHERE key = ?)"""  # noqa: S608 - our own names
    run(sql, value, round_id, key)
