"""Translatable sentences as values: a text and the values of its places.

The core never translates. It makes phrases with `say` and `count`; a page or the command line renders them with a
`Voice`, which knows the reader's language and the players' names.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, Union

from scorekeeper.immutable import ImmutableValue


@dataclass(frozen=True, slots=True)
class Name:
    """A player by their key in the night; the page knows their name."""

    key: str


class Card(ImmutableValue):
    """A card by its name in a record ("AH"); the page knows the reader's name for it."""

    name: str


class Money(ImmutableValue):
    """An amount in the smallest coin of a currency, in points where `currency` is empty as the reader writes it."""

    coins: int
    currency: str

    def __add__(self, other: "Money") -> "Money":
        """Return the sum of amounts in one currency."""
        if self.currency != other.currency:
            raise ValueError(f"{self} and {other} cannot be added")
        return Money(self.coins + other.coins, self.currency)


class Typed(ImmutableValue):
    """A text that a table typed, also in `german` where it was given in both languages.

    It is personal: the lines of a journal leave it out, and it can be forgotten.
    """

    text: str
    german: str = ""


@dataclass(frozen=True, slots=True)
class Phrase:
    """An English text with `{places}`; `plural` is set if the value `n` decides between two texts."""

    text: str
    values: tuple[tuple[str, "Value"], ...] = ()
    plural: str = ""


Atom = int | str | Name | Card | Money | Typed
Value = Union[Atom, Phrase, tuple["Value", ...]]  # noqa: UP007 - it names itself


class Refused(Exception):  # noqa: N818 - a user's mistake, not a programmer's
    """An input is invalid: `key` names the field, `phrase` the reason, `deal` the deal's number.

    `deal` is 0 for a mistake in no deal; `excluded_by` is another key that excludes this one, if that is the reason.
    """

    def __init__(self, key: str, phrase: Phrase, deal: int = 0, excluded_by: str = "") -> None:
        super().__init__(key, phrase, deal, excluded_by)
        self.key = key
        self.phrase = phrase
        self.deal = deal
        self.excluded_by = excluded_by

    def __str__(self) -> str:
        return f"{self.key}: {render(self.phrase, PLAIN)}"


class Voice(Protocol):
    """A renderer of texts and values in the reader's language."""

    def text(self, phrase: Phrase, n: int) -> str: ...

    def show(self, value: Atom) -> str: ...


def say(text: str, /, **values: Value) -> Phrase:
    """Return the phrase `text`, with `values` for its `{places}`."""
    return Phrase(text, tuple(values.items()))


def count(singular: str, plural: str, /, n: int, **values: Value) -> Phrase:
    """Return a phrase whose text depends on the number `n`, by the plural rules of the language."""
    return Phrase(singular, (("n", n), *values.items()), plural)


def render(value: Value, voice: Voice) -> str:
    """Return `value` as text; nested phrases are rendered too, tuples joined by commas."""
    if isinstance(value, Phrase):
        number = dict(value.values).get("n", 1) if value.plural else 1
        text = voice.text(value, number if isinstance(number, int) else 1)
        return text.format_map({name: render(part, voice) for name, part in value.values}) if value.values else text
    if isinstance(value, tuple):
        return ", ".join(render(part, voice) for part in value)
    return voice.show(value)


def starts_with_input(value: Value, voice: Voice) -> bool:
    """Return whether a rendered value begins with a text as it was typed, such as the one that is refused."""
    if not isinstance(value, Phrase):
        return isinstance(value, str | Typed)
    first = re.match(r"\{(\w+)\}", voice.text(value, 1))
    return first is not None and starts_with_input(dict(value.values)[first[1]], voice)


def rename(value: Value, keys: Mapping[str, str]) -> Value:
    """Return `value` with every player's key replaced by `keys`."""
    if isinstance(value, Phrase):
        return Phrase(value.text, tuple([(name, rename(part, keys)) for name, part in value.values]), value.plural)
    if isinstance(value, Name):
        return Name(keys[value.key])
    return tuple([rename(part, keys) for part in value]) if isinstance(value, tuple) else value


class _Plain:
    """A voice for exceptions and logs: English, players by their keys, cards as in a record."""

    def text(self, phrase: Phrase, n: int) -> str:
        return phrase.plural if phrase.plural and n != 1 else phrase.text

    def show(self, value: Atom) -> str:
        if isinstance(value, Name):
            return value.key
        if isinstance(value, Money):
            return f"{value.coins} {value.currency}".strip()
        if isinstance(value, Typed):
            return value.text
        return value.name if isinstance(value, Card) else str(value)


PLAIN: Voice = _Plain()


def to_plain(value: Value) -> object:
    """Return `value` as JSON types, without typed texts; `from_plain` is the inverse for all others."""
    if isinstance(value, int | str):
        return value
    if isinstance(value, Name):
        return {"player": value.key}
    if isinstance(value, Card):
        return {"card": value.name}
    if isinstance(value, Typed):
        return {"typed": ""}
    assert not isinstance(value, Money), "money stands in refusals, which nobody keeps"
    if isinstance(value, Phrase):
        plain: dict[str, object] = {"text": value.text}
        if value.values:
            plain["values"] = {name: to_plain(part) for name, part in value.values}
        if value.plural:
            plain["plural"] = value.plural
        return plain
    return [to_plain(part) for part in value]


def from_plain(plain: object) -> Value:
    """Return the value that `to_plain` wrote."""
    if isinstance(plain, Mapping):
        if "player" in plain:
            return Name(str(plain["player"]))
        if "card" in plain:
            return Card(str(plain["card"]))
        if "typed" in plain:
            return Typed("")
        values = tuple((name, from_plain(part)) for name, part in plain.get("values", {}).items())
        return Phrase(str(plain["text"]), values, str(plain.get("plural", "")))
    if isinstance(plain, list):
        return tuple(from_plain(part) for part in plain)
    if isinstance(plain, int | str):
        return plain
    raise TypeError(f"not a phrase: {plain!r}")
