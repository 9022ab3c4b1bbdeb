"""What other processes and threads do with the database of a test.

`workers` starts them by forking a process that has imported this module, so they are there at once.
"""

import multiprocessing
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier

from scorekeeper.journal.act_json import read_act
from scorekeeper.journal.acts import Act
from scorekeeper.nightfile.syntax import load
from scorekeeper.phrase import Refused
from scorekeeper.storage.engine.errors import Unusable
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sql import fetch, writing
from scorekeeper.storage.models import NightRow, Person, database
from scorekeeper.storage.nights.carry_over import next_night
from scorekeeper.storage.nights.manage import forget, sittings_of
from scorekeeper.storage.transfer import find_same, prepare, take_in
from scorekeeper.storage.writing.entry import Sender, Stale, append

workers = multiprocessing.get_context("forkserver")
workers.set_forkserver_preload([__name__])


def act(number: int) -> Act:
    """What is booked into deal `number`."""
    return read_act("booked", {"number": number, "answers": {"soloist": "p1", "points": 71}})


def in_threads(*calls):
    """Call functions at once, each in a thread with a connection; return results in order, refusals in their place."""
    together = threading.Barrier(len(calls))

    def run(call):
        with database.obj.connection_context():
            together.wait(60)
            try:
                return call()
            except (Refused, Stale) as refused:
                return refused

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def in_processes(do, *tasks):
    """Call `do(together, *task)` for each task in a process of its own at once; return the results in any order."""
    together, results = workers.Barrier(len(tasks)), workers.Queue()
    running: list[BaseProcess] = [workers.Process(target=_put, args=(results, do, together, *task)) for task in tasks]
    for process in running:
        process.start()
    answers = [results.get(timeout=120) for _ in running]
    for process in running:
        process.join(60)
    return answers


def _put(results: Queue, do, together: Barrier, *task) -> None:
    results.put(do(together, *task))


def apart(together: Barrier, do, *task) -> str:
    """Do what is this process's own task, where others have another one."""
    return do(together, *task)


@contextmanager
def opened_for(place: str) -> Iterator[None]:
    """Open the database in this process and connect to it."""
    connect(place)
    try:
        with database.obj.connection_context():
            yield
    finally:
        database.obj.close_all()


def open_each(together: Barrier, places: list[str]) -> list[str]:
    """Open databases, each at the same moment as the others do; return what went wrong."""
    errors = []
    for place in places:
        together.wait(60)
        try:
            connect(place).close_all()
        except Unusable as unusable:
            errors.append(str(unusable))
    return errors


def book_once(together: Barrier, place: str, night: int, request: str) -> tuple[str, int]:
    """Book the first deal and return its place, or the version that somebody else has made of it."""
    with opened_for(place):
        together.wait(60)
        try:
            return "booked", append(night, Sender("phone", request), act(1), 0)
        except Stale as stale:
            return "stale", stale.version


def join_once(together: Barrier, place: str, night: int, request: str, name: str) -> str:
    """Let somebody join and return what came of it."""
    with opened_for(place):
        together.wait(60)
        try:
            append(night, Sender("phone", request), read_act("joined", {"place": 0}), person=Person(name=name))
            return "joined"
        except Refused as refused:
            return refused.key


def import_first(together: Barrier, place: str, text: str) -> str:
    """Take a night file in, slowly after having looked whether it is here; return its address."""
    with opened_for(place):
        prepared = prepare(load(text), "first")
        with writing():
            assert find_same(prepared) is None
            together.wait(60)
            time.sleep(0.2)  # meanwhile the other one would not find it either
            return str(take_in(prepared).slug)


def import_second(together: Barrier, place: str, text: str) -> str:
    """Take the same night file in, if it is not here; return its address."""
    with opened_for(place):
        prepared = prepare(load(text), "second")
        together.wait(60)
        with writing():
            return str((find_same(prepared) or take_in(prepared)).slug)


def open_next(together: Barrier, place: str, night: int, request: str) -> str:
    """Start the next night and return its address."""
    with opened_for(place):
        together.wait(60)
        row = NightRow.get_by_id(night)
        return str(next_night(row, Sender("phone", request), "2026-11-28", "the next one").slug)


def name_anna(together: Barrier, place: str, night: int) -> str:
    """Write a text and a title that name Anna on PostgreSQL, and hold both back until somebody waits for it."""
    with opened_for(place), writing():
        append(night, Sender("phone", "a text"), read_act("objected", {"number": 1, "version": 1}, "Annas Bube"))
        append(night, Sender("phone", "a title"), read_act("titled", {}, "bei Anna"))
        together.wait(60)
        end = time.monotonic() + 10
        while not (waiting := fetch("SELECT 1 FROM pg_locks WHERE NOT granted")) and time.monotonic() < end:
            time.sleep(0.02)
        return "waited for" if waiting else "alone"


def forget_anna(together: Barrier, place: str) -> str:
    """Forget everybody of this name, once others have begun."""
    with opened_for(place):
        together.wait(60)
        return forget(sittings_of("Anna"), Sender("phone", "forgotten")).instead


def open_nights(together: Barrier, place: str, number: int) -> str:
    """Open so many nights, each at the same moment as others do, and return what went wrong."""
    from tests.storage.nights import start

    try:
        with opened_for(place):
            for _ in range(number):
                together.wait(60)
                start()
        return ""
    except Exception as error:
        together.abort()
        return repr(error)
