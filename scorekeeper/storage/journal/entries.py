"""The rows of the journal: entries written and read back as they were hashed."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.journal import hash_chain
from scorekeeper.journal.hash_chain import Entry, Told, canonical
from scorekeeper.night.undo import SLOT_KINDS, standing_acts
from scorekeeper.storage.engine.sql import Row, fetch, fetch_in_steps, insert
from scorekeeper.storage.models import EntryRow


class Stored(NamedTuple):
    """A row of the journal: the columns of an entry in their order, and the number of the deal that it is about.

    Facts and result are the text that was hashed, which would cost the most to write anew. `filled` names the facts
    that the server filled in; of entries from elsewhere nobody knows it.
    """

    seq: int
    kind: str
    facts: str
    device: str
    made: str
    arrived: str
    request: str
    result: str
    based_on: int
    note: str
    salt: str
    sealed: str
    previous: str
    hash: str
    number: int
    filled: str | None = None


_IN_ORDER = sorted(set(Stored._fields) - {"number", "filled"})
_ENTRIES = f"SELECT {', '.join(Stored._fields)} FROM entry WHERE night_id = ? AND "  # noqa: S608 - our own names
STORED = f"{_ENTRIES} seq > ? ORDER BY seq LIMIT ?"
"""The next rows of a night's journal, each as `Stored` has it."""


def hashed_text(row: Stored) -> str:
    """Return the text that was hashed for an entry."""
    said = (row.device, row.made, row.arrived, row.request, row.based_on, row.sealed)
    return hash_chain.hashed_text((row.previous, row.seq, row.kind), row.facts, row.result, said)


def line_of(row: Stored) -> str:
    """Return an entry as `write_entry` writes it."""
    said = row._asdict()
    told = (f'"{key}":{said[key] if key in ("facts", "result") else canonical(said[key])}' for key in _IN_ORDER)
    return f"{{{','.join(told)}}}"


def entry_of_row(row: Stored) -> Entry:
    """Return the entry of a row."""
    columns: Row = row
    seq, kind, facts, device, made, arrived, request, result, *rest, _, _ = columns
    return Entry(seq, kind, json.loads(facts), device, made, arrived, request, json.loads(result), *rest)


def stored_rows(night_id: int) -> Iterator[Stored]:
    """Give the rows of a night's journal in order, holding few of them."""
    return map(Stored._make, fetch_in_steps(STORED, night_id))


def insert_entries(night_id: int, rows: Sequence[Stored]) -> None:
    """Write chained entries behind the journal of a night."""
    insert(EntryRow, [row._asdict() | {"night_id": night_id} for row in rows])


def find_sent(night_id: int, request: str) -> Stored | None:
    """Return the entry of a night that was sent under an id, None for one under which nothing was."""
    rows = fetch(f"{_ENTRIES} request = ?", night_id, request)
    return Stored(*rows[0]) if rows else None


def row_of(told: Told, filled: str | None = None) -> Stored:
    """Return the row of a chained entry."""
    columns = {name: getattr(told.entry, name) for name in Stored._fields if name != "filled"}
    return Stored(**columns | {"facts": told.facts, "result": told.result, "filled": filled})


def left_of(entry: Entry) -> Entry:
    """Return as much of an entry as is asked of many at once: what it said of its slot is read already."""
    return replace(entry, facts={"number": entry.number}, result={}) if entry.kind in SLOT_KINDS else entry


def load_entries(where: str, night_id: int, *values: object) -> list[Entry]:
    """Return those entries of a night's journal for which a condition holds, in order."""
    # Asked for their order, SQLite would read the whole journal.
    return [entry_of_row(Stored(*row)) for row in sorted(fetch(_ENTRIES + where, night_id, *values))]


_OF_SLOTS = f"number BETWEEN ? AND ? AND kind IN ({', '.join('?' * len(SLOT_KINDS))})"


def load_acts(night_id: int, first: int, last: int = 0) -> list[Entry]:
    """Return the acts about deal `first`, or about the deals from `first` to `last`, in order."""
    return load_entries(_OF_SLOTS, night_id, first, last or first, *SLOT_KINDS)


class _Place(NamedTuple):
    kind: str
    number: int
    seq: int


def load_stands(night_id: int, numbers: range) -> dict[int, int]:
    """Return the place of the act that stands in each slot of these deals."""
    sql = f"SELECT kind, number, seq FROM entry WHERE night_id = ? AND {_OF_SLOTS} ORDER BY seq"  # noqa: S608
    rows = fetch(sql, night_id, numbers.start, numbers.stop - 1, *SLOT_KINDS)
    return {number: place.seq for number, place in standing_acts(map(_Place._make, rows)).items()}
