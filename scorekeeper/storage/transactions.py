"""One transaction that writes at a time, and the moment at which it does."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime

from peewee import OperationalError

from scorekeeper.storage.failures import PATIENCE
from scorekeeper.storage.queueing import queued
from scorekeeper.storage.tables import database

# SQLite has one writer at a time and makes the others poll; queueing here instead keeps the slowest request fast.
# Behind this lock of the threads stands the queue of the processes.
_writer = threading.RLock()


def now() -> str:
    """Return this moment as the journal writes it: ISO 8601, UTC, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@contextmanager
def writing() -> Iterator[None]:
    """One transaction that writes, or a part of the one around it; nothing of it stays if it fails."""
    if not _writer.acquire(timeout=PATIENCE):
        raise OperationalError("others kept the database busy")
    at = database.obj
    try:
        with nullcontext() if at.in_transaction() else queued(), at.atomic():
            yield
    finally:
        _writer.release()
