"""Killing what copies a database, at any moment: a copy stands under its name whole or not at all."""

import os
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sqlite import back_up


def make_large(place: str, megabytes: int) -> int:
    """Make a database so large that a copy of it takes a while; return how many bytes it has."""
    connect(place).close_all()
    with closing(sqlite3.connect(place)) as opened, opened:
        opened.execute("CREATE TABLE ballast AS SELECT zeroblob(1) AS x")
        opened.executemany("INSERT INTO ballast VALUES (randomblob(?))", [(1 << 20,)] * megabytes)
    return Path(place).stat().st_size


def die_of(work: Callable[[], object], seconds: float) -> bool:
    """Do something in a process that is killed after a while; return whether it was done before. Raises OSError."""
    child = os.fork()
    if not child:
        try:
            work()
            os._exit(0)
        except BaseException:
            os._exit(1)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, -signal.SIGKILL), "it was refused, or it failed"
    return status == 0


def is_whole(copy: Path, size: int) -> bool:
    """Return whether a copy has all pages, in order."""
    if copy.stat().st_size != size:
        return False
    with closing(sqlite3.connect(copy)) as opened:
        checked: list[tuple[str]] = opened.execute("PRAGMA integrity_check").fetchall()
    return checked == [("ok",)]


def kill_copies(place: str, folder: Path, kills: int, seed: int = 1) -> tuple[int, int, list[str]]:
    """Kill so many copies of a database into a folder at moments that `seed` chooses, all of the same name.

    Return how many were killed before the copy had its name, how many had it, and what is wrong.
    """
    size, random, target = make_large(place, 8), Random(seed), folder / "copy"
    folder.mkdir()
    began = time.monotonic()
    back_up(place, target)
    lasts, absent, there, wrong = time.monotonic() - began, 0, 0, list[str]()
    target.unlink()
    for _ in range(kills):
        die_of(lambda: back_up(place, target), random.uniform(0, 3 * lasts))
        if target.exists():
            there += 1
            if not is_whole(target, size):
                wrong.append("a copy is not whole")
            for path in (target, Path(f"{target}-wal"), Path(f"{target}-shm")):
                path.unlink(missing_ok=True)
        else:
            absent += 1
        if len(left := list(folder.iterdir())) > 1:
            wrong.append(f"{len(left)} files are left")
    back_up(place, target)
    if [path.name for path in folder.iterdir()] != ["copy"] or not is_whole(target, size):
        wrong.append("the copy after all the others is not the only one, or not whole")
    return absent, there, wrong
