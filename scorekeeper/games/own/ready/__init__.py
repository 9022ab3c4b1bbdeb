"""The ready-made sheets: documents of games that many people play, with their rules in words, a file for each."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent

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
    merged = dict(document)
    for key, value in change.items():
        merged[key] = _merge(merged.get(key), value) if key != "name" else value
    return merged


def _merge(had: object, value: object) -> object:
    if isinstance(had, Mapping) and isinstance(value, Mapping):
        return merge(had, value)
    if isinstance(had, list) and isinstance(value, list) and all(isinstance(one, Mapping) for one in value):
        changes = {one["key"]: one for one in value}
        kept = [_merge_named(one, changes.pop(one["key"], {})) for one in had]
        return [*kept, *changes.values()]
    return value


def _merge_named(had: Document, change: Document) -> Document:
    return change if "name" in change else merge(had, change)


class _Ready(Mapping[str, Ready]):
    """Ready-made sheets by key, each file read on first use."""

    def __getitem__(self, key: str) -> Ready:
        if key not in _keys():
            raise KeyError(key)
        return _read(key)

    def __iter__(self) -> Iterator[str]:
        return iter(_keys())

    def __len__(self) -> int:
        return len(_keys())


@cache
def _keys() -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))


@cache
def _read(key: str) -> Ready:
    import tomllib  # only when a sheet is read

    raw = tomllib.loads((FOLDER / f"{key}.toml").read_text("utf-8"))
    sheet = raw["sheet"]
    variants = {"": sheet} | {name: merge(sheet, change) for name, change in raw.get("variants", {}).items()}
    rules = tuple(Rule(**rule) for rule in raw["rules"])
    return Ready(key, raw.get("aliases", []), raw["about"], rules, variants)


READY: Mapping[str, Ready] = _Ready()
