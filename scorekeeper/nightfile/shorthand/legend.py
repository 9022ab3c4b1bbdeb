"""What the words of a line mean, to stand beside it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from scorekeeper.games.counts import Grid, Number, OfPlayers, Thirds
from scorekeeper.games.questions import Cell, Choice, Flag, Question, Rows
from scorekeeper.nightfile.shorthand.grammar import (
    BY,
    NO,
    REST,
    Names,
    in_line,
    is_who,
    mark_of,
    row_words,
    short_names,
    told_of_each,
    word_of,
)
from scorekeeper.phrase import Phrase, say

_FEW = 4  # options; of more only the words are told


class Spelled(NamedTuple):
    """A word of a line, or several that are alike, and what it means."""

    words: tuple[str, ...]
    meaning: Phrase


def describe_words(questions: Sequence[Question], names: Names) -> tuple[Spelled, ...]:
    """Return the words by which these questions are answered, in their order; `names` as for `read_line`."""
    short = short_names(names)
    each = told_of_each(questions)
    questions = in_line(questions)
    told: list[Spelled] = []
    for question in questions:
        told += _TOLD[question.widget](question, questions, short)
        told += _of_each(question, each[question.name], short) if question.name in each else ()
    return (*_order_of_all(questions, short), *told)


def _order_of_all(questions: Sequence[Question], short: Names) -> Iterator[Spelled]:
    """What stands first in a line, and whether the rest has an order."""
    first = next(filter(is_who, questions), None)
    if not isinstance(first, Choice) or mark_of(first, questions):
        return
    chosen = (
        word_of(question.options[-1]) for question in questions if isinstance(question, Choice) and not question.players
    )
    counted = (str(question.high // 2) for question in questions if isinstance(question, Number | Thirds))
    words = [short[str(first.options[0].value)], *islice(chosen, 1), *islice(counted, 1)]
    if len(words) > 1:
        yield Spelled((" ".join(words),), say("first who plays, then all else in any order"))


def _of_each(one: Question, each: Grid, short: Names) -> Iterator[Spelled]:
    """What stands for each player where others are told one thing."""
    order = [short[player] for player in short if player in each.players]
    if isinstance(one, Choice):
        yield from (Spelled((word_of(option) + BY + order[-1],), each.label) for option in one.options[1:2])
        return
    label = say("{label}, one number for each: {names}", label=each.label, names=tuple(order))
    yield Spelled((" ".join((*[str(each.high // len(order))] * (len(order) - 1), REST)),), label)


def _choice(question: Choice, questions: Sequence[Question], short: Names) -> Iterator[Spelled]:
    if question.players:
        mark = mark_of(question, questions)
        words = tuple(short[str(option.value)] for option in question.options)
        yield Spelled(tuple(mark + BY + word for word in words[-1:]) if mark else words, question.label)
        return
    options = [option for option in question.options if option.value != 0]
    if len(options) > _FEW:
        yield Spelled(tuple(map(word_of, options)), question.label)
    else:
        yield from (Spelled((word_of(option),), option.label) for option in options)


def _flag(question: Flag, questions: Sequence[Question], short: Names) -> Iterator[Spelled]:
    mark = question.mark or question.name
    yield (
        Spelled((mark, mark + NO), say("{label}: yes, no", label=question.label))
        if question.both
        else Spelled((mark,), question.label)
    )


def _number(question: Number, questions: Sequence[Question], short: Names) -> Iterator[Spelled]:
    yield Spelled((f"{mark_of(question, questions)}{question.high // 3}",), question.label)


def _thirds(question: Thirds, questions: Sequence[Question], short: Names) -> Iterator[Spelled]:
    mark = mark_of(question, questions)
    half = question.high // 2
    yield Spelled((f"{mark}{half}", f"{mark}{half}+1"), question.label)
    if not mark:
        yield Spelled(("+1", "+2"), say("one third, two thirds more"))


def _grid(question: Grid, questions: Sequence[Question], short: Names) -> Iterator[Spelled]:
    order = [short[player] for player in short if player in question.players]
    mark = mark_of(question, questions)
    numbers = " ".join(("0", "…", str(question.high or question.low)))
    label = say("{label}, one number for each: {names}", label=question.label, names=tuple(order))
    yield Spelled((f"{mark} {numbers}".strip(),), label)


def _piles(question: OfPlayers, questions: Sequence[Question], short: Names) -> Iterator[Spelled]:
    some = [short[player] for player in short if player in question.players]
    yield Spelled((f"{some[0]}{BY}AK9", f"{some[-1]}{BY}10"), question.label)


def _order(question: OfPlayers, questions: Sequence[Question], short: Names) -> Iterator[Spelled]:
    yield Spelled((" ".join(short[player] for player in reversed(question.players)),), question.label)


def _rows(question: Rows, questions: Sequence[Question], short: Names) -> Iterator[Spelled]:
    words = list(row_words(question))
    options = question.what.options
    each = len(words) // max(1, len(question.what.options))
    first = words[0] if words else ""
    yield from (Spelled((words[place * each],), option.label) for place, option in enumerate(options))
    for column in question.columns[2:]:
        if isinstance(column, Flag):
            meaning = say("{label}: no", label=column.label) if column.default else column.label
            yield Spelled((first + (column.mark or column.name),), meaning)
        elif not column.players:
            yield from (Spelled((f"{first}{option.mark}",), option.label) for option in column.options if option.value)
    one, *_, other = short.values()
    yield Spelled((first + BY + other,), say("by another player than the first"))
    signs = "".join(_sign(column) for column in question.columns[2:])
    if len(signs) > 1:
        order = say("first the bonus, then its signs in any order, then whose it is")
        yield Spelled((f"{first}{signs}{BY}{other}",), order)
    for column in filter(is_who, question.columns[2:]):
        yield Spelled((BY.join((words[-1], one, other)),), column.label)


def _sign(column: Cell) -> str:
    """Return a sign of a column of a row, "" where it has none."""
    if isinstance(column, Flag):
        return column.mark or column.name
    return "" if column.players else next((option.mark for option in column.options if option.value), "")


_TOLD: Mapping[str, Callable[[Any, Sequence[Question], Names], Iterator[Spelled]]] = {
    "choice": _choice,
    "tick": _flag,
    "yes-no": _flag,
    "number": _number,
    "thirds": _thirds,
    "grid": _grid,
    "piles": _piles,
    "order": _order,
    "rows": _rows,
}
