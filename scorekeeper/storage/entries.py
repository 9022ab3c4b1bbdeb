"""The rows of the journal: entries written and read back as they were hashed."""

import json
from collections.abc import Sequence
from typing import Any, cast

from scorekeeper.ledger.journal import Entry, canonical
from scorekeeper.night.slips import SLOT_KINDS
from scorekeeper.storage.statements import insert
from scorekeeper.storage.tables import EntryRow


def insert_entries(night_id: int, entries: Sequence[Entry], filled: str | None = None) -> None:
    """Write chained entries behind the journal of a night; `filled` names the facts that the server filled in."""
    insert(EntryRow, [_entry_row(night_id, entry) | {"filled": filled} for entry in entries])


def _entry_row(night_id: int, entry: Entry) -> dict[str, object]:
    row: dict[str, object] = {name: getattr(entry, name) for name in Entry.__slots__}
    row["facts"], row["result"] = canonical(entry.facts), canonical(entry.result)
    return row | {"night_id": night_id, "number": entry.number}


def read_entry(row: EntryRow) -> Entry:
    """Return the entry of a row."""
    values: dict[str, Any] = {name: getattr(row, name) for name in cast(Any, Entry).__slots__}
    values["facts"], values["result"] = json.loads(row.facts), json.loads(row.result)
    return Entry(**values)


def load_acts(night_id: int, first: int, last: int = 0) -> list[Entry]:
    """Return the acts about deal `first`, or about the deals from `first` to `last`, in order."""
    query = (
        EntryRow.select()
        .where(EntryRow.night == night_id, EntryRow.number.between(first, last or first), EntryRow.kind.in_(SLOT_KINDS))
        .order_by(EntryRow.seq)
    )
    return [read_entry(row) for row in query]
