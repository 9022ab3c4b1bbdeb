"""Opening a database for a command, and finding one of its nights."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from peewee import PeeweeException

from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.errors import Gone, first_cause
from scorekeeper.storage.engine.migrate import connect, connect_to_read, shown_place
from scorekeeper.storage.engine.sql import is_fit
from scorekeeper.storage.journal.register import how_ended
from scorekeeper.storage.models import NightRow
from scorekeeper.storage.queries.nights import nights_called, one_moment


@contextmanager
def opened(place: str, only_read: bool = False) -> Iterator[None]:
    """Connect to the database for the commands inside; a failure of it ends them in one line. Raises Refused."""
    database = connect_to_read(place) if only_read else connect(place)
    try:
        with database.connection_context():
            yield
    except (PeeweeException, sqlite3.Error) as error:
        why = say("{place} cannot be used: {error}", place=shown_place(place), error=first_cause(error))
        raise Refused("database", why) from error
    except Gone as gone:
        text = say("A night or group that belongs to this has just been deleted. Nothing was saved.")
        raise Refused("", text) from gone
    finally:
        database.close_all()


@contextmanager
def present(place: str, only_read: bool = False) -> Iterator[None]:
    """Connect to a database that is there already, and is one of scorekeeper. Raises Refused."""
    if "://" not in place:
        if not os.path.isfile(place):  # unlike Path.is_file this takes a name that no file can have
            raise Refused("database", say("there is no database at {place}", place=place))
        if _is_foreign(Path(place)):  # to connect would put our tables beside those of another program
            raise Refused("database", say("{place} is a database of another program", place=place))
    with opened(place, only_read):
        yield


def _is_foreign(path: Path) -> bool:
    """Return whether there are tables in a file, and none of ours."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
        tables = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        return bool(tables) and "schema_migration" not in tables
    return False


@contextmanager
def reading(place: str) -> Iterator[None]:
    """Connect to a database that is there, and see it as at one moment while others write on. Raises Refused."""
    with present(place, only_read=True), one_moment():
        yield


def night_called(night: str) -> NightRow:
    """Return the night that an address or a number names. Raises Refused."""
    for row in nights_called(night).rows:
        return row
    ending = how_ended(night) if is_fit(night) else ""
    if ending == "deleted":
        raise Refused("", say("A host has deleted this night."))
    if ending == "pruned":
        raise Refused("", say("This night has been moved to a file; import takes it in again."))
    raise Refused("", say("there is no such night; export without a night lists them"))
