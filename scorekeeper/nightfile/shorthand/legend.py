"""The legend of a line: its words and their meanings."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from scorekeeper.games.counts import Grid, Number, Thirds
from scorekeeper.games.questions import Choice, Flag, Question, Rows
from scorekeeper.nightfile.shorthand import grammar
from scorekeeper.nightfile.shorthand.grammar import AGREED, BY, DEALER, NO, REST, VOID, Names, is_who, mark_of, word_of
from scorekeeper.phrase import Phrase, say

_FEW = 4  # options; of more the legend has only the words


class Spelled(NamedTuple):
    """A word of a line, or several alike, and its meaning."""

    words: tuple[str, ...]
    meaning: Phrase


def describe_words(questions: Sequence[Question], names: Names) -> tuple[Spelled, ...]:
    """Return the words that answer these questions, in their order; `names` as for `read_line`."""
    short = grammar.short_names(names)
    each = grammar.grids_of_each(questions)
    questions = grammar.in_line(questions)
    spelled = list(_order_of_all(questions, short))
    for question in questions:
        spelled += _describe(question, mark_of(question, questions), short)
        if question.name in each:
            spelled += _of_each(question, each[question.name], short)
    return tuple(spelled)


def describe_row(names: Names) -> Iterator[Spelled]:
    """Yield the words of a row in any game; `names` as for `read_row`."""
    short = tuple(grammar.short_names(names).values())
    numbers = " ".join((AGREED, "1", *["0"] * (len(short) - 2), "-1"))
    yield Spelled((DEALER + short[-1],), say("before everything else: who deals, where it is not whose turn it is"))
    agreed = say("points agreed instead of the deal, one number for each: {names}; then why", names=short)
    yield Spelled((f"{numbers} …",), agreed)
    yield Spelled((f"{VOID[0]} …",), say("the deal is void; then why"))


def _order_of_all(questions: Sequence[Question], short: Names) -> Iterator[Spelled]:
    """Yield the beginning of a line if one has a fixed beginning."""
    first = next(filter(is_who, questions), None)
    if not isinstance(first, Choice) or mark_of(first, questions):
        return
    choices = [question for question in questions if isinstance(question, Choice) and not question.players]
    counted = [question for question in questions if isinstance(question, Number | Thirds)]
    words = [short[str(first.options[0].value)]]
    words += [word_of(question.options[-1]) for question in choices[:1]]
    words += [str(question.high // 2) for question in counted[:1]]
    if len(words) > 1:
        yield Spelled((" ".join(words),), say("first who plays, then all else in any order"))


def _describe(question: Any, mark: str, short: Names) -> Iterator[Spelled]:
    label = question.label
    match question.widget:
        case "choice":
            yield from _describe_choice(question, mark, short)
        case "tick" | "yes-no":
            mark = question.mark or question.name
            both = Spelled((mark, mark + NO), say("{label}: yes, no", label=label))
            yield both if question.both else Spelled((mark,), label)
        case "number":
            yield Spelled((f"{mark}{question.high // 3}",), label)
        case "thirds":
            half = question.high // 2
            yield Spelled((f"{mark}{half}", f"{mark}{half}+1"), label)
            if not mark:
                yield Spelled(("+1", "+2"), say("one third, two thirds more"))
        case "grid":
            order = tuple(short[player] for player in short if player in question.players)
            each = say("{label}, one number for each: {names}", label=label, names=order)
            yield Spelled((f"{mark} 0 … {question.high or question.low}".strip(),), each)
        case "piles":
            some = [short[player] for player in short if player in question.players]
            yield Spelled((f"{some[0]}{BY}AK9", f"{some[-1]}{BY}10"), label)
        case "order":
            yield Spelled((" ".join(short[player] for player in reversed(question.players)),), label)
        case "rows":
            yield from _describe_rows(question, short)


def _describe_choice(question: Choice, mark: str, short: Names) -> Iterator[Spelled]:
    options = [option for option in question.options if option.value != 0]
    if question.players:
        words = tuple(short[str(option.value)] for option in question.options)
        yield Spelled((mark + BY + words[-1],) if mark else words, question.label)
    elif len(options) > _FEW:
        yield Spelled(tuple(map(word_of, options)), question.label)
    else:
        yield from (Spelled((word_of(option),), option.label) for option in options)


def _of_each(one: Question, each: Grid, short: Names) -> Iterator[Spelled]:
    """Yield the words of a question that is answered for each player."""
    order = [short[player] for player in short if player in each.players]
    if isinstance(one, Choice):
        yield from (Spelled((word_of(option) + BY + order[-1],), each.label) for option in one.options[1:2])
        return
    label = say("{label}, one number for each: {names}", label=each.label, names=tuple(order))
    yield Spelled((" ".join((*[str(each.high // len(order))] * (len(order) - 1), REST)),), label)


def _describe_rows(question: Rows, short: Names) -> Iterator[Spelled]:
    words = list(grammar.row_words(question))
    options = question.what.options
    each = len(words) // max(1, len(options))
    first = words[0] if words else ""
    signs = ""
    yield from (Spelled((words[place * each],), option.label) for place, option in enumerate(options))
    for column in question.columns[2:]:
        if isinstance(column, Flag):
            sign = column.mark or column.name
            signs += sign
            yield Spelled((first + sign,), say("{label}: no", label=column.label) if column.default else column.label)
        elif not column.players:
            marked = [option for option in column.options if option.value]
            signs += "".join(option.mark for option in marked[:1])
            yield from (Spelled((first + option.mark,), option.label) for option in marked)
    one, *_, other = short.values()
    yield Spelled((first + BY + other,), say("by another player than the first"))
    if len(signs) > 1:
        order = say("first the bonus, then its signs in any order, then whose it is")
        yield Spelled((f"{first}{signs}{BY}{other}",), order)
    for column in filter(is_who, question.columns[2:]):
        yield Spelled((BY.join((words[-1], one, other)),), column.label)
