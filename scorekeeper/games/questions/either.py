"""The question that is answered with one thing or with a table of players, by what is played."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.games.questions.answers import Question, Stage
from scorekeeper.phrase import Phrase


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
