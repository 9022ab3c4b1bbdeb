"""Checks of the stored nights: chains, scores, postings, balances, and lost nights."""

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import Act, Brought, Carried, Gathered, HandedBack, Renamed
from scorekeeper.journal.hash_chain import Entry
from scorekeeper.journal.seals import forgotten_players, is_wrong_title, wrong_names, wrong_texts
from scorekeeper.money import write_stake
from scorekeeper.night.deal_stats import deals_of, summarize_slot
from scorekeeper.night.journal_check import Broken, Replayed, replay_lean
from scorekeeper.night.result_json import MALFORMED
from scorekeeper.night.state import Replay, SlotState
from scorekeeper.night.undo import SLOT_KINDS
from scorekeeper.people.names import is_placeholder
from scorekeeper.phrase import Phrase, Value, count, say
from scorekeeper.storage.engine.errors import FAILURES
from scorekeeper.storage.engine.sql import STEP, fetch
from scorekeeper.storage.journal.entries import entry_of_row, load_current_seqs, stored_rows
from scorekeeper.storage.journal.register import ENDINGS, first_broken, load_openings, slug_of
from scorekeeper.storage.journal.state import NightRows, Standing, load_rows, names_of
from scorekeeper.storage.models import TABLES, NightRow, database
from scorekeeper.storage.projections.kitty import load_rows_of_kitty, moves_of
from scorekeeper.storage.projections.objections import load_marks, marks_of
from scorekeeper.storage.projections.settlement import last_entries, load_account, load_last_entries
from scorekeeper.storage.queries.nights import all_nights, former_names, stake_of


class Fault(NamedTuple):
    """A fault in a night, or in the database if it is None; `seq` is its entry, 0 for a table beside the journal."""

    night: NightRow | None
    seq: int
    reason: Phrase


def verify_all() -> Iterator[tuple[NightRow | None, Fault | None]]:
    """Check every night and yield it with its first fault or None, and the faults of the database under None."""
    yield from ((None, Fault(None, 0, fault)) for fault in faults())
    nights, unreadable = all_nights()
    yield from ((row, Fault(row, 0, say("something cannot be read"))) for row in unreadable)
    yield from ((row, verify_night(row)) for row in nights)


def verify_night(row: NightRow) -> Fault | None:
    """Return the first fault in a night."""
    try:
        replayed = replay_lean(_read_in_order(row.id))
        return next((Fault(row, seq, reason) for seq, reason in _differences(row, replayed)), None)
    except Broken as broken:
        return Fault(row, broken.seq, broken.reason)
    except MALFORMED:
        return Fault(row, 0, say("something cannot be read"))
    except FAILURES as failure:
        if type(failure).__name__ != "DatabaseError":  # only this one means a damaged file, its subclasses mean locks
            raise
        return Fault(row, 0, say("something cannot be read"))


def _read_in_order(night_id: int) -> Iterator[Entry]:
    """Yield the entries one by one, so that the first of several wrong ones is named."""
    for place, row in enumerate(stored_rows(night_id), start=1):
        try:
            entry = entry_of_row(row)
            number = entry.number
        except MALFORMED:
            raise Broken(place, say("it cannot be read")) from None
        if row.number != number:
            raise Broken(place, say("it is listed under the wrong deal"))
        yield entry


def _differences(row: NightRow, replayed: Replayed) -> Iterator[tuple[int, Phrase]]:
    """Compare a replay of the journal with the tables beside it."""
    state, other_entries, _ = replayed
    acts = {entry.seq: act_of(entry) for entry in other_entries if entry.kind not in SLOT_KINDS}
    rows = load_rows(row.id)
    yield from _wrong_night(row, rows, replayed, list(acts.values()))
    if is_wrong_title(row.title, other_entries):
        yield 0, say("the title is not as the journal says")
    names = {player.key: player.name for player in rows.players}
    if names.keys() != set(state.night.players):
        yield 0, say("somebody at the table has no name")
    for key in _wrong_people(row.id, acts):
        yield 0, say("{player} is not the player who took that seat", player=names.get(key, key))
    for number, key in _wrong_postings(row.id, state):
        values: dict[str, Value] = {"number": number, "player": names.get(key, key)}
        yield 0, say("deal {number}: what stands for {player} is not what the journal says", **values)
    yield from ((0, fault) for fault in _wrong_slots(row.id, state))
    if load_marks(row.id) != marks_of(other_entries):
        yield 0, say("the list of queries is not as the journal says")
    yield from _wrong_account(rows, other_entries, state)
    yield from _wrong_balances(rows.players, state)


