"""Postings are compared some deals at a time, and a replay that checks holds no reasons: nothing slips through."""

import pytest

from scorekeeper.night.journal_check import replay_lean
from scorekeeper.storage import verify as verify_module
from scorekeeper.storage.engine.sql import run
from scorekeeper.storage.verify import verify_night
from tests.storage.nights import book, fresh, start
from tests.storage.replayed import journal, replay

LAST = 7


@pytest.mark.parametrize("step", [1, 2, 3, LAST, 100])
@pytest.mark.parametrize("number", [-5, 0, *range(1, LAST + 1), LAST + 1, 10**6])
def test_a_posting_is_missed_or_found_too_many_wherever_it_stands(step, number, night, monkeypatch):
    monkeypatch.setattr(verify_module, "STEP", step)
    row = start()
    for _ in range(LAST):
        book(row)
    row = fresh(row)
    assert verify_night(row) is None
    if 1 <= number <= LAST:
        run("UPDATE posting SET payoff = payoff + 1 WHERE night_id = ? AND number = ?", row.id, number)
    else:
        sql = "INSERT INTO posting (night_id, number, player_id, sheet, payoff) SELECT ?, ?, id, 0, 0 FROM player"
        run(f"{sql} WHERE night_id = ? AND key = 'p1'", row.id, number, row.id)
    found = verify_night(row)
    assert found
    assert "deal {number}: what stands for {player} is not what" in found.reason.text
    assert dict(found.reason.values)["number"] == number


@pytest.mark.both_databases
def test_without_reasons_a_replay_comes_to_the_same(night):
    whole, lean = replay(journal(night.id)), replay_lean(journal(night.id)).state
    assert any(slot.result and slot.result.score.lines for slot in whole.slots.values())
    assert not any(slot.result and slot.result.score.lines for slot in lean.slots.values())
    told = [
        {number: slot.result and (slot.result.sheet, slot.result.payoff) for number, slot in state.slots.items()}
        for state in (whole, lean)
    ]
    assert told[0] == told[1]
    assert (whole.night, whole.account, whole.totals("payoff")) == (lean.night, lean.account, lean.totals("payoff"))
