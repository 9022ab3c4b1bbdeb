"""What a written result says is what came out, or it is not."""

from scorekeeper.games.score import Line, Score
from scorekeeper.night.night import Result
from scorekeeper.night.result_json import same_result, write_result
from scorekeeper.phrase import say

LINES = (
    Line(say("game"), "X-1", 2, shares=(("p1", 1), ("p2", -1))),
    Line(say("game"), "X-1", 2, shares=(("p1", 1), ("p3", -1))),
)


def result_of(*lines):
    score = Score(lines)
    return Result(score, score.totals(("p1", "p2", "p3")), score.totals(("p1", "p2", "p3")))


def test_the_steps_of_a_result_may_stand_in_another_order():
    assert same_result(result_of(*LINES), write_result(result_of(*reversed(LINES))))


def test_another_step_or_none_is_another_result():
    result = result_of(*LINES)
    written = write_result(result)
    assert not same_result(result, {**written, "lines": written["lines"][:1]})
    assert not same_result(result, {**written, "payoff": {**written["payoff"], "p1": 5}})
    wrong = [{**line, "value": 3} for line in written["lines"]]
    assert not same_result(result, {**written, "lines": wrong})
