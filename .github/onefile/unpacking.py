"""How the one file starts: it unpacks itself once, and runs the program from there.

It has to: Babel and the migrations are read from real files.
"""

import atexit
import os
import shutil
import sys
from pathlib import Path
from tempfile import mkdtemp
from zipfile import ZipFile

ARCHIVE = Path(__file__).parent
PROGRAM = "program/"


def run() -> int:
    """Run scorekeeper; without a command, as by a double click, it serves."""
    with ZipFile(ARCHIVE) as packed:
        sys.path[0] = str(unpack(packed))
    from scorekeeper.commands import main

    return main(sys.argv[1:] or ["serve"])


def unpack(packed: ZipFile) -> Path:
    """Return the folder of this very program: an earlier start's if it is whole, else a new one."""
    files = [name.removeprefix(PROGRAM) for name in packed.namelist() if name.startswith(PROGRAM)]
    cache = cache_folder()
    folder = cache / packed.read("stamp").decode()
    if all(os.path.isfile(f"{folder}/{name}") for name in files):
        return folder
    try:
        cache.mkdir(mode=0o700, parents=True, exist_ok=True)
        made = Path(mkdtemp(dir=cache))
    except OSError:  # a home that cannot be written
        made = folder = Path(mkdtemp(prefix="scorekeeper-"))
        atexit.register(shutil.rmtree, made, ignore_errors=True)
    extract(packed, files, made)
    return made if made == folder else put_in_place(made, folder)


def extract(packed: ZipFile, files: list[str], into: Path) -> None:
    for name in files:
        target = into / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(packed.read(PROGRAM + name))


def put_in_place(made: Path, folder: Path) -> Path:
    """Give a folder its name at once, so that no other start meets half of it; a damaged one makes way."""
    for _ in range(2):
        try:
            return made.rename(folder)
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
    return made


def cache_folder() -> Path:
    """Return where this user's programs keep what they can make again."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "scorekeeper" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "scorekeeper"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "scorekeeper"
