"""What happens to bookings when the program is killed: none that was answered is lost, none is there twice."""

import time
from random import Random

import pytest

from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.journal.state import load_night
from scorekeeper.storage.models import database
from scorekeeper.storage.verify import verify_night
from scorekeeper.storage.writing.entry import Sender, append
from tests.storage.nights import fresh, start
from tests.storage.replayed import journal
from tests.storage.worker import act, book_on, workers

pytestmark = pytest.mark.both_databases

LONGEST = 0.06  # seconds of booking before a kill


@pytest.mark.parametrize("kills", [6, pytest.param(50, marks=pytest.mark.at_length)])
def test_kill_9_in_a_stream_of_bookings_loses_none_that_was_answered(opened, tmp_path, kills):
    row, answers, random = start(), tmp_path / "answers", Random(1)
    answers.touch()
    database.close()
    database.obj.close_all()
    for life in range(kills):
        _book_until_killed(opened, row.id, answers, f"life-{life}", random.uniform(0, LONGEST))
    connect(opened)
    database.connect()
    lines = [line.split() for line in answers.read_text().splitlines()]
    answered = {request: int(seq) for request, seq in lines}
    stored = {entry.request: entry.seq for entry in journal(row.id)}
    assert len(answered) == len(lines) >= 2 * kills
    assert answered == {request: stored.get(request) for request in answered}
    assert len(answered) <= len(stored) - 1 <= len(answered) + kills  # at most the one that was under way at each kill
    assert verify_night(fresh(row)) is None
    if "://" not in opened:
        assert fetch("PRAGMA integrity_check") == [("ok",)]
        assert fetch("PRAGMA foreign_key_check") == []
    _what_was_not_answered_may_be_sent_again(row, stored, answered.keys())


def _book_until_killed(place, night, answers, name, seconds):
    answered = _count_lines(answers)
    process = workers.Process(target=book_on, args=(place, night, answers, name))
    process.start()
    try:
        deadline = time.monotonic() + 60
        while _count_lines(answers) < answered + 2:
            assert process.is_alive()
            assert time.monotonic() < deadline
            time.sleep(0.001)
        time.sleep(seconds)
    finally:
        process.kill()
        process.join()
    assert process.exitcode == -9


def _count_lines(file):
    return file.read_bytes().count(b"\n")


def _what_was_not_answered_may_be_sent_again(row, stored, answered):
    """A phone that got no answer sends the act again; whether it had been booked or not, it is booked once."""
    for request in stored.keys() - answered:
        if request.startswith("life-"):
            number = int(request.rsplit("-", 1)[1])
            assert append(row.id, Sender("phone", request), act(number), 0) == stored[request]
    assert load_night(row.id).seq == len(stored)
