"""How many requests are worked on at once: a few, and beside them those that take long.

All threads of a process share one interpreter, and each statement of SQLite lets another one have it. Sixteen that work
at the same time only wait for each other, and it takes longer until any of them is done.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from threading import get_ident
from time import monotonic

from waitress.task import ThreadedTaskDispatcher

LONG = 0.1  # seconds of work or of waiting for the database; a page takes a twentieth
_MOST = 16  # threads, however many of them take long


class Lanes(ThreadedTaskDispatcher):
    """So many threads that work, each on the request that has waited longest; and one more for each that takes long.

    So whoever waits for a database, for a slow phone or for another file to be written holds up nobody else.
    """

    # Where waitress says that somebody waits it also says now that somebody waited when it ended.
    logger = ThreadedTaskDispatcher.queue_logger

    def __init__(self, lanes: int) -> None:
        super().__init__()
        self._lanes = lanes
        self._begun = dict[int, float]()  # by thread
        self.set_thread_count(lanes)

    def start_new_thread(self, target: Callable[[int], object], thread_no: int) -> None:
        """Start one; where the system has no room for it, go on with those that there are."""
        try:
            super().start_new_thread(target, thread_no)
        except RuntimeError:
            self.threads.discard(thread_no)  # waitress counts it before, and as an active one after this
            self.active_count -= 1

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Count this thread as one that works."""
        self._begun[get_ident()] = monotonic()
        try:
            yield
        finally:
            del self._begun[get_ident()]

    def step_aside(self) -> None:
        """Count this thread as one that takes long, from now on."""
        self._begun[get_ident()] = -inf

    def look(self) -> float:
        """Start or end threads as it is time; return in how many seconds that has to be looked at again."""
        now = monotonic()
        long = sum(now - begun > LONG for begun in tuple(self._begun.values()))
        count = min(self._lanes + long, _MOST)
        if count != len(self.threads):
            self.set_thread_count(count)
        return LONG if self.queue else 1
