"""Writing a night: opening it and appending acts to its journal."""

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from peewee import IntegrityError

from scorekeeper.ledger.journal import GENESIS, Entry, Told, chain_told
from scorekeeper.night.acts import (
    Act,
    Joined,
    Objected,
    Opened,
    Renamed,
    Resolved,
    Settling,
    SlotAct,
    StakeChanged,
    Titled,
    Undone,
)
from scorekeeper.night.night import Night, Result, open_night
from scorekeeper.night.plain import said_in, slot_act_of, write_act
from scorekeeper.night.played import tell_played
from scorekeeper.night.results import write_result
from scorekeeper.night.seals import Named, new_salt, seal_names
from scorekeeper.night.slips import standing_acts
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.entries import insert_entries, load_acts, row_of
from scorekeeper.storage.naming import rename_seat, seal_name, seat_person, store
from scorekeeper.storage.objections import put_mark
from scorekeeper.storage.openings import how_ended, note_opening, slug_of
from scorekeeper.storage.projecting import put_slot, repost, update_night, write_houses
from scorekeeper.storage.repeats import filled_in, find_repeat
from scorekeeper.storage.rows import NightRows, lock_rows
from scorekeeper.storage.settling import put_account
from scorekeeper.storage.stakes import put_stakes, write_stakes
from scorekeeper.storage.statements import fetch, run
from scorekeeper.storage.tables import NightRow, Person, Player
from scorekeeper.storage.transactions import now, writing
from scorekeeper.storage.weighing import Stale, Weighed, weigh


class Sender(NamedTuple):
    """Who sends an act: the device's key, the id that it made for the act, and when it made it (ISO 8601, UTC)."""

    device: str
    request: str
    made: str = ""


class Opening(NamedTuple):
    """What a new night begins with: its first act, and `people` in seat order, keyed p1, p2, …

    `salts` are those of the seals of their names, by key.
    """

    opened: Opened
    title: str
    people: Sequence[Person]
    salts: Mapping[str, str] = {}


def open_book(opening: Opening, sender: Sender) -> NightRow:
    """Write a new night with its first entry and return its row; one that was sent before is returned as it stands.

    Raises Refused for what no night can be, and for one that was deleted since.
    """
    if how_ended(slug_of(sender.request)):
        raise Refused("request", say("this night was opened before, and deleted since; open a new one"))
    night = open_night(opening.opened)
    opening = _sealed(opening)
    told = chain_told(entry_of(opening.opened, sender, None, 0), 0, GENESIS)
    entry = told.entry
    try:
        with writing():
            row = create_night(night, entry, opening, slug_of(sender.request))
            insert_entries(row.id, [row_of(told)])
            note_opening("opened", row.slug, entry.hash)
    except IntegrityError:
        earlier = find_opened(sender.request)
        if earlier is None:
            raise
        return earlier
    return row


def find_opened(request: str) -> NightRow | None:
    """Return the night that was opened under an id, if one was."""
    row = NightRow.get_or_none(NightRow.slug == slug_of(request))
    sql = "SELECT 1 FROM entry WHERE night_id = ? AND request = ?"
    return row if row and fetch(sql, row.id, request) else None


def _sealed(opening: Opening) -> Opening:
    seated = zip(opening.opened.seats, opening.people, strict=True)
    named = {key: Named(person.name, new_salt()) for key, person in seated}
    salts = {key: salt for key, (_, salt) in named.items()}
    return opening._replace(opened=seal_names(opening.opened, named), salts=salts)


def create_night(night: Night, last: Entry, opening: Opening, slug: str) -> NightRow:
    """Insert the row of a night whose journal ends with `last`, and its seats."""
    stake = night.stake
    row = NightRow.create(
        slug=slug,
        game=night.game.key,
        preset=night.preset,
        title=opening.title,
        day=opening.opened.date,
        coins=stake.coins if stake else 0,
        currency=stake.currency if stake else "",
        most=night.most,
        houses=write_houses(night),
        stakes=write_stakes(night.stakes),
        dealer=night.dealer,
        number=night.number,
        seq=last.seq,
        head=last.hash,
        created=now(),
    )
    for place, (seat, person) in enumerate(zip(night.seats, opening.people, strict=True)):
        store(person)
        salt = opening.salts.get(seat.player, "")
        Player.create(night=row, key=seat.player, person=person, place=place, state=seat.state, salt=salt)
    return row


