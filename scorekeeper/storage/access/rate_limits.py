"""Rate limits: attempts are counted in the database, so that all workers count together."""

from time import time
from typing import NamedTuple

from scorekeeper.storage.engine.sql import fetch, run, writing

WINDOW = 600  # seconds


class Limit(NamedTuple):
    """So many attempts in one window; `scope` has the address of a night, as SQLite uses the ids of rows again."""

    scope: str
    most: int


class _UsedUp(Exception):  # noqa: N818 - nothing is wrong
    pass


def this_window() -> int:
    """Return the number of the window of now."""
    return int(time()) // WINDOW


def attempt(*limits: Limit, window: int | None = None) -> int:
    """Count an attempt against each limit; return the seconds to wait where one is used up, 0 where it may go on.

    It counts in the window of now, unless it began in an earlier one.
    """
    window = this_window() if window is None else window
    wait = max(1, (window + 1) * WINDOW - int(time()))
    if any(_count(limit.scope, window) >= limit.most for limit in limits):
        return wait  # without writing anything for further attempts
    try:
        with writing():
            counts = [_add(limit.scope, window, 1) for limit in limits]
            if any(count > limit.most for count, limit in zip(counts, limits, strict=True)):
                raise _UsedUp  # by others at the same moment: the transaction is rolled back
            if counts[-1] == 1:
                run('DELETE FROM attempt WHERE "window" < ?', window)
    except _UsedUp:
        return wait
    return 0


def take_back(*limits: Limit, window: int) -> None:
    """Uncount an attempt of a window that turned out to be right."""
    with writing():
        for limit in limits:
            _add(limit.scope, window, -1)


def _count(scope: str, window: int) -> int:
    rows = fetch('SELECT count FROM attempt WHERE scope = ? AND "window" = ?', scope, window)
    return int(rows[0][0]) if rows else 0


def _add(scope: str, window: int, more: int) -> int:
    sql = """INSERT INTO attempt (scope, "window", count) VALUES (?, ?, ?)
        ON CONFLICT (scope, "window") DO UPDATE SET count = attempt.count + excluded.count RETURNING count"""
    return int(fetch(sql, scope, window, more)[0][0])
