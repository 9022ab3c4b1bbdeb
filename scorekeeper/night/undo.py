"""Slips: acts about a deal that were taken back, and what stands without them."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from scorekeeper.journal.acts import Adjusted, Booked, Called, Corrected, Undone, Voided
from scorekeeper.journal.hash_chain import Entry

SLOT_KINDS = tuple(act.kind for act in (Called, Booked, Corrected, Voided, Adjusted, Undone))
"""The kinds of acts on the slot of a deal."""


def taken_back(entries: Iterable[Entry]) -> set[int]:
    """Return the places of the acts about deals that were taken back, and of those that took them back."""
    left: dict[int, list[int]] = {}
    gone = set[int]()
    for entry in entries:
        if entry.kind == Undone.kind:
            stood = left.get(entry.number, [])
            gone |= {entry.seq, *stood[-1:]}
            del stood[-1:]
        elif entry.kind in SLOT_KINDS:
            left.setdefault(entry.number, []).append(entry.seq)
    return gone


class Slip(Protocol):
    """An entry, or the part of it that gives its kind and its deal."""

    @property
    def kind(self) -> str: ...

    @property
    def number(self) -> int: ...


S = TypeVar("S", bound=Slip)


def standing(acts: Sequence[S]) -> list[S]:
    """Return those of the acts about one deal that were not taken back; the last of them stands."""
    left: list[S] = []
    for act in acts:
        if act.kind != Undone.kind:
            left.append(act)
        elif left:
            left.pop()
    return left


def standing_acts(entries: Iterable[S]) -> dict[int, S]:
    """Return by deal the act that stands, the one that took back the last where none is left."""
    acts: dict[int, list[S]] = {}
    for entry in entries:
        if entry.kind in SLOT_KINDS:
            acts.setdefault(entry.number, []).append(entry)
    return {number: (standing(said) or said)[-1] for number, said in acts.items()}
