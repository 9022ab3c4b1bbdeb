"""Taking a night file into the database, whole or not at all."""

import marshal
import secrets
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import Act, Forgotten, Json, Opened, Renamed
from scorekeeper.journal.hash_chain import GENESIS, Entry, chain_told, parse_entry, tell
from scorekeeper.journal.seals import Named, forgotten_players, new_salt, seal_names
from scorekeeper.night.deal_stats import deals_of, tell_slot
from scorekeeper.night.journal_check import Broken, Replayed, drop_lines, replay_lean
from scorekeeper.night.night import Result, keys_for
from scorekeeper.night.state import Replay, begin
from scorekeeper.nightfile.consistency import check_agreement
from scorekeeper.nightfile.document import rename_players, rename_result
from scorekeeper.nightfile.night_reader import Reading
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.sql import STEP, insert, is_fit, now, run, writing
from scorekeeper.storage.journal.entries import Stored, load_stands, row_of
from scorekeeper.storage.journal.register import note_opening
from scorekeeper.storage.journal.state import standings
from scorekeeper.storage.models import (
    DealRow,
    EntryRow,
    FormerName,
    KittyRow,
    NightRow,
    ObjectionRow,
    PaymentRow,
    Person,
    Posting,
)
from scorekeeper.storage.projections.deals import posting_rows, slot_row
from scorekeeper.storage.projections.kitty import moves_of
from scorekeeper.storage.projections.objections import marks_of
from scorekeeper.storage.projections.settlement import due_row, last_entries, put_totals
from scorekeeper.storage.writing.entry import Sender, entry_of
from scorekeeper.storage.writing.opening import Opening, insert_night


class PackedRows:
    """Rows of a journal that wait to be written, in few bytes: those of a long night are longer than all else of it."""

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self._loose: list[Stored] = []

    def append(self, row: Stored) -> None:
        """Put a row behind the others."""
        self._loose.append(row)
        if len(self._loose) == STEP:
            self._packed.append(zlib.compress(marshal.dumps([tuple(row) for row in self._loose]), zlib.Z_BEST_SPEED))
            self._loose = []

    def __iter__(self) -> Iterator[list[Stored]]:
        """Give some rows at a time, in the order in which they were put in."""
        for packet in self._packed:
            yield [Stored._make(row) for row in marshal.loads(zlib.decompress(packet))]
        if self._loose:
            yield self._loose


class Prepared(NamedTuple):
    """A night that was read, judged and chained, ready to be written: its journal, as rows and replayed, and names."""

    title: str
    rows: PackedRows
    replayed: Replayed
    named: Mapping[str, Named]
    former: Mapping[str, Sequence[Named]]


def prepare(data: Json, device: str) -> Prepared:
    """Read a night file, holding little of each deal, so that a long one can be taken in.

    A file with its journal keeps it, so the head of the chain stays the same; its deals must say the same as the
    journal. A file without one begins a journal of the `device`. Raises Refused.
    """
    reading = Reading(data)
    del data
    return _copy_journal(reading) if reading.has_journal else _begin_journal(reading, device)


def take_in(prepared: Prepared) -> NightRow:
    """Write a night as a new one and return its row. Raises Refused, and then nothing is written."""
    title, rows, replayed, named, former = prepared
    with writing():
        row = _write_night(title, replayed, named)
        _insert_former(row.id, replayed, former)
        for some in rows:
            insert(EntryRow, (stored._asdict() for stored in some), night_id=row.id)
        _project(row.id, replayed)
        note_opening("imported", row.slug, replayed.first.hash)
    return row


def _write_night(title: str, replayed: Replayed, named: Mapping[str, Named]) -> NightRow:
    acts = [act_of(entry) for entry in replayed.beside if entry.kind in (Opened.kind, Forgotten.kind)]
    opened = acts[0]
    forgotten = forgotten_players(acts)
    night = replayed.state.night
    assert isinstance(opened, Opened)
    people = [Person.create(name=named[key].name, forgotten=key in forgotten) for key in night.players]
    opening = Opening(opened, title, people, {key: salt for key, (_, salt) in named.items()})
    return insert_night(night, replayed.last, opening, secrets.token_hex(4))


def _copy_journal(reading: Reading) -> Prepared:
    for act, _ in reading.acts():
        drop_lines(reading.state, act.slot)
    beside = reading.beside()
    rows = PackedRows()
    entries = _parse_journal(beside.journal)
    try:
        replayed = replay_lean(_putting(entries, rows))
    except Broken as broken:
        deque(entries, maxlen=0)  # that a line cannot be read is said first, wherever it stands
        raise Refused("journal", say("entry {seq}: {reason}", seq=broken.seq, reason=broken.reason)) from None
    named = {key: Named(name, beside.salts.get(key, "")) for key, name in beside.keys.items()}
    check_agreement(reading, beside, replayed, named)
    return Prepared(beside.title, rows, replayed, named, beside.former)


