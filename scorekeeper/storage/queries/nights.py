"""Nights for the pages: lists, one deal with its history, and the current activity at a night."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any, NamedTuple

from peewee import IntegerField

from scorekeeper.clock import moment
from scorekeeper.games import GAMES
from scorekeeper.journal.act_json import read_act, slot_act_of
from scorekeeper.journal.acts import Answered, Dated, Forgotten, RulesChanged, SlotAct, Voided
from scorekeeper.journal.hash_chain import Entry, canonical
from scorekeeper.journal.seals import Named
from scorekeeper.money import Stake
from scorekeeper.night.result_json import MALFORMED
from scorekeeper.night.undo import SLOT_KINDS, standing_acts
from scorekeeper.storage.engine.sql import (
    Row,
    fetch,
    fetch_among,
    find,
    is_storable,
    now,
    read_row,
    run,
    writing,
    written,
)
from scorekeeper.storage.journal.entries import STORED, Stored, hashed_text, load_acts, load_entries
from scorekeeper.storage.models import Device, NightRow, Person, Presence, database


class SlotHistory(NamedTuple):
    """One slot with all its acts in order; `open` while it is only called, or when its booking was undone."""

    number: int
    version: int
    open: bool
    history: Sequence[Entry]

    @property
    def entry(self) -> Entry:
        """The entry of the valid act, that of the last undoing where none is left."""
        return standing_acts(self.history)[self.number]

    @property
    def act(self) -> SlotAct:
        """The act of that entry."""
        return slot_act_of(self.entry)

    def at(self, version: int) -> "SlotHistory":
        """Return the slot at an earlier version, the slot itself for a version that it never had."""
        return self._replace(version=version, history=self.history[:version]) if 0 < version < self.version else self


@contextmanager
def snapshot() -> Iterator[None]:
    """Read the database as it is at one moment, while others write on."""
    with database.atomic("REPEATABLE READ" if database.obj.for_update else "DEFERRED"):
        yield


def find_night(slug: str) -> NightRow | None:
    """Return the row of the night that an address names."""
    return find(NightRow, "slug = ?", slug)


def people_of(device: Device) -> list[Person]:
    """Return the people of the nights that a device hosts, one of each name, the latest night's first."""
    sql = """SELECT MAX(person.id), person.name FROM person
        JOIN player ON player.person_id = person.id JOIN access ON access.night_id = player.night_id
        WHERE access.device_id = ? AND role = 'host' AND access.ended = ? AND NOT forgotten GROUP BY person.name
        ORDER BY MAX(player.night_id) DESC, MAX(player.id)"""
    return [Person(id=id_, name=name) for id_, name in fetch(sql, device.id, "")]


def find_or_make_person(host: Device | None, name: str) -> Person:
    """Return the person of this name at nights of this host and no others, else a new person, not stored."""
    met = next((person for person in people_of(host) if person.name == name), None) if host else None
    return met if host and met and _sits_only_with(host.key, met) else Person(name=name)


def bring_along(device: str, person: Person) -> Person:
    """Return the person itself where this device hosts all its nights, else a new person of the same name."""
    return person if _sits_only_with(device, person) else Person(name=person.name, forgotten=person.forgotten)


def _sits_only_with(device: str, person: Person) -> bool:
    sql = """SELECT 1 FROM player WHERE person_id = ? AND night_id NOT IN (
        SELECT night_id FROM access JOIN device ON device.id = access.device_id
        WHERE device.key = ? AND role = 'host' AND ended = '') LIMIT 1"""
    return not fetch(sql, person.id, device)


def stake_of(row: NightRow) -> Stake | None:
    """Return the stake of a night."""
    return Stake(row.coins, row.currency) if row.coins else None


def last_stake(device: Device) -> Stake | None:
    """Return the stake of the newest night that a device has access to, None without one."""
    sql = """SELECT currency, coins FROM night JOIN access ON access.night_id = night.id
        WHERE device_id = ? AND ended = '' ORDER BY night.id DESC LIMIT 1"""
    return next((Stake(coins, currency) for currency, coins in fetch(sql, device.id) if currency), None)


