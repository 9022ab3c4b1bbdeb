"""A deal keeps its reasons in the journal, and shows them in the words of today where the numbers are the same."""

import pytest

from scorekeeper.games.score import Score
from scorekeeper.journal.act_json import read_act
from scorekeeper.journal.acts import Opened
from scorekeeper.journal.hash_chain import Entry
from scorekeeper.night.night import open_night
from scorekeeper.night.pricing import price
from scorekeeper.night.result_json import read_entry_result, same_result, write_result
from scorekeeper.phrase import PLAIN, Phrase, render

NIGHT = open_night(Opened(game="herzblatt", seats=("p1", "p2", "p3"), house={}))
SEATED = {"number": 1, "dealer": "p3", "playing": ["p1", "p2", "p3"]}
ACTS = [
    ("booked", {"answers": {"soloist": "p1", "points": 25}}),
    ("booked", {"answers": {"passed": True}}),
    ("adjusted", {"adjust": {"p1": 3, "p2": -3}}),
    ("voided", {}),
]


def written_by(kind, facts, change=lambda line: line):
    """An act's result today, and an entry that holds it as it may have been written once."""
    facts = {**SEATED, **facts}
    result = price(NIGHT, read_act(kind, facts))
    old = result._replace(score=Score(tuple(map(change, result.score.lines))))
    return result, Entry(2, kind, facts, "phone", "", "", "request", result=write_result(old))


@pytest.mark.parametrize(("kind", "facts"), ACTS)
def test_an_earlier_wording_of_a_reason_is_read_in_the_words_of_today(kind, facts):
    result, entry = written_by(kind, facts, lambda line: line._replace(reason=Phrase("as we said once"), rule="HB-0"))
    assert read_entry_result(NIGHT, entry) == result
    assert "as we said once" not in [render(line.reason, PLAIN) for line in read_entry_result(NIGHT, entry).score.lines]


def test_where_today_other_numbers_come_out_what_was_written_stands():
    kind, facts = ACTS[0]
    _, entry = written_by(kind, facts, lambda line: line._replace(reason=Phrase("as we said once"), value=7))
    lines = read_entry_result(NIGHT, entry).score.lines
    assert {line.reason.text for line in lines} == {"as we said once"}


def test_answers_invalid_today_are_shown_as_they_were_written():
    _, entry = written_by(*ACTS[0])
    entry = entry._replace(facts={**entry.facts, "answers": {"soloist": "p1", "points": 500}})
    assert read_entry_result(NIGHT, entry).payoff == {"p1": -8, "p2": 4, "p3": 4}


def test_the_steps_of_a_result_may_only_change_their_order():
    result = price(NIGHT, read_act("booked", {**SEATED, **ACTS[0][1]}))
    written = write_result(result)
    assert same_result(result, {**written, "lines": written["lines"][::-1]})
    assert not same_result(result, {**written, "lines": written["lines"][:1]})
    assert not same_result(result, {**written, "payoff": {**written["payoff"], "p1": 5}})
    assert not same_result(result, {**written, "lines": [{**line, "value": 3} for line in written["lines"]]})
