"""Erasing from the disk in the background: requests say that something is due, and wait for nothing."""

import logging
from threading import Event, Lock, Thread
from time import monotonic, sleep
from typing import Any

from scorekeeper.storage.engine.erasure import erase_due
from scorekeeper.storage.engine.errors import first_cause
from scorekeeper.storage.models import database

_PAUSE = 20  # seconds before each try
_SHARE = 100  # it waits so many times as long as it took, for others may wait for it
_LOG = logging.getLogger(__name__)

_wanted = Event()
_starting = Lock()
_thread: Thread | None = None


def erase_soon() -> None:
    """Let what is due be erased in some moments, and again until it is done."""
    global _thread
    _wanted.set()
    with _starting:
        if _thread is None or not _thread.is_alive():  # of a process that was forked only this thread lives on
            _thread = Thread(target=_work, args=(database.obj,), daemon=True, name="erasing")
            _thread.start()


def resume_erasing() -> None:
    """Begin with what was left when the last server ended, once in each process."""
    if _thread is None:
        erase_soon()


def _work(at: Any) -> None:
    took = 0.0
    while database.obj is at:
        _wanted.wait()
        sleep(max(_PAUSE, _SHARE * took))
        _wanted.clear()
        begun = monotonic()
        if not _try(at):
            _wanted.set()
        took = monotonic() - begun


def _try(at: Any) -> bool:
    try:
        with at.connection_context():
            return erase_due()
    except Exception as error:  # whatever it is, the thread goes on and tries again
        _LOG.warning("what was deleted could not be erased from the disk yet: %s", first_cause(error))
        return False
