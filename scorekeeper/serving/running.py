"""The server that runs already: who starts a second one on the same data is told where the first one is."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from scorekeeper.storage.engine.atomic_files import make_private_file


@contextmanager
def known_at(bound: str, place: str) -> Iterator[None]:
    """Let others find the server of the database `place`, bound to an address, for as long as this process lives.

    A lock says that, which the system takes away with the process, however it ends. SQLite has one on every system,
    under which others may still read.
    """
    if "://" in place:
        yield
        return
    make_private_file(Path(_name(place)))
    with ExitStack() as held:
        # Another server was quicker, the disk is full or cannot be written: nobody needs to find this one.
        with suppress(sqlite3.Error):
            file = held.enter_context(closing(_open(place)))
            file.execute("PRAGMA synchronous = off")
            file.execute("CREATE TABLE IF NOT EXISTS server (address TEXT)")
            file.execute("DELETE FROM server")
            file.execute("INSERT INTO server VALUES (?)", (bound,))
            file.execute("BEGIN IMMEDIATE")
        yield


def find_running(place: str) -> str:
    """Return to which address the server is bound that runs on the database `place`, "" where none does."""
    if "://" in place or not os.path.isfile(_name(place)):
        return ""
    with suppress(sqlite3.Error, TypeError), closing(_open(place)) as file:
        try:
            file.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:  # it is held
            return str(file.execute("SELECT address FROM server").fetchone()[0])
    return ""


def _open(place: str) -> sqlite3.Connection:
    return sqlite3.connect(Path(_name(place)).absolute(), timeout=0, isolation_level=None)


def _name(place: str) -> str:
    return f"{place}.serving"
