"""Opening a database: connecting, and bringing its tables up to this program."""

import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import sleep
from typing import Any

from peewee import OperationalError

from scorekeeper.paths import resources
from scorekeeper.phrase import Refused, say
from scorekeeper.printing import plain_message, tell_message
from scorekeeper.storage.engine.atomic_files import make_private_file, may_write
from scorekeeper.storage.engine.errors import PATIENCE, Unusable, cannot_use
from scorekeeper.storage.engine.sqlite import FilePool, address_to_read, back_up_before, take_log_in
from scorekeeper.storage.models import database

_LOG = logging.getLogger(__name__)
# The patience comes first: the others may have to wait too.
PRAGMAS = {
    "busy_timeout": PATIENCE * 1000,
    "journal_mode": "wal",
    "synchronous": "full",
    "foreign_keys": 1,
    "secure_delete": 1,  # zeroes what is deleted
}
# What SQLite says where several processes cannot share memory, as on a network share; WAL needs it.
_NO_SHARED_MEMORY = ("disk I/O error", "locking protocol", "unable to open database file")
_LOCK_SECONDS = 60
_CONNECT_SECONDS = 2  # seconds after which a host that does not answer is passed over for the next one
# Behind the user up to the last @, whatever of it was meant as something else; or among the options at the end.
_PASSWORD = re.compile(r"(://[^:@/?]*):(.*)@|[?&]\w*password=([^&]+)", re.I)
_LOCK_NUMBER = 0x5C0_12E

Connections = Any  # a pool of connections to a database of either kind; peewee has no types for them


def connect(place: str, only_read: bool = False) -> Connections:
    """Open the database, a file or postgresql:// address, its tables made or migrated under a lock. Raises Unusable.

    With `only_read` a file in a folder that cannot be written is opened without a change.
    """
    path = Path(place).absolute()
    unchanged = only_read and "://" not in place and not may_write(path.parent)
    if unchanged:
        pragmas = {"busy_timeout": PATIENCE * 1000}
        opened = FilePool(address_to_read(path), uri=True, pragmas=pragmas, check_same_thread=False)
    else:
        opened = _postgres(place) if "://" in place else _sqlite(Path(place))
    try:
        try:
            _connect_patiently(opened)
        except OperationalError as error:
            if unchanged or "://" in place or not any(text in str(error) for text in _NO_SHARED_MEMORY):
                raise
            take_log_in(path)
            _LOG.warning("the file system of %s cannot do WAL: readers wait for writers", place)
            opened = _sqlite(Path(place), journal="delete")
            _connect_patiently(opened)
        if not unchanged:
            _upgrade_schema(opened, place)
        elif _missing(opened):
            text = say("{place} was written by an earlier scorekeeper: copy it to a writable folder", place=place)
            raise Unusable("database", text)
    except Exception as error:  # every driver has errors of its own for "not there", "locked", "no database"
        opened.close_all()
        if isinstance(error, Refused):
            raise
        message = plain_message(error)
        for password in filter(None, (found[2] or found[3] for found in _PASSWORD.finditer(place))):
            message = message.replace(f'"{password}"', "…")  # PostgreSQL quotes one that is not encoded as it wants
        reason = say("{place} cannot be used: {error}", place=shown_place(place), error=tell_message(message))
        raise Unusable("database", reason) from error
    opened.close()
    database.initialize(opened)
    return opened


def _connect_patiently(opened: Connections) -> None:
    """Connect; SQLite does not wait where another process is just turning a new file into a WAL database."""
    for attempt in range(101):
        try:
            opened.connect(reuse_if_open=True)
            return
        except OperationalError as error:
            if "locked" not in str(error) or attempt == 100:
                raise
            sleep(0.05)


def shown_place(place: str) -> str:
    """Return the place of a database without a password that may stand in its address, however it is misspelled."""
    return _PASSWORD.sub(lambda found: f"{found[1]}@" if found[1] else f"{found[0][: -len(found[3])]}…", place)


