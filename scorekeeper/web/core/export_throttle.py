"""Long work: one at a time in a process, in pieces, so that it hardly slows down bookings."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from time import perf_counter, sleep, thread_time
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


class Busy(Exception):  # noqa: N818 - nothing is wrong
    """Too many requests wait already for work of the same kind."""


def mark_slow() -> None:
    """Let the server serve another request beside this one, which works or waits long."""
    if mark := request.environ.get(MARK_SLOW):
        mark()


class Queue:
    """Requests of which one works at a time and at most `waiting` wait; each keeps a thread that others do not need.

    After each there is a pause of `rest` times the processor time that its thread took, for those who do other things.
    """

    def __init__(self, waiting: int, rest: float = 0) -> None:
        self._rest = rest
        self._pause_ends = 0.0
        self._working = threading.Lock()
        self._places = threading.BoundedSemaphore(1 + waiting)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for the others. Raises Busy."""
        if not self._places.acquire(blocking=False):
            raise Busy
        try:
            if not self._working.acquire(blocking=False):
                mark_slow()
                if not self._working.acquire(timeout=PATIENCE):
                    raise Busy
            try:
                if (pause := self._pause_ends - perf_counter()) > 0:
                    mark_slow()
                    sleep(pause)
                begun = thread_time()
                try:
                    yield
                finally:
                    self._pause_ends = perf_counter() + self._rest * (thread_time() - begun)
            finally:
                self._working.release()
        finally:
            self._places.release()


_EXPORTS = Queue(WAITING)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait for other files to be made; abort with 503 if too many requests wait already."""
    mark_slow()
    with ExitStack() as stack:
        try:
            stack.enter_context(_EXPORTS.turn())
        except Busy:
            answer = error_page(503, say("Others are getting files just now. Try again in a moment."))
            answer.headers["Retry-After"] = str(PATIENCE)
            abort(answer)
        yield


def in_pieces(items: Iterable[T]) -> Iterator[T]:
    """Yield the items, and pause after each piece of work for as long, so that other threads can run."""
    begun = perf_counter()
    for item in items:
        yield item
        worked = perf_counter() - begun
        if worked > PIECE:
            sleep(min(worked, LONGEST_REST))
            begun = perf_counter()
