"""The rule book of a game as data: every number that a score may cite, told for card players, and whose rule it is.

A page or the command line shows a rule in place: its text, its sources and, by `in_force`, what holds at the table.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, NamedTuple, TypedDict, TypeVar, Unpack

from scorekeeper.games.house import HasSwitches, Switch, switches
from scorekeeper.phrase import Phrase, Value, say

Certainty = Literal["stated", "worked out", "ambiguous", "not told"]

CERTAINTIES: Mapping[Certainty, Phrase] = {
    "stated": say("stated"),
    "worked out": say("worked out"),
    "ambiguous": say("ambiguous"),
    "not told": say("not told"),
}

# Where a rule comes from that no book tells, or why no example can be worked out for it.
CUSTOM = say("custom at card tables")
ARITHMETIC = say("arithmetic")
OWN_CHOICE = say("our choice")
NO_NUMBER = say("no number follows from it")
AT_TABLE = say("it is settled at the table, before anything is written down")


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule in a few plain sentences of our own.

    number       such as "HB-34"
    certainty    "stated" by its source, "worked out" from what is stated, "ambiguous" there, or "not told" by anybody
    sources      whose rule it is: author, year and page, as the source gives them
    why          why this default, where the sources leave it open
    switches     the house rules that change it, by name
    by           the presets for which it holds; empty for all of its game
    background   whether it explains others and is never cited itself
    examples     rows of tests/vectors that work it out
    without      why there is no such row
    """

    number: str
    text: Phrase
    certainty: Certainty
    sources: tuple[Phrase, ...]
    why: Phrase | None = None
    switches: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    background: bool = False
    examples: tuple[str, ...] = ()
    without: Phrase | None = None

    @property
    def origin(self) -> Phrase:
        """How certain it is and whose rule, and where the sources leave it open, why it is as it is."""
        told: Phrase = self.sources[0]
        for more in self.sources[1:]:
            told = say("{source}; {more}", source=told, more=more)
        origin = say("{certainty}: {sources}", certainty=CERTAINTIES[self.certainty], sources=told)
        return say("({origin}. {why})", origin=origin, why=self.why) if self.why else say("({origin})", origin=origin)


class Chapter(NamedTuple):
    """Rules that belong together, in the order in which a table needs them."""

    title: Phrase
    rules: tuple[Rule, ...]


class Alias(NamedTuple):
    """Another name of a game, and the authors who use it: for people's eyes, nothing reads it."""

    name: str
    authors: str

    @property
    def told(self) -> Phrase:
        """The name, and who uses it."""
        return say("{name} ({authors})", name=self.name, authors=self.authors)


class Row(NamedTuple):
    """What one thing pays: one cell for each column, and the numbers of the rules that make it so."""

    label: Value
    cells: tuple[Value, ...]
    rules: tuple[str, ...] = ()


class TariffTable(NamedTuple):
    """A part of the tariff: what stands over the labels and over each column, and the rows."""

    title: Phrase
    columns: tuple[Phrase, ...]
    rows: tuple[Row, ...]


R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Book(Generic[R]):
    """A game's rule book; `tariff` works out from the rules in force what pays what.

    `only` says of some rules, by number, whether they hold under the rules in force.
    """

    chapters: tuple[Chapter, ...]
    tariff: Callable[[R], tuple[TariffTable, ...]]
    only: Mapping[str, Callable[[R], bool]] = field(default_factory=dict)

    @property
    def rules(self) -> Iterator[Rule]:
        """Every rule of the book, in its order."""
        return (rule for chapter in self.chapters for rule in chapter.rules)

    def find(self, number: str) -> Rule | None:
        """Return the rule with a number, None where this book has none."""
        return next((rule for rule in self.rules if rule.number == number), None)

    def held(self, preset: str, rules: R) -> tuple[Chapter, ...]:
        """Return the chapters with what holds for an author, by the key of his preset, and under the rules in force."""
        kept = (
            Chapter(title, tuple(rule for rule in told if _holds(rule, preset) and self._applies(rule, rules)))
            for title, told in self.chapters
        )
        return tuple(chapter for chapter in kept if chapter.rules)

    def _applies(self, rule: Rule, rules: R) -> bool:
        return rule.number not in self.only or self.only[rule.number](rules)


class InForce(NamedTuple):
    """What holds at a table where a house rule could change it; `own` where it is not the author's."""

    switch: Switch
    value: Phrase
    own: bool

    @property
    def told(self) -> Phrase:
        """What the switch is about, and its value."""
        return say("{label}: {value}", label=self.switch.label, value=self.value)


def in_force(rules: HasSwitches, preset: HasSwitches, names: Sequence[str]) -> tuple[InForce, ...]:
    """Return what the switches with these `names` are set to under `rules`, those that can be set and matter."""
    return tuple(
        InForce(
            switch,
            switch.describe(switch.kind.plain(getattr(rules, switch.field))),
            getattr(rules, switch.field) != getattr(preset, switch.field),
        )
        for switch in switches(rules)
        if switch.name in names and switch.matters(rules)
    )


def cite(author: str, year: str, pages: str) -> Phrase:
    """Return a page of a book as a source."""
    return say("{author} {year}, p. {pages}", author=author, year=year, pages=pages)


class Notes(TypedDict, total=False):
    """What may be said of a rule besides; words with blanks between them keep the books readable. See `Rule`."""

    switches: str
    by: str
    background: bool
    examples: str
    without: Phrase


def stated(number: str, text: Phrase, *sources: Phrase, **more: Unpack[Notes]) -> Rule:
    """Return a rule that its sources state plainly."""
    return _rule(number, text, "stated", sources, **more)


def worked_out(number: str, text: Phrase, *sources: Phrase, **more: Unpack[Notes]) -> Rule:
    """Return a rule that follows from what the sources state."""
    return _rule(number, text, "worked out", sources or (ARITHMETIC,), **more)


def ambiguous(number: str, text: Phrase, why: Phrase, *sources: Phrase, **more: Unpack[Notes]) -> Rule:
    """Return a rule that its sources leave open, with the reason for the default."""
    return _rule(number, text, "ambiguous", sources, why=why, **more)


def not_told(number: str, text: Phrase, why: Phrase, *sources: Phrase, **more: Unpack[Notes]) -> Rule:
    """Return a rule that no source tells, with the reason for the default."""
    return _rule(number, text, "not told", sources or (OWN_CHOICE,), why=why, **more)


def _rule(
    number: str,
    text: Phrase,
    certainty: Certainty,
    sources: tuple[Phrase, ...],
    why: Phrase | None = None,
    **more: Unpack[Notes],
) -> Rule:
    told = more.get("switches", ""), more.get("by", ""), more.get("examples", "")
    switches, by, examples = (tuple(words.split()) for words in told)
    background = more.get("background", False)
    without = more.get("without")
    return Rule(number, text, certainty, sources, why, switches, by, background, examples, without)


def _holds(rule: Rule, preset: str) -> bool:
    return not rule.by or preset in rule.by
