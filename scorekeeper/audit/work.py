"""The work that an audit may be: steps are counted, not seconds, so that a verdict is the same on every machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf

MATCHING = 7  # steps, each about six microseconds of a laptop: one try to give every place a card
COURSE = 60  # to count one course


class TooMuchWork(Exception):  # noqa: N818 - a finding, not an error
    """A strict limit was reached."""


class Work:
    """The steps left to an audit; it has `ended` once it needed more, and then leaves open what it has not decided.

    A `strict` one raises TooMuchWork instead. Without `judging`, no card is judged: only whose turn it is and which
    hands are known is found.
    """

    def __init__(self, steps: float = inf, *, strict: bool = False, judging: bool = True) -> None:
        self.left = steps
        self.ended = False
        self.strict = strict
        self.judging = judging

    def take(self, steps: int) -> bool:
        """Count some steps; return whether that many were left. Raises TooMuchWork."""
        self.left -= steps
        if self.left < 0:
            self.ended = True
            if self.strict:
                raise TooMuchWork
        return not self.ended


ENDLESS = Work()
_WORK: ContextVar[Work] = ContextVar("work", default=ENDLESS)


@contextmanager
def limited_to(work: Work) -> Iterator[None]:
    """Let the audits of this block share some work."""
    token = _WORK.set(work)
    try:
        yield
    finally:
        _WORK.reset(token)


def current_work() -> Work:
    """Return the work of the block around, or endless work."""
    return _WORK.get()
