"""The questions of a game about one deal, independent of the source of the answers.

A browser form, the night file, the database and the tests answer the same questions in the same spelling.
"""

from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY
from functools import lru_cache
from sys import intern
from typing import Any, Literal, NamedTuple

from scorekeeper.immutable import ImmutableValue
from scorekeeper.phrase import Name, Phrase, Refused, Value, say
from scorekeeper.value_checks import flag, named, none_of, shorten

Answers = Mapping[str, object]
Stage = Literal["call", "result"]

A_PLAYER = say("a player’s name")
A_FLAG = say("true or false")


class Question(ImmutableValue):
    """The base of every kind of question; a game may define kinds of its own.

    `mark` is the sign before its answer in a deal's line. A deal is not finished without an answer to a `needed`
    question. A form asks `rare` questions last.
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
        """The widget of a form."""
        raise NotImplementedError

    @property
    def values(self) -> Value:
        """The possible answers in a night file."""
        raise NotImplementedError

    def read(self, raw: object) -> Any:
        """Return the answer as a value of its game. Raises Refused for an invalid one."""
        raise NotImplementedError

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return `raw` with every player's key replaced according to `keys`."""
        return raw

    def describe(self, raw: object) -> Phrase | None:
        """Return an answer in words, None for one without content."""
        return say("{answer}", answer=str(raw))


def describe_entered(question: Question, answer: object) -> Phrase:
    """Return an answer in words, "nothing" for none or one without content."""
    return (None if answer is None else question.describe(answer)) or say("nothing")


def read_answers(questions: Iterable[Question], raw: Answers) -> dict[str, object]:
    """Return every answer read by its question. Raises Refused for a key without a question, or a bad answer."""
    asked = {question.name: question for question in questions}
    for name in raw:
        if name not in asked:
            raise Refused(shorten(name), say("no such key here; this deal has: {known}", known=tuple(asked)))
    return {name: asked[name].read(value) for name, value in raw.items() if value is not None}


def rename_answers(questions: Iterable[Question], raw: Answers, keys: Mapping[str, str]) -> dict[str, object]:
    """Return `raw` with every player's key replaced according to `keys`, otherwise unchanged."""
    asked = {question.name: question for question in questions}
    return {intern(name): asked[name].rename(value, keys) if name in asked else value for name, value in raw.items()}


def name_value(value: object, label: Phrase) -> Value:
    """Return a value in the spelling of a night file, and its name."""
    spelled = f'"{value}"' if isinstance(value, str) else str(value)
    return say("{value} ({label})", value=spelled, label=label)


class Option(NamedTuple):
    """One option of a choice: its spelling in a record, its name among players, and other accepted spellings.

    `group` is the common name of options that belong together, and `short` the name within the group. `mark` is its
    sign at the table where its spelling in a record could be mistaken for something else. A form may keep `rare`
    options folded. `only` is the only player who can play it, "" for anybody.
    """

    value: str | int
    label: Phrase
    aliases: tuple[str, ...] = ()
    group: Phrase | None = None
    short: str = ""
    mark: str = ""
    rare: bool = False
    only: str = ""


class Choice(Question):
    """One of `options`; with `players` the options are players, so a record renames them with the players.

    A number that is none of them is `beyond`. A `secret` answer shows only in play and is entered with the result: a
    call that others see leaves it out. `missing` is the reason why a player is not among the `options`, if players
    may not know it; `unfolds` is when the rare options matter.
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
                if raw == option.value or raw in option.aliases:
                    return option.value
        if self.beyond and type(raw) is int and raw > 0:
            raise Refused(self.name, say("{value} is {beyond}", value=shorten(raw), beyond=self.beyond))
        if not self.options:
            raise Refused(self.name, say("this cannot be answered in this deal"))
        if not self.players:
            raise Refused(self.name, none_of(raw, [option.value for option in self.options]))
        allowed = tuple(option.label for option in self.options)
        raise Refused(self.name, say("{value} is not one of: {allowed}", value=named(raw), allowed=allowed))

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        return keys.get(raw, raw) if self.players and isinstance(raw, str) else raw

    def describe(self, raw: object) -> Phrase | None:
        """Return the name of the chosen option, None for the first of several steps, such as no contra."""
        if raw == 0:
            return None
        return next((option.label for option in self.options if raw in (option.value, *option.aliases)), None)

    @property
    def values(self) -> Value:
        return A_PLAYER if self.players else tuple(name_value(option.value, option.label) for option in self.options)


def who(
    name: str, label: Phrase, players: Iterable[str], stage: Stage = "call", mark: str = "", rare: bool = False
) -> Choice:
    """Return a question for one of `players`."""
    return Choice(name, label, _offer_players(tuple(players)), players=True, stage=stage, mark=mark, rare=rare)


@lru_cache(maxsize=256)  # a deal is asked about its players up to ten times
def _offer_players(players: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple([Option(player, Phrase("{who}", (("who", Name(player)),))) for player in players])


class Flag(Question):
    """Yes or no, `default` if not answered; with a yes to `alone` no other question matters.

    Where `both` can be answered, no differs from no answer. A `secret` answer is entered with the result, as with a
    Choice.
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


