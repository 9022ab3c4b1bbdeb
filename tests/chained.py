"""Entries made and written by hand, to forge journals with."""

from scorekeeper.journal.hash_chain import Entry, canonical, chain_entry


def chain(entry: Entry, seq: int, link: str) -> Entry:
    """Return an entry put behind the entry `seq` with this hash."""
    return chain_entry(entry, seq, link).entry


def write_entry(entry: Entry) -> str:
    """Return an entry as one line of JSON that `parse_entry` reads."""
    return canonical({name: getattr(entry, name) for name in Entry._fields})