def _wrong_night(
    row: NightRow, rows: NightRows, replayed: Replayed, acts: Sequence[Act]
) -> Iterator[tuple[int, Phrase]]:
    """Compare the row of a night with its journal: its opening, its end, its stake, its seats."""
    state, other_entries, last = replayed
    first = replayed.first
    openings = fetch("SELECT kind, entry FROM opening WHERE slug = ?", row.slug)
    kinds = ("imported", "opened") if slug_of(first.request) == row.slug else ("imported",)
    if openings not in [[(kind, first.hash)] for kind in kinds]:
        yield first.seq, say("it is not the night that was opened under this address")
    for seq in wrong_texts(other_entries, acts):
        yield seq, say("its text was emptied, and no entry says that it was forgotten")
    if (row.seq, row.head) != (last.seq, last.hash):
        yield last.seq, say("the journal does not end where its head says")
    stake = stake_of(row)
    stored = write_stake(stake) if stake else row.currency
    right = write_stake(state.night.stake) if state.night.stake else ""
    if stored != right or row.day != state.night.date:
        yield first.seq, say("the stake or the date is not as the journal says")
    places = [player.place for player in rows.players]
    if places != list(range(len(places))) or rows.night != state.night:
        yield 0, say("seats, rules or dealer are not as the journal says")


def _wrong_people(night_id: int, acts: Mapping[int, Act]) -> Iterator[str]:
    """Yield the players with a wrong name, or who are forgotten only in part."""
    people = names_of(night_id)
    yield from wrong_names(list(acts.values()), people, former_names(night_id))
    renamed = {(seq, act.player) for seq, act in acts.items() if isinstance(act, Renamed)}
    former = {(seq, key) for seq, key in fetch("SELECT seq, player FROM former_name WHERE night_id = ?", night_id)}
    yield from (key for _, key in former - renamed)
    sql = "SELECT key FROM player JOIN person ON person.id = player.person_id WHERE night_id = ? AND forgotten"
    hidden = {key for (key,) in fetch(sql, night_id)}
    forgotten = forgotten_players(acts.values())
    for key, (name, salt) in people.items():
        if (key in hidden and not is_placeholder(name)) or (key in forgotten - hidden and not salt):
            yield key


def _wrong_account(rows: NightRows, entries: Sequence[Entry], state: Replay) -> Iterator[tuple[int, Phrase]]:
    night_id = rows.row.id
    paid = state.account.paid()
    wrong = load_account(rows) != state.account or load_last_entries(night_id) != last_entries(entries)
    if wrong or any(player.paid != paid[player.key] for player in rows.players):
        yield 0, say("the payments are not as the journal says")
    if load_rows_of_kitty(night_id) != moves_of(entries, state.account.kitty):
        yield 0, say("the kitty is not as the journal says")
    for entry in entries:
        told = _TOLD.get(entry.kind, ())
        nights = entry.facts.get("nights") or ({entry.facts["night"]: entry.facts["amounts"]} if told else {})
        if told and not all(_is_told(entry, rows.row.slug, night, amounts, told) for night, amounts in nights.items()):
            yield entry.seq, say("the other night does not say the same of what was carried over")


# What the other night says of what was carried over.
_TOLD = {
    Carried.kind: (Brought.kind, Gathered.kind),
    Brought.kind: (Carried.kind, HandedBack.kind),
    Gathered.kind: (Carried.kind,),
    HandedBack.kind: (Brought.kind,),
}


def _is_told(entry: Entry, slug: str, night: str, amounts: Mapping[str, int], kinds: Sequence[str]) -> bool:
    """Return whether another night says the same amounts of the night `slug`, True if it is not in this database."""
    sql = """SELECT kind, facts FROM night LEFT JOIN entry ON entry.night_id = night.id AND entry.request = ?
        WHERE night.slug = ?"""
    return all(
        kind in kinds and sorted(_amounts_of(json.loads(facts), slug)) == sorted(amounts.values())
        for kind, facts in fetch(sql, entry.request, night)
    )


def _amounts_of(facts: Mapping[str, Any], slug: str) -> Collection[int]:
    """Return the amounts that an entry has of another night."""
    found: Mapping[str, int] = facts["nights"].get(slug, {}) if "nights" in facts else facts["amounts"]
    return found.values()


def _wrong_balances(players: Sequence[Standing], state: Replay) -> Iterator[tuple[int, Phrase]]:
    deals = deals_of(state)
    scores = state.totals("sheet")
    balances = state.totals("payoff")
    beyond = state.beyond()
    for player in players:
        if player.deals != deals[player.key]:
            yield 0, say("the number of deals of {player} is not as the journal says", player=player.name)
        if player.beyond != beyond[player.key]:
            yield 0, say("what {player} won at other stakes is not as the journal says", player=player.name)
        if (player.score, player.balance) != (scores[player.key], balances[player.key]):
            values: dict[str, Value] = {"stored": player.balance, "right": balances[player.key]}
            yield 0, say("the balance of {player} stands at {stored}, not {right}", player=player.name, **values)


