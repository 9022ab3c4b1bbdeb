"""Errors of the database: locked, full, away, or broken; nothing of the transaction stays then."""

import sqlite3
from pathlib import Path

from peewee import DatabaseError, DataError, IntegrityError, InterfaceError, NotSupportedError, ProgrammingError

from scorekeeper.phrase import Refused, say
from scorekeeper.printing import tell_error

PATIENCE = 5  # seconds that a request waits for others who write
# What a database raises; rows that SQLite reads bit by bit fail with the driver's own error.
FAILURES: tuple[type[Exception], ...] = (DatabaseError, InterfaceError, sqlite3.DatabaseError)
_MISTAKES = (DataError, IntegrityError, NotSupportedError, ProgrammingError)
_NO_TABLE = "42P01"  # PostgreSQL's "undefined table": as long as a dump is being put back


def is_mistake(error: Exception) -> bool:
    """Return whether an error of the database is the program's own mistake, so that trying again does not help."""
    return isinstance(error, _MISTAKES) and getattr(error.__context__, "sqlstate", "") != _NO_TABLE


class Gone(LookupError):  # noqa: N818 - nobody made a mistake
    """A night or a group was deleted at the same moment, so nothing is written about it."""


def first_cause(error: BaseException) -> str:
    """Return the first error in one line; later ones only mean that cleaning up failed too."""
    while error.__context__:
        error = error.__context__
    return " ".join(str(error).split())


class Unusable(Refused):
    """The place, the version or the contents of a database are wrong, or a copy's file cannot be used."""


def cannot_use(what: str, place: Path, error: Exception) -> Unusable:
    """Return the refusal of a file, `what` being "database" or "file", with the reason."""
    return Unusable(what, say("{place} cannot be used: {error}", place=str(place), error=tell_error(error)))
