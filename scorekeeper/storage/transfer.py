"""Export and import of night files, with little of a night in memory at a time, and without judging deals again."""

import json
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from scorekeeper.accounts.account import Account
from scorekeeper.accounts.joint_payers import groups
from scorekeeper.accounts.kitty import KITTY
from scorekeeper.journal.act_json import act_of, read_act, slot_act_of
from scorekeeper.journal.acts import (
    Act,
    Brought,
    Carried,
    Forgotten,
    Frozen,
    Gathered,
    HandedBack,
    Json,
    KittyMoved,
    NightsAct,
    Objected,
    Opened,
    Renamed,
    Resolved,
    RulesChanged,
    Settling,
    SlotAct,
)
from scorekeeper.journal.hash_chain import GENESIS, Entry, chain_entry, encode_entry, parse_entry, seal_note
from scorekeeper.journal.seals import Named, forgotten_players, new_salt, seal_names
from scorekeeper.night.deal_stats import deals_of, summarize_slot
from scorekeeper.night.journal_check import Broken, Replayed, drop_lines, replay_lean
from scorekeeper.night.night import Night, Result, Seat, keys_for
from scorekeeper.night.parties import Party, begin_parties, parties_of
from scorekeeper.night.result_json import result_now
from scorekeeper.night.state import begin
from scorekeeper.nightfile.consistency import check_agreement
from scorekeeper.nightfile.document import Outline, Slot, rename_players, rename_result, standing_moves
from scorekeeper.nightfile.night_reader import Reading
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.sql import (
    fetch,
    fetch_in_steps,
    insert,
    is_storable,
    lock_digest,
    now,
    run,
    writing,
)
from scorekeeper.storage.journal.entries import (
    Stored,
    entry_of_row,
    hashed_text,
    line_of,
    load_current_seqs,
    load_entries,
    row_of,
    stored_rows,
)
from scorekeeper.storage.journal.register import note_opening
from scorekeeper.storage.journal.state import load_rows, names_of, standings
from scorekeeper.storage.models import (
    DealRow,
    EntryRow,
    FormerName,
    KittyRow,
    NightRow,
    ObjectionRow,
    PaymentRow,
    Person,
    PostingRow,
)
from scorekeeper.storage.projections.deals import posting_rows, slot_row
from scorekeeper.storage.projections.kitty import moves_of
from scorekeeper.storage.projections.objections import marks_of
from scorekeeper.storage.projections.settlement import due_row, last_entries, load_account, store_totals
from scorekeeper.storage.queries.nights import former_names, hash_at
from scorekeeper.storage.queries.sheets import booked_sheets
from scorekeeper.storage.writing.entry import Opening, Sender, entry_of, insert_night

Pace = Callable[[Iterable[Stored]], Iterator[Stored]]

_BROKEN_CHAIN = say("its hash or its place in the chain is wrong")
_FILLED = """FROM deal JOIN entry ON entry.night_id = deal.night_id AND entry.seq = deal.seq
    WHERE deal.night_id = ? AND NOT open AND deal.number > ? ORDER BY deal.number LIMIT ?"""
_DEALS = f"SELECT deal.number, kind, facts, note {_FILLED}"
_VALID = f"SELECT deal.number, {', '.join(f'entry.{name}' for name in Stored._fields)} {_FILLED}"
# Acts in a file besides the current deals.
_OF_NAMES = (Opened.kind, Renamed.kind, Forgotten.kind)
_BESIDE = tuple(
    act.kind
    for act in (Opened, RulesChanged, Objected, Resolved, Frozen, Carried, Brought, Gathered, HandedBack, KittyMoved)
)


def outline(row: NightRow, pace: Pace = iter) -> Outline:
    """Return a night, to be read in one transaction; its chain is checked at this `pace`. Raises Broken."""
    check_chain(row, pace)
    rows = load_rows(row.id)
    night = rows.night
    named = names_of(row.id)
    names = {key: name for key, (name, _) in named.items()}
    entries = load_entries(f"kind IN ({', '.join('?' * len(_BESIDE))})", row.id, *_BESIDE)
    other_acts = [act_of(entry) for entry in entries]
    acts = [rename_players(night, act, names) for act in other_acts if not isinstance(act, Settling)]
    opened = acts[0]
    account = load_account(rows)
    assert isinstance(opened, Opened)
    moves = [act for act in other_acts if isinstance(act, KittyMoved)]
    return Outline(
        opened=opened,
        title=row.title,
        night=replace(night, seats=tuple(Seat(names[key], state) for key, state in night.seats)),
        acts=acts,
        deals=(rename_players(night, act, names) for act in _deals(row.id)),
        settled={names[player] if player else KITTY: amount for player, amount in _settled(account, other_acts)},
        purses=[[names[player] for player in purse] for purse in groups(account.purses, night.players)],
        coin=account.chosen,
        kitty=list(standing_moves(moves, account.kitty, night, names)),
        keys=names,
        salts={key: salt for key, (_, salt) in named.items() if salt},
        former=former_names(row.id),
        journal=map(line_of, stored_rows(row.id)),
    )