def houses_of(device: Device, game: str, most: int) -> list[dict[str, object]]:
    """Return the house rules of the newest nights of a game that a device has access to, each once, at most so many."""
    sql = """SELECT houses FROM night JOIN access ON access.night_id = night.id
        WHERE device_id = ? AND ended = '' AND game = ? ORDER BY night.id DESC LIMIT 50"""
    found = dict.fromkeys(canonical(json.loads(houses)[-1][1]) for (houses,) in fetch(sql, device.id, game))
    return [json.loads(house) for house in [*found][:most]]


def find_deal(night_id: int, number: int) -> SlotHistory | None:
    """Return a slot that has a row, at its version: entries written meanwhile are not in it."""
    for version, is_open in fetch("SELECT version, open FROM deal WHERE night_id = ? AND number = ?", night_id, number):
        return SlotHistory(number, version, bool(is_open), load_acts(night_id, number)[:version])
    return None


def known_about(night_id: int, number: int) -> tuple[SlotAct | None, bool]:
    """Return the valid act of a slot, if any, and whether the slot is open."""
    sql = """SELECT kind, facts, open FROM deal JOIN entry ON entry.night_id = deal.night_id AND entry.seq = deal.seq
        WHERE deal.night_id = ? AND deal.number = ?"""
    for kind, facts, is_open in fetch(sql, night_id, number):
        act = read_act(kind, json.loads(facts))
        assert isinstance(act, SlotAct)
        return act, bool(is_open)
    return None, True


def answers_before(night_id: int, number: int, deals: int) -> list[Mapping[str, object]]:
    """Return the answers of the last so many deals before deal `number` that are not void, oldest first."""
    sql = """SELECT kind, facts FROM deal JOIN entry ON entry.night_id = deal.night_id AND entry.seq = deal.seq
        WHERE deal.night_id = ? AND deal.number < ? AND NOT open AND kind <> ? ORDER BY deal.number DESC LIMIT ?"""
    rows = fetch(sql, night_id, number, Voided.kind, deals)
    acts = [read_act(kind, json.loads(facts)) for kind, facts in reversed(rows)]
    return [act.answers if isinstance(act, Answered) else {} for act in acts]


def answers_from(night_id: int, first: int) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yield the answered deals from `first` on with their answers; they are loaded as they are asked for."""
    sql = """SELECT deal.number, kind, facts
        FROM deal JOIN entry ON entry.night_id = deal.night_id AND entry.seq = deal.seq
        WHERE deal.night_id = ? AND deal.number >= ? AND NOT open ORDER BY deal.number LIMIT 50"""
    while rows := fetch(sql, night_id, first):
        for number, kind, facts in rows:
            act = read_act(kind, json.loads(facts))
            if isinstance(act, Answered):
                yield number, act.answers
        first = rows[-1][0] + 1


def hash_at(night_id: int, seq: int) -> str:
    """Return the hash of an entry of a night's journal, empty for a missing one."""
    rows = fetch("SELECT hash FROM entry WHERE night_id = ? AND seq = ?", night_id, seq)
    return str(rows[0][0]) if rows else ""


def hashed_texts(night_id: int, after: int, most: int) -> list[str]:
    """Return the hashed texts of the entries after the entry `after`, at most so many."""
    return [hashed_text(stored) for stored in map(Stored._make, fetch(STORED, night_id, after, most))]


def hashed_text_of_deal(night_id: int, seq: int) -> str:
    """Return the hashed text of an entry about a deal; empty for others, which may name another night."""
    texts = [hashed_text(stored) for stored in map(Stored._make, fetch(STORED, night_id, seq - 1, 1)) if stored.number]
    return texts[0] if texts else ""


# SQLite uses its partial index only with this very condition.
_AGREED = "kind IN ('renamed', 'rules changed', 'stake changed', 'titled')"


# Acts about no deal are few, and the index finds them.
_OF_KIND = "number = 0 AND kind = ?"


def changes_of_rules(night_id: int) -> list[Entry]:
    """Return the acts that changed the house rules."""
    return [entry for entry in load_entries(_AGREED, night_id) if entry.kind == RulesChanged.kind]