class OneOrEach(Question):
    """A question asked once in some contracts and for each player in others, before the contract is known."""

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
    """Return a question asked as `one` or for `each`, with the name and label of the one."""
    return OneOrEach(one.name, one.label, one, each, stage=one.stage, mark=one.mark)


Cell = Choice | Flag


class Way(NamedTuple):
    """One combination of the further answers of a row, for a form with one field for them.

    `answers` are the answers to the other columns; `open` ways are not finished (was it made?), `counted` ones are
    decided by a count; `only` are the options that it fits, if not all.
    """

    label: Phrase
    answers: tuple[tuple[str, object], ...] = ()
    open: bool = False
    only: tuple[str, ...] = ()
    counted: bool = False


class Rows(Question):
    """Any number of rows of answers to `columns`; every row needs an answer to the columns in `every`.

    The first two columns are the player and the subject, `ways` the combinations of the others. A row may be begun at
    the call and finished with the result, so the columns have stages of their own.
    """

    widget = "rows"

    columns: tuple[Cell, ...]
    every: tuple[str, ...]
    ways: tuple[Way, ...] = ()

    @property
    def who(self) -> Choice:
        """The column with the player of the row."""
        assert isinstance(self.columns[0], Choice)
        return self.columns[0]

    @property
    def what(self) -> Choice:
        """The column with the subject of the row."""
        assert isinstance(self.columns[1], Choice)
        return self.columns[1]

    def read(self, raw: object) -> tuple[dict[str, object], ...]:
        """Return the rows, every answer read by its column. Raises Refused, naming the row from 1 on."""
        if not isinstance(raw, list | tuple) or not all(isinstance(row, Mapping) for row in raw):
            raise Refused(self.name, say("{value} is not a list of tables", value=shorten(raw)))
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
                raise Refused(shorten(key), say("no such key here; a row has: {known}", known=known))
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
        """Return the number of the way with the further answers of a row, 0 for none."""
        what = row[self.what.name]
        given = {key: row[key] for key in row if key not in (self.who.name, self.what.name)}
        ways = [(number, way) for number, way in enumerate(self.ways) if not way.only or what in way.only]
        alike = [number for number, way in ways if dict(way.answers) == given]
        plain = self._plain(given)
        for announced in ({}, {"announced": True}):  # a bonus decided by a count is announced
            full = plain | announced
            alike += [number for number, way in ways if not way.open and self._plain(dict(way.answers)) == full]
        return (*alike, 0)[0]

    def finish(self, raw: object) -> object:
        """Return rows of a booked deal with their endings: what does not say how it ended, ended in the default way."""
        usual = {one.name: one.default for one in self.columns if isinstance(one, Flag) and one.stage == "result"}
        rows = raw if isinstance(raw, list | tuple) else ()
        return [{**usual, **row} if self.ways and self.ways[self.way_of(row)].open else row for row in rows]

    def _plain(self, given: Answers) -> dict[str, object]:
        """Return a row without its default answers."""
        usual = {column.name: column.default for column in self.columns if isinstance(column, Flag)}
        return {key: value for key, value in given.items() if value != usual.get(key, 0)}

    def ends(self, way: Way) -> list[int]:
        """Return the numbers of the ways that an open one can end in; none for one that is not open."""
        given = set(way.answers)
        longer = [(number, end) for number, end in enumerate(self.ways) if way.open and not end.open]
        return [number for number, end in longer if given < set(end.answers) and len(end.answers) == len(given) + 1]

    def describe(self, raw: object) -> Phrase | None:
        """Return each row's subject, player, and ending if that is known and not the default."""
        texts = []
        for row in self.read(raw):
            about = self.name_row(row[self.what.name], row[self.who.name])
            how = self.ways[self.way_of(row)]
            texts.append(say("{what} ({how})", what=about, how=how.label) if how.answers else about)
        return say("{all}", all=tuple(texts)) if texts else None

    def name_row(self, what: object, who: object) -> Phrase:
        """Return the subject and the player of a row."""
        names = self.what.describe(what), self.who.describe(who)
        return say("{what} by {who}", what=names[0], who=names[1]) if names[0] and names[1] else self.label

    @property
    def values(self) -> Value:
        return say("a list of tables")
