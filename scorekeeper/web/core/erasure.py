"""Erasing from the disk in the background: requests start it without waiting."""

import logging
from threading import Event, Lock, Thread
from time import monotonic, sleep
from typing import Any

from flask import current_app

from scorekeeper.storage.engine.erasure import erase_due
from scorekeeper.storage.engine.errors import first_cause
from scorekeeper.storage.models import database

_SHARE = 5  # the pause grows by this factor for each second of erasing, as others may wait for it
_LOG = logging.getLogger(__name__)


class _Eraser:
    """A thread that erases from one database, some seconds after a request, and again until all is done."""

    def __init__(self, at: Any, pause: float) -> None:
        self.at = at
        self.pause = pause
        self.wanted = Event()
        self.thread = Thread(target=self._work, daemon=True, name="erasing")
        self.thread.start()

    def _work(self) -> None:
        took = 0.0
        while True:
            self.wanted.wait()
            sleep(self.pause * max(1, _SHARE * took))
            if database.obj is not self.at:
                return  # else it would erase from the other one, and keep a connection to it
            begun = monotonic()
            is_done = False
            try:
                with self.at.connection_context():
                    self.wanted.clear()  # only now, so that it is at work as long as this is set or it has a connection
                    is_done = erase_due()
            except Exception as error:  # the thread tries again after any error
                _LOG.warning("what was deleted could not be erased from the disk yet: %s", first_cause(error))
            if not is_done:
                self.wanted.set()
            took = monotonic() - begun


_starting = Lock()
_eraser: _Eraser | None = None


def erase_soon() -> None:
    """Start erasing soon; not at all if the application's `ERASING_PAUSE` is None."""
    global _eraser
    pause = current_app.config.get("ERASING_PAUSE", 20)
    if pause is None:
        return
    with _starting:
        # a forked process has only the current thread
        if _eraser is None or _eraser.at is not database.obj or not _eraser.thread.is_alive():
            _eraser = _Eraser(database.obj, pause)
    _eraser.wanted.set()


def resume_erasing() -> None:
    """Erase what the last server left, once in each process."""
    if _eraser is None or _eraser.at is not database.obj:
        erase_soon()