def append(
    night_id: int,
    sender: Sender,
    act: Act,
    based_on: int = 0,
    person: Person | None = None,
    seen: NightRows | None = None,
) -> int:
    """Append an act to the journal of a night and return its place there.

    An act about a deal that does not say who dealt and who played means whom the rotation has. `person` takes the
    seat of an act `joined` or `renamed`, and is stored then; `seen` are the night's rows where they are loaded already.
    An act that was sent before is not written again: its place is returned. Raises Stale if its slot is not at version
    `based_on`, Refused for what cannot be accepted, and Reused for another act under an id that was used before.
    """
    sent = _Sending(sender, act, based_on, person)
    try:
        ready = _prepare_ahead(seen, sent)
        with writing():
            rows = lock_rows(night_id, seen)
            return _write(ready if ready and rows is ready.rows else _prepare(rows, sent), sent)
    except (Stale, Refused, IntegrityError):
        if earlier := find_repeat(night_id, sender.request, act, based_on, person):
            return earlier
        raise


class _Sending(NamedTuple):
    """What `append` was given to write."""

    sender: Sender
    act: Act
    based_on: int
    person: Person | None


class _Ready(NamedTuple):
    """An act as it is written at a night whose rows are these: weighed, and chained behind the journal's last entry."""

    rows: NightRows
    weighed: Weighed
    told: Told
    salt: str


def _prepare_ahead(seen: NightRows | None, sent: _Sending) -> _Ready | None:
    """Do before the lock, for which others wait, what an act about a deal needs; it rests on the journal alone.

    So it holds as long as no entry was added since `seen`. None where that may be otherwise, or where it cannot be
    written as it was seen: then what stands under the lock decides.
    """
    if seen and isinstance(sent.act, SlotAct):
        with suppress(Stale, Refused):
            return _prepare(seen, sent)
    return None


def _prepare(rows: NightRows, sent: _Sending) -> _Ready:
    salt = new_salt() if sent.person else ""
    act = seal_name(rows.head.id, sent.act, sent.person, salt)
    weighed = weigh(rows, act, sent.based_on)
    entry = entry_of(weighed.act, sent.sender, weighed.result, sent.based_on)
    return _Ready(rows, weighed, chain_told(entry, rows.head.seq, rows.head.hash), salt)


def _write(ready: _Ready, sent: _Sending) -> int:
    """Write an act behind the journal of its night, whose row is locked, and return its place there."""
    rows, weighed, told, salt = ready
    night_id, entry, written = rows.head.id, told.entry, weighed.act
    insert_entries(night_id, [row_of(told)], filled_in(said_in(sent.act), entry.facts))
    match written:
        case Joined():
            seat_person(night_id, written, sent.person, salt)
        case Renamed():
            rename_seat(night_id, written, sent.person, salt, entry.seq)
        case _:
            _project(rows, weighed, entry)
    update_night(rows, weighed.state.night, entry)
    return entry.seq


def _project(rows: NightRows, weighed: Weighed, entry: Entry) -> None:
    """Keep what follows from an act in step with it."""
    night_id, written = rows.head.id, weighed.act
    match written:
        case SlotAct():
            number, stands, act = written.number, entry, written
            if isinstance(written, Undone):
                stands = standing_acts(load_acts(night_id, number))[number]
                act = slot_act_of(stands)
            played = tell_played(weighed.state.night.game, act)
            put_slot(night_id, number, stands.seq, weighed.state.slots[number], played)
            repost(night_id, rows.places, weighed)
        case Titled():
            run("UPDATE night SET title = ? WHERE id = ?", written.note, night_id)
        case StakeChanged():
            put_stakes(night_id, weighed.state.night)
        case Objected() | Resolved():
            put_mark(night_id, entry.seq, written)
        case Settling():
            put_account(night_id, entry.seq, written, weighed.state.account)


def entry_of(act: Act, sender: Sender, result: Result | None, based_on: int) -> Entry:
    """Return an act as an entry that is not chained yet."""
    arrived = now()
    return Entry(
        seq=0,
        kind=act.kind,
        facts=write_act(act),
        device=sender.device,
        made=sender.made or arrived,
        arrived=arrived,
        request=sender.request,
        result=write_result(result),
        based_on=based_on,
        note=act.note,
        salt=secrets.token_hex(8) if act.note else "",
    )
