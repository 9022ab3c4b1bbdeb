"""Answers written as one line, to see that it is read as the same again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.cards.thirds import read_thirds
from scorekeeper.games.counts import Grid, Thirds
from scorekeeper.games.questions import Answers, Question, Rows
from scorekeeper.nightfile.shorthand.grammar import (
    APART,
    BY,
    REST,
    Names,
    in_line,
    is_number,
    is_who,
    mark_of,
    row_words,
    short_names,
    told_of_each,
    words_of,
)


def write_line(questions: Sequence[Question], names: Names, answers: Answers) -> str:
    """Return the answers to `questions` as one line; `names` are those of everybody at the night, in seat order.

    What says nothing is left out: a no, the lowest step, a bonus without any sign. Raises Refused for a bad answer.
    """
    short, each, questions = short_names(names), told_of_each(questions), in_line(questions)
    told: list[str] = []
    for question in questions:
        if question.name in each and isinstance(answers.get(question.name), Mapping):
            told += _of_each(question, each[question.name], answers[question.name], short)
        else:
            told += _words(question, questions, short, answers)
    return " ".join(told)


def _of_each(one: Question, each: Grid, raw: object, short: Names) -> Iterator[str]:
    """What was told of each player where others are told one thing: his card points in order, or what he said."""
    each.read(raw)
    assert isinstance(raw, Mapping)
    if isinstance(one, Thirds):
        yield from (
            write_count(one, raw[player]) if player in raw else REST for player in short if player in each.players
        )
        return
    words = {meant: word for word, meant in words_of(one).items()}
    yield from (words[level] + BY + short[player] for player, level in raw.items() if level)


def _words(question: Question, questions: Sequence[Question], short: Names, answers: Answers) -> Iterator[str]:
    raw = answers.get(question.name)
    if raw is None:
        return
    value, mark = question.read(raw), mark_of(question, questions)
    if is_who(question):
        yield mark + BY + short[value] if mark else short[value]
    elif is_number(question):
        yield from _numbers(question, mark, raw, short)
    elif isinstance(question, Rows):
        yield from (_row(question, row, short, _first(questions, answers)) for row in value)
    elif question.widget in _LISTS:
        yield from _LISTS[question.widget](value, short)
    else:
        yield from (word for word, meant in words_of(question).items() if meant == value)


def _numbers(question: Question, mark: str, raw: object, short: Names) -> Iterator[str]:
    if not isinstance(question, Grid):
        yield mark + (write_count(question, raw) if isinstance(question, Thirds) else str(raw))
        return
    assert isinstance(raw, Mapping)
    if mark:
        yield mark
    yield from (str(raw.get(player, REST)) for player in short if player in question.players)


def _first(questions: Sequence[Question], answers: Answers) -> object:
    """Who is named first; a row without a name is his."""
    return next((answers.get(question.name) for question in questions if is_who(question)), None)


def _row(rows: Rows, row: Answers, short: Names, first: object) -> str:
    named = [column.name for column in rows.columns if is_who(column)]
    said = {name: row[name] for name in row if name not in named}
    word = next(word for word, meant in row_words(rows).items() if _same(rows, meant, said))
    whose, *others = [str(row[name]) for name in named if row.get(name)]
    return word if whose == first and not others else BY.join((word, *(short[player] for player in (whose, *others))))


def _same(rows: Rows, meant: Answers, said: Answers) -> bool:
    """Return whether two rows say the same, though one leaves out what goes without saying."""
    usual = {column.name: getattr(column, "default", 0) for column in rows.columns[2:]}
    return {**usual, **meant} == {**usual, **said}


def _piles(piles: Mapping[str, Sequence[str]], short: Names) -> Iterator[str]:
    """Cards by their ranks: all are of one suit."""
    for player, beginning in short.items():
        if cards := piles.get(player):
            yield beginning + BY + "".join(card[:-1] for card in cards)


def _order(order: Sequence[str], short: Names) -> Iterator[str]:
    return (short[player] for player in order)


_LISTS: Mapping[str, Callable[[Any, Names], Iterator[str]]] = {"piles": _piles, "order": _order}


def write_count(question: Thirds, raw: object) -> str:
    """Return a count of card points as `read_count` reads it."""
    if isinstance(raw, Mapping):
        return APART.join(write_count(question, raw[part]) for part in question.parts)
    thirds = read_thirds(str(raw)) or 0
    return f"{thirds // 3}+{thirds % 3}" if thirds % 3 else str(thirds // 3)
