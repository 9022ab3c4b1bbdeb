"""What happens at a night just now: how far its journal is, and who is entering which deal."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from scorekeeper.night.undo import SLOT_KINDS
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.engine.transactions import now, writing

SECONDS = 10  # for so long somebody counts as entering a deal after the phone has said so


class Entering(NamedTuple):
    """A device that is just entering a deal, or corrects one that was booked, and whose it is now."""

    device: str
    number: int
    player: str
    corrects: bool


class Progress(NamedTuple):
    """How far a night is: the last entry of its journal and its hash, the next deal, and what others are entering."""

    seq: int
    head: str
    number: int
    others: tuple[Entering, ...]


class Happened(NamedTuple):
    """An act as others see it: its kind, the deal's number (0 for none), the device that sent it, its place."""

    kind: str
    number: int
    device: str
    seq: int


class LastAct(NamedTuple):
    """The last act of a night: what it did to which deal, the version that it made, when it came (ISO 8601, UTC)."""

    kind: str
    number: int
    version: int
    arrived: str
    result: Mapping[str, Any]


def find_progress(night_id: int, device: str) -> Progress:
    """Return how far a night is, seen from the device with this key. It is asked all the time, so it is one query."""
    sql = """SELECT seq, head, night.number, presence.device, presence.number, player FROM night
        LEFT JOIN presence ON presence.night_id = night.id AND presence.device <> ? AND presence.seen BETWEEN ? AND ?
        LEFT JOIN device ON device.key = presence.device
        LEFT JOIN access ON device_id = device.id AND access.night_id = night.id
        WHERE night.id = ? ORDER BY presence.device"""
    # A sign of life from the future is left over from a clock that was put back.
    moment = datetime.now(UTC)
    first = (moment - timedelta(seconds=SECONDS)).isoformat(timespec="milliseconds")
    last = (moment + timedelta(seconds=1)).isoformat(timespec="milliseconds")
    rows = fetch(sql, device, first, last, night_id)
    seq, head, number, *_ = rows[0]
    others = tuple(Entering(other, abs(at), player or "", at < 0) for *_, other, at, player in rows if other)
    return Progress(seq, head, number, others)


def enter_deal(night_id: int, device: str, number: int, corrects: bool = False) -> None:
    """Note that a device is entering deal `number` now, or corrects it."""
    sql = """INSERT INTO presence (night_id, device, number, seen) VALUES (?, ?, ?, ?)
        ON CONFLICT (night_id, device) DO UPDATE SET number = excluded.number, seen = excluded.seen"""
    with writing():
        run(sql, night_id, device, -number if corrects else number, now())


def leave_deal(night_id: int, device: str) -> None:
    """Note that a device is entering no deal any more."""
    with writing():
        run("DELETE FROM presence WHERE night_id = ? AND device = ?", night_id, device)


def last_act(night_id: int, seq: int) -> LastAct | None:
    """Return the last act of a night, whose journal ends with the entry `seq`, if it is about a deal."""
    sql = """SELECT kind, entry.number, version, arrived, result FROM entry
        JOIN deal ON deal.night_id = entry.night_id AND deal.number = entry.number
        WHERE entry.night_id = ? AND entry.seq = ?"""
    for kind, number, version, arrived, result in fetch(sql, night_id, seq):
        if kind in SLOT_KINDS:
            return LastAct(kind, number, version, arrived, json.loads(result))
    return None


def happened_since(night_id: int, seq: int, device: str) -> list[Happened]:
    """Return what other devices did about deals and names after the entry `seq`, the newest last, at most a few."""
    told = (*SLOT_KINDS, "objected", "forgotten", "renamed", "titled", "stake changed")
    kinds = ", ".join("?" * len(told))
    sql = f"""SELECT kind, number, device, seq FROM entry WHERE night_id = ? AND seq > ? AND device <> ?
        AND kind IN ({kinds}) ORDER BY seq DESC LIMIT 3"""  # noqa: S608 - only places for values
    return [Happened(*row) for row in reversed(fetch(sql, night_id, seq, device, *told))]
