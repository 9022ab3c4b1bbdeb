"""Files of SQLite: a pool of connections, and copies of a file that is in use."""

import os
import sqlite3
import struct
from contextlib import closing, suppress
from filecmp import cmp
from pathlib import Path
from time import monotonic, sleep

from peewee import OperationalError
from playhouse.pool import PooledSqliteDatabase

from scorekeeper.phrase import say
from scorekeeper.storage.engine.atomic_files import PRIVATE, may_write, whole_file
from scorekeeper.storage.engine.errors import Unusable, cannot_use

_SUFFIXES = ("", "-wal")  # of the files that SQLite keeps open
_NOTHING = (None,) * len(_SUFFIXES)
BETWEEN_LOOKS = 1  # seconds for which a reader may be shown a file that is gone
BETWEEN_CHECKPOINTS = 5  # seconds; who copies the file alone lacks what was written in the last ten
# The begin of the index (-shm) of a log, of which there are two copies: whether it is set up, the size of a page, and
# the number of frames in the log. See "WAL-mode File Format" at sqlite.org.
_INDEX = struct.Struct("=12x?xHI28x")
_LOG_HEAD = 32  # bytes of the log before its frames
_FRAME_HEAD = 24  # bytes of a frame before its page
Identity = tuple[int, int]
"""The device and the number of a file, the same for as long as anybody has it open."""


class FilePool(PooledSqliteDatabase):  # type: ignore[misc]  # it has no types
    """A pool that fails where its file was replaced, deleted or cut: SQLite would write on into the lost one."""

    _found: tuple[Identity | None, ...] = _NOTHING
    _looked = 0.0
    # Kept open as long as there are connections: closing it would take away the locks that SQLite holds on this file.
    _index: int | None = None

    def begin(self, lock_type: str | None = None) -> None:
        """Begin a transaction. Raises OperationalError also where the files were replaced."""
        if lock_type != "DEFERRED":  # else it only reads
            self.check_files()
        super().begin(lock_type)

    def _connect(self) -> sqlite3.Connection:
        if not self._connections and not self._in_use:  # SQLite itself took away the -wal then
            self._found = _NOTHING
            self._close_index()
        if monotonic() >= self._looked + BETWEEN_LOOKS:
            self.check_files()
        opened: sqlite3.Connection = super()._connect()
        if None in self._found:  # only now: nobody else takes away what we have open
            self._found = tuple(map(_identity, self._paths()))
        if self._index is None and None not in self._found and hasattr(os, "pread"):
            with suppress(OSError):
                self._index = os.open(f"{self.database}-shm", os.O_RDONLY)
        return opened

    def _close_index(self) -> None:
        if self._index is not None:
            os.close(self._index)
            self._index = None

    def close_all(self) -> None:
        """Close all connections but those that other threads use, which would crash the process."""
        self.close()
        self.close_idle()

    def _paths(self) -> list[str]:
        return [f"{self.database}{suffix}" for suffix in _SUFFIXES]

    def last_write(self) -> object:
        """Return a value that changes when something is written, but for two writes within a few milliseconds."""
        return tuple(map(_size_and_time, self._paths()))

    def check_files(self) -> None:
        """Raise OperationalError where a file is not the one that was opened."""
        for path, found in zip(self._paths(), self._found, strict=True):
            if found not in (None, _identity(path)):
                raise _lost(path)
        log = self._paths()[-1]
        if self._index is not None and _is_cut(log, self._index):
            raise _lost(log)
        self._looked = monotonic()


def _lost(path: str) -> OperationalError:
    return OperationalError(f"{path} was replaced, deleted or cut under the server: end it and start it again")


def _is_cut(log: str, index: int) -> bool:
    """Return whether a log is shorter than its index says.

    Who empties a log changes its index first, and who writes into it last, so the index tells nothing if it changes.
    """
    head = os.pread(index, 2 * _INDEX.size, 0)
    length = os.stat(log).st_size
    if len(head) < 2 * _INDEX.size or head[: _INDEX.size] != head[_INDEX.size :]:
        return False
    is_set_up, page, frames = _INDEX.unpack(head[: _INDEX.size])
    missing = frames and length < _LOG_HEAD + frames * (_FRAME_HEAD + (page if page > 1 else 1 << 16))
    return bool(is_set_up and missing) and head == os.pread(index, len(head), 0)


