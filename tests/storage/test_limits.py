"""Counting tries: what holds back holds for all workers together."""

import pytest

from scorekeeper.storage.access import rate_limits
from scorekeeper.storage.access.rate_limits import Limit, attempt, take_back, this_window
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.models import Attempt, database
from tests.storage.worker import in_processes

pytestmark = pytest.mark.both_databases

TRIES, MOST = 8, 10


@pytest.fixture
def noon(monkeypatch):
    """Let time stand still at the beginning of a window; return what moves it."""
    moment = [rate_limits.WINDOW * 1000]
    monkeypatch.setattr(rate_limits, "time", lambda: moment[0])
    return moment


def knock(together, place):
    rate_limits.time = lambda: rate_limits.WINDOW * 1000  # in a process of its own: no window of time ends meanwhile
    connect(place)
    together.wait(60)
    with database.obj.connection_context():
        passed = sum(attempt(Limit("door", MOST)) == 0 for _ in range(TRIES))
    database.obj.close_all()
    return passed


def test_several_processes_together_let_pass_as_many_as_one(opened):
    assert TRIES * 4 > MOST
    assert sum(in_processes(knock, *[(opened,)] * 4)) == MOST


def test_who_is_held_back_is_told_how_long_and_passes_then(opened, noon):
    limit = Limit("door", 2)
    assert [attempt(limit) for _ in range(3)] == [0, 0, rate_limits.WINDOW]
    noon[0] += rate_limits.WINDOW - 1
    assert attempt(limit) == 1
    noon[0] += 1
    assert attempt(limit) == 0


def test_one_limit_that_is_used_up_is_enough(opened, noon):
    assert attempt(Limit("a", 1), Limit("all", 2)) == 0
    assert attempt(Limit("a", 1), Limit("all", 2)) > 0
    assert attempt(Limit("b", 1), Limit("all", 2)) == 0
    assert attempt(Limit("c", 1), Limit("all", 2)) > 0


def test_a_try_that_was_taken_back_does_not_count(opened, noon):
    limit = Limit("door", 1)
    for _ in range(3):
        assert attempt(limit) == 0
        take_back(limit, window=this_window())
    assert attempt(limit) == 0
    assert attempt(limit) > 0


def test_who_knocks_on_and_on_writes_nothing(opened, noon):
    for _ in range(5):
        attempt(Limit("door", 2))
    assert [row.count for row in Attempt.select()] == [2]


def test_a_try_that_one_limit_refuses_counts_for_no_other(opened, noon):
    assert attempt(Limit("all", 1)) == 0
    assert attempt(Limit("a", 9), Limit("all", 1)) > 0
    assert {row.scope: row.count for row in Attempt.select()} == {"all": 1}


def test_a_try_that_is_refused_while_it_is_counted_is_taken_back(opened, noon):
    """The same limit twice is used up between the look and the count, as by others at the same moment."""
    limit = Limit("all", 2)
    assert attempt(limit) == 0
    assert attempt(Limit("a", 9), limit, limit) > 0
    assert {row.scope: row.count for row in Attempt.select()} == {"all": 1}


def test_tries_of_earlier_windows_are_forgotten(opened, noon):
    for _ in range(3):
        attempt(Limit("door", 2))
        noon[0] += rate_limits.WINDOW
    assert Attempt.select().count() == 1


def test_an_attempt_is_taken_back_in_the_window_that_counted_it(opened, noon):
    limit = Limit("door", 1)
    window = this_window()
    assert attempt(limit, window=window) == 0
    noon[0] += rate_limits.WINDOW
    take_back(limit, window=window)
    assert [row.count for row in Attempt.select()] == [0]
    assert [attempt(limit) for _ in range(2)] == [0, rate_limits.WINDOW]
