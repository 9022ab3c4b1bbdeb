"""A fair queue of the processes that write into one SQLite file: SQLite lets go first who looks at the right moment.

Two bytes of a file beside the database are locked, the first by who is next, the second by who writes. Who has written
and wants to write again stands behind who is next. The system lets go of both where a process dies.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from peewee import OperationalError

from scorekeeper.storage.failures import PATIENCE
from scorekeeper.storage.files import make_private_file
from scorekeeper.storage.tables import database

try:
    import fcntl
except ImportError:  # a system without these locks has no workers either
    fcntl = None  # type: ignore[assignment]

_NEXT, _WRITES = 0, 1  # the bytes
_PAUSE = 0.0005  # seconds, a part of what a booking takes
_open: dict[str, int] = {}  # the file of the database at hand, by its path


@contextmanager
def queued() -> Iterator[None]:
    """Wait for the other processes that write; one thread of a process at a time. Raises OperationalError."""
    file = _file()
    if file is None:
        yield
        return
    until = monotonic() + PATIENCE
    _lock(file, _NEXT, until)
    try:
        _lock(file, _WRITES, until)
    finally:
        _unlock(file, _NEXT)
    try:
        yield
    finally:
        _unlock(file, _WRITES)


def _file() -> int | None:
    """Return the open file of this database, None where there can be none, and its processes do as they always did."""
    if fcntl is None or database.obj.for_update:
        return None
    path = f"{database.obj.database}.turn"
    if path not in _open:
        for left in _open.values():
            os.close(left)
        _open.clear()
        make_private_file(Path(path))
        try:
            _open[path] = os.open(path, os.O_RDWR)
        except OSError:
            return None
    return _open[path]


def _lock(file: int, byte: int, until: float) -> None:
    while True:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
            return
        except (BlockingIOError, PermissionError):  # somebody else holds it
            if monotonic() > until:
                raise OperationalError("others kept the database busy") from None
        except OSError:  # a file system without locks has no queue
            return
        sleep(_PAUSE)


def _unlock(file: int, byte: int) -> None:
    with suppress(OSError):
        fcntl.lockf(file, fcntl.LOCK_UN, 1, byte)
