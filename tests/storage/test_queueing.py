"""Processes that write into one SQLite file take turns: who waits is next, however busy another one is."""

import fcntl
import multiprocessing
import os
from time import monotonic

import pytest
from peewee import OperationalError

from scorekeeper.storage import queueing
from scorekeeper.storage.statements import fetch, run
from scorekeeper.storage.tables import database
from scorekeeper.storage.transactions import writing
from scorekeeper.storage.upgrade import connect
from tests.storage.worker import workers

TURNS, BUSY = 60, 2


def count():
    return int(fetch("SELECT value FROM setting WHERE name = 'turns'")[0][0])


def take_turns():
    with writing():
        run("UPDATE setting SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE name = 'turns'")


def keep_writing(place, begun, over):
    """Write again and again, with nothing in between."""
    connect(place)
    with database.obj.connection_context():
        while not over.is_set():
            take_turns()
            begun.set()


def hold(place, byte, held, over):
    """Lock a byte of the queue, as a process that hangs does."""
    with open(f"{place}.turn", "r+b") as file:
        fcntl.lockf(file, fcntl.LOCK_EX, 1, byte)
        held.set()
        over.wait(60)


def in_process(do, *given):
    begun, over = workers.Event(), workers.Event()
    process: multiprocessing.Process = workers.Process(target=do, args=(*given, begun, over), daemon=True)
    process.start()
    assert begun.wait(60)
    return process, over


def test_who_waits_is_next_however_busy_others_are(opened_file, monkeypatch):
    """Once a process stands in front, only who writes already is before it, however seldom the system lets it run."""
    with writing():
        run("INSERT INTO setting (name, value) VALUES ('turns', '0')")
    lock, turns = queueing._lock, []

    def locked(file, byte, until):
        lock(file, byte, until)
        turns.append(count())

    others = [in_process(keep_writing, opened_file) for _ in range(BUSY)]
    monkeypatch.setattr(queueing, "_lock", locked)
    end = monotonic() + 60
    try:
        while len(turns) < 2 * TURNS or turns[::2] == turns[1::2]:
            assert monotonic() < end, "this one has never had to wait"
            with writing():
                pass
    finally:
        for process, over in others:
            over.set()
            process.join(60)
    passed = [last - first for first, last in zip(turns[::2], turns[1::2], strict=True)]
    assert max(passed) == 1, f"turns of the others while this one was next: {passed}"


@pytest.mark.parametrize("byte", [0, 1])
def test_where_a_process_hangs_the_others_are_told_so(opened_file, byte, monkeypatch):
    monkeypatch.setattr(queueing, "PATIENCE", 0.05)
    with writing():
        pass
    process, _ = in_process(hold, opened_file, byte)
    with pytest.raises(OperationalError, match="busy"), writing():
        pass
    process.kill()
    process.join(60)
    with writing():  # the system let go of what it held
        run("INSERT INTO setting (name, value) VALUES ('turns', '0')")


def test_without_its_file_there_is_no_queue_and_all_goes_on(opened_file, monkeypatch):
    monkeypatch.setattr(queueing, "make_private_file", lambda path: None)
    queueing._open.clear()
    if os.path.exists(f"{opened_file}.turn"):
        os.remove(f"{opened_file}.turn")
    with writing():
        run("INSERT INTO setting (name, value) VALUES ('turns', '0')")
    assert count() == 0
    assert not os.path.exists(f"{opened_file}.turn")
