"""The questions that a game asks about one deal; it does not know who answers.

A browser form, the night file, the database and the tests answer the same questions in the same spelling.
"""

from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from sys import intern
from typing import Any, Literal

from scorekeeper.phrase import Name, Phrase, Refused, Value, say
from scorekeeper.reading import flag, named, none_of, shown

Answers = Mapping[str, object]
Stage = Literal["call", "result"]

A_PLAYER = say("a player’s name")
A_FLAG = say("true or false")


@dataclass(frozen=True, slots=True)
class Question:
    """What every kind of question says and can do; a game may bring kinds of its own.

    `mark` is the sign before its answer where a deal stands in one line. While it is `needed` and nobody answered, a
    deal is not finished. What is `rare` a form asks behind all else.
    """

    name: str
    label: Phrase
    _: KW_ONLY
    stage: Stage = "call"
    mark: str = ""
    needed: bool = False
    rare: bool = False

    @property
    def widget(self) -> str:
        """How a form asks it."""
        raise NotImplementedError

    @property
    def values(self) -> Value:
        """What a night file may have as its answer."""
        raise NotImplementedError

    def read(self, raw: object) -> Any:
        """Return the answer as its game knows it. Raises Refused for one that it cannot be."""
        raise NotImplementedError

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw` with every player's key replaced by what `keys` says."""
        return raw

    def describe(self, raw: object) -> Phrase | None:
        """Return an answer in words, None for one that says nothing."""
        return say("{answer}", answer=str(raw))


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
class Choice(Question):
    """One of `options`; with `players` the options are players, so a record renames them with the players.

    A number that is none of them is `beyond`. What is `secret` until it shows in play is told with the result alone: a
    call that others see leaves it out. Where `options` leave somebody out for a reason that players may not know,
    `missing` says it; `unfolds` says when those options matter that are rare.
    """

    widget = "choice"

    options: tuple[Option, ...]
    players: bool = False
    beyond: Phrase | None = None
    secret: bool = False
    missing: Phrase | None = None
    unfolds: Phrase | None = None

    def read(self, raw: object) -> str | int:
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
        return keys.get(raw, raw) if self.players and isinstance(raw, str) else raw

    def describe(self, raw: object) -> Phrase | None:
        """Return what the chosen option is called, None for the first of some steps, such as no contra."""
        if raw == 0:
            return None
        return next((option.label for option in self.options if raw in (option.value, *option.also)), None)

    @property
    def values(self) -> Value:
        return A_PLAYER if self.players else tuple(name_value(option.value, option.label) for option in self.options)


def who(
    name: str, label: Phrase, players: Iterable[str], stage: Stage = "call", mark: str = "", rare: bool = False
) -> Choice:
    """Return the question which of `players` it was."""
    options = tuple(Option(player, Phrase("{who}", (("who", Name(player)),))) for player in players)
    return Choice(name, label, options, players=True, stage=stage, mark=mark, rare=rare)


def level(name: str, label: Phrase, steps: Iterable[Phrase], beyond: Phrase, marks: str = "") -> Choice:
    """Return the question how far something went: 0 for the first of `steps`, 1 for the next (nothing, contra …).

    `marks` has a letter for each step after the first.
    """
    options = tuple(Option(number, step, mark=marks[:number][-1:]) for number, step in enumerate(steps))
    return Choice(name, label, options, beyond=beyond)


@dataclass(frozen=True, slots=True)
class Flag(Question):
    """Yes or no, `default` if not answered; `alone` marks the one that makes every other question pointless.

    Where `both` can be answered, no is not the same as nothing. What is `secret` is told with the result alone, as with
    a Choice.
    """

    alone: bool = False
    default: bool = False
    both: bool = False
    secret: bool = False

    @property
    def widget(self) -> str:
        return "yes-no" if self.both else "tick"

    def read(self, raw: object) -> bool:
        return flag(self.name, raw)

    def describe(self, raw: object) -> Phrase | None:
        if raw:
            return say("yes")
        return say("no") if self.both else None

    @property
    def values(self) -> Value:
        return A_FLAG


@dataclass(frozen=True, slots=True)
class OneOrEach(Question):
    """What is asked once in some contracts, and of each player in others, while nobody knows which is played."""

    widget = "either"

    one: Question
    each: Question

    def _fitting(self, raw: object) -> Question:
        return self.each if isinstance(raw, Mapping) else self.one

    def read(self, raw: object) -> object:
        return self._fitting(raw).read(raw)

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        return self._fitting(raw).rename(raw, keys)

    def describe(self, raw: object) -> Phrase | None:
        return self._fitting(raw).describe(raw)

    @property
    def values(self) -> Value:
        return self.one.values


def one_or_each(one: Question, each: Question) -> OneOrEach:
    """Return the question that is asked as `one` or of `each`, with the name and label of the one."""
    return OneOrEach(one.name, one.label, one, each, stage=one.stage, mark=one.mark)


Cell = Choice | Flag


@dataclass(frozen=True, slots=True)
class Way:
    """One thing that a row may say besides who and what, for a form that asks it in one place.

    `answers` are those of the other columns; `open` ways are not finished (was it made?), `counted` ones are decided
    by a count; `only` names what it fits, where that is not everything.
    """

    label: Phrase
    answers: tuple[tuple[str, object], ...] = ()
    open: bool = False
    only: tuple[str, ...] = ()
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Rows(Question):
    """Any number of rows, each of which answers `columns`; those in `every` must be answered in every row.

    The first two columns say who and what, `ways` what the others can say together. A row may be begun at the call
    and finished with the result, so the columns have stages of their own.
    """

    widget = "rows"

    columns: tuple[Cell, ...]
    every: tuple[str, ...]
    ways: tuple[Way, ...] = ()

    @property
    def who(self) -> Choice:
        """The column that says whose row it is."""
        assert isinstance(self.columns[0], Choice)
        return self.columns[0]

    @property
    def what(self) -> Choice:
        """The column that says what the row is about."""
        assert isinstance(self.columns[1], Choice)
        return self.columns[1]

    def read(self, raw: object) -> tuple[dict[str, object], ...]:
        """Return the rows, every answer read by its column. Raises Refused, naming the row from 1 on."""
        if not isinstance(raw, list | tuple) or not all(isinstance(row, Mapping) for row in raw):
            raise Refused(self.name, say("{value} is not a list of tables", value=shown(raw)))
        rows = []
        for number, row in enumerate(raw, start=1):
            try:
                rows.append(self._read_row(row))
            except Refused as refused:
                reason = say("row {row}: {key}: {reason}", row=number, key=refused.key, reason=refused.phrase)
                raise Refused(self.name, reason) from None
        return tuple(rows)

    def _read_row(self, raw: Answers) -> dict[str, object]:
        known = tuple(column.name for column in self.columns)
        for key in raw:
            if key not in known:
                raise Refused(shown(key), say("no such key here; a row has: {known}", known=known))
        row = read_answers(self.columns, raw)
        for key in self.every:
            if key not in row:
                raise Refused(key, say("this is missing"))
        return row

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        if not isinstance(raw, list | tuple):
            return raw
        return [rename_answers(self.columns, row, keys) if isinstance(row, Mapping) else row for row in raw]

    def way_of(self, row: Answers) -> int:
        """Return the number of the way that says what a row says besides who and what, 0 for none."""
        what = row[self.what.name]
        given = {key: row[key] for key in row if key not in (self.who.name, self.what.name)}
        ways = [(number, way) for number, way in enumerate(self.ways) if not way.only or what in way.only]
        alike = [number for number, way in ways if dict(way.answers) == given]
        plain = self._plain(given)
        for announced in ({}, {"announced": True}):  # what a count decides is announced, whether a row says so or not
            full = plain | announced
            alike += [number for number, way in ways if not way.open and self._plain(dict(way.answers)) == full]
        return (*alike, 0)[0]

    def _plain(self, given: Answers) -> dict[str, object]:
        """Return what a row says without what goes without saying."""
        usual = {column.name: column.default for column in self.columns if isinstance(column, Flag)}
        return {key: value for key, value in given.items() if value != usual.get(key, 0)}

    def ends(self, way: Way) -> list[int]:
        """Return the numbers of the ways that an open one can end in; none for one that is not open."""
        given = set(way.answers)
        longer = [(number, end) for number, end in enumerate(self.ways) if way.open and not end.open]
        return [number for number, end in longer if given < set(end.answers) and len(end.answers) == len(given) + 1]

    def describe(self, raw: object) -> Phrase | None:
        """Return what each row is about, whose it is, and how it went where that is known and not plain."""
        texts = []
        for row in self.read(raw):
            about = self.name_row(row[self.what.name], row[self.who.name])
            how = self.ways[self.way_of(row)]
            texts.append(say("{what} ({how})", what=about, how=how.label) if how.answers else about)
        return say("{all}", all=tuple(texts)) if texts else None

    def name_row(self, what: object, who: object) -> Phrase:
        """Return what a row is about and whose it is."""
        names = self.what.describe(what), self.who.describe(who)
        return say("{what} by {who}", what=names[0], who=names[1]) if names[0] and names[1] else self.label

    @property
    def values(self) -> Value:
        return say("a list of tables")
