"""An audit as a value, and a process of its own that works audits out, so that they slow down nothing else.

The process is started by `subprocess` and not by a fork, which would copy the locks of other threads as they are.
"""

import copyreg
import os
import pickle
import subprocess
import sys
from contextlib import suppress
from threading import Timer
from time import monotonic
from types import MappingProxyType
from typing import Any, BinaryIO, NamedTuple

from scorekeeper.audit.verdict import Verdict
from scorekeeper.audit.work import Work, limited_to
from scorekeeper.cards.record import Record
from scorekeeper.games import GAMES
from scorekeeper.games.game import Preset, Seating
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import Refused

_NICENESS = 5  # bookings go first where the cores are few; with more, other programs would leave nothing to it
_CODE = f"from {__name__} import work_off; work_off()"


def _as_proxy(values: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(values)


copyreg.pickle(MappingProxyType, lambda proxy: (_as_proxy, (dict(proxy),)))


class AuditJob(NamedTuple):
    """A record to be judged with so many steps of work, and the deal by its game, rules, seating and answers.

    Without `judging` only whose turn it is and which hands are known is found.
    """

    game: str
    rules: Preset
    seating: Seating
    answers: Answers
    record: Record
    steps: int
    judging: bool = True

    def work_out(self, most: int = 0, *, strict: bool = False) -> Verdict:
        """Return the verdict, with at most so many steps if given. Raises Refused, and TooMuchWork if `strict`."""
        auditor = GAMES[self.game].auditor
        assert auditor, "a game that lets cards be recorded judges them"
        steps = min(self.steps, most or self.steps)
        with limited_to(Work(steps, strict=strict, judging=self.judging)):
            return auditor.audit(self.rules, self.seating, self.answers, self.record)


Answer = Verdict | Refused | None


class AuditProcess:
    """A process that works out one audit at a time. It ends with this one: its input is closed then."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, job: AuditJob, seconds: float) -> Answer:
        """Return the verdict or the refusal, None if the process cannot be started, dies, or takes too long."""
        until = monotonic() + seconds
        while (left := until - monotonic()) > 0:
            fresh = self._process is None
            with suppress(OSError, EOFError, pickle.PickleError):
                return self._ask(job, left)
            self.end()
            if fresh:
                break  # one that was killed since the last job is replaced, but not one that cannot even start
        return None

    def end(self) -> None:
        """End the process; the next job starts another one."""
        if process := self._process:
            self._process = None
            process.kill()
            process.communicate()

    def _ask(self, job: AuditJob, seconds: float) -> Answer:
        process = self._process = self._process or _start()
        assert process.stdin
        assert process.stdout
        late = Timer(seconds, process.kill)
        late.daemon = True
        late.start()
        try:
            pickle.dump(job, process.stdin)
            process.stdin.flush()
            answer: Answer = pickle.load(process.stdout)
            return answer
        finally:
            late.cancel()


def _start() -> "subprocess.Popen[bytes]":
    """Start the process with the modules of this one; Ctrl-C at the terminal is not for it.

    It has no session of its own: Linux shares a busy machine among sessions first, whatever their niceness.
    """
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(  # noqa: S603 - our own code
        [sys.executable, "-c", _CODE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        process_group=0,
    )


def work_off() -> None:
    """Work out the jobs of the process that started this one, until it ends."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(_NICENESS)
    jobs = sys.stdin.buffer
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a library prints is no answer
    with suppress(EOFError, BrokenPipeError):
        while True:
            _answer(jobs, answers)


def _answer(jobs: BinaryIO, answers: BinaryIO) -> None:
    job: AuditJob = pickle.load(jobs)
    answer: Answer = None
    try:
        answer = job.work_out()
    except Refused as refused:
        answer = refused
    except Exception as error:  # the other process works it out itself, and says what is wrong
        print(f"an audit failed: {error!r}", file=sys.stderr)
    pickle.dump(answer, answers)
    answers.flush()
