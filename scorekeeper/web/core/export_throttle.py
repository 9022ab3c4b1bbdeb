"""Long work: one at a time in a process, in pieces, so that it hardly slows down bookings."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter, sleep
from typing import TypeVar

from flask import abort, request

from scorekeeper.phrase import say
from scorekeeper.storage.engine.errors import PATIENCE
from scorekeeper.web.core.lifecycle import error_page

T = TypeVar("T")

MARK_SLOW = "scorekeeper.mark_slow"
"""The key in the WSGI environment of a function with which a server serves another request beside this slow one."""

WAITING = 2  # requests; each keeps a thread that others need for booking
PIECE = 0.002  # seconds of work before a pause of the same length
LONGEST_REST = 0.02  # seconds; the longest pause

_working = threading.Lock()
_places = threading.BoundedSemaphore(1 + WAITING)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait for other long work; abort with 503 if too many requests wait already."""
    if mark_slow := request.environ.get(MARK_SLOW):
        mark_slow()
    if not _places.acquire(blocking=False):
        _turn_away()
    try:
        if not _working.acquire(timeout=PATIENCE):
            _turn_away()
        try:
            yield
        finally:
            _working.release()
    finally:
        _places.release()


def _turn_away() -> None:
    answer = error_page(503, say("Others are getting files just now. Try again in a moment."))
    answer.headers["Retry-After"] = str(PATIENCE)
    abort(answer)


def in_pieces(items: Iterable[T]) -> Iterator[T]:
    """Yield the items, and pause after each piece of work for as long, so that other threads can run."""
    begun = perf_counter()
    for item in items:
        yield item
        worked = perf_counter() - begun
        if worked > PIECE:
            sleep(min(worked, LONGEST_REST))
            begun = perf_counter()
