"""The rule book of a game: every number that a score may cite, explained for card players, with its sources.

The rules are data: `rules.toml` in the folder of a game, `common.toml` for all games. A page or the command line shows
a rule in place: its text, its sources and, by `in_force`, what holds at the table.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from scorekeeper.games.house_rules import HasSwitches, Switch, switches
from scorekeeper.immutable import ImmutableValue
from scorekeeper.phrase import Phrase, Value, say
from scorekeeper.toml_reader import read_own

Certainty = Literal["stated", "worked out", "ambiguous", "not stated"]

CERTAINTIES: Mapping[Certainty, Phrase] = {
    "stated": say("stated"),
    "worked out": say("worked out"),
    "ambiguous": say("ambiguous"),
    "not stated": say("not stated"),
}

# The keys in the files for the origin of a rule without a book, or for the reason why it has no example.
_NAMED: dict[str, Phrase] = {
    "custom": say("custom at card tables"),
    "arithmetic": say("arithmetic"),
    "our choice": say("our choice"),
    "no number": say("no number follows from it"),
    "at the table": say("it is settled at the table, before anything is written down"),
}


class Rule(NamedTuple):
    """One numbered rule in a few plain sentences of our own.

    number       such as "HB-34"
    certainty    "stated" by its source, "worked out" from what is stated, "ambiguous" there, or "not stated" by anybody
    sources      its sources: author, year and page, as the source gives them
    why          the reason for this default, where the sources leave it open
    switches     the house rules that change it, by name
    by           the presets for which it holds; empty for all of its game
    background   whether it explains others and is never cited itself
    examples     rows of tests/vectors that apply it
    without      the reason why there is no such row
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
        """Its certainty and its sources, with the reason for the default where the sources leave it open."""
        sources: Phrase = self.sources[0]
        for more in self.sources[1:]:
            sources = say("{source}; {more}", source=sources, more=more)
        origin = say("{certainty}: {sources}", certainty=CERTAINTIES[self.certainty], sources=sources)
        return say("({origin}. {why})", origin=origin, why=self.why) if self.why else say("({origin})", origin=origin)


class Chapter(NamedTuple):
    """Rules that belong together, in the order in which a table needs them; `key` is the chapter's name in its file."""

    key: str
    title: Phrase
    rules: tuple[Rule, ...]


class Alias(NamedTuple):
    """Another name of a game, and the authors who use it: only displayed, never read."""

    name: str
    authors: str

    @property
    def full_name(self) -> Phrase:
        """The name with the authors who use it."""
        return say("{name} ({authors})", name=self.name, authors=self.authors)


class Row(NamedTuple):
    """One row of the tariff: a cell for each column, and the numbers of the rules behind it.

    `own` is whether the table set its value itself.
    """

    label: Value
    cells: tuple[Value, ...]
    rules: tuple[str, ...] = ()
    own: bool = False


class TariffTable(NamedTuple):
    """A part of the tariff: the headings of the labels and of each column, and the rows."""

    title: Phrase
    columns: tuple[Phrase, ...]
    rows: tuple[Row, ...]


R = TypeVar("R")


class Part(NamedTuple):
    """A file of rules, or one chapter of it by its key."""

    file: Path
    chapter: str = ""


_COMMON = Path(__file__).with_name("common.toml")
COMMON_RULES = Part(_COMMON, "common")
WRONG_CARD = Part(_COMMON, "wrong_card")
"""For the books of games whose sources tell no penalty and that have no rule of their own."""
DISPUTES = Part(_COMMON, "at_table")
"""For the books of games whose sources do not tell how disputes at the table are settled."""


class Book(ImmutableValue, Generic[R]):
    """A game's rule book; `tariff` makes the tables of payments from the rules in force.

    Rules whose numbers are in `omitted` are left out of its `parts`. `only` has functions for some rules, by number,
    that return whether they hold under the rules in force.
    """

    parts: tuple[Part, ...]
    tariff: Callable[[R], tuple[TariffTable, ...]]
    only: Mapping[str, Callable[[R], bool]] = field(default_factory=dict)
    omitted: frozenset[str] = frozenset()

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """All chapters of the book."""
        read = (chapter for part in self.parts for chapter in read_chapters(part))
        return _filter_chapters(read, lambda rule: rule.number not in self.omitted)

    @property
    def rules(self) -> Iterator[Rule]:
        """Every rule of the book, in its order."""
        return (rule for chapter in self.chapters for rule in chapter.rules)

    def find(self, number: str) -> Rule | None:
        """Return the rule with this number, None for none in this book."""
        return next((rule for rule in self.rules if rule.number == number), None)

    def chapters_for(self, preset: str, rules: R) -> tuple[Chapter, ...]:
        """Return the chapters with the rules that hold for an author, by preset key, and under the rules in force."""

        def holds(rule: Rule) -> bool:
            applies = rule.number not in self.only or self.only[rule.number](rules)
            return applies and (not rule.by or preset in rule.by)

        return _filter_chapters(self.chapters, holds)


def _filter_chapters(chapters: Iterable[Chapter], keeps: Callable[[Rule], bool]) -> tuple[Chapter, ...]:
    """Return chapters with the rules that pass `keeps`, without empty ones."""
    filtered = (chapter._replace(rules=tuple(filter(keeps, chapter.rules))) for chapter in chapters)
    return tuple(chapter for chapter in filtered if chapter.rules)


class InForce(NamedTuple):
    """The value of a switch at a table; `own` where it is not the author's."""

    switch: Switch
    value: Phrase
    own: bool

    @property
    def phrase(self) -> Phrase:
        """The label of the switch and its value."""
        return say("{label}: {value}", label=self.switch.label, value=self.value)


def in_force(rules: HasSwitches, preset: HasSwitches, names: Sequence[str]) -> tuple[InForce, ...]:
    """Return the values under `rules` of the switches with these `names` that can be set and matter."""
    return tuple(
        InForce(
            switch,
            switch.describe(switch.kind.to_setting(getattr(rules, switch.field))),
            getattr(rules, switch.field) != getattr(preset, switch.field),
        )
        for switch in switches(rules)
        if switch.name in names and switch.is_relevant(rules)
    )


def read_chapters(part: Part) -> tuple[Chapter, ...]:
    """Return the chapters of a part of a book."""
    return tuple(chapter for chapter in _read_file(part.file) if part.chapter in ("", chapter.key))


@cache
def _read_file(file: Path) -> tuple[Chapter, ...]:
    data = read_own(file)
    sources = dict(_NAMED)
    for name, source in data.get("sources", {}).items():
        sources[name] = Phrase(source["en"]) if "en" in source else say("{author} {year}, p. {pages}", **source)
    return tuple(
        Chapter(raw["key"], Phrase(raw["title"]["en"]), tuple(_rule(rule, sources) for rule in raw["rules"]))
        for raw in data["chapters"]
    )


def _rule(raw: Mapping[str, Any], sources: Mapping[str, Phrase]) -> Rule:
    without = raw.get("without")
    return Rule(
        number=raw["number"],
        text=Phrase(raw["en"]),
        certainty=raw["certainty"],
        sources=tuple(sources[name] for name in raw["sources"]),
        why=Phrase(raw["why"]["en"]) if "why" in raw else None,
        switches=tuple(raw.get("switches", ())),
        by=tuple(raw.get("by", ())),
        background=raw.get("background", False),
        examples=tuple(raw.get("examples", ())),
        without=_NAMED[without] if isinstance(without, str) else without and Phrase(without["en"]),
    )