def changes_of_settings(night_id: int) -> list[Entry]:
    """Return the acts that changed a name, the title, the date or the stake, the latest first."""
    agreed = [entry for entry in load_entries(_AGREED, night_id) if entry.kind != RulesChanged.kind]
    dated = load_entries(_OF_KIND, night_id, Dated.kind)
    return sorted((*agreed, *dated), key=lambda entry: -entry.seq)


def forgettings(night_id: int) -> list[Entry]:
    """Return the acts that took names or texts out of a night."""
    return load_entries(_OF_KIND, night_id, Forgotten.kind)


def former_names(night_id: int) -> dict[str, list[Named]]:
    """Return the names that players had before, in order."""
    former: dict[str, list[Named]] = {}
    for key, *named in fetch("SELECT player, name, salt FROM former_name WHERE night_id = ? ORDER BY seq", night_id):
        former.setdefault(key, []).append(Named(*named))
    return former


class Nights(NamedTuple):
    """The rows of nights, and those of which only id and address can be read."""

    rows: list[NightRow]
    unreadable: list[NightRow]


_NIGHTS = f"""SELECT id, slug, {", ".join(f'"{field.column_name}"' for field in NightRow._meta.sorted_fields)}
    FROM night"""  # noqa: S608 - our own names


def all_nights() -> Nights:
    """Return every night, the oldest first."""
    return _read_nights(fetch(f"{_NIGHTS} ORDER BY id"))


def nights_called(name: str) -> Nights:
    """Return the night of an address or a number."""
    if not is_storable(name):
        return Nights([], [])
    return _read_nights(fetch(f"{_NIGHTS} WHERE slug = ? OR CAST(id AS TEXT) = ? ORDER BY id", name, name))


def nights_with(ids: Sequence[int]) -> Nights:
    """Return the nights with these ids, in their order."""
    nights = _read_nights(fetch_among(f"{_NIGHTS} WHERE id IN ({{}})", ids))
    places = {night_id: place for place, night_id in enumerate(ids)}
    for rows in nights:
        rows.sort(key=lambda row: places[row.id])
    return nights


def _read_nights(rows: Iterable[Row]) -> Nights:
    """Return the nights of rows as `_NIGHTS` selects them."""
    nights = Nights([], [])
    for night_id, slug, *row in rows:
        if night := _read_night(tuple(row)):
            nights.rows.append(night)
        else:
            nights.unreadable.append(NightRow(id=night_id, slug=str(slug), title=""))
    return nights


def _read_night(values: Row) -> NightRow | None:
    """Return a night's row, None where a value in it is malformed."""
    kinds = (int if isinstance(field, IntegerField) else str for field in NightRow._meta.sorted_fields)
    if not all(map(isinstance, values, kinds)):  # SQLite takes values of any type in a column
        return None
    try:
        row = read_row(NightRow, values)
        if row.day:
            date.fromisoformat(row.day)
        return row if row.preset in GAMES[row.game].presets else None
    except MALFORMED:
        return None


SECONDS = 10  # for which a device counts as entering a deal after its last request


class EnteringDevice(NamedTuple):
    """A device that is entering or correcting a deal, and the player whose device it is now."""

    device: str
    number: int
    player: str
    corrects: bool


class Progress(NamedTuple):
    """The progress of a night: its last entry and its hash, the next deal, and the deals that others are entering.

    Nobody is entering a deal that is booked, though a device may say so for some more moments.
    """

    seq: int
    head: str
    number: int
    others: tuple[EnteringDevice, ...]


class RecentAct(NamedTuple):
    """An act for other devices: its kind, the deal's number (0 for none), its device, its place in the journal."""

    kind: str
    number: int
    device: str
    seq: int


class LastAct(NamedTuple):
    """The last act of a night: its deal, its version, when it arrived (ISO 8601, UTC), and the sender."""

    kind: str
    number: int
    version: int
    arrived: str
    result: Mapping[str, Any]
    act: SlotAct
    device: str