class SheetOutline(NamedTuple):
    """A night for a spreadsheet, players by their keys; its deals are read one after the other."""

    night: Night
    slots: Iterable[Slot]
    parties: Sequence[Party]
    names: Mapping[str, str]


def outline_sheet(row: NightRow, pace: Pace = iter) -> SheetOutline:
    """Return the deals of a night with their results and reasons, as `outline` does. Raises Broken."""
    check_chain(row, pace)
    night = load_rows(row.id).night
    sheets = booked_sheets(row.id, range(1, night.number)) if night.in_parties or night.ends else {}
    names = {key: name for key, (name, _) in names_of(row.id).items()}
    return SheetOutline(night, _slots(row.id, night, sheets), parties_of(night, sheets), names)


def _slots(night_id: int, night: Night, sheets: Mapping[int, Mapping[str, int]]) -> Iterator[Slot]:
    """Yield the filled slots in order; `sheets` are theirs where a deal's lines depend on those before it."""
    begun = begin_parties(night, sheets) if night.ends else {}
    for number, *columns in fetch_in_steps(_VALID, night_id):
        entry = entry_of_row(Stored._make(columns))
        earlier = [sheets[before] for before in range(begun[number], number)] if begun else []
        yield Slot(slot_act_of(entry), result_now(night, entry, earlier))


def _settled(account: Account, acts: Iterable[Act]) -> Iterator[tuple[str, int]]:
    """Yield the settled amount of each player in the order in which acts of settling name them, as a replay has it."""
    settled = account.settled()
    paid = list[str]()
    brought = list[str]()
    planned = list[str]()
    for act in acts:
        match act:
            case Frozen():
                paid += (player for payment in act.payments for player in (payment.debtor, payment.creditor))
                planned = [*act.pooled, *act.rounded]
            case Carried() | Brought():
                brought += act.amounts
            case NightsAct():
                brought += act.total
    named = dict.fromkeys((*paid, *brought, *planned))
    yield from ((player, settled[player]) for player in named if player in settled)


def check_chain(row: NightRow, pace: Pace = iter) -> None:
    """Check the hash of each entry and its place in the chain. Raises Broken for the first wrong one."""
    seq = 0
    link = GENESIS
    for stored in pace(stored_rows(row.id)):
        seq += 1
        untrue = stored.note and stored.sealed != seal_note(stored.note, stored.salt)
        hashed = sha256(hashed_text(stored).encode()).hexdigest()
        if untrue or (stored.seq, stored.previous, stored.hash) != (seq, link, hashed):
            raise Broken(seq, _BROKEN_CHAIN)
        link = hashed
    if (seq, link) != (row.seq, row.head):
        raise Broken(seq, _BROKEN_CHAIN)


def _deals(night_id: int) -> Iterator[SlotAct]:
    """Yield the valid acts of the filled slots in order."""
    for _, kind, facts, note in fetch_in_steps(_DEALS, night_id):
        act = read_act(kind, json.loads(facts), note)
        assert isinstance(act, SlotAct)
        yield act


class PreparedNight(NamedTuple):
    """A night to be written: its journal as rows and replayed, with current and former names."""

    title: str
    rows: list[Stored]
    replayed: Replayed
    named: Mapping[str, Named]
    former: Mapping[str, Sequence[Named]]


def prepare(data: Json, device: str) -> PreparedNight:
    """Read a night file, with little of each deal in memory.

    A file with its journal keeps it and the head of its chain; its deals must agree with the journal. A file without
    one begins a journal of the `device`. Raises Refused.
    """
    reading = Reading(data)
    del data
    return _copy_journal(reading) if reading.has_journal else _begin_journal(reading, device)


def find_same(prepared: PreparedNight) -> NightRow | None:
    """Return the night that has this journal already and may have gone on since.

    In a transaction another one that asks for the same journal waits, so that only one of them takes it in. Raises
    Refused for a night with the same beginning that lacks the end of this journal.
    """
    first = prepared.replayed.first
    last = prepared.replayed.last
    lock_digest(first.hash)
    nights = fetch("SELECT night.id FROM opening JOIN night ON night.slug = opening.slug WHERE entry = ?", first.hash)
    for (night_id,) in nights:
        if hash_at(night_id, last.seq) == last.hash:
            return NightRow.get_by_id(night_id)
    if nights:
        text = say("this night is here already, with other entries; delete it first to take this file in")
        raise Refused("journal", text)
    return None


