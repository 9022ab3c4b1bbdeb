"""Opening a night, and appending acts to its journal with all their effects, or previewing them."""

import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from peewee import IntegrityError

from scorekeeper.accounts.account import Pair
from scorekeeper.clock import moment
from scorekeeper.games.game import Seating, Taken
from scorekeeper.games.score import Score
from scorekeeper.journal.act_json import fact_keys, read_act, slot_act_of, write_act
from scorekeeper.journal.acts import (
    Act,
    Admitted,
    Called,
    Dated,
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
from scorekeeper.journal.hash_chain import GENESIS, Entry, chain_entry, seal_note
from scorekeeper.journal.seals import Named, new_salt, seal_names
from scorekeeper.night.deal_stats import summarize_deal
from scorekeeper.night.night import MOST_DEALS, Night, Result, open_night
from scorekeeper.night.parties import party_of
from scorekeeper.night.result_json import write_result
from scorekeeper.night.state import Replay, SlotState, fill_in
from scorekeeper.night.undo import standing, standing_acts
from scorekeeper.people.names import check_newcomer
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.sql import fetch, insert, now, run, writing
from scorekeeper.storage.journal.entries import find_repeat, find_sent, load_acts, row_of
from scorekeeper.storage.journal.register import how_ended, note_opening, slug_of
from scorekeeper.storage.journal.seating import seat_members
from scorekeeper.storage.journal.state import NightRows, load_results, load_rows, lock_rows, seal_name, store
from scorekeeper.storage.models import EntryRow, FormerName, NightRow, Person, Player
from scorekeeper.storage.projections.deals import (
    Change,
    begin_of_party,
    repost,
    store_slot,
    store_stakes,
    update_night,
    write_houses,
    write_stakes,
)
from scorekeeper.storage.projections.kitty import check_content
from scorekeeper.storage.projections.objections import load_objections, store_mark
from scorekeeper.storage.projections.settlement import load_account, store_account


class Stale(Exception):  # noqa: N818 - somebody else was first, which is no error
    """The slot, or a payment where `number` is 0, is no longer as the sender saw it: it now has `version`."""

    def __init__(self, number: int, version: int) -> None:
        super().__init__(number, version)
        self.number = number
        self.version = version


def preview_act(rows: NightRows, act: Act, based_on: int, device: str = "") -> Change:
    """Return the effect of an act of the `device` with this key, without writing it. Raises Stale and Refused."""
    state, arrived = _load_state(rows, act)
    slot = state.slots.get(act.slot)
    version = slot.version if slot else 0
    if isinstance(act, Paid):
        due = state.account.dues.get(Pair(act.plan, act.debtor, act.creditor))
        version = due.version if due else based_on  # the replay refuses a payment that does not exist
    if isinstance(act, SlotAct | Paid) and version != based_on:
        raise Stale(act.slot, version)
    if arrived:
        check_in_time(arrived)
    before = {key: known.result for key, known in state.slots.items()}
    parties = {key: known.party for key, known in state.slots.items()}
    act = fill_in(state, act)
    result = state.apply(act)
    if isinstance(act, Settling):
        check_content(rows.row.id, state.account.kitty, device)
    return Change(act, before, state, result, parties)


def state_now(night_id: int) -> Replay:
    """Return a night before its next deal, with the deals that it depends on."""
    rows = load_rows(night_id)
    return Replay(rows.night, _party_slots(rows, rows.night.number), entered=True)


def taken_in(rows: NightRows, seating: Seating) -> Taken:
    """Return the answers that the other deals of its party leave no room for in the deal with this seating."""
    if not rows.night.game.needs_other_deals:
        return {}
    known = _party_slots(rows, min(seating.number, rows.night.number))
    return Replay(rows.night, known).taken(seating)


def _load_state(rows: NightRows, act: Act) -> tuple[Replay, str]:
    """Load what an act changes or depends on, and when the act arrived that it takes back, empty for none."""
    night_id = rows.row.id
    about = act.about if isinstance(act, SlotAct | Doubting | StakeChanged) else 0
    state = Replay(rows.night, _party_slots(rows, about), entered=True)
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
    """Load the slots that an act about deal `number` can change: its own, and those of the same party."""
    night = rows.night
    night_id = rows.row.id
    if not 0 < number <= night.number:
        return {}
    party = party_of(night, number)
    later = dict[int, Entry]()
    if night.ends:  # each later deal is judged again
        later = standing_acts(load_acts(night_id, number + 1, MOST_DEALS))
        party = range(begin_of_party(night_id, number - 1) or 1, party.stop)
    sql = """SELECT deal.number, version, open, kind, party, CASE WHEN open OR ? THEN facts END FROM deal
        JOIN entry ON entry.night_id = deal.night_id AND entry.seq = deal.seq
        WHERE deal.night_id = ? AND deal.number BETWEEN ? AND ?"""
    rows_of_slots = fetch(sql, night.game.needs_other_deals, night_id, party.start, party.stop - 1)
    filled = any(not is_open for _, _, is_open, *_ in rows_of_slots)
    results = load_results(night_id, rows.players, party) if filled else {}
    slots: dict[int, SlotState] = {}
    for number, version, is_open, kind, begun, facts in rows_of_slots:
        if is_open:
            act = read_act(kind, json.loads(facts))
            slots[number] = SlotState(version, None, kind, (act,) if isinstance(act, Called) else (), begun)
        else:
            acts = (slot_act_of(later[number]),) if number in later else ()
            if facts and not acts:
                act = read_act(kind, json.loads(facts))
                acts = (act,) if isinstance(act, SlotAct) else ()
            slots[number] = SlotState(version, results.get(number, Result(Score(), {}, {})), kind, acts, begun)
    return slots


SECONDS = 10  # for which undoing is offered
_ON_THE_WAY = 1  # second more in which a request may arrive


def seconds_left(arrived: str) -> float:
    """Return for how many seconds an act can still be undone; above SECONDS where the clock was put back."""
    return SECONDS - (moment() - datetime.fromisoformat(arrived)).total_seconds()


def check_in_time(arrived: str) -> None:
    """Refuse to undo an act that arrived too long ago, but not where the clock was put back."""
    if seconds_left(arrived) < -_ON_THE_WAY:
        text = say("you can undo it for {n} seconds only; choose “Doesn’t count” with a reason instead", n=SECONDS)
        raise Refused("number", text)


class Sender(NamedTuple):
    """The sender of an act: the device's key, the id that it made for the act, and when it made it (ISO 8601, UTC)."""

    device: str
    request: str
    made: str = ""

    def derive(self, what: str) -> "Sender":
        """Return the sender of a further act of the same form, with a reproducible id of its own."""
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

    An act about a deal without dealer and players gets those of the rotation. `person` takes the seat of an act
    `joined` or `renamed`, and is stored then; `seen` are the night's rows where they are loaded already. An act that
    was sent before is not written again: its place is returned. Raises Stale if its slot is not at version `based_on`,
    Refused for what cannot be accepted, and Reused for another act under a used id.
    """
    try:
        with writing():
            return _append(lock_rows(night_id, seen), sender, act, based_on, person)
    except (Stale, Refused, IntegrityError):
        if earlier := find_repeat(night_id, sender.request, act, based_on, person):
            return earlier
        raise


def _append(rows: NightRows, sender: Sender, act: Act, based_on: int, person: Person | None) -> int:
    """Write an act to the journal of a night, whose row is locked, with all its effects."""
    night_id = rows.row.id
    salt = new_salt()
    sealed = act
    if isinstance(act, Joined | Renamed):
        assert person is not None
        sealed = seal_name(rows, act, person, salt)
    change = preview_act(rows, sealed, based_on, sender.device)
    chained = chain_entry(entry_of(change.act, sender, change.result, based_on), rows.row.seq, rows.row.head)
    entry = chained.entry
    filled = " ".join(sorted(entry.facts.keys() - fact_keys(act)))
    insert(EntryRow, [row_of(chained, filled)._asdict()], night_id=night_id)
    if isinstance(change.act, Joined | Renamed):
        assert person is not None
        _seat_person(night_id, entry.seq, change.act, person, salt)
    else:
        _project(rows, change, entry)
    update_night(rows, change.state.night, entry)
    return entry.seq


def _seat_person(night_id: int, seq: int, act: Joined | Renamed, person: Person, salt: str) -> None:
    """Give a new seat, or that of another name, to a person; the former name stays until it is forgotten."""
    store(person)
    if isinstance(act, Joined):
        Player.create(night=night_id, key=act.player, person=person, place=act.place, state="here", salt=salt)
        seat_members(night_id)
        return
    sql = "SELECT name, salt FROM player JOIN person ON person.id = player.person_id WHERE night_id = ? AND key = ?"
    ((name, former),) = fetch(sql, night_id, act.player)
    FormerName.create(night=night_id, player=act.player, seq=seq, name=name, salt=former)
    here = (Player.night == night_id) & (Player.key == act.player)
    Player.update(person=person, salt=salt, member=None).where(here).execute()
    seat_members(night_id)


def _project(rows: NightRows, change: Change, entry: Entry) -> None:
    """Update the tables beside the journal with an act."""
    night_id = rows.row.id
    match change.act:
        case SlotAct() as act:
            number = act.number
            seq = entry.seq
            if isinstance(act, Undone):  # what it left stands
                left = standing_acts(load_acts(night_id, number))[number]
                seq = left.seq
                act = slot_act_of(left)
            played = summarize_deal(change.state.night.game, act)
            store_slot(night_id, number, seq, change.state.slots[number], played)
            repost(night_id, rows.players, change)
        case Titled() as act:
            run("UPDATE night SET title = ? WHERE id = ?", act.note, night_id)
        case Dated() as act:
            run("UPDATE night SET day = ? WHERE id = ?", act.date, night_id)
        case StakeChanged():
            store_stakes(night_id, change.state.night)
        case Objected() | Resolved() as act:
            store_mark(night_id, entry.seq, act)
        case Settling() as act:
            store_account(night_id, entry.seq, act, change.state.account)


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


def admit(night_id: int, sender: Sender, people: Mapping[Person, int | None]) -> None:
    """Let people take part in the settlement of a night, once, with their members in its group. Raises Refused."""
    with writing():
        rows = lock_rows(night_id, None)
        if find_sent(night_id, sender.request):
            return
        keys = [f"p{number}" for number in range(len(rows.players) + 1, len(rows.players) + len(people) + 1)]
        names = [player.name for player in rows.players]
        for person in people:
            check_newcomer("players", person.name, names)
            names.append(person.name)
        named = {key: Named(person.name, new_salt()) for key, person in zip(keys, people, strict=True)}
        append(night_id, sender, Admitted(names={key: seal_note(*named[key]) for key in keys}))
        places = zip(keys, people.items(), range(len(rows.players), len(names)), strict=True)
        seats = [
            Player(
                night=night_id, key=key, person=person, member=member, place=place, state="left", salt=named[key].salt
            )
            for key, (person, member), place in places
        ]
        Player.bulk_create(seats)
        seat_members(night_id)


def append_all(night_id: int, sender: Sender, acts: Sequence[Act]) -> None:
    """Append several acts of one form, all or nothing, the first under the id of the form. Raises as `append`."""
    with writing():
        for place, act in enumerate(acts):
            append(night_id, sender.derive(f"act {place}") if place else sender, act)


def change_deal(
    night_id: int,
    sender: Sender,
    act: SlotAct,
    based_on: int,
    resolved: Sequence[Resolved],
    seen: NightRows | None = None,
) -> None:
    """Append a change of a deal and the objections that it resolves, all or nothing. Raises as `append`."""
    with writing():
        append(night_id, sender, act, based_on, seen=seen)
        for one in resolved:
            append(night_id, sender.derive(f"objection {one.objection}"), one)


def tick_payment(night_id: int, sender: Sender, seen: Frozen | None, act: Paid, version: int) -> None:
    """Append a tick, and before it the plan that its page had `seen` if that is not frozen yet; both or neither."""
    with writing():
        account = load_account(lock_rows(night_id, None))
        if seen and account.plan < act.plan:
            append(night_id, sender.derive("plan"), seen)
        elif seen and account.plan == act.plan:
            frozen = {(*pair[1:], due.amount) for pair, due in account.current().items()}
            if frozen != {(*payment,) for payment in seen.payments}:
                raise Refused("payments", say("what is open has changed meanwhile; look at the plan again"))
        append(night_id, sender, act, version)


class TablePlace(NamedTuple):
    """The place of a table in an evening: its round, its number, and how many deals are planned for it."""

    round_number: int = 0
    table_number: int = 0
    planned: int = 0


class Opening(NamedTuple):
    """The contents of a new night; `people` in seat order (p1, p2, …), `salts` of the seals of their names by key."""

    opened: Opened
    title: str
    people: Sequence[Person]
    salts: Mapping[str, str] = {}
    place: TablePlace = TablePlace()


def create_night(opening: Opening, sender: Sender) -> NightRow:
    """Write a new night and return its row, that of before if sent again. Raises Refused, also once it is deleted."""
    if how_ended(slug_of(sender.request)):
        raise Refused("request", say("this night was opened before, and deleted since; open a new one"))
    night = open_night(opening.opened)
    seated = zip(opening.opened.seats, opening.people, strict=True)
    named = {key: Named(person.name, new_salt()) for key, person in seated}
    salts = {key: salt for key, (_, salt) in named.items()}
    opening = opening._replace(opened=seal_names(opening.opened, named), salts=salts)
    chained = chain_entry(entry_of(opening.opened, sender, None, 0), 0, GENESIS)
    try:
        with writing():
            row = insert_night(night, chained.entry, opening, slug_of(sender.request))
            insert(EntryRow, [row_of(chained)._asdict()], night_id=row.id)
            note_opening("opened", row.slug, chained.entry.hash)
            return row
    except IntegrityError:
        if earlier := find_opened(sender.request):
            return earlier
        raise


def find_opened(request: str) -> NightRow | None:
    """Return the night that was opened under an id, if any."""
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
        day=night.date,
        coins=stake.coins if stake else 0,
        unit=night.unit,
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
