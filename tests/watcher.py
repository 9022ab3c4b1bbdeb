"""Ends what a test run left behind that could clean up nothing itself, such as one that was killed.

A watcher reads from the run, and what it reads ends with the run, however that ends. `watcher.py folder FOLDER` stops
the PostgreSQL servers in a folder and removes it; `watcher.py run NAME` ends all other programs of that run.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from uuid import uuid4

PATIENCE = 30  # seconds: a server that was just being started writes its number late
_RUN = "RUN_OF_TESTS"  # in the environment of all that a run starts, and that this starts


@contextmanager
def watched(folder: str) -> Iterator[None]:
    """Let the PostgreSQL servers in `folder`, or one folder deeper, end with this process."""
    with _watcher("folder", folder):
        yield


@cache
def end_all_with_us() -> "subprocess.Popen[bytes]":
    """Let all programs that are started from now on end with this process, where /proc tells which these are.

    Returns their watcher, which is kept as long as this process lives.
    """
    os.environ[_RUN] = uuid4().hex
    return _watcher("run", os.environ[_RUN])


def _watcher(*what: str) -> "subprocess.Popen[bytes]":
    # A session of its own: what ends this run by Ctrl-C or kills all its processes does not end the watcher.
    environment = {name: value for name, value in os.environ.items() if name != _RUN}
    command = [sys.executable, "-S", __file__, *what]
    return subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True, env=environment)


def stop(folder: Path) -> None:
    """Stop the servers whose data are there, at once; one that was stopped already has left no number there."""
    end = time.monotonic() + PATIENCE
    while folder.exists() and time.monotonic() < end:
        for numbers in (*folder.glob("postmaster.pid"), *folder.glob("*/postmaster.pid")):
            with suppress(OSError, ValueError, IndexError):
                os.kill(int(numbers.read_text().split()[0]), signal.SIGQUIT)
                end = min(end, time.monotonic() + 1)
        time.sleep(0.1)
    if os.path.ismount(folder):
        subprocess.run(["umount", "--lazy", folder], check=False)
    shutil.rmtree(folder, ignore_errors=True)


def end_run(name: str) -> None:
    """Kill the programs of a run, and those that they start meanwhile, until none is left."""
    end = time.monotonic() + PATIENCE
    while (left := list(_programs_of(name))) and time.monotonic() < end:
        for number in left:
            with suppress(OSError):
                os.kill(number, signal.SIGKILL)


def _programs_of(name: str) -> Iterator[int]:
    """Give the numbers of a run's processes, but for PostgreSQL's, which `stop` ends in their own way."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended, or is somebody else's
            named = f"{_RUN}={name}".encode() in (process / "environ").read_bytes().split(b"\0")
            if named and (process / "comm").read_text() != "postgres\n":
                yield int(process.name)


if __name__ == "__main__":
    sys.stdin.read()
    if sys.argv[1] == "folder":
        stop(Path(sys.argv[2]))
    else:
        end_run(sys.argv[2])
