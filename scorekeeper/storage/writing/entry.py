"""Opening a night, appending acts to its journal with all that follows from them, and what an act would do."""

import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple

from peewee import IntegrityError

from scorekeeper.accounts.account import Pair
from scorekeeper.games.score import Score
from scorekeeper.journal.act_json import read_act, said_in, slot_act_of, write_act
from scorekeeper.journal.acts import (
    Act,
    Called,
    Doubting,
    Frozen,
    Joined,
    Objected,
    Opened,
    Paid,
    Renamed,
    Resolved,
    Settling,
    SlotAct,
    StakeChanged,
    Titled,
    Undone,
)
from scorekeeper.journal.hash_chain import GENESIS, Entry, chain_told
from scorekeeper.journal.seals import Named, new_salt, seal_names
from scorekeeper.night.deal_stats import tell_played
from scorekeeper.night.match import party_of
from scorekeeper.night.night import MOST_DEALS, Night, Result, open_night
from scorekeeper.night.result_json import write_result
from scorekeeper.night.state import Replay, SlotState, fill_in
from scorekeeper.night.undo import standing, standing_acts
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.sql import fetch, insert, now, run, writing
from scorekeeper.storage.journal.entries import find_repeat, load_acts, row_of
from scorekeeper.storage.journal.register import how_ended, note_opening, slug_of
from scorekeeper.storage.journal.state import (
    NightRows,
    load_night,
    load_results,
    load_rows,
    lock_rows,
    rename_seat,
    seal_name,
    seat_person,
    store,
)
from scorekeeper.storage.models import EntryRow, NightRow, Person, Player
from scorekeeper.storage.projections.deals import (
    Change,
    put_slot,
    put_stakes,
    repost,
    update_night,
    write_houses,
    write_stakes,
)
from scorekeeper.storage.projections.kitty import check_content
from scorekeeper.storage.projections.objections import load_objections, put_mark
from scorekeeper.storage.projections.settlement import load_account, put_account


class Stale(Exception):  # noqa: N818 - somebody else was first, which is no error
    """The slot, or a payment where `number` is 0, is no longer as the sender saw it: its version is now `version`."""

    def __init__(self, number: int, version: int) -> None:
        super().__init__(number, version)
        self.number = number
        self.version = version


def preview_act(rows: NightRows, act: Act, based_on: int, device: str = "") -> Change:
    """Return what an act of the `device` with this key would do, without writing it. Raises Stale and Refused."""
    state, arrived = _load_state(rows, act)
    slot = state.slots.get(act.slot)
    version = slot.version if slot else 0
    if isinstance(act, Paid):
        due = state.account.dues.get(Pair(act.plan, act.debtor, act.creditor))
        version = due.version if due else based_on  # of one that is not there it will be said that it is not
    if isinstance(act, SlotAct | Paid) and version != based_on:
        raise Stale(act.slot, version)
    if arrived:
        check_in_time(arrived)
    before = {key: known.result for key, known in state.slots.items()}
    act = fill_in(state, act)
    result = state.put(act)
    if isinstance(act, Settling):
        check_content(rows.row.id, state.account.kitty, device)
    return Change(act, before, state, result)


def state_now(night_id: int) -> Replay:
    """Return a night before its next deal, with what that rests on."""
    rows = load_rows(night_id)
    night = rows.night
    return Replay(night, _party_slots(rows, night.number), entered=True)


def _load_state(rows: NightRows, act: Act) -> tuple[Replay, str]:
    """Load what an act can touch or rests on, and when that arrived which it would take back, empty for nothing."""
    night_id = rows.row.id
    night = rows.night
    about = act.about if isinstance(act, SlotAct | Doubting | StakeChanged) else 0
    state = Replay(night, _party_slots(rows, about), entered=True)
    arrived = ""
    if isinstance(act, Undone | Doubting):
        state.objections[about] = load_objections(night_id, about) if about in state.slots else ()
    if isinstance(act, Undone) and about in state.slots:
        left = standing(load_acts(night_id, about))
        state.slots[about].acts = tuple(map(slot_act_of, left))
        arrived = left[-1].arrived if left else ""
    if isinstance(act, Settling | StakeChanged):
        state.account = load_account(rows)
    if isinstance(act, Settling):
        state.apart = {player.key: player.balance for player in rows.players}
        state.beyond_apart = {player.key: player.beyond for player in rows.players}
    return state, arrived


def _party_slots(rows: NightRows, number: int) -> dict[int, SlotState]:
    """Load the slots that an act about deal `number` can touch: its own, and those of the same party."""
    night = rows.night
    night_id = rows.row.id
    if not 0 < number <= night.number:
        return {}
    party = party_of(night, number)
    # Where parties end, what stands in each later deal is judged again.
    later = standing_acts(load_acts(night_id, number + 1, MOST_DEALS)) if night.ends else {}
    acts = {after: (slot_act_of(entry),) for after, entry in later.items()}
    # Of an open slot, what was called in it; the others' facts are not looked at.
    sql = """SELECT deal.number, version, open, kind, CASE WHEN open THEN facts END FROM deal
        JOIN entry ON entry.night_id = deal.night_id AND entry.seq = deal.seq
        WHERE deal.night_id = ? AND deal.number BETWEEN ? AND ?"""
    slots = fetch(sql, night_id, party.start, party.stop - 1)
    filled = any(not is_open for _, _, is_open, _, _ in slots)
    results = load_results(night_id, rows.players, party) if filled else {}
    nothing = Result(Score(), {}, {})
    return {
        number: SlotState(
            version,
            None if is_open else results.get(number, nothing),
            kind,
            _called(kind, facts) if is_open else acts.get(number, ()),
        )
        for number, version, is_open, kind, facts in slots
    }


