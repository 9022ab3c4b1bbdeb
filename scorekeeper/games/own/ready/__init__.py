"""The ready-made sheets: documents of games that many people play, with their rules in words, a file for each."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from scorekeeper.toml_reader import read_own

Document = Mapping[str, object]
"""A document as a night file has it under `sheet` of its house rules."""


class Rule(NamedTuple):
    """A rule of a ready-made sheet in words: its number, both languages, how certain it is and where it stands."""

    number: str
    en: str
    de: str
    certainty: str
    sources: list[str]


class Ready(NamedTuple):
    """A ready-made sheet: its key, other names of the game, what it is in both languages, and its rules in words.

    `variants` are its documents by key, "" being the usual one.
    """

    key: str
    aliases: list[str]
    about: Mapping[str, str]
    rules: tuple[Rule, ...]
    variants: Mapping[str, Document]


def merge(document: Document, change: Document) -> Document:
    """Return a document with what a variant changes.

    Tables are merged, and so are the contracts and steps with the same key, unless they have a new name; other values
    are replaced.
    """
    return {**document, **{key: _merge(document.get(key), value) for key, value in change.items()}}


def _merge(had: object, value: object) -> object:
    if isinstance(had, Mapping) and isinstance(value, Mapping) and "name" not in value:
        return merge(had, value)
    if isinstance(had, list) and isinstance(value, list) and all(isinstance(one, Mapping) for one in value):
        changes = {one["key"]: one for one in value}
        return [*(_merge(one, changes.pop(one["key"], {})) for one in had), *changes.values()]
    return value


@cache
def ready_sheets() -> Mapping[str, Ready]:
    """Return the ready-made sheets by key; their files are read on first use."""
    found = {}
    for file in sorted(Path(__file__).parent.glob("*.toml")):
        raw = read_own(file)
        sheet = raw["sheet"]
        variants = {"": sheet} | {name: merge(sheet, change) for name, change in raw.get("variants", {}).items()}
        rules = tuple(Rule(**rule) for rule in raw["rules"])
        found[file.stem] = Ready(file.stem, raw.get("aliases", []), raw["about"], rules, variants)
    return found
