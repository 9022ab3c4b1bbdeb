"""Taking a night file into the database, whole or not at all."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from scorekeeper.ledger.journal import GENESIS, Entry, chain, parse_entry
from scorekeeper.night.file import Document, Slot, document_of, rename_players
from scorekeeper.night.objections import doubts_in
from scorekeeper.night.replay import UNREADABLE, Broken, Replay, begin, replay, standing_acts
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.book import (
    Opening,
    Sender,
    create_night,
    entry_of,
    keys_for,
    load_places,
    now,
    posting_rows,
    writing,
)
from scorekeeper.storage.entries import insert_entries
from scorekeeper.storage.objections import insert_marks, marks_of
from scorekeeper.storage.settling import insert_dues, last_entries, put_players
from scorekeeper.storage.statements import insert, run
from scorekeeper.storage.tables import DealRow, NightRow, Person, Posting

T = TypeVar("T")

_CHUNK = 500  # rows in one statement, below what either database allows


def take_in(document: Document, device: str) -> NightRow:
    """Write the night of a file as a new one and return its row.

    A file with its journal keeps it, so the head of the chain stays the same; its deals must say the same as the
    journal. A file without one begins a journal. Raises Refused, and then nothing is written.
    """
    if document.journal:
        entries, names = [_parse(line, place) for place, line in enumerate(document.journal, 1)], dict(document.keys)
    else:
        entries, names = _begin_journal(document, device)
    try:
        state = replay(entries)
    except Broken as broken:
        raise Refused("journal", say("entry {seq}: {reason}", seq=broken.seq, reason=broken.reason)) from None
    if document.journal:
        try:
            _compare(document, entries, state, names)
        except UNREADABLE as error:
            raise Refused("journal", say("it does not say what a journal says")) from error
    with writing():
        people = [Person.create(name=names[player]) for player in state.night.players]
        opening = Opening(entries[0].facts, document.title, people)
        row = create_night(state.night, entries[-1], opening, secrets.token_hex(4))
        for some in _chunks(entries):
            insert_entries(row.id, some)
        _project(row.id, state, entries)
    return row


def _parse(line: str, place: int) -> Entry:
    try:
        return parse_entry(line)
    except ValueError:
        raise Refused("journal", say("entry {seq} cannot be read", seq=place)) from None


def _begin_journal(document: Document, device: str) -> tuple[list[Entry], dict[str, str]]:
    players = document.night.players
    keys = dict(zip(players, keys_for(len(players)), strict=True))
    arrived, entries, last, state = now(), list[Entry](), Entry(0, "", {}, "", "", "", "", hash=GENESIS), None
    for act in document.acts:
        facts = rename_players(document.night, act.facts, keys)
        if state is None:
            state, result = begin(facts), None
        else:
            result = state.put(act.kind, facts)
        written = entry_of(act._replace(facts=facts), Sender(device, secrets.token_hex(8), arrived), result, 0)
        last = chain(written, last.seq, last.hash)
        entries.append(last)
    return entries, {key: name for name, key in keys.items()}


def _compare(document: Document, entries: Sequence[Entry], state: Replay, names: Mapping[str, str]) -> None:
    """The deals of a file are there for people to read; they must not say anything else than its journal."""
    players = state.night.players
    if set(players) != set(keys_for(len(players))):  # a name in the chain could never be forgotten
        raise Refused("journal", say("its players are not called p1, p2, … there"))
    if set(players) - set(names) or len(set(names.values())) < len(names):
        raise Refused("keys", say("every player of the journal needs a name of his own here"))
    written = document_of(entries, state, names, document.title)
    if _frame(written) != _frame(document):
        raise Refused("journal", say("its game, rules, players, stake or date are not those of the file"))
    if written.settled != document.settled:
        raise Refused("settled", say("this is not what the journal says; leave the journal out to type it"))
    if len(written.slots) != len(document.slots):
        raise Refused(
            "deals",
            say("there are {n} deals here and {other} in the journal", n=len(document.slots), other=len(written.slots)),
        )
    told_ends, typed_ends = _ends(written), _ends(document)
    for told, typed in zip(written.slots, document.slots, strict=True):
        number = typed.seating.number
        same_rules = written.night.rules_at(number) == document.night.rules_at(number)
        same_ends = told_ends.get(number) == typed_ends.get(number)
        if told.seating != typed.seating or _points(told) != _points(typed) or not same_rules or not same_ends:
            raise Refused(
                "deals",
                say("this deal is not what the journal says; leave the journal out to type deals"),
                number,
            )


def _frame(document: Document) -> tuple[object, ...]:
    night = document.night
    return night.game.key, night.preset, dict(night.houses[0].settings), night.players, document.stake, document.day


def _points(slot: Slot) -> tuple[dict[str, int], dict[str, int]]:
    return dict(slot.result.sheet), dict(slot.result.payoff)


def _ends(document: Document) -> dict[int, list[str]]:
    """Return how the objections to each deal were resolved; their texts may have been forgotten."""
    return {number: [doubt.how for doubt in doubts] for number, doubts in doubts_in(document.acts).items()}


def _project(night_id: int, state: Replay, entries: Sequence[Entry]) -> None:
    """Write what stands beside the journal: slots, postings and balances."""
    places = load_places(night_id)
    acts = standing_acts(entries)
    slots: list[dict[str, object]] = [
        {
            "night_id": night_id,
            "number": number,
            "seq": acts[number].seq,
            "version": slot.version,
            "open": slot.result is None,
        }
        for number, slot in state.slots.items()
    ]
    postings = [
        row
        for number, slot in state.slots.items()
        if slot.result
        for row in posting_rows(night_id, places, number, slot.result)
    ]
    for table, rows in ((DealRow, slots), (Posting, postings)):
        for some in _chunks(rows):
            insert(table, some)
    for marks in _chunks(marks_of(entries)):
        insert_marks(night_id, marks)
    account, last_acts = state.account, last_entries(entries)
    for dues in _chunks(list(account.dues.items())):
        insert_dues(night_id, dict(dues), last_acts)
    run("UPDATE night SET plan = ? WHERE id = ?", account.plan, night_id)
    put_players(night_id, account)
    scores, balances = state.scores(), state.balances()
    for place in places:
        run("UPDATE player SET score = ?, balance = ? WHERE id = ?", scores[place.key], balances[place.key], place.id)


def _chunks(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    return (rows[begun : begun + _CHUNK] for begun in range(0, len(rows), _CHUNK))
