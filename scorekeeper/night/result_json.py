"""Results as the journal keeps them: written, read back, told in the words of today."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.games.score import Score, score_from_plain, score_to_plain
from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import Adjusted, Answered, Json, SlotAct
from scorekeeper.journal.hash_chain import Entry
from scorekeeper.night.night import Night, Result
from scorekeeper.night.pricing import adjust, judge
from scorekeeper.phrase import Refused, say

# What reading raises that somebody wrote into a database or a file by hand.
MALFORMED = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def write_result(result: Result | None) -> dict[str, object]:
    """Return a result as the journal keeps it, empty for none."""
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
    """Return what the entry that stands in a slot comes to after the sheets of its party before it.

    It is what was written, unless a deal before it was corrected where a party ends by a condition.
    """
    written = read_entry_result(night, entry)
    act = act_of(entry)
    if not night.ends or not isinstance(act, SlotAct):
        return written
    try:
        return judge(night, act.as_corrected(), earlier) or written
    except Refused:
        return written


def read_entry_result(night: Night, entry: Entry) -> Result:
    """Return what an entry put into its slot, its reasons in the words of today.

    The journal keeps the words in which they were written, which no catalogue may know any more. Where other numbers
    come out today than were written, what was written stands, words and all.
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
    return replace(written, score=score) if _line_numbers(score) == _line_numbers(written.score) else written


def same_result(result: Result | None, plain: Mapping[str, object]) -> bool:
    """Return whether a result has the numbers as written; how a reason is worded and cited may have changed since."""
    if result is None or not plain:
        return result is None and not plain
    if write_result(result) == plain:
        return True
    written = read_result(plain)
    is_same = (dict(result.sheet), dict(result.payoff)) == (written.sheet, written.payoff)
    return is_same and _line_numbers(result.score) == _line_numbers(written.score)


def _line_numbers(score: Score) -> list[tuple[object, ...]]:
    """What the lines say that move points, in an order of their own: version 0.2.0 took theirs from the keys of a night
    file, of which a journal keeps none."""
    lines = [line for line in score.lines if line.shares]
    return sorted((line.value, sorted(line.shares), [factor.times for factor in line.factors]) for line in lines)
