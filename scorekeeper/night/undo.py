"""Acts about a deal that were taken back, and the valid ones."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from scorekeeper.journal.acts import Adjusted, Booked, Called, Corrected, Undone, Voided
from scorekeeper.journal.hash_chain import Entry

SLOT_KINDS = tuple(act.kind for act in (Called, Booked, Corrected, Voided, Adjusted, Undone))
"""The kinds of acts on the slot of a deal."""


def taken_back(entries: Iterable[Entry]) -> set[int]:
    """Return the places of the taken-back acts about deals and of the acts that took them back."""
    left: dict[int, list[int]] = {}
    gone = set[int]()
    for entry in entries:
        if entry.kind == Undone.kind:
            remaining = left.get(entry.number, [])
            gone |= {entry.seq, *remaining[-1:]}
            del remaining[-1:]
        elif entry.kind in SLOT_KINDS:
            left.setdefault(entry.number, []).append(entry.seq)
    return gone


class Slip(Protocol):
    """An entry, or its kind and its deal's number."""

    @property
    def kind(self) -> str: ...

    @property
    def number(self) -> int: ...


S = TypeVar("S", bound=Slip)


def standing(acts: Sequence[S]) -> list[S]:
    """Return the acts about one deal that were not taken back; the last of them is valid."""
    left: list[S] = []
    for act in acts:
        if act.kind != Undone.kind:
            left.append(act)
        elif left:
            left.pop()
    return left


def standing_acts(entries: Iterable[S]) -> dict[int, S]:
    """Return the valid act of each deal, or the act that took back the last one."""
    acts: dict[int, list[S]] = {}
    for entry in entries:
        if entry.kind in SLOT_KINDS:
            acts.setdefault(entry.number, []).append(entry)
    return {number: (standing(deal_acts) or deal_acts)[-1] for number, deal_acts in acts.items()}