def address_to_read(path: Path) -> str:
    """Return the address of a file in a folder that cannot be written. Raises Unusable for changes only in its log."""
    log = path.with_name(f"{path.name}-wal")
    alone = not path.with_name(f"{path.name}-shm").exists()  # nobody has it open, so nobody changes it
    if alone and log.exists() and log.stat().st_size:
        text = say("{place} contains the latest changes: copy both files to a writable folder", place=str(log))
        raise Unusable("database", text)
    return f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if alone else ''}"


def tables_of(path: Path) -> set[str] | None:
    """Return the names of the tables in a file, None for one that SQLite cannot read."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
        return {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return None


def lacks_log(path: Path) -> Unusable:
    """Return the error of a file without tables, which were in its log (WAL)."""
    text = say(
        "{place} has no tables. A copy of a file in use lacks what is in {log}: take both, or use backup.",
        place=str(path),
        log=f"{path.name}-wal",
    )
    return Unusable("database", text)


def check_copy(path: Path) -> None:
    """Raise Unusable for a copy that was made without its log: a start would make an empty database of it.

    A file that is empty, or has its log beside it, is one whose first start has not ended.
    """
    log = path.with_name(f"{path.name}-wal")
    if os.path.isfile(path) and path.stat().st_size and not log.exists() and tables_of(path) == set():
        raise lacks_log(path)


def move_log_in(pool: FilePool) -> None:
    """Copy what is in the log (WAL) into the file, without waiting for anybody, so that the file alone is whole.

    Raises OperationalError where a file was replaced, sqlite3.Error.
    """
    pool.check_files()
    with closing(sqlite3.connect(pool.database)) as file:
        file.execute("PRAGMA wal_checkpoint(PASSIVE)")


def move_log_in_when_idle(pool: FilePool) -> None:
    """Do so whenever nothing was written between two looks; this never returns."""
    seen = moved = (0, 0)
    while True:
        sleep(BETWEEN_CHECKPOINTS)
        with suppress(OSError, sqlite3.Error, OperationalError):  # the next request says so itself
            log = os.stat(f"{pool.database}-wal")
            found = log.st_size, log.st_mtime_ns
            if found == seen != moved:
                move_log_in(pool)
                moved = found
            seen = found


def take_log_in(path: Path) -> None:
    """Let a file that nobody has open do without a log (WAL), and move what is in it into the file.

    Raises sqlite3.Error.
    """
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA locking_mode = exclusive")  # the only mode that needs no shared memory
        file.execute("PRAGMA journal_mode = delete")


def _size_and_time(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _identity(path: str) -> Identity | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def back_up_before(place: str, step: str) -> None:
    """Copy an SQLite file before it is changed, unless an equal copy is there from a step that failed."""
    if "://" in place:
        return
    target = Path(f"{place}.before-{step}").absolute()
    older = []
    while target.exists():
        older.append(target)
        target = Path(f"{place}.before-{step}-{len(older) + 1}").absolute()
    back_up(place, target)
    if any(cmp(target, copy, shallow=False) for copy in older):
        target.unlink()


def back_up(place: str, target: Path) -> None:
    """Write a consistent copy of the database to the file `target`, while others write on. Raises Unusable."""
    if "://" in place:
        raise Unusable("database", say("a PostgreSQL database is copied by pg_dump"))
    path = Path(place).absolute()
    if not os.path.exists(path):  # unlike Path.exists this takes a name that no file can have
        raise Unusable("database", say("there is no database at {place}", place=place))
    address = path.as_uri() if may_write(path.parent) else address_to_read(path)
    try:
        with closing(sqlite3.connect(address, uri=True)) as source:
            source.execute("SELECT name FROM schema_migration").fetchall()
            try:
                with whole_file(target, PRIVATE) as part, closing(sqlite3.connect(part)) as copy:
                    copy.execute("PRAGMA journal_mode = off")  # an incomplete copy is thrown away
                    source.backup(copy)
            except FileExistsError:
                exists = say("{place} exists already and is not overwritten", place=str(target))
                raise Unusable("file", exists) from None
            except (OSError, sqlite3.Error) as error:
                raise cannot_use("file", target, error) from error
    except sqlite3.Error as error:
        raise cannot_use("database", path, error) from error
