"""Slips: acts about a deal that were taken back at once."""

from collections.abc import Iterable

from scorekeeper.ledger.journal import Entry
from scorekeeper.night.replay import SLOT_KINDS


def taken_back(entries: Iterable[Entry]) -> set[int]:
    """Return the places of the acts about deals that were taken back, and of those that took them back."""
    left: dict[int, list[int]] = {}
    gone = set[int]()
    for entry in entries:
        if entry.kind == "undone":
            stood = left.get(entry.number, [])
            gone |= {entry.seq, *stood[-1:]}
            del stood[-1:]
        elif entry.kind in SLOT_KINDS:
            left.setdefault(entry.number, []).append(entry.seq)
    return gone
