"""Answers as a record has them: each read by the question of its name, and renamed with the players."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Protocol

from scorekeeper.phrase import Refused, say

Answers = Mapping[str, object]
Stage = Literal["call", "result"]


class Asked(Protocol):
    """What every kind of question can do."""

    @property
    def name(self) -> str: ...

    def read(self, raw: object) -> Any: ...

    def rename(self, raw: object, keys: Mapping[str, str]) -> object: ...


def read_answers(questions: Iterable[Asked], raw: Answers) -> dict[str, object]:
    """Return every answer read by its question. Raises Refused for a key that nobody asked, or a bad answer."""
    asked = {question.name: question for question in questions}
    for name in raw:
        if name not in asked:
            raise Refused(shown(name), say("no such key here; this deal has: {known}", known=tuple(asked)))
    return {name: asked[name].read(value) for name, value in raw.items() if value is not None}


def rename_answers(questions: Iterable[Asked], raw: Answers, keys: Mapping[str, str]) -> dict[str, object]:
    """Return `raw` with every player's key replaced by what `keys` says, and nothing else touched."""
    asked = {question.name: question for question in questions}
    return {name: asked[name].rename(value, keys) if name in asked else value for name, value in raw.items()}


def shown(raw: object) -> str:
    """Return what somebody entered, short enough to stand in an error of one line."""
    text = " ".join(str(raw)[:200].split())
    return text if len(text) <= 40 else text[:39] + "…"