def take_in(prepared: PreparedNight, slug: str = "") -> NightRow:
    """Write a night as a new one and return its row. Raises Refused, and then nothing is written."""
    title, rows, replayed, named, former = prepared
    acts = {entry.seq: act_of(entry) for entry in replayed.other_entries if entry.kind in _OF_NAMES}
    opened = acts[1]
    forgotten = forgotten_players(acts.values())
    night = replayed.state.night
    assert isinstance(opened, Opened)
    with writing():
        people = [Person.create(name=named[key].name, forgotten=key in forgotten) for key in night.players]
        opening = Opening(opened, title, people, {key: salt for key, (_, salt) in named.items()})
        row = insert_night(night, replayed.last, opening, slug or secrets.token_hex(4))
        for key, names in former.items():  # each ended with an entry, the latest names with the latest entries
            renamed = [seq for seq, act in acts.items() if isinstance(act, Renamed) and act.player == key]
            ends = renamed[-len(names) :]
            if len(ends) != len(names):
                raise Refused("former", say("there are more names than the journal says"))
            for seq, name in zip(ends, names, strict=True):
                FormerName.create(night=row.id, player=key, seq=seq, **name._asdict())
        insert(EntryRow, (stored._asdict() for stored in rows), night_id=row.id)
        _project(row.id, replayed)
        note_opening("imported", row.slug, replayed.first.hash)
    return row


def _copy_journal(reading: Reading) -> PreparedNight:
    for act, _ in reading.acts():
        drop_lines(reading.state, act.slot)
    rest = reading.rest()
    rows: list[Stored] = []
    entries = _parse_journal(rest.journal)

    def collected() -> Iterator[Entry]:
        for entry in entries:
            yield entry
            rows.append(row_of(encode_entry(entry)))  # after its replay

    try:
        replayed = replay_lean(collected())
    except Broken as broken:
        deque(entries, maxlen=0)  # a line that cannot be read is refused first, wherever it is
        raise Refused("journal", say("entry {seq}: {reason}", seq=broken.seq, reason=broken.reason)) from None
    named = {key: Named(name, rest.salts.get(key, "")) for key, name in rest.keys.items()}
    check_agreement(reading, rest, replayed, named)
    return PreparedNight(rest.title, rows, replayed, named, rest.former)


def _parse_journal(lines: Iterable[str]) -> Iterator[Entry]:
    """Yield the entries of a journal, each under an id of its own. Raises Refused."""
    requests = set[str]()
    for place, line in enumerate(lines, 1):
        try:
            entry = parse_entry(line)
        except ValueError:
            raise Refused("journal", say("entry {seq} cannot be read", seq=place)) from None
        if entry.request in requests:
            raise Refused("journal", say("entry {seq} has the id of an earlier one", seq=place))
        if not all(is_storable(text) for text in (entry.note, entry.device, entry.request, entry.made, entry.arrived)):
            how = say("it contains a NUL, a character that cannot be stored; a host can empty a text with it")
            raise Refused("journal", say("entry {seq}: {reason}", seq=place, reason=how))
        requests.add(entry.request)
        yield entry


def _begin_journal(reading: Reading, device: str) -> PreparedNight:
    night = reading.state.night
    rows: list[Stored] = []
    arrived = now()
    keys = dict(zip(night.players, keys_for(len(night.players)), strict=True))
    named = {key: Named(name, new_salt()) for name, key in keys.items()}

    def write(act: Act, result: Result | None, seq: int, link: str) -> Entry:
        entry = entry_of(act, Sender(device, secrets.token_hex(8), arrived), result, 0)
        chained = chain_entry(entry, seq, link)
        rows.append(row_of(chained))
        return chained.entry

    opened = seal_names(rename_players(night, reading.opened, keys), named)
    first = write(opened, None, 0, GENESIS)
    replayed = Replayed(begin(opened), [first], first)
    for act, result in reading.acts():
        renamed = rename_players(reading.state.night, act, keys)
        scored = replayed.state.apply(renamed, rename_result(result, keys) if result else None)
        replayed = replayed.go_on(write(renamed, scored, replayed.last.seq, replayed.last.hash))
        drop_lines(reading.state, act.slot)
        if slot := reading.state.slots.get(act.slot):
            slot.acts = ()  # the other state has them
    rest = reading.rest()
    return PreparedNight(rest.title, rows, replayed, named, rest.former)


def _project(night_id: int, replayed: Replayed) -> None:
    players = standings(night_id)
    state = replayed.state
    game = state.night.game
    seqs = load_current_seqs(night_id, range(1, max(state.slots, default=0) + 1))
    slots = sorted(state.slots.items())
    rows = (slot_row(number, seqs[number], slot, summarize_slot(game, slot)) for number, slot in slots)
    insert(DealRow, rows, night_id=night_id)
    results = ((number, slot.result) for number, slot in slots if slot.result)
    postings = (row for number, result in results for row in posting_rows(players, number, result))
    insert(PostingRow, postings, night_id=night_id)
    insert(ObjectionRow, (mark._asdict() for mark in marks_of(replayed.other_entries)), night_id=night_id)
    last = last_entries(replayed.other_entries)
    dues = (due_row(pair, due, last[pair]) for pair, due in state.account.dues.items())
    insert(PaymentRow, dues, night_id=night_id)
    insert(
        KittyRow, (move._asdict() for move in moves_of(replayed.other_entries, state.account.kitty)), night_id=night_id
    )
    store_totals(night_id, state.account)
    totals = state.totals("sheet"), state.totals("payoff"), state.beyond(), deals_of(state)
    for player in players:
        sql = "UPDATE player SET score = ?, balance = ?, beyond = ?, deals = ? WHERE id = ?"
        run(sql, *(total[player.key] for total in totals), player.id)
