"""The rows of the journal, written and read as they were hashed, and the detection of acts that are sent again."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.journal import hash_chain
from scorekeeper.journal.act_json import write_act
from scorekeeper.journal.acts import Act, Joined, Renamed, Undone
from scorekeeper.journal.hash_chain import EncodedEntry, Entry, canonical
from scorekeeper.night.undo import SLOT_KINDS, standing_acts
from scorekeeper.people.names import fold_name
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.sql import Row, fetch, fetch_in_steps
from scorekeeper.storage.models import Person


class Stored(NamedTuple):
    """A row of the journal: the columns of an entry in their order, and the number of its deal.

    Facts and result are the text that was hashed, which would cost the most to write anew. `filled` names the facts
    that the server filled in, None for entries from elsewhere.
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
    last = (row.device, row.made, row.arrived, row.request, row.based_on, row.sealed)
    return hash_chain.hashed_text((row.previous, row.seq, row.kind), row.facts, row.result, last)


def line_of(row: Stored) -> str:
    """Return an entry as one line of JSON that `parse_entry` reads."""
    columns = row._asdict()
    fields = (f'"{key}":{columns[key] if key in ("facts", "result") else canonical(columns[key])}' for key in _IN_ORDER)
    return f"{{{','.join(fields)}}}"


def entry_of_row(row: Stored) -> Entry:
    """Return the entry of a row."""
    columns: Row = row
    seq, kind, facts, device, made, arrived, request, result, *rest, _, _ = columns
    return Entry(seq, kind, json.loads(facts), device, made, arrived, request, json.loads(result), *rest)


def stored_rows(night_id: int) -> Iterator[Stored]:
    """Yield the rows of a night's journal in order, with few in memory."""
    return map(Stored._make, fetch_in_steps(STORED, night_id))


def find_sent(night_id: int, request: str) -> Stored | None:
    """Return the entry of a night that was sent under an id, None for an unused id."""
    rows = fetch(f"{_ENTRIES} request = ?", night_id, request)
    return Stored(*rows[0]) if rows else None


def row_of(chained: EncodedEntry, filled: str | None = None) -> Stored:
    """Return the row of a chained entry."""
    texts = {"facts": chained.facts, "result": chained.result}
    return Stored(**chained.entry._asdict() | texts, number=chained.entry.number, filled=filled)


def load_entries(where: str, night_id: int, *values: object) -> list[Entry]:
    """Return the entries of a night's journal that meet a condition, in order."""
    # With ORDER BY, SQLite would read the whole journal.
    return [entry_of_row(Stored(*row)) for row in sorted(fetch(_ENTRIES + where, night_id, *values))]


_OF_SLOTS = f"number BETWEEN ? AND ? AND kind IN ({', '.join('?' * len(SLOT_KINDS))})"


def load_acts(night_id: int, first: int, last: int = 0) -> list[Entry]:
    """Return the acts about deal `first`, or about the deals from `first` to `last`, in order."""
    return load_entries(_OF_SLOTS, night_id, first, last or first, *SLOT_KINDS)


class _Place(NamedTuple):
    kind: str
    number: int
    seq: int


def load_current_seqs(night_id: int, numbers: range) -> dict[int, int]:
    """Return the place of the valid act in each slot of these deals."""
    sql = f"SELECT kind, number, seq FROM entry WHERE night_id = ? AND {_OF_SLOTS} ORDER BY seq"  # noqa: S608
    rows = fetch(sql, night_id, numbers.start, numbers.stop - 1, *SLOT_KINDS)
    return {number: place.seq for number, place in standing_acts(map(_Place._make, rows)).items()}


# Facts that the server may have filled in; entries of earlier versions do not say which.
_FILLED = ("amounts", "dealer", "objection", "player", "playing")
# Acts whose fact "player" is the owner of the sending phone, who may change and is in no form.
_SIGNED = ("objected", "resolved", "frozen", "paid", "pooled", "parted", "kitty", "kitty struck", "coin")


class Reused(Refused):
    """Something else was sent under this id before."""

    def __init__(self) -> None:
        text = say("something else was sent from this form before; see what stands now, then send this again")
        super().__init__("request", text)


def find_repeat(night_id: int, request: str, act: Act, based_on: int = 0, person: Person | None = None) -> int:
    """Return the place of this act in the journal, 0 for an unused id. Raises Reused for another act."""
    row = find_sent(night_id, request)
    if row is None:
        return 0
    same = act.kind == row.kind and act.note == row.note and bool(act.note) == bool(row.sealed)
    if not same or not _same_facts(act, row):
        raise Reused
    if isinstance(act, Undone) and based_on != row.based_on:  # only this says which act was to be taken back
        raise Reused
    if isinstance(act, Joined | Renamed):  # the entry must have given its player this person's name
        player = json.loads(row.facts)["player"]
        later = "SELECT name FROM former_name WHERE night_id = ? AND player = ? AND seq > ? ORDER BY seq LIMIT 1"
        now = "SELECT name FROM person JOIN player ON player.person_id = person.id WHERE night_id = ? AND key = ?"
        names = fetch(later, night_id, player, row.seq) or fetch(now, night_id, player)
        if person is None or [fold_name(person.name)] != [fold_name(name) for (name,) in names]:
            raise Reused
    return row.seq


def _same_facts(act: Act, row: Stored) -> bool:
    """Return whether the facts of an act are those of a row, but for what the server filled in."""
    sent = write_act(act)
    written = json.loads(row.facts)
    if act.kind in _SIGNED:
        sent = {key: value for key, value in sent.items() if key != "player"}
        written.pop("player", None)
    filled = _FILLED if row.filled is None else row.filled.split()
    common = {key: written[key] for key in sent if key in written}
    return canonical(sent) == canonical(common) and written.keys() - sent.keys() <= set(filled)
