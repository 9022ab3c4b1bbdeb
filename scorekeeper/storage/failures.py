"""When the database does not do its work: locked, full, away, or broken; nothing of the transaction stays then."""

import sqlite3

from peewee import DatabaseError, DataError, IntegrityError, InterfaceError, NotSupportedError, ProgrammingError

PATIENCE = 5  # seconds that a request waits for others who write
# What a database raises; rows that SQLite reads bit by bit fail with the driver's own error.
FAILURES: tuple[type[Exception], ...] = (DatabaseError, InterfaceError, sqlite3.DatabaseError)
_MISTAKES = (DataError, IntegrityError, NotSupportedError, ProgrammingError)


def is_mistake(error: Exception) -> bool:
    """Return whether an error of the database is the program's own mistake, so that trying again does not help."""
    return isinstance(error, _MISTAKES)


def first_cause(error: BaseException) -> str:
    """Return in one line what went wrong first; later errors only say that cleaning up failed too."""
    while error.__context__:
        error = error.__context__
    return " ".join(str(error).split())
