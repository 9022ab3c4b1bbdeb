"""Results in the journal: writing, reading, and texts in their current wording."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.games.score import Score, score_from_plain, score_to_plain
from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import Adjusted, Answered, Json, SlotAct
from scorekeeper.journal.hash_chain import Entry
from scorekeeper.night.night import Night, Result
from scorekeeper.night.pricing import adjust, price
from scorekeeper.phrase import Refused, say

# The errors of reading a database or a file edited by hand.
MALFORMED = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def write_result(result: Result | None) -> dict[str, object]:
    """Return a result as JSON for the journal, empty for none."""
    if result is None:
        return {}
    return {"lines": score_to_plain(result.score), "sheet": dict(result.sheet), "payoff": dict(result.payoff)}


def read_result(plain: Json) -> Result:
    """Return the result that `write_result` wrote. Raises Refused for anything else."""
    try:
        table: Any = plain
        return Result(score_from_plain(table["lines"]), dict(table["sheet"]), dict(table["payoff"]))
    except MALFORMED:
        raise Refused("result", say("it lacks what such an entry needs")) from None


def result_now(night: Night, entry: Entry, earlier: Sequence[Mapping[str, int]]) -> Result:
    """Return the result of a slot's valid entry after the previous sheets of its party.

    It is the written one, unless an earlier deal of a party that ends by a condition was corrected.
    """
    written = read_entry_result(night, entry)
    act = act_of(entry)
    if not night.ends or not isinstance(act, SlotAct):
        return written
    try:
        return price(night, act.as_corrected(), earlier) or written
    except Refused:
        return written


def read_entry_result(night: Night, entry: Entry) -> Result:
    """Return the result of an entry with its reasons in their current wording.

    The journal has the wording of its time, which may be missing in the catalogues. If the numbers differ today, the
    written result is returned unchanged.
    """
    written = read_result(entry.result)
    score = Score()
    try:
        match act_of(entry):
            case Adjusted(adjust=agreed):
                score = adjust(night, agreed)
            case Answered() as act:
                rules = night.rules_at(act.number)
                read = night.game.read(rules, act.seating, act.answers)
                score = night.game.score(rules, night.game.deal(rules, act.seating, read))
    except Refused:
        return written
    return written._replace(score=score) if _line_numbers(score) == _line_numbers(written.score) else written


def same_result(result: Result | None, plain: Mapping[str, object]) -> bool:
    """Return whether a result has the written numbers; wording and rule IDs of reasons may differ."""
    if result is None or not plain:
        return result is None and not plain
    if write_result(result) == plain:
        return True
    written = read_result(plain)
    is_same = (dict(result.sheet), dict(result.payoff)) == (written.sheet, written.payoff)
    return is_same and _line_numbers(result.score) == _line_numbers(written.score)


def _line_numbers(score: Score) -> list[tuple[object, ...]]:
    """The numbers of the lines that move points, sorted, as version 0.2.0 ordered them by the keys of a night file."""
    lines = [line for line in score.lines if line.shares]
    return sorted((line.value, sorted(line.shares), [factor.times for factor in line.factors]) for line in lines)
