"""Questions with one answer: one of several, yes or no, how far, how many."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.games.questions.answers import Stage
from scorekeeper.phrase import Name, Phrase, Refused, Value, say
from scorekeeper.reading import flag, named, none_of, shown, whole

A_PLAYER = say("a player’s name")
A_FLAG = say("true or false")


def name_value(value: object, label: Phrase) -> Value:
    """Return a value as a night file spells it, and what it is called."""
    spelled = f'"{value}"' if isinstance(value, str) else str(value)
    return say("{value} ({label})", value=spelled, label=label)


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen: its spelling in a record, what the players call it, and spellings also read.

    Where many belong together, `group` says what they have in common and `short` what tells one from the others.
    `mark` is what a table writes for it where its spelling in a record could be taken for something else. What is
    `rare` a form may keep folded.
    """

    value: str | int
    label: Phrase
    also: tuple[str, ...] = ()
    group: Phrase | None = None
    short: str = ""
    mark: str = ""
    rare: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One of `options`; with `players` the options are players, so a record renames them with the players.

    A number that is none of them is `beyond`. While it is `needed` and nobody answered, a deal is not finished.
    What is `secret` until it shows in play is told with the result alone: a call that others see leaves it out. What
    is `rare` a form asks behind all else. Where `options` leave somebody out for a reason that players may not know,
    `missing` says it; `unfolds` says when those options matter that are rare.
    """

    widget = "choice"

    name: str
    label: Phrase
    options: tuple[Option, ...]
    stage: Stage = "call"
    players: bool = False
    needed: bool = False
    beyond: Phrase | None = None
    mark: str = ""
    secret: bool = False
    rare: bool = False
    missing: Phrase | None = None
    unfolds: Phrase | None = None

    def read(self, raw: object) -> str | int:
        """Return the chosen value. Raises Refused for anything that is not one of the options."""
        if type(raw) in (str, int):
            for option in self.options:
                if raw == option.value or raw in option.also:
                    return option.value
        if self.beyond and type(raw) is int and raw > 0:
            raise Refused(self.name, say("{value} is {beyond}", value=shown(raw), beyond=self.beyond))
        if not self.options:
            raise Refused(self.name, say("this cannot be answered in this deal"))
        if not self.players:
            raise Refused(self.name, none_of(raw, [option.value for option in self.options]))
        allowed = tuple(option.label for option in self.options)
        raise Refused(self.name, say("{value} is not one of: {allowed}", value=named(raw), allowed=allowed))

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw` with a player's key replaced by what `keys` says."""
        return keys.get(raw, raw) if self.players and isinstance(raw, str) else raw

    def describe(self, raw: object) -> Phrase | None:
        """Return what the chosen option is called, None for the first of some steps, such as no contra."""
        if raw == 0:
            return None
        return next((option.label for option in self.options if raw in (option.value, *option.also)), None)

    @property
    def values(self) -> Value:
        """What may be chosen."""
        if self.players:
            return A_PLAYER
        return tuple(name_value(option.value, option.label) for option in self.options)


def who(
    name: str, label: Phrase, players: Iterable[str], stage: Stage = "call", mark: str = "", rare: bool = False
) -> Choice:
    """Return the question which of `players` it was."""
    return Choice(
        name,
        label,
        tuple(map(_option, players)),
        stage,
        players=True,
        mark=mark,
        rare=rare,
    )


@lru_cache(maxsize=256)
def _option(player: str) -> Option:
    """A player to be chosen; the same each time, so that questions with the same players are quickly found alike."""
    return Option(player, Phrase("{who}", (("who", Name(player)),)))


def level(name: str, label: Phrase, steps: Iterable[Phrase], beyond: Phrase, marks: str = "") -> Choice:
    """Return the question how far something went: 0 for the first of `steps`, 1 for the next (nothing, contra …).

    `marks` has a letter for each step after the first.
    """
    options = tuple(Option(number, step, mark=marks[:number][-1:]) for number, step in enumerate(steps))
    return Choice(name, label, options, beyond=beyond)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `low` to `high`; where `complement` names another question, both add up to `high`."""

    widget = "number"
    needed = False

    name: str
    label: Phrase
    low: int
    high: int
    beyond: Phrase
    stage: Stage = "result"
    complement: str = ""
    mark: str = ""
    rare: bool = False

    def read(self, raw: object) -> int:
        """Return the number. Raises Refused for text, fractions and what lies outside the limits."""
        number = whole(self.name, raw)
        if number < self.low:
            raise Refused(self.name, say("{value} is less than {low}", value=shown(raw), low=self.low))
        if number > self.high:
            raise Refused(self.name, say("{value} is {beyond}", value=shown(raw), beyond=self.beyond))
        return number

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw`: a number names nobody."""
        return raw

    def describe(self, raw: object) -> Phrase | None:
        """Return the number."""
        return say("{answer}", answer=str(raw))

    @property
    def values(self) -> Value:
        """From which number to which."""
        return say("a whole number from {low} to {high}", low=self.low, high=self.high)


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no, `default` if not answered; `alone` marks the one that makes every other question pointless.

    Where `both` can be answered, no is not the same as nothing; while it is `needed` too, a deal without an answer is
    not finished. What is `secret` is told with the result alone, as with a Choice.
    """

    name: str
    label: Phrase
    stage: Stage = "call"
    alone: bool = False
    default: bool = False
    both: bool = False
    needed: bool = False
    mark: str = ""
    secret: bool = False
    rare: bool = False

    @property
    def widget(self) -> str:
        """How a form asks it."""
        return "yes-no" if self.both else "tick"

    def read(self, raw: object) -> bool:
        """Return the answer. Raises Refused for anything but true and false."""
        return flag(self.name, raw)

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw`: yes and no name nobody."""
        return raw

    def describe(self, raw: object) -> Phrase | None:
        """Return yes or no, nothing for a no that says as much as no answer."""
        if raw:
            return say("yes")
        return say("no") if self.both else None

    @property
    def values(self) -> Value:
        """True and false."""
        return A_FLAG
