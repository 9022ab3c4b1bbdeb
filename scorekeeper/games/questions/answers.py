"""Answers as a record has them: each read by the question of its name, and renamed with the players."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from sys import intern
from typing import Any, Literal, Protocol, runtime_checkable

from scorekeeper.phrase import Phrase, Refused, Value, say
from scorekeeper.reading import shown

Answers = Mapping[str, object]
Stage = Literal["call", "result"]


class Question(Protocol):
    """What every kind of question says and can do; a game may bring kinds of its own.

    `widget` is how a form asks it, `mark` the sign before its answer where a deal stands in one line; while it is
    `needed` and nobody answered, a deal is not finished. It describes its answers in words, and what they can be.
    """

    @property
    def name(self) -> str: ...

    @property
    def label(self) -> Phrase: ...

    @property
    def stage(self) -> Stage: ...

    @property
    def widget(self) -> str: ...

    @property
    def mark(self) -> str: ...

    @property
    def needed(self) -> bool: ...

    def read(self, raw: object) -> Any: ...

    def rename(self, raw: object, keys: Mapping[str, str]) -> object: ...

    def describe(self, raw: object) -> Phrase | None:
        """Return an answer in words, None for one that says nothing."""

    @property
    def values(self) -> Value:
        """What a night file may have as its answer."""


@runtime_checkable
class OfPlayers(Question, Protocol):
    """A question that is answered for each player, or with the players in an order."""

    @property
    def players(self) -> tuple[str, ...]: ...


def describe_entered(question: Question, answer: object) -> Phrase:
    """Return an answer in words, "nothing" for none or one that says nothing."""
    return (None if answer is None else question.describe(answer)) or say("nothing")


def read_answers(questions: Iterable[Question], raw: Answers) -> dict[str, object]:
    """Return every answer read by its question. Raises Refused for a key that nobody asked, or a bad answer."""
    asked = {question.name: question for question in questions}
    for name in raw:
        if name not in asked:
            raise Refused(shown(name), say("no such key here; this deal has: {known}", known=tuple(asked)))
    return {name: asked[name].read(value) for name, value in raw.items() if value is not None}


def rename_answers(questions: Iterable[Question], raw: Answers, keys: Mapping[str, str]) -> dict[str, object]:
    """Return `raw` with every player's key replaced by what `keys` says, and nothing else touched."""
    asked = {question.name: question for question in questions}
    return {intern(name): asked[name].rename(value, keys) if name in asked else value for name, value in raw.items()}


@dataclass(frozen=True, slots=True)
class OneOrEach:
    """What is asked once in some contracts, and of each player in others, while nobody knows which is played."""

    widget = "either"
    needed = False

    one: Question
    each: Question

    @property
    def name(self) -> str:
        """What both are called in a record."""
        return self.one.name

    @property
    def label(self) -> Phrase:
        """What it asks."""
        return self.one.label

    @property
    def stage(self) -> Stage:
        """When it is asked."""
        return self.one.stage

    @property
    def mark(self) -> str:
        """The sign before its answer."""
        return self.one.mark

    def read(self, raw: object) -> object:
        """Return the answer as the question that it fits reads it."""
        return (self.each if isinstance(raw, Mapping) else self.one).read(raw)

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw` with the players' keys replaced by what `keys` says."""
        return (self.each if isinstance(raw, Mapping) else self.one).rename(raw, keys)

    def describe(self, raw: object) -> Phrase | None:
        """Return the answer as the question that it fits describes it."""
        return (self.each if isinstance(raw, Mapping) else self.one).describe(raw)

    @property
    def values(self) -> Value:
        """What the one answer may be."""
        return self.one.values