def find_progress(night_id: int, device: str) -> Progress:
    """Return the progress of a night for the device with this key, in one query, as it is asked all the time."""
    sql = """SELECT seq, head, night.number, presence.device, presence.number, player FROM night
        LEFT JOIN presence ON presence.night_id = night.id AND presence.device <> ? AND presence.seen BETWEEN ? AND ?
        AND (presence.number < 0 OR presence.number >= night.number)
        LEFT JOIN device ON device.key = presence.device
        LEFT JOIN access ON device_id = device.id AND access.night_id = night.id
        WHERE night.id = ? ORDER BY presence.device"""
    rows = fetch(sql, device, *_just_now(), night_id)
    seq, head, number, *_ = rows[0]
    others = tuple(EnteringDevice(other, abs(at), player or "", at < 0) for *_, other, at, player in rows if other)
    return Progress(seq, head, number, others)


def stamps_of(nights: Sequence[int]) -> dict[int, tuple[object, ...]]:
    """Return for each night a value that changes with what open pages show: its journal, access, and who enters a deal.

    A night that was deleted has none.
    """
    sql = """SELECT night.id, seq, head, links, COUNT(access.id), MAX(granted), MAX(access.ended), MAX(dismissed),
        COUNT(CASE WHEN role = 'host' THEN 1 END) FROM night LEFT JOIN access ON access.night_id = night.id
        WHERE night.id IN ({}) GROUP BY night.id, seq, head, links"""
    stamps: dict[int, tuple[object, ...]] = {night: tuple(stamp) for night, *stamp in fetch_among(sql, nights)}
    sql = """SELECT night_id, device, presence.number FROM presence JOIN night ON night.id = night_id
        WHERE seen BETWEEN ? AND ? AND (presence.number < 0 OR presence.number >= night.number) AND night_id IN ({})
        ORDER BY night_id, device"""
    for night, *entering in fetch_among(sql, nights, *_just_now()):
        if night in stamps:
            stamps[night] = (*stamps[night], *entering)
    return stamps


def _just_now() -> tuple[str, str]:
    """Return between which moments a device was seen that counts as entering a deal.

    A time in the future is left over from a clock that was put back.
    """
    return written(moment() - timedelta(seconds=SECONDS)), written(moment() + timedelta(seconds=1))


def enter_deal(night_id: int, device: str, number: int, corrects: bool = False) -> None:
    """Note that a device is entering or correcting deal `number` now."""
    sql = """INSERT INTO presence (night_id, device, number, seen) VALUES (?, ?, ?, ?)
        ON CONFLICT (night_id, device) DO UPDATE SET number = excluded.number, seen = excluded.seen"""
    with writing():
        run(sql, night_id, device, -number if corrects else number, now())


def leave_deal(night_id: int, device: str) -> None:
    """Note that a device is entering no deal any more."""
    with writing():
        Presence.delete().where(Presence.night == night_id, Presence.device == device).execute()


def last_act(night_id: int, seq: int) -> LastAct | None:
    """Return the last act of a night, whose journal ends with the entry `seq`, if it is about a deal."""
    sql = """SELECT kind, entry.number, version, arrived, result, facts, device FROM entry
        JOIN deal ON deal.night_id = entry.night_id AND deal.number = entry.number
        WHERE entry.night_id = ? AND entry.seq = ?"""
    for kind, number, version, arrived, result, facts, device in fetch(sql, night_id, seq):
        if kind in SLOT_KINDS:
            act = read_act(kind, json.loads(facts))
            assert isinstance(act, SlotAct)
            return LastAct(kind, number, version, arrived, json.loads(result), act, device)
    return None


def acts_since(night_id: int, seq: int, device: str) -> list[RecentAct]:
    """Return the last few acts of other devices about deals and names after the entry `seq`, the newest last."""
    kinds = (*SLOT_KINDS, "objected", "forgotten", "renamed", "titled", "dated", "stake changed", "coin")
    sql = f"""SELECT kind, number, device, seq FROM entry WHERE night_id = ? AND seq > ? AND device <> ?
        AND kind IN ({", ".join("?" * len(kinds))}) ORDER BY seq DESC LIMIT 3"""  # noqa: S608 - only places for values
    return [RecentAct(*row) for row in reversed(fetch(sql, night_id, seq, device, *kinds))]
