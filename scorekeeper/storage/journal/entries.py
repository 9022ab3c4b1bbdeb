"""The rows of the journal, written and read as they were hashed; what is sent a second time is answered as before."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.journal import hash_chain
from scorekeeper.journal.act_json import write_act
from scorekeeper.journal.acts import Act, Joined, Json, Renamed, Undone
from scorekeeper.journal.hash_chain import Entry, Told, canonical
from scorekeeper.night.undo import SLOT_KINDS, standing_acts
from scorekeeper.people.names import fold_name
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.sql import Row, fetch, fetch_in_steps
from scorekeeper.storage.models import Person


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
    """Return an entry as one line of JSON that `parse_entry` reads."""
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


# What may have been filled in where the table does not say what was: in entries that earlier versions wrote.
_FILLED = ("amounts", "dealer", "objection", "player", "playing")
# Acts whose fact "player" says whose phone has sent them: that may change, and is nothing that a form says.
_SIGNED = ("objected", "resolved", "frozen", "paid", "pooled", "parted", "kitty", "kitty struck")


class Reused(Refused):
    """Something else was sent under this id before."""

    def __init__(self) -> None:
        text = say("something else was sent from this form before; see what stands now, then send this again")
        super().__init__("request", text)


def is_used(night_id: int, request: str) -> bool:
    """Return whether something was sent under this id before."""
    return find_sent(night_id, request) is not None


def find_repeat(night_id: int, request: str, act: Act, based_on: int = 0, person: Person | None = None) -> int:
    """Return the place of this act in the journal, 0 for an id that was not used. Raises Reused for another act."""
    row = find_sent(night_id, request)
    if row is None:
        return 0
    same = act.kind == row.kind and act.note == row.note and bool(act.note) == bool(row.sealed)
    if not same or not _same_facts(act, row):
        raise Reused
    if isinstance(act, Undone) and based_on != row.based_on:  # only this says what was to be taken back
        raise Reused
    if isinstance(act, Joined | Renamed) and not _is_seated(night_id, row, person):
        raise Reused
    return row.seq


def _same_facts(act: Act, row: Stored) -> bool:
    """Return whether all that is said now was written then, and nothing more was said then."""
    said = _unsigned(act.kind, write_act(act))
    written = _unsigned(act.kind, json.loads(row.facts))
    filled = _FILLED if row.filled is None else row.filled.split()
    more = written.keys() - said.keys()
    agreed = {key: written[key] for key in said if key in written}
    return canonical(said) == canonical(agreed) and more <= set(filled)


def _unsigned(kind: str, facts: Json) -> dict[str, object]:
    return {key: value for key, value in facts.items() if key != "player" or kind not in _SIGNED}


def _is_seated(night_id: int, row: Stored, person: Person | None) -> bool:
    """Return whether the act of an entry, `joined` or `renamed`, gave its player this person's name."""
    player = json.loads(row.facts)["player"]
    sql = "SELECT name FROM former_name WHERE night_id = ? AND player = ? AND seq > ? ORDER BY seq LIMIT 1"
    now = "SELECT name FROM person JOIN player ON player.person_id = person.id WHERE night_id = ? AND key = ?"
    names = fetch(sql, night_id, player, row.seq) or fetch(now, night_id, player)
    return person is not None and [fold_name(person.name)] == [fold_name(name) for (name,) in names]
