"""Files that are private from their first moment on, and stand under their final names whole or not at all."""

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from secrets import token_hex

try:
    import fcntl
except ImportError:  # not on Windows, which does not delete what is still open
    fcntl = None  # type: ignore[assignment]

PRIVATE = 0o600  # the database holds the key of all phones and everybody's name
SHARED = 0o666  # as the user's umask has it
_FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_UNFINISHED = re.compile(r"scorekeeper-[0-9a-f]{16}\.part")


def make_private_file(path: Path) -> None:
    """Make an empty file that only its owner may read, where there is none and one can be.

    SQLite gives the files beside it the same mode. An existing file is not even opened: closing it again would drop the
    locks that this process has on it.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))


def may_write(path: Path) -> bool:
    """Return whether we may write a file, or into a folder."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def open_to_others(place: Path) -> list[Path]:
    """Return which files of a database, and of those beside it, other users may read or write."""
    if os.name != "posix" or not place.parent.stat().st_mode & (stat.S_IXGRP | stat.S_IXOTH):
        return []
    ours = re.compile(re.escape(place.name) + r"(-wal|-shm|\.before-.*)?")
    found = [path for path in place.parent.iterdir() if ours.fullmatch(path.name)]
    return sorted(path for path in found if path.is_file() and path.stat().st_mode & _FOR_OTHERS)


@contextmanager
def whole_file(target: Path, mode: int) -> Iterator[Path]:
    """Give an empty file to write, whose contents are on the disk under the name `target` in the end.

    `target` must not exist. Killed at any moment, it is there whole or not at all; what a killed program left in the
    folder is removed. `mode` has the permissions before the umask. Raises FileExistsError, OSError.
    """
    _remove_unfinished(target.parent)
    if os.path.lexists(target):
        raise FileExistsError(target)
    part, descriptor = _create_locked(target.parent, mode)
    try:
        yield part
        os.fsync(descriptor)
        try:
            os.link(part, target)
        except FileExistsError:
            raise
        except OSError:  # a memory stick knows no second name of a file
            if os.path.lexists(target):
                raise FileExistsError(target) from None
            os.rename(part, target)
    finally:
        os.close(descriptor)
        part.unlink(missing_ok=True)
        if os.name == "posix":
            _sync_folder(target.parent)


def _create_locked(folder: Path, mode: int) -> tuple[Path, int]:
    """Create an unfinished file, locked so that nobody removes it, and return it with its descriptor."""
    while True:
        part = folder / f"scorekeeper-{token_hex(8)}.part"
        descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, mode)
        if fcntl is None:
            return part, descriptor
        with suppress(OSError):  # on a file system without locks nothing is removed
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return part, descriptor
        os.close(descriptor)  # it was removed before it was locked


def _remove_unfinished(folder: Path) -> None:
    """Remove the unfinished files of programs that have ended."""
    with suppress(OSError):
        for path in folder.iterdir():
            if _UNFINISHED.fullmatch(path.name):
                with suppress(OSError), path.open("r+b") if fcntl else nullcontext() as file:
                    if file:
                        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    path.unlink()


def _sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EINVAL, errno.ENOTSUP):  # not every file system can, or lets us
            raise
