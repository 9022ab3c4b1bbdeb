"""Questions with one answer: one of several, yes or no, how far, how many."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorekeeper.games.questions.answers import Stage, shown
from scorekeeper.phrase import Name, Phrase, Refused, say


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen: its spelling in a record, what the players call it, and spellings also read.

    Where many belong together, `group` says what they have in common and `short` what tells one from the others.
    """

    value: str
    label: Phrase
    also: tuple[str, ...] = ()
    group: Phrase | None = None
    short: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of `options`; with `players` the options are players, so a record renames them with the players."""

    name: str
    label: Phrase
    options: tuple[Option, ...]
    stage: Stage = "call"
    players: bool = False

    def read(self, raw: object) -> str:
        """Return the chosen value. Raises Refused for anything that is not one of the options."""
        for option in self.options:
            if isinstance(raw, str) and raw in (option.value, *option.also):
                return option.value
        allowed = tuple(option.label for option in self.options)
        if not allowed:
            raise Refused(self.name, say("this cannot be answered in this deal"))
        raise Refused(self.name, say("{value} is not one of: {allowed}", value=shown(raw), allowed=allowed))

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw` with a player's key replaced by what `keys` says."""
        return keys.get(raw, raw) if self.players and isinstance(raw, str) else raw


def who(name: str, label: Phrase, players: Iterable[str], stage: Stage = "call") -> Choice:
    """Return the question which of `players` it was."""
    return Choice(
        name,
        label,
        tuple(Option(player, Phrase("{who}", (("who", Name(player)),))) for player in players),
        stage,
        players=True,
    )


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `low` to `high`; where `complement` names another question, both add up to `high`."""

    name: str
    label: Phrase
    low: int
    high: int
    beyond: Phrase
    stage: Stage = "result"
    complement: str = ""

    def read(self, raw: object) -> int:
        """Return the number. Raises Refused for text, fractions and what lies outside the limits."""
        if not isinstance(raw, int) or isinstance(raw, bool):
            raise Refused(self.name, say("{value} is not a whole number", value=shown(raw)))
        if raw < self.low:
            raise Refused(self.name, say("{value} is less than {low}", value=shown(raw), low=self.low))
        if raw > self.high:
            raise Refused(self.name, say("{value} is {beyond}", value=shown(raw), beyond=self.beyond))
        return raw

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw`: a number names nobody."""
        return raw


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no, `default` if not answered; `alone` marks the one that makes every other question pointless."""

    name: str
    label: Phrase
    stage: Stage = "call"
    alone: bool = False
    default: bool = False

    def read(self, raw: object) -> bool:
        """Return the answer. Raises Refused for anything but true and false."""
        if not isinstance(raw, bool):
            raise Refused(self.name, say("{value} is neither true nor false", value=shown(raw)))
        return raw

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw`: yes and no name nobody."""
        return raw


@dataclass(frozen=True, slots=True)
class Level:
    """How far something went: 0 for the first of `steps`, 1 for the next … (nothing, contra, recontra)."""

    name: str
    label: Phrase
    steps: tuple[Phrase, ...]
    beyond: Phrase
    stage: Stage = "call"

    def read(self, raw: object) -> int:
        """Return the level. Raises Refused for anything but a whole number that is one of the steps."""
        if not isinstance(raw, int) or isinstance(raw, bool):
            raise Refused(self.name, say("{value} is not a whole number", value=shown(raw)))
        if raw < 0:
            raise Refused(self.name, say("{value} is less than {low}", value=shown(raw), low=0))
        if raw >= len(self.steps):
            raise Refused(self.name, say("{value} is {beyond}", value=shown(raw), beyond=self.beyond))
        return raw

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw`: a level names nobody."""
        return raw