def _putting(entries: Iterable[Entry], rows: PackedRows) -> Iterator[Entry]:
    """Give entries, and put each into the rows once it was found to hold."""
    for entry in entries:
        yield entry
        rows.append(row_of(tell(entry)))


def _parse_journal(lines: Iterable[str]) -> Iterator[Entry]:
    """Give the entries of a journal, each under an id of its own. Raises Refused."""
    requests = set[str]()
    for place, line in enumerate(lines, 1):
        try:
            entry = parse_entry(line)
        except ValueError:
            raise Refused("journal", say("entry {seq} cannot be read", seq=place)) from None
        if entry.request in requests:
            raise Refused("journal", say("entry {seq} has the id of an earlier one", seq=place))
        if not all(is_fit(said) for said in (entry.note, entry.device, entry.request, entry.made, entry.arrived)):
            how = say("it holds a NUL, a character that cannot be kept: where that is in a text, a host can empty it")
            raise Refused("journal", say("entry {seq}: {reason}", seq=place, reason=how))
        requests.add(entry.request)
        yield entry


def _begin_journal(reading: Reading, device: str) -> Prepared:
    night = reading.state.night
    rows = PackedRows()
    arrived = now()
    keys = dict(zip(night.players, keys_for(len(night.players)), strict=True))
    named = {key: Named(name, new_salt()) for name, key in keys.items()}

    def write(act: Act, result: Result | None, seq: int, link: str) -> Entry:
        written = entry_of(act, Sender(device, secrets.token_hex(8), arrived), result, 0)
        told = chain_told(written, seq, link)
        rows.append(row_of(told))
        return told.entry

    opened = seal_names(rename_players(night, reading.opened, keys), named)
    first = write(opened, None, 0, GENESIS)
    replayed = Replayed(begin(opened), [first], first)
    for act, result in _put_again(reading, keys, replayed.state):
        replayed = replayed.go_on(write(act, result, replayed.last.seq, replayed.last.hash))
    beside = reading.beside()
    return Prepared(beside.title, rows, replayed, named, beside.former)


def _put_again(reading: Reading, keys: Mapping[str, str], state: Replay) -> Iterator[tuple[Act, Result | None]]:
    """Go on by all acts of a file with other names, and give each with its result, which was judged as it was read."""
    for act, result in reading.acts():
        renamed = rename_players(reading.state.night, act, keys)
        yield renamed, state.put(renamed, rename_result(result, keys) if result else None)
        drop_lines(reading.state, act.slot)
        if slot := reading.state.slots.get(act.slot):
            slot.acts = ()  # the other one holds them


def _insert_former(night_id: int, replayed: Replayed, former: Mapping[str, Sequence[Named]]) -> None:
    """Write the names that players had before; each ended with an entry, those of the latest with the latest."""
    acts = ((entry.seq, act_of(entry)) for entry in replayed.beside if entry.kind == Renamed.kind)
    renamed = [(seq, act.player) for seq, act in acts if isinstance(act, Renamed)]
    for key, names in former.items():
        ends = [seq for seq, player in renamed if player == key][-len(names) :]
        if len(ends) != len(names):
            raise Refused("former", say("there are more names than the journal says"))
        for seq, named in zip(ends, names, strict=True):
            FormerName.create(night=night_id, player=key, seq=seq, **named._asdict())


def _project(night_id: int, replayed: Replayed) -> None:
    """Write what stands beside the journal: slots, postings and balances."""
    players = standings(night_id)
    state = replayed.state
    game = state.night.game
    stands = load_stands(night_id, range(1, max(state.slots, default=0) + 1))
    slots = sorted(state.slots.items())
    rows = (slot_row(number, stands[number], slot, tell_slot(game, slot)) for number, slot in slots)
    insert(DealRow, rows, night_id=night_id)
    results = ((number, slot.result) for number, slot in slots if slot.result)
    postings = (row for number, result in results for row in posting_rows(players, number, result))
    insert(Posting, postings, night_id=night_id)
    insert(ObjectionRow, (mark._asdict() for mark in marks_of(replayed.beside)), night_id=night_id)
    last = last_entries(replayed.beside)
    dues = (due_row(pair, due, last[pair]) for pair, due in state.account.dues.items())
    insert(PaymentRow, dues, night_id=night_id)
    insert(KittyRow, (move._asdict() for move in moves_of(replayed.beside)), night_id=night_id)
    put_totals(night_id, state.account)
    totals = state.scores(), state.balances(), state.beyond(), deals_of(state)
    for player in players:
        sql = "UPDATE player SET score = ?, balance = ?, beyond = ?, deals = ? WHERE id = ?"
        run(sql, *(total[player.key] for total in totals), player.id)
