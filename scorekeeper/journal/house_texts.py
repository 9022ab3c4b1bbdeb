"""The texts that a table typed in its house rules: they stand in the note of an act, not among its facts.

The facts are hashed for ever; a note is only sealed, so that it can be forgotten. In the facts each text is a number,
its place in the note.
"""

import json
from collections.abc import Mapping

from scorekeeper.journal.hash_chain import canonical

KEYS = frozenset(("name", "group", "passed"))
"""The keys of texts in a house rule that is a table; other keys have only words of the program and numbers."""


def take_texts(house: Mapping[str, object]) -> tuple[dict[str, object], str]:
    """Return house rules with numbers for their texts, and the note with these; "" for none."""
    texts: list[object] = []
    stripped = {name: _take(value, texts) if isinstance(value, Mapping) else value for name, value in house.items()}
    return stripped, canonical(texts) if any(texts) else ""


def _take(value: object, texts: list[object]) -> object:
    if isinstance(value, list | tuple):
        return [_take(part, texts) for part in value]
    if not isinstance(value, Mapping):
        return value
    table: dict[str, object] = {}
    for key in sorted(value):  # a journal keeps no order of the keys
        part = value[key]
        if key in KEYS:
            texts.append("" if isinstance(part, int) else part)
            table[key] = len(texts) - 1
        else:
            table[key] = _take(part, texts)
    return table


def restore_texts(house: Mapping[str, object], note: str) -> dict[str, object]:
    """Return house rules with their texts from the note of an act; those of a forgotten note stay numbers."""
    try:
        texts = json.loads(note or "[]")
    except (ValueError, RecursionError):
        texts = []
    if not isinstance(texts, list):
        texts = []
    return {name: _restore(value, texts) if isinstance(value, Mapping) else value for name, value in house.items()}


def _restore(value: object, texts: list[object]) -> object:
    if isinstance(value, list | tuple):
        return [_restore(part, texts) for part in value]
    if not isinstance(value, Mapping):
        return value
    table = {}
    for key, part in value.items():
        if key in KEYS and type(part) is int and 0 <= part < len(texts) and texts[part]:
            table[key] = texts[part]
        else:
            table[key] = _restore(part, texts)
    return table