def _called(kind: str, facts: str) -> tuple[SlotAct, ...]:
    """Return the act in an open slot, if it calls something."""
    act = read_act(kind, json.loads(facts))
    return (act,) if isinstance(act, Called) else ()


SECONDS = 10  # for so long it is offered
_ON_THE_WAY = 1  # so much later it still counts


def seconds_left(arrived: str) -> float:
    """Return for how many seconds an act can still be taken back; above SECONDS where the clock was put back."""
    return SECONDS - (datetime.now(UTC) - datetime.fromisoformat(arrived)).total_seconds()


def check_in_time(arrived: str) -> None:
    """Refuse to take back what arrived too long ago; where the clock was put back, nobody is kept from it."""
    if seconds_left(arrived) < -_ON_THE_WAY:
        text = say("you can undo it for {n} seconds only; choose “Doesn’t count” with a reason instead", n=SECONDS)
        raise Refused("number", text)


class Sender(NamedTuple):
    """Who sends an act: the device's key, the id that it made for the act, and when it made it (ISO 8601, UTC)."""

    device: str
    request: str
    made: str = ""

    def also(self, what: str) -> "Sender":
        """Return the sender of a further act of the same form, with an id of its own that is always the same."""
        return self._replace(request=sha256(f"{what} {self.request}".encode()).hexdigest()[:32])


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
    insert(EntryRow, [row_of(told, filled)._asdict()], night_id=night_id)
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


def append_all(night_id: int, sender: Sender, acts: Sequence[Act]) -> None:
    """Append several acts of one form, all or nothing, the first under the id of the form. Raises as `append`."""
    with writing():
        for place, act in enumerate(acts):
            append(night_id, sender.also(f"act {place}") if place else sender, act)


def change_deal(
    night_id: int,
    sender: Sender,
    act: SlotAct,
    based_on: int,
    resolved: Sequence[Resolved],
    seen: NightRows | None = None,
) -> None:
    """Append a change of a deal and how it resolves objections to it, all or nothing. Raises as `append`."""
    with writing():
        append(night_id, sender, act, based_on, seen=seen)
        for one in resolved:
            append(night_id, sender.also(f"objection {one.objection}"), one)


def tick_payment(night_id: int, sender: Sender, seen: Frozen | None, act: Paid, version: int) -> None:
    """Append a tick, and before it the plan as its page had `seen` it if that is not frozen yet; both or neither."""
    with writing():
        load_night(night_id, hold=True)
        account = load_account(load_rows(night_id))
        if seen and account.plan < act.plan:
            append(night_id, sender.also("plan"), seen)
        elif seen and account.plan == act.plan:
            frozen = {(*pair[1:], due.amount) for pair, due in account.current().items()}
            if frozen != {(*payment,) for payment in seen.payments}:
                raise Refused("payments", say("what is open has changed meanwhile; look at the plan again"))
        append(night_id, sender, act, version)


class Place(NamedTuple):
    """Where a table stands in an evening: in which part, under which number, and how many deals are planned for it."""

    part: int = 0
    table_number: int = 0
    planned: int = 0


class Opening(NamedTuple):
    """What a new night begins with; `people` in seat order (p1, p2, …), `salts` of the seals of their names by key."""

    opened: Opened
    title: str
    people: Sequence[Person]
    salts: Mapping[str, str] = {}
    place: Place = Place()


def create_night(opening: Opening, sender: Sender) -> NightRow:
    """Write a new night and return its row; sent again, as it stands. Raises Refused, also once it is deleted."""
    if how_ended(slug_of(sender.request)):
        raise Refused("request", say("this night was opened before, and deleted since; open a new one"))
    night = open_night(opening.opened)
    seated = zip(opening.opened.seats, opening.people, strict=True)
    named = {key: Named(person.name, new_salt()) for key, person in seated}
    salts = {key: salt for key, (_, salt) in named.items()}
    opening = opening._replace(opened=seal_names(opening.opened, named), salts=salts)
    told = chain_told(entry_of(opening.opened, sender, None, 0), 0, GENESIS)
    entry = told.entry
    try:
        with writing():
            row = insert_night(night, entry, opening, slug_of(sender.request))
            insert(EntryRow, [row_of(told)._asdict()], night_id=row.id)
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


def insert_night(night: Night, last: Entry, opening: Opening, slug: str) -> NightRow:
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
        **opening.place._asdict(),
    )
    for person in sorted(opening.people, key=lambda person: person.id or 0):  # locked in the order of `drop_unseated`
        store(person)
    for place, (seat, person) in enumerate(zip(night.seats, opening.people, strict=True)):
        salt = opening.salts.get(seat.player, "")
        Player.create(night=row, key=seat.player, person=person, place=place, state=seat.state, salt=salt)
    return row