def faults() -> Iterator[Phrase]:
    """Yield the faults of the database as a whole."""
    yield from _damage()
    openings = load_openings()
    if broken := first_broken(openings):
        yield say("opening {place} in the list of nights is not what was written", place=str(broken))
    slugs = {slug for (slug,) in fetch("SELECT slug FROM night")}
    slugs |= {ended.slug for ended in openings if ended.kind in ENDINGS}
    for opened in openings:
        if opened.slug not in slugs:
            yield say(
                "the night {night}, opened as number {place}, is gone", night=opened.slug, place=str(opened.place)
            )


def _damage() -> Iterator[Phrase]:
    """Yield damaged tables and indexes, and rows that refer to missing rows."""
    if database.obj.for_update:
        sql = "SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid OR NOT indisready"
        yield from (say("the index {index} is not valid", index=index) for (index,) in fetch(sql))
        lost = Counter[tuple[str, str]]()
        for model in TABLES:  # PostgreSQL checks references only as they are written
            for field in model._meta.refs:
                table = model._meta.table_name
                parent = field.rel_model._meta.table_name
                sql = f"""SELECT COUNT(*) FROM "{table}" WHERE "{field.column_name}" IS NOT NULL AND NOT EXISTS
                    (SELECT 1 FROM "{parent}" AS above WHERE above.id = "{table}"."{field.column_name}")"""  # noqa: S608
                lost[table, parent] += fetch(sql)[0][0]
    else:
        for (damage,) in fetch("PRAGMA integrity_check"):
            if damage != "ok":
                yield say("it is damaged: {damage}", damage=damage)
        lost = Counter((table, parent) for table, _, parent, _ in fetch("PRAGMA foreign_key_check"))
    for (table, parent), rows in sorted((+lost).items()):
        yield count(
            "{n} row of {table} belongs to a missing row of {parent}",
            "{n} rows of {table} belong to missing rows of {parent}",
            n=rows,
            table=table,
            parent=parent,
        )


_FIRST = -(2**62)  # below any number that a database holds


def _steps(state: Replay) -> Iterator[tuple[dict[int, SlotState], range]]:
    """Yield some slots at a time, with the range of numbers whose stored rows belong to them."""
    last = max(state.slots, default=0)
    for low in range(0, last + 1, STEP):
        slots = {number: state.slots[number] for number in range(low, low + STEP) if number in state.slots}
        yield slots, range(low or _FIRST, low + STEP if low + STEP <= last else -_FIRST)


def _wrong_postings(night_id: int, state: Replay) -> Iterator[tuple[int, str]]:
    sql = """SELECT number, COALESCE(key, CAST(posting.player_id AS TEXT)), sheet, payoff FROM posting
        LEFT JOIN player ON player.id = posting.player_id AND player.night_id = posting.night_id
        WHERE posting.night_id = ? AND number BETWEEN ? AND ?"""
    for slots, numbers in _steps(state):
        rows = fetch(sql, night_id, numbers.start, numbers.stop - 1)
        stored = {(number, key): (sheet, payoff) for number, key, sheet, payoff in rows}
        right = {
            (number, key): (slot.result.sheet.get(key), slot.result.payoff.get(key, 0))
            for number, slot in slots.items()
            if slot.result
            for key in {**slot.result.sheet, **slot.result.payoff}
        }
        yield from sorted(stored.keys() ^ right.keys() | {at for at in right if stored.get(at) != right[at]})


_UNKNOWN = (None, "", False, 0, "", False, "")
"""The sides in a deal of an earlier version, until its night is put into a group."""


def _wrong_slots(night_id: int, state: Replay) -> Iterator[Phrase]:
    """Compare the slots, and what those of earlier versions may not have: their party, and the players' sides."""
    sql = """SELECT number, seq, version, open, party, soloist, contract, announced, seat, partner, individual, beside
        FROM deal WHERE night_id = ? AND number BETWEEN ? AND ? ORDER BY number"""
    joined = fetch("SELECT 1 FROM round_night WHERE night_id = ?", night_id)
    for slots, numbers in _steps(state):
        rows = fetch(sql, night_id, numbers.start, numbers.stop - 1)
        stored = {number: (seq, version, bool(is_open)) for number, seq, version, is_open, *_ in rows}
        seqs = load_current_seqs(night_id, numbers)
        if stored != {number: (seqs[number], slot.version, slot.result is None) for number, slot in slots.items()}:
            yield say("the list of deals is not as the journal says")
            return
        for number, _, _, _, party, *sides in rows:
            if party and party != slots[number].party:
                yield say("deal {number}: its party is not as the journal says", number=number)
            played = tuple(sides)
            if (joined or played != _UNKNOWN) and played != summarize_slot(state.night.game, slots[number]):
                yield say("deal {number}: who played it is not as the journal says", number=number)
