"""The question for any number of rows, such as who announced what and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.games.questions.answers import Answers, Stage, read_answers, rename_answers
from scorekeeper.games.questions.single import Choice, Flag
from scorekeeper.phrase import Phrase, Refused, Value, say
from scorekeeper.reading import shown

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
class Rows:
    """Any number of rows, each of which answers `columns`; those in `every` must be answered in every row.

    The first two columns say who and what, `ways` what the others can say together. A row may be begun at the call
    and finished with the result, so the columns have stages of their own.
    """

    widget = "rows"
    needed = False

    name: str
    label: Phrase
    columns: tuple[Cell, ...]
    every: tuple[str, ...]
    ways: tuple[Way, ...] = ()
    stage: Stage = "call"
    mark: str = ""

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
        return tuple(self._read_row(number, row) for number, row in enumerate(raw, start=1))

    def _read_row(self, number: int, raw: Answers) -> dict[str, object]:
        known = tuple(column.name for column in self.columns)
        try:
            for key in raw:
                if key not in known:
                    raise Refused(shown(key), say("no such key here; a row has: {known}", known=known))
            row = read_answers(self.columns, raw)
            for key in self.every:
                if key not in row:
                    raise Refused(key, say("this is missing"))
        except Refused as refused:
            raise Refused(
                self.name, say("row {row}: {key}: {reason}", row=number, key=refused.key, reason=refused.phrase)
            ) from None
        return row

    def rename(self, raw: object, keys: Mapping[str, str]) -> object:
        """Return the rows with every player's key replaced by what `keys` says."""
        if not isinstance(raw, list | tuple):
            return raw
        return [rename_answers(self.columns, row, keys) if isinstance(row, Mapping) else row for row in raw]

    def way_of(self, row: Answers) -> int:
        """Return the number of the way that says what a row says besides who and what, 0 for none."""
        what = row[self.what.name]
        said = {key: row[key] for key in row if key not in (self.who.name, self.what.name)}
        ways = [(number, way) for number, way in enumerate(self.ways) if not way.only or what in way.only]
        alike = [number for number, way in ways if dict(way.answers) == said]
        plain = self._plain(said)
        for announced in ({}, {"announced": True}):  # what a count decides is announced, whether a row says so or not
            told = plain | announced
            alike += [number for number, way in ways if not way.open and self._plain(dict(way.answers)) == told]
        return (*alike, 0)[0]

    def ends(self, way: Way) -> list[int]:
        """Return the numbers of the ways that an open one can end in; none for one that is not open."""
        said = set(way.answers)
        longer = [(number, end) for number, end in enumerate(self.ways) if way.open and not end.open]
        return [number for number, end in longer if said < set(end.answers) and len(end.answers) == len(said) + 1]

    def _plain(self, said: Answers) -> dict[str, object]:
        """Return what a row says without what goes without saying."""
        usual = {column.name: column.default for column in self.columns if isinstance(column, Flag)}
        return {key: value for key, value in said.items() if value != usual.get(key, 0)}

    def describe(self, raw: object) -> Phrase | None:
        """Return what each row is about, whose it is, and how it went where that is known and not plain."""
        told = tuple(self._describe_row(row) for row in self.read(raw))
        return say("{all}", all=told) if told else None

    def name_row(self, what: object, who: object) -> Phrase:
        """Return what a row is about and whose it is."""
        names = self.what.describe(what), self.who.describe(who)
        return say("{what} by {who}", what=names[0], who=names[1]) if names[0] and names[1] else self.label

    def _describe_row(self, row: Answers) -> Phrase:
        about = self.name_row(row[self.what.name], row[self.who.name])
        how = self.ways[self.way_of(row)]
        return about if not how.answers else say("{what} ({how})", what=about, how=how.label)

    @property
    def values(self) -> Value:
        """A table for each row."""
        return say("a list of tables")
