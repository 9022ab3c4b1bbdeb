"""Taking a night file into the database, whole or not at all."""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from scorekeeper.ledger.journal import GENESIS, Entry, chain_told, parse_entry, tell
from scorekeeper.night.acts import Act, Forgotten, Opened, Renamed
from scorekeeper.night.agreement import check_agreement
from scorekeeper.night.document import Document, rename_players, rename_result
from scorekeeper.night.night import Result, keys_for
from scorekeeper.night.plain import act_of
from scorekeeper.night.played import deals_of, tell_slot
from scorekeeper.night.replay import Replay, begin
from scorekeeper.night.seals import Named, forgotten_players, new_salt, seal_names
from scorekeeper.night.slips import standing_acts
from scorekeeper.night.written import Broken, drop_lines, replay_journal
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.book import Opening, Sender, create_night, entry_of
from scorekeeper.storage.entries import Stored, insert_entries, left_of, row_of
from scorekeeper.storage.kitty import insert_moves, moves_of
from scorekeeper.storage.objections import insert_marks, marks_of
from scorekeeper.storage.openings import note_opening
from scorekeeper.storage.projecting import posting_rows, slot_row
from scorekeeper.storage.projection_tables import DealRow, Posting
from scorekeeper.storage.rows import load_places
from scorekeeper.storage.settling import insert_dues, last_entries, put_totals
from scorekeeper.storage.statements import insert, is_fit, run
from scorekeeper.storage.tables import FormerName, NightRow, Person
from scorekeeper.storage.transactions import now, writing

T = TypeVar("T")

_CHUNK = 500  # rows in one statement, below what either database allows


def take_in(document: Document, device: str) -> NightRow:
    """Write the night of a file as a new one and return its row.

    A file with its journal keeps it, so the head of the chain stays the same; its deals must say the same as the
    journal. A file without one begins a journal. Raises Refused, and then nothing is written.
    """
    if document.journal:
        entries = list(_parse_journal(document.journal))
        rows: Iterable[Stored] = (row_of(tell(entry)) for entry in entries)
        named = {key: Named(name, document.salts.get(key, "")) for key, name in document.keys.items()}
        state = _replay(entries)
        check_agreement(document, entries, state, named)
    else:
        entries, rows, named, state = _begin_journal(document, device)
    with writing():
        row = _write_night(document.title, entries, state, named)
        _insert_former(row.id, entries, document.former)
        for some in _chunks(rows):
            insert_entries(row.id, some)
        _project(row.id, state, entries)
        note_opening("imported", row.slug, entries[0].hash)
    return row


def _replay(entries: Sequence[Entry]) -> Replay:
    try:
        return replay_journal(entries, lines=False)
    except Broken as broken:
        raise Refused("journal", say("entry {seq}: {reason}", seq=broken.seq, reason=broken.reason)) from None


def _write_night(title: str, entries: Sequence[Entry], state: Replay, named: Mapping[str, Named]) -> NightRow:
    acts = [act_of(entry) for entry in entries if entry.kind in (Opened.kind, Forgotten.kind)]
    opened, forgotten = acts[0], forgotten_players(acts)
    assert isinstance(opened, Opened)
    people = [Person.create(name=named[key].name, forgotten=key in forgotten) for key in state.night.players]
    opening = Opening(opened, title, people, {key: salt for key, (_, salt) in named.items()})
    return create_night(state.night, entries[-1], opening, secrets.token_hex(4))


def _parse_journal(lines: Sequence[str]) -> Iterator[Entry]:
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


class _Begun(NamedTuple):
    """The journal of what a file tells, as much of it as is asked for and as rows, its names, and what it comes to."""

    entries: list[Entry]
    rows: list[Stored]
    named: dict[str, Named]
    state: Replay


def _begin_journal(document: Document, device: str) -> _Begun:
    players = document.night.players
    keys = dict(zip(players, keys_for(len(players)), strict=True))
    named = {key: Named(name, new_salt()) for name, key in keys.items()}
    opened = seal_names(rename_players(document.night, document.opened, keys), named)
    begun, arrived, link = _Begun([], [], named, begin(opened)), now(), GENESIS
    for act, result in ((opened, None), *_put_again(document, keys, begun.state)):
        written = entry_of(act, Sender(device, secrets.token_hex(8), arrived), result, 0)
        told = chain_told(written, len(begun.rows), link)
        link = told.entry.hash
        begun.rows.append(row_of(told))
        begun.entries.append(left_of(told.entry))
    return begun


def _put_again(document: Document, keys: Mapping[str, str], state: Replay) -> Iterator[tuple[Act, Result | None]]:
    """Go on by all acts of a file with other names for its players, and give each with what it puts into its slot.

    What a deal comes to was judged when the file was read, whatever that said of it: only the names differ.
    """
    judged = {slot.act.number: slot.result for slot in document.slots}
    for act in document.acts[1:]:
        known = judged.get(act.slot)
        renamed = rename_players(document.night, act, keys)
        yield renamed, state.put(renamed, rename_result(known, keys) if known else None)
        drop_lines(state, act.slot)


def _insert_former(night_id: int, entries: Sequence[Entry], former: Mapping[str, Sequence[Named]]) -> None:
    """Write the names that players had before; each ended with an entry, those of the latest with the latest."""
    acts = ((entry.seq, act_of(entry)) for entry in entries if entry.kind == Renamed.kind)
    renamed = [(seq, act.player) for seq, act in acts if isinstance(act, Renamed)]
    for key, names in former.items():
        ends = [seq for seq, player in renamed if player == key][-len(names) :]
        if len(ends) != len(names):
            raise Refused("former", say("there are more names than the journal says"))
        rows = zip(ends, names, strict=True)
        insert(
            FormerName,
            [{"night_id": night_id, "player": key, "seq": seq, **named._asdict()} for seq, named in rows],
        )


def _project(night_id: int, state: Replay, entries: Sequence[Entry]) -> None:
    """Write what stands beside the journal: slots, postings and balances."""
    places = load_places(night_id)
    _insert_slots(night_id, state, entries)
    results = ((number, slot.result) for number, slot in state.slots.items() if slot.result)
    for rows in _chunks(row for number, result in results for row in posting_rows(night_id, places, number, result)):
        insert(Posting, rows)
    for marks in _chunks(marks_of(entries)):
        insert_marks(night_id, marks)
    account, last_acts = state.account, last_entries(entries)
    for dues in _chunks(account.dues.items()):
        insert_dues(night_id, dict(dues), last_acts)
    insert_moves(night_id, moves_of(entries))
    put_totals(night_id, account)
    totals = state.scores(), state.balances(), state.beyond(), deals_of(state)
    for place in places:
        sql = "UPDATE player SET score = ?, balance = ?, beyond = ?, deals = ? WHERE id = ?"
        run(sql, *(total[place.key] for total in totals), place.id)


def _insert_slots(night_id: int, state: Replay, entries: Sequence[Entry]) -> None:
    acts = standing_acts(entries)
    slots = (
        slot_row(night_id, number, acts[number].seq, slot, tell_slot(state.night.game, slot))
        for number, slot in state.slots.items()
    )
    for some in _chunks(slots):
        insert(DealRow, some)


def _chunks(rows: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(rows)
    while some := list(islice(rest, _CHUNK)):
        yield some
