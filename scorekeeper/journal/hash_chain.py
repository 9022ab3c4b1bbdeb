"""The entries of a journal: acts in order, each chained to the previous one by hash."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple, get_type_hints

GENESIS = "0" * 64
_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), check_circular=False)


class Entry(NamedTuple):
    """One act in the journal of a night.

    seq        its place, from 1
    kind       the kind of the act
    facts      the fields of the act in JSON; players by their keys, never by their names
    result     its lines, sheet and payoff at the time; empty for acts that move no points
    device     the key of the device that sent it
    made       the sender's time of the act
    arrived    the time of writing; ISO 8601, UTC
    request    the sender's id for it, unique in the night
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
    result: Mapping[str, Any] = {}
    based_on: int = 0
    note: str = ""
    salt: str = ""
    sealed: str = ""
    previous: str = GENESIS
    hash: str = ""

    @property
    def number(self) -> int:
        """The number of the deal of the act, 0 if none."""
        return int(self.facts.get("number", 0))


_MOST_VERSIONS = 2**31
_TYPES = {name: dict if name in ("facts", "result") else kind for name, kind in get_type_hints(Entry).items()}


def canonical(value: object) -> str:
    """Return the JSON text of `value` that is hashed and stored."""
    return _CANONICAL.encode(value)


def seal_note(note: str, salt: str) -> str:
    """Return the seal of a free text in the chain, "" for none."""
    return _hash(f"{salt}\n{note}") if note else ""


class EncodedEntry(NamedTuple):
    """An entry with the canonical texts of its facts and its result, which are hashed and stored."""

    entry: Entry
    facts: str
    result: str


def encode_entry(entry: Entry) -> EncodedEntry:
    """Return an entry with its canonical texts."""
    return EncodedEntry(entry, canonical(entry.facts), canonical(entry.result))


def hash_entry(encoded: EncodedEntry) -> str:
    """Return the hash of all fields of an entry and the previous hash."""
    entry = encoded.entry
    rest = (entry.device, entry.made, entry.arrived, entry.request, entry.based_on, entry.sealed)
    text = hashed_text((entry.previous, entry.seq, entry.kind), encoded.facts, encoded.result, rest)
    return _hash(text)


def _hash(text: str) -> str:
    import hashlib  # with a large library, which a night file without a journal does not need

    return hashlib.sha256(text.encode()).hexdigest()


def hashed_text(first: Iterable[object], facts: str, result: str, last: Iterable[object]) -> str:
    """Return the hashed text of an entry, one JSON list.

    `facts` and `result` are canonical texts, as encoding them again is expensive.
    """
    return f"{canonical(tuple(first))[:-1]},{facts},{result},{canonical(tuple(last))[1:]}"


def holds(entry: Entry, previous: Entry | None) -> bool:
    """Return whether `entry` follows `previous` and is unchanged since it was hashed.

    A forgotten note is empty and its seal stays; any other note must match its seal.
    """
    seq, link = (previous.seq, previous.hash) if previous else (0, GENESIS)
    return (
        entry.seq == seq + 1
        and entry.previous == link
        and entry.hash == hash_entry(encode_entry(entry))
        and (not entry.note or entry.sealed == seal_note(entry.note, entry.salt))
    )


def chain_entry(entry: Entry, seq: int, link: str) -> EncodedEntry:
    """Return `entry` with its texts, chained to the entry `seq` with the hash `link` (0 and GENESIS for the first)."""
    sealed = seal_note(entry.note, entry.salt)
    encoded = encode_entry(entry._replace(seq=seq + 1, sealed=sealed, previous=link))
    return encoded._replace(entry=encoded.entry._replace(hash=hash_entry(encoded)))


def parse_entry(text: str) -> Entry:
    """Return the entry of a line of canonical JSON. Raises ValueError for anything else."""
    try:
        values = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(values, dict) or set(values) != set(Entry._fields):
        raise ValueError("not an entry")
    if "\\u" in text:
        canonical(values).encode()  # surrogates cannot be hashed
    for name, kind in _TYPES.items():
        if type(values[name]) is not kind:
            raise ValueError(f"{name} is not what an entry has there")
    if not 0 <= values["based_on"] < _MOST_VERSIONS:
        raise ValueError("no database keeps such a version")
    if datetime.fromisoformat(values["arrived"]).tzinfo is None:
        raise ValueError("nobody can tell when it arrived")
    return Entry(**values)
