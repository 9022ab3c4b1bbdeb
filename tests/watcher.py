"""Stops the PostgreSQL of a test run that ended without doing so, such as one that was killed: `watcher.py FOLDER`.

It reads from the run, and what it reads ends with the run, however that ends. It imports nothing of the project.
"""

import os
import shutil
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

PATIENCE = 5  # seconds: a server that was just being started writes its number late


def stop(folder: Path) -> None:
    """Stop the server whose data are in `folder`, at once; one that was stopped already has left no number there."""
    numbers = folder / "postmaster.pid"
    end = time.monotonic() + PATIENCE
    while folder.exists() and time.monotonic() < end:
        with suppress(OSError, ValueError, IndexError):
            os.kill(int(numbers.read_text().split()[0]), signal.SIGQUIT)
            end = min(end, time.monotonic() + 1)
        time.sleep(0.1)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.stdin.read()
    stop(Path(sys.argv[1]))
