"""Erasing deleted rows from the disk: noted with the deletion, and done outside of any request.

A database overwrites nothing by itself: SQLite keeps deleted rows in its log, and in its pages copies of moved rows,
which `PRAGMA secure_delete` does not zero; PostgreSQL keeps whole rows in its tables.
"""

import logging
import sqlite3
from contextlib import closing
from time import sleep

from peewee import OperationalError

from scorekeeper.storage.engine.errors import PATIENCE, first_cause
from scorekeeper.storage.engine.sql import fetch, now, run
from scorekeeper.storage.models import ErasureRow, database

NAMED = (
    *("attendance", "entry", "former_name", "night", "person", "player"),
    *("round", "round_member", "season", "season_place"),
)
"""The tables with names and texts, or with seals that names could be tried against, and those of who was in a group."""

TRIES = 10
WAIT = 100  # milliseconds for others: waiting for a reader keeps all writers out
LOCK_NUMBER = 0x5C0_12F
_LOG = logging.getLogger(__name__)


def note_due(*tables: str) -> None:
    """Note that something in these tables is deleted or overwritten, in the same transaction."""
    for table in sorted(tables):
        sql = """INSERT INTO erasure (name, times, since) VALUES (?, 1, ?)
            ON CONFLICT (name) DO UPDATE SET times = erasure.times + 1"""
        run(sql, table, now())


def load_due() -> list[ErasureRow]:
    """Return the tables that are still to be erased."""
    return list(ErasureRow.select().order_by(ErasureRow.name))


def erase_due() -> bool:
    """Erase what is due, and return whether nothing is left; to be called outside of a transaction, again if False."""
    if load_due():
        if database.obj.for_update:
            _rewrite_tables()
        else:
            _rewrite_file()
    return not load_due()


def erase_patiently() -> bool:
    """Do the same, waiting for others as long as a request does."""
    for _ in range(PATIENCE * 2):
        if erase_due():
            return True
        sleep(0.5)
    return False


_DONE = "DELETE FROM erasure WHERE name = ? AND times = ?"  # not if something was deleted since


def _rewrite_file() -> None:
    """Rewrite an SQLite file and empty its log while writers wait; a reader prevents both."""
    pool = database.obj
    pool.check_files()
    due = load_due()
    with closing(sqlite3.connect(pool.database, isolation_level=None)) as ours:
        if any(_empty_log(ours) for _ in range(TRIES)):
            ours.execute("VACUUM")
            if any(_empty_log(ours) for _ in range(TRIES)):
                ours.executemany(_DONE, [(one.name, one.times) for one in due])


def _empty_log(ours: sqlite3.Connection) -> bool:
    """Move the log into the file and empty it. Returns False where somebody reads or writes."""
    ours.execute(f"PRAGMA busy_timeout = {WAIT}")
    try:
        return not ours.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    finally:
        ours.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")


def _rewrite_tables() -> None:
    """Rewrite tables of PostgreSQL, one server at a time; others wait meanwhile, and it waits only shortly for them."""
    if not fetch("SELECT pg_try_advisory_lock(?)", LOCK_NUMBER)[0][0]:
        return
    try:
        if _may_see_deleted():
            return
        run(f"SET lock_timeout = '{WAIT}ms'")
        for due in load_due():
            try:
                if due.name in NAMED:
                    run(f'VACUUM (FULL) "{due.name}"')
                run(_DONE, due.name, due.times)
            except OperationalError as error:  # it is locked, as by a dump, or there is no room
                _LOG.info("the table %s is not written anew yet: %s", due.name, first_cause(error))
    finally:
        run("RESET lock_timeout")
        fetch("SELECT pg_advisory_unlock(?)", LOCK_NUMBER)


_OLDER = """SELECT 1 FROM pg_stat_activity WHERE pid <> pg_backend_pid()
        AND (datname = current_database() OR datname IS NULL)
        AND GREATEST(age(backend_xmin), age(backend_xid)) > age(?::xid)
    UNION ALL SELECT 1 FROM pg_prepared_xacts WHERE database = current_database()"""


def _may_see_deleted() -> bool:
    """Return whether a transaction may still see deleted rows, which rewriting a table would keep then."""
    ((ours,),) = fetch("SELECT CAST(CAST(pg_current_xact_id() AS xid) AS text)")
    for _ in range(TRIES):
        if not fetch(_OLDER, ours):
            return False
        sleep(WAIT / 1000)
    return True
