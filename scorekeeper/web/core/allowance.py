"""How often one asker may ask for what is dear: who asks more often waits, and the others do not notice."""

from collections.abc import Hashable
from threading import Lock
from time import monotonic

from flask import Response, abort, request

HOLD = "scorekeeper.hold"
"""The key in the WSGI environment of a function that lets a request wait for some seconds without a thread.

The answer of the application must be 304 then, and is dropped: the application is asked again after that, without this
function. The request must have no body. Other servers than ours have no such function.
"""

_REMEMBERED = 2000  # askers
_LONGEST_HOLD = 5.0  # seconds; a browser shows its own mark of waiting meanwhile


class WaitLonger(Exception):  # noqa: N818 - nothing is wrong
    """Somebody asks more often than allowed."""


class Allowance:
    """So many requests of one asker at once, and so many a second after that; what is dear counts for several.

    Each process counts for itself: it is its own time that is protected.
    """

    def __init__(self, at_once: int, a_second: float) -> None:
        self.at_once = at_once / a_second  # in seconds
        self._each = 1 / a_second
        self._free = dict[Hashable, float]()  # when all that was asked for is over
        self._lock = Lock()

    def count(self, asker: Hashable, requests: int) -> None:
        """Count what was dearer than one request."""
        now = monotonic()
        with self._lock:
            self._free[asker] = max(now, self._free.get(asker, 0)) + requests * self._each

    def is_half_used(self, asker: Hashable) -> bool:
        """Return whether somebody has asked for more than half of what is allowed at once."""
        with self._lock:
            return self._free.get(asker, 0) - monotonic() > self.at_once / 2

    def wait_for_turn(self, asker: Hashable) -> None:
        """Count a request, or let it wait. Raises WaitLonger where the server cannot hold it or has held it already."""
        now = monotonic()
        with self._lock:
            if len(self._free) > _REMEMBERED:
                self._free = {one: free for one, free in self._free.items() if free > now}
            free = max(now, self._free.get(asker, 0))
            early = free - now - self.at_once
            if early <= 0:
                self._free[asker] = free + self._each
                return
        if (hold := request.environ.get(HOLD)) and request.method == "GET":
            hold(min(early, _LONGEST_HOLD))
            abort(Response(status=304))
        raise WaitLonger
