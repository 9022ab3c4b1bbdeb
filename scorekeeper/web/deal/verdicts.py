"""Verdicts for pages: each is worked out once, and a long one in a process of its own.

An audit takes from a millisecond to a fifth of a second, and the reader decides which. All threads of a server share
one interpreter, so that bookings would wait for it. A page has a budget of steps; beyond it cards stay undecided, which
`scorekeeper audit` may decide.
"""

import atexit
from contextlib import suppress
from hashlib import sha256
from threading import Lock

from scorekeeper.audit.verdict import Verdict
from scorekeeper.audit.work import TooMuchWork
from scorekeeper.cards.record import Record
from scorekeeper.games.audit_job import AuditJob, AuditProcess
from scorekeeper.journal.acts import Answered
from scorekeeper.night.night import Night
from scorekeeper.phrase import Refused
from scorekeeper.web.access.current import at_night
from scorekeeper.web.core.allowance import Allowance
from scorekeeper.web.core.slow_requests import Queue, give_way

STEPS = 24_000  # of an audit for a page: most take fewer
STEPS_OF_TURN = 8_000  # to find whose turn it is
STEPS_AT_ONCE = 2_000  # that a thread of the server takes itself: a tenth of a second of pages at most

_SECONDS = 10.0  # for one audit, also on a slow machine with others to do
_WAITING = 4  # requests that wait for the process; each keeps a thread
# A tap asks for one. Who taps cards as fast as fingers go is not slowed down, and who asks for long audits soon is.
ASKED = Allowance(at_once=8, a_second=2)
_LONG = 5  # requests that a long audit counts for
_MOST_KEPT = 500  # verdicts, of some kilobytes each
_KEPT = dict[bytes, Verdict]()
_keeping = Lock()
_QUEUE = Queue(_WAITING)
_PROCESS = AuditProcess()
atexit.register(_PROCESS.end)


def find_verdict(night: Night, act: Answered, record: Record, *, judging: bool = True) -> Verdict:
    """Return the verdict on a record of the deal that `act` is about, within the steps of a page.

    Without `judging` only its turn and its hands are found. Raises Refused as its game does, and Busy.
    """
    give_way()
    steps = STEPS if judging else STEPS_OF_TURN
    job = AuditJob(night.game.key, night.rules_at(act.number), act.seating, act.answers, record, steps, judging)
    key = sha256(repr(job).encode()).digest()  # by all that the verdict depends on; its texts have no language yet
    return _KEPT.get(key) or _work_out_here(job, key) or _work_out_elsewhere(job, key)


def _work_out_here(job: AuditJob, key: bytes) -> Verdict | None:
    """Return the verdict if it takes few steps and its reader does not ask often. Raises Refused."""
    if ASKED.is_half_used(at_night().guest.device):
        return None
    with suppress(TooMuchWork):
        return _keep(key, job.work_out(STEPS_AT_ONCE, strict=True))
    return None


def _work_out_elsewhere(job: AuditJob, key: bytes) -> Verdict:
    """Return the verdict of the process for audits, one with few steps if it has none. Raises Refused, and Busy."""
    ASKED.count(at_night().guest.device, _LONG)
    with _QUEUE.turn():
        answer = _KEPT.get(key) or _PROCESS.ask(job, _SECONDS)
    if isinstance(answer, Refused):
        raise answer
    return _keep(key, answer) if answer else job.work_out(STEPS_AT_ONCE)


def _keep(key: bytes, verdict: Verdict) -> Verdict:
    with _keeping:
        while len(_KEPT) >= _MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]  # the oldest
        _KEPT[key] = verdict
    return verdict
