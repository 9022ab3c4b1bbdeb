"""Files beside others: private from their first moment on, and under their final names whole or not at all."""

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

try:
    import fcntl
except ImportError:  # not on Windows, which does not delete what is still open
    fcntl = None  # type: ignore[assignment]

PRIVATE = 0o600  # the database holds the key of all phones and everybody's name
SHARED = 0o666  # as the user's umask has it
_PRIVATE_FOLDER = 0o700
_FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_UNFINISHED = re.compile(r"scorekeeper-[0-9a-f]{16}\.part")


def make_private_folder(folder: Path) -> None:
    """Make a folder that only its owner may enter, where there is none. Raises OSError."""
    folder.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)


def make_private_file(path: Path) -> None:
    """Make an empty file that only its owner may read, where there is none and one can be.

    SQLite gives the files beside it the same mode. One that is there is not even opened: to close it again would drop
    the locks that this process holds on it.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))


def may_write(path: Path) -> bool:
    """Return whether we may write a file, or into a folder."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def open_to_others(place: Path) -> list[Path]:
    """Return which files of a database other users of this computer may read or write: itself, and those beside it."""
    if os.name != "posix" or not place.parent.stat().st_mode & (stat.S_IXGRP | stat.S_IXOTH):
        return []
    ours = re.compile(re.escape(place.name) + r"(-wal|-shm|\.before-.*)?")
    found = [path for path in place.parent.iterdir() if ours.fullmatch(path.name)]
    return sorted(path for path in found if path.is_file() and path.stat().st_mode & _FOR_OTHERS)


@contextmanager
def whole_file(target: Path, mode: int) -> Iterator[Path]:
    """Give an empty file to write; what it holds in the end is on the disk and becomes `target`, which must not exist.

    Killed at any moment, `target` is there whole or not at all; what a killed program left in the folder is taken
    away. `mode` is for whom the file is, less what the umask forbids. Raises FileExistsError, OSError.
    """
    _sweep(target.parent)
    if os.path.lexists(target):
        raise FileExistsError(target)
    part, held = _begin(target.parent, mode)
    try:
        yield part
        os.fsync(held)
        _name(part, target)
    finally:
        os.close(held)
        part.unlink(missing_ok=True)
        _sync_folder(target.parent)


def _begin(folder: Path, mode: int) -> tuple[Path, int]:
    """Make an unfinished file, and hold it so that nobody sweeps it away."""
    while True:
        part = folder / f"scorekeeper-{token_hex(8)}.part"
        held = os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, mode)
        if fcntl is None:
            return part, held
        with suppress(OSError):  # a file system that knows no locks is one on which nothing is swept
            fcntl.flock(held, fcntl.LOCK_EX)
        if os.fstat(held).st_nlink:
            return part, held
        os.close(held)  # it was swept before it was held


def _sweep(folder: Path) -> None:
    """Take away the unfinished files whose programs are gone."""
    with suppress(OSError):
        for path in folder.iterdir():
            if _UNFINISHED.fullmatch(path.name):
                with suppress(OSError):
                    _remove_unheld(path)


def _remove_unheld(path: Path) -> None:
    held = os.open(path, os.O_RDWR) if fcntl else None
    try:
        if held is not None:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink()
    finally:
        if held is not None:
            os.close(held)


def _name(part: Path, target: Path) -> None:
    """Give a file its final name, never over another one."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:  # a memory stick knows no second name of a file
        if os.path.lexists(target):
            raise FileExistsError(target) from None
        os.rename(part, target)


def _sync_folder(folder: Path) -> None:
    """Let the disk know the names in a folder."""
    if os.name != "posix":
        return
    try:
        held = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(held)
        finally:
            os.close(held)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EINVAL, errno.ENOTSUP):  # not every file system can, or lets us
            raise