def _sqlite(path: Path, journal: str = "wal") -> Connections:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_use("database", path, error) from error
    make_private_file(path)
    return FilePool(
        str(path.absolute()),  # so that no name means anything else to SQLite
        max_connections=64,
        pragmas=PRAGMAS | {"journal_mode": journal},
        check_same_thread=False,
        lock_type="IMMEDIATE",
    )


def _postgres(address: str) -> Connections:
    """Return the database at an address, of several hosts the one that takes writes."""
    scheme, _, rest = address.partition("://")
    if scheme not in ("postgresql", "postgres"):
        text = say("{place} is neither a file nor a postgresql:// address", place=shown_place(address))
        raise Unusable("database", text)
    from playhouse.pool import PooledPostgresqlDatabase  # it brings in the driver

    options = {  # those in the address take precedence
        "connect_timeout": _CONNECT_SECONDS if "," in rest else PATIENCE,
        "tcp_user_timeout": PATIENCE * 1000,  # a machine that is suddenly gone blocks no request for long
        "target_session_attrs": "read-write",
        "options": f"-c lock_timeout={PATIENCE}s -c synchronous_commit=on",  # what was confirmed is on the disk
    }
    more = {name: value for name, value in options.items() if f"{name}=" not in rest}
    place = f"postgresql://{rest}"
    return PooledPostgresqlDatabase(place, max_connections=64, stale_timeout=300, prefer_psycopg3=True, **more)


def _upgrade_schema(opened: Connections, place: str) -> None:
    """Make the tables, or apply the missing migrations after a backup beside an SQLite file."""
    if not _missing(opened):
        return
    with _locked(opened, place):
        older = bool(_applied(opened))
        if "://" not in place and not opened.get_tables():
            # The result of all migrations in one transaction takes a thirtieth of their time.
            opened.connection().executescript((resources("migrations") / "tables.sql").read_text("utf-8"))
        if missing := _missing(opened):
            if older:
                back_up_before(place, missing[0])
            from playhouse.migrations import Runner  # only a start that migrates pays for it

            Runner(opened, str(resources("migrations"))).up()
            due = "SELECT 1 FROM erasure WHERE name = ''"  # a migration left deleted rows in free pages of the file
            if older and "://" not in place and opened.execute_sql(due).fetchone():
                with suppress(OperationalError):  # there is no room: the server does it later
                    opened.execute_sql("VACUUM")
                    opened.execute_sql("DELETE FROM erasure WHERE name = ''")
                    opened.execute_sql("PRAGMA wal_checkpoint(TRUNCATE)")


def _missing(opened: Connections) -> list[str]:
    known = sorted(path.stem for path in resources("migrations").glob("[0-9]*.py"))
    applied = _applied(opened)
    for name in sorted(applied - set(known)):
        text = say("it was written by a newer scorekeeper (step {name}); update this program", name=name)
        raise Unusable("database", text)
    return [name for name in known if name not in applied]


def _applied(opened: Connections) -> set[str]:
    if not opened.table_exists("schema_migration"):
        return set()
    return {name for (name,) in opened.execute_sql("SELECT name FROM schema_migration")}


@contextmanager
def _locked(opened: Connections, place: str) -> Iterator[None]:
    """Let one process at a time migrate: an advisory lock on PostgreSQL, a locked file beside an SQLite one."""
    if "://" in place:
        opened.execute_sql(f"SET lock_timeout = '{_LOCK_SECONDS}s'")
        opened.execute_sql("SELECT pg_advisory_lock(%s)", (_LOCK_NUMBER,))
        opened.execute_sql("RESET lock_timeout")
        try:
            yield
        finally:
            opened.execute_sql("SELECT pg_advisory_unlock(%s)", (_LOCK_NUMBER,))
        return
    lock = Path(f"{place}.lock").absolute()
    make_private_file(lock)
    with closing(sqlite3.connect(lock, timeout=_LOCK_SECONDS, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield
        connection.execute("ROLLBACK")
