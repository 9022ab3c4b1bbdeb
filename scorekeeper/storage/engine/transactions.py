"""One transaction that writes at a time, and the moment at which it does."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from peewee import IntegrityError, OperationalError

from scorekeeper.storage.engine.errors import PATIENCE, Gone
from scorekeeper.storage.models import database

_NO_REFERENCE = "23503"  # PostgreSQL's "foreign key violation"
# SQLite has one writer at a time and makes the others poll: the threads of a process wait here instead.
_writer = threading.RLock()


def now() -> str:
    """Return this moment as the journal writes it: ISO 8601, UTC, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@contextmanager
def writing() -> Iterator[None]:
    """One transaction that writes, or a part of the one around it; nothing of it stays if it fails.

    Raises Gone where it is about something that others have just deleted.
    """
    if not _writer.acquire(timeout=PATIENCE):
        raise OperationalError("others kept the database busy")
    try:
        with database.obj.atomic():
            yield
    except IntegrityError as error:
        # a row was not written because one that it refers to, of a night or a round, is gone
        if "FOREIGN KEY" in str(error) or getattr(error.__context__, "sqlstate", "") == _NO_REFERENCE:
            raise Gone from error
        raise
    finally:
        _writer.release()
