"""What other processes do with the database of a test.

`workers` starts them by forking a process that has imported this module, so they are there at once.
"""

import multiprocessing
import os
import time
from multiprocessing.process import BaseProcess
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path

from scorekeeper.journal.act_json import read_act
from scorekeeper.journal.acts import Act
from scorekeeper.phrase import Refused
from scorekeeper.storage.engine.errors import Unusable
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sql import fetch, writing
from scorekeeper.storage.journal.state import load_night
from scorekeeper.storage.models import NightRow, Person, database
from scorekeeper.storage.nights.carry_over import next_night
from scorekeeper.storage.nights.manage import forget, sittings_of
from scorekeeper.storage.writing.entry import Sender, Stale, append

workers = multiprocessing.get_context("forkserver")
workers.set_forkserver_preload([__name__])


def act(number: int) -> Act:
    """What is booked into deal `number`."""
    return read_act("booked", {"number": number, "answers": {"soloist": "p1", "points": 71}})


def in_processes(do, *tasks):
    """Call `do(together, *task)` for each task in a process of its own at once; return what it said, in any order."""
    together, said = workers.Barrier(len(tasks)), workers.Queue()
    running: list[BaseProcess] = [workers.Process(target=_say, args=(said, do, together, *task)) for task in tasks]
    for process in running:
        process.start()
    answers = [said.get(timeout=120) for _ in running]
    for process in running:
        process.join(60)
    return answers


def _say(said: Queue, do, together: Barrier, *task) -> None:
    said.put(do(together, *task))


def apart(together: Barrier, do, *task) -> str:
    """Do what is this process's own task, where others have another one."""
    return do(together, *task)


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
    """Book the first deal and return where it stands, or the version that somebody else has made of it."""
    connect(place)
    together.wait(60)
    try:
        with database.obj.connection_context():
            return "booked", append(night, Sender("phone", request), act(1), 0)
    except Stale as stale:
        return "stale", stale.version
    finally:
        database.obj.close_all()


def join_once(together: Barrier, place: str, night: int, request: str, name: str) -> str:
    """Let somebody join and return what came of it."""
    connect(place)
    together.wait(60)
    try:
        with database.obj.connection_context():
            append(night, Sender("phone", request), read_act("joined", {"place": 0}), person=Person(name=name))
            return "joined"
    except Refused as refused:
        return refused.key
    finally:
        database.obj.close_all()


def open_next(together: Barrier, place: str, night: int, request: str) -> str:
    """Start the next night and return its address."""
    connect(place)
    together.wait(60)
    try:
        with database.obj.connection_context():
            row = NightRow.get_by_id(night)
            return str(next_night(row, Sender("phone", request), "2026-11-28", "the next one").slug)
    finally:
        database.obj.close_all()


def name_anna(together: Barrier, place: str, night: int) -> str:
    """Write a text and a title that name Anna on PostgreSQL, and hold both back until somebody waits for it."""
    connect(place)
    try:
        with database.obj.connection_context(), writing():
            append(night, Sender("phone", "a text"), read_act("objected", {"number": 1, "version": 1}, "Annas Bube"))
            append(night, Sender("phone", "a title"), read_act("titled", {}, "bei Anna"))
            together.wait(60)
            end = time.monotonic() + 10
            while not (held := fetch("SELECT 1 FROM pg_locks WHERE NOT granted")) and time.monotonic() < end:
                time.sleep(0.02)
            return "waited for" if held else "alone"
    finally:
        database.obj.close_all()


def forget_anna(together: Barrier, place: str) -> str:
    """Forget everybody of this name, once others have begun."""
    connect(place)
    try:
        with database.obj.connection_context():
            together.wait(60)
            return forget(sittings_of("Anna"), Sender("phone", "forgotten")).instead
    finally:
        database.obj.close_all()


def open_nights(together: Barrier, place: str, number: int) -> str:
    """Open so many nights, each at the same moment as others do, and return what went wrong."""
    from tests.storage.nights import start

    connect(place)
    try:
        with database.obj.connection_context():
            for _ in range(number):
                together.wait(60)
                start()
        return ""
    except Exception as error:
        together.abort()
        return repr(error)
    finally:
        database.obj.close_all()


def book_on(place: str, night: int, answers: Path, name: str) -> None:
    """Book deal after deal until killed, and write down each answer before the next is sent."""
    connect(place)
    answered = os.open(answers, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    with database.obj.connection_context():
        number = load_night(night).number
        while True:
            request = f"{name}-{number}"
            seq = append(night, Sender("phone", request), act(number), 0)
            os.write(answered, f"{request} {seq}\n".encode())
            number += 1
