"""Slow requests: one of a kind at a time in a process, and in pieces, between which quick requests go first."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import get_ident
from time import perf_counter, sleep, thread_time
from typing import TypeVar

from flask import request

from scorekeeper.storage.engine.errors import PATIENCE

T = TypeVar("T")

MARK_SLOW = "scorekeeper.mark_slow"
"""The key in the WSGI environment of a function with which a server serves another request beside this slow one."""

PIECE = 0.00025  # seconds of work, after which the quick requests in progress go first: a tenth of a booking
LONGEST_PAUSE = 0.005  # seconds after a piece; so that a slow request ends where others never do
_LOOK = 0.0003  # seconds between two looks at what is in progress

_QUICK = set[int]()  # the threads with a request in progress that is not slow


class Busy(Exception):  # noqa: N818 - nothing is wrong
    """Too many requests wait already for work of the same kind."""


def begin_quick() -> None:
    """Count the request of this thread as quick until it ends or is marked as slow."""
    _QUICK.add(get_ident())


def end_quick() -> None:
    """Stop counting the request of this thread as quick."""
    _QUICK.discard(get_ident())


def is_slow() -> bool:
    """Return whether the request of this thread is slow."""
    return get_ident() not in _QUICK


def mark_slow() -> None:
    """Let the server serve another request beside this one, which works or waits long and goes after the quick ones."""
    end_quick()
    if mark := request.environ.get(MARK_SLOW):
        mark()


def give_way() -> None:
    """Let the quick requests in progress go first, for a moment at most, unless the one of this thread is quick too."""
    until = perf_counter() + LONGEST_PAUSE
    while _QUICK and is_slow() and perf_counter() < until:
        sleep(_LOOK)


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
            mark_slow()
            if not self._working.acquire(timeout=PATIENCE):
                raise Busy
            try:
                if (pause := self._pause_ends - perf_counter()) > 0:
                    sleep(pause)
                give_way()
                begun = thread_time()
                try:
                    yield
                finally:
                    self._pause_ends = perf_counter() + self._rest * (thread_time() - begun)
            finally:
                self._working.release()
        finally:
            self._places.release()


def in_pieces(items: Iterable[T]) -> Iterator[T]:
    """Yield the items, and give way before each piece of work."""
    begun = 0.0
    for item in items:
        if perf_counter() - begun > PIECE:
            give_way()
            begun = perf_counter()
        yield item
