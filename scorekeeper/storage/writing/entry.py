"""Appending acts to the journal of a night, with all that follows from them."""

import secrets
from hashlib import sha256
from typing import NamedTuple

from peewee import IntegrityError

from scorekeeper.journal.act_json import said_in, slot_act_of, write_act
from scorekeeper.journal.acts import (
    Act,
    Frozen,
    Joined,
    Objected,
    Paid,
    Renamed,
    Resolved,
    Settling,
    SlotAct,
    StakeChanged,
    Titled,
    Undone,
)
from scorekeeper.journal.hash_chain import Entry, chain_told
from scorekeeper.journal.seals import new_salt
from scorekeeper.night.deal_stats import tell_played
from scorekeeper.night.night import Result
from scorekeeper.night.result_json import write_result
from scorekeeper.night.undo import standing_acts
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.sql import run
from scorekeeper.storage.engine.transactions import now, writing
from scorekeeper.storage.journal.entries import insert_entries, load_acts, row_of
from scorekeeper.storage.journal.idempotency import find_repeat
from scorekeeper.storage.journal.names import rename_seat, seal_name, seat_person
from scorekeeper.storage.journal.state import NightRows, load_night, lock_rows
from scorekeeper.storage.models import Person
from scorekeeper.storage.projections.deals import Change, put_slot, put_stakes, repost, update_night
from scorekeeper.storage.projections.objections import put_mark
from scorekeeper.storage.projections.settlement import load_account, put_account
from scorekeeper.storage.writing.preview import Stale, preview_act


class Sender(NamedTuple):
    """Who sends an act: the device's key, the id that it made for the act, and when it made it (ISO 8601, UTC)."""

    device: str
    request: str
    made: str = ""


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
    try:
        with writing():
            return _append(lock_rows(night_id, seen), sender, act, based_on, person)
    except (Stale, Refused, IntegrityError):
        if earlier := find_repeat(night_id, sender.request, act, based_on, person):
            return earlier
        raise


def _append(rows: NightRows, sender: Sender, act: Act, based_on: int, person: Person | None) -> int:
    """Write an act behind the journal of a night, whose row is locked, with all that follows from it."""
    night_id = rows.row.id
    salt = new_salt()
    sealed = act
    if isinstance(act, Joined | Renamed):
        assert person is not None
        sealed = seal_name(rows, act, person, salt)
    change = preview_act(rows, sealed, based_on, sender.device)
    told = chain_told(entry_of(change.act, sender, change.result, based_on), rows.row.seq, rows.row.head)
    filled = " ".join(sorted(told.entry.facts.keys() - said_in(act)))
    insert_entries(night_id, [row_of(told, filled)])
    match change.act:
        case Joined() if person:
            seat_person(night_id, change.act, person, salt)
        case Renamed() if person:
            rename_seat(night_id, change.act, person, salt, told.entry.seq)
        case _:
            _project(rows, change, told.entry)
    update_night(rows, change.state.night, told.entry)
    return told.entry.seq


def _project(rows: NightRows, change: Change, entry: Entry) -> None:
    """Keep what follows from an act in step with it."""
    night_id = rows.row.id
    written = change.act
    match written:
        case SlotAct():
            number = written.number
            stands = entry
            act = written
            if isinstance(written, Undone):
                stands = standing_acts(load_acts(night_id, number))[number]
                act = slot_act_of(stands)
            played = tell_played(change.state.night.game, act)
            put_slot(night_id, number, stands.seq, change.state.slots[number], played)
            repost(night_id, rows.players, change)
        case Titled():
            run("UPDATE night SET title = ? WHERE id = ?", written.note, night_id)
        case StakeChanged():
            put_stakes(night_id, change.state.night)
        case Objected() | Resolved():
            put_mark(night_id, entry.seq, written)
        case Settling():
            put_account(night_id, entry.seq, written, change.state.account)


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


def tick_payment(night_id: int, sender: Sender, seen: Frozen | None, act: Paid, version: int) -> None:
    """Append a tick of a payment, and before it the plan that its page had `seen`, None where it was frozen already.

    On two phones at once the same plan is frozen once, and both ticks count. Raises what `append` raises, and then
    neither is written.
    """
    with writing():
        load_night(night_id, hold=True)
        account = load_account(night_id)
        if seen and account.plan < act.plan:
            plan_id = sha256(f"plan {sender.request}".encode()).hexdigest()[:32]  # the same however often it is sent
            append(night_id, sender._replace(request=plan_id), seen)
        elif seen and account.plan == act.plan:
            frozen = {(*pair[1:], due.amount) for pair, due in account.current().items()}
            if frozen != {(*payment,) for payment in seen.payments}:
                raise Refused("payments", say("what is open has changed meanwhile; look at the plan again"))
        append(night_id, sender, act, version)
