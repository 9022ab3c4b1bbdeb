"""The journal: acts in the order in which they happened, each chained to the one before by its hash."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple, get_type_hints

GENESIS = "0" * 64
_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), check_circular=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """One act in the journal of a night.

    seq        its place, from 1
    kind       what kind of act it is
    facts      what happened, as JSON holds it; players by their keys, never by their names
    result     what followed from it at the time: lines, sheet and payoff; empty for acts that move no points
    device     the key of the device that sent it
    made       when the sender made it, and
    arrived    when it was written; ISO 8601, UTC
    request    the id that the sender made for it, unique in the night
    based_on   the version of the slot that the sender saw
    note       free text; only its salted digest is in the chain, so that a text can be forgotten
    previous   the hash of the entry before, GENESIS for the first
    """

    seq: int
    kind: str
    facts: Mapping[str, Any]
    device: str
    made: str
    arrived: str
    request: str
    result: Mapping[str, Any] = field(default_factory=dict)
    based_on: int = 0
    note: str = ""
    salt: str = ""
    sealed: str = ""
    previous: str = GENESIS
    hash: str = ""

    @property
    def number(self) -> int:
        """The deal's number that the act is about, 0 if none."""
        return int(self.facts.get("number", 0))


_MOST_VERSIONS = 2**31
_TYPES = {name: dict if name in ("facts", "result") else kind for name, kind in get_type_hints(Entry).items()}


def canonical(value: object) -> str:
    """Return `value` as the one JSON text that is hashed and stored for it."""
    return _CANONICAL.encode(value)


def seal_note(note: str, salt: str) -> str:
    """Return what stands in the chain for a free text; empty for none."""
    return hashlib.sha256(f"{salt}\n{note}".encode()).hexdigest() if note else ""


class Told(NamedTuple):
    """An entry, and the canonical texts of its facts and its result, as they are hashed and stored."""

    entry: Entry
    facts: str
    result: str


def tell(entry: Entry) -> Told:
    """Return an entry with its texts."""
    return Told(entry, canonical(entry.facts), canonical(entry.result))


def hash_entry(told: Told) -> str:
    """Return the hash of all that an entry says and of the entry before it."""
    entry = told.entry
    said = (entry.device, entry.made, entry.arrived, entry.request, entry.based_on, entry.sealed)
    text = hashed_text((entry.previous, entry.seq, entry.kind), told.facts, told.result, said)
    return hashlib.sha256(text.encode()).hexdigest()


def hashed_text(first: Iterable[object], facts: str, result: str, last: Iterable[object]) -> str:
    """Return the text that is hashed for an entry, one list: what comes before its facts and behind its result.

    These two come as the canonical texts that they are kept as; to write them anew would cost the most.
    """
    return f"{canonical(tuple(first))[:-1]},{facts},{result},{canonical(tuple(last))[1:]}"


def holds(entry: Entry, previous: Entry | None) -> bool:
    """Return whether `entry` follows `previous` and says what was written when it was hashed.

    A note that was forgotten is empty and its seal stays; a note that is there must match its seal.
    """
    seq, link = (previous.seq, previous.hash) if previous else (0, GENESIS)
    return (
        entry.seq == seq + 1
        and entry.previous == link
        and entry.hash == hash_entry(tell(entry))
        and (not entry.note or entry.sealed == seal_note(entry.note, entry.salt))
    )


def chain_told(entry: Entry, seq: int, link: str) -> Told:
    """Return `entry` with its texts, put behind the entry `seq` with the hash `link` (0 and GENESIS for the first)."""
    sealed = seal_note(entry.note, entry.salt)
    told = tell(replace(entry, seq=seq + 1, sealed=sealed, previous=link))
    return told._replace(entry=replace(told.entry, hash=hash_entry(told)))


def parse_entry(text: str) -> Entry:
    """Return the entry of a line of canonical JSON, a table of its fields. Raises ValueError for anything else."""
    try:
        values = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(values, dict) or set(values) != set(Entry.__slots__):
        raise ValueError("not an entry")
    if "\\u" in text:
        canonical(values).encode()  # halves of characters are no text, and cannot be hashed
    for name, kind in _TYPES.items():
        if type(values[name]) is not kind:
            raise ValueError(f"{name} is not what an entry has there")
    if not 0 <= values["based_on"] < _MOST_VERSIONS:
        raise ValueError("no database keeps such a version")
    if datetime.fromisoformat(values["arrived"]).tzinfo is None:
        raise ValueError("nobody can tell when it arrived")
    return Entry(**values)
