"""What the start costs, and how much memory a worker takes."""

import http.client
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from tests.cost.measure import ROOT, Guest, Server, as_installed, join, take_in_nights
from tests.cost.row import Row, Scale, beside, budget

# Without PostgreSQL's driver, as `child` measures.
PLAIN_START = "import sys; sys.modules['psycopg'] = None; from scorekeeper.__main__ import run; run()"
_SERVE = ("-c", PLAIN_START, "serve", "--port", "0", "--host", "127.0.0.1", "--no-open", "--database")
_BARE = ("-m", "tests.cost.child", "bare")
_DEALS = 16
_SHOWN = (
    *("", "/enter", "/settle", "/board", "/paper", "/whole"),
    *("/rules", "/share", "/deals/1", "/deals/1/audit", "/blank"),
)


def judge_start(scale: Scale) -> Iterator[Row]:
    """Measure the processor time from starting `scorekeeper serve` to its first page."""
    ours, bare = (
        min(cost_of_start([*command, str(scale.folder / f"start{place}.sqlite3")]) for _ in range(scale.rounds))
        for place, command in enumerate((_SERVE, _BARE))
    )
    yield beside("from start to the first page", ours, "the bare platform", bare, 2.5)


def cost_of_start(command: Sequence[str]) -> float:
    """Return the milliseconds that a server has used when it has answered for the first time."""
    with subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, stdout=subprocess.PIPE, text=True, env=as_installed()
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            port = re.search(r":(\d+)/", line) or re.fullmatch(r"(\d+)\n", line)
            assert port is not None, line
            with closing(http.client.HTTPConnection("127.0.0.1", int(port[1]), timeout=30)) as connection:
                connection.request("GET", "/")
                assert connection.getresponse().read()
                return Server(process, connection).cpu() * 1000
        finally:
            process.kill()


def judge_workers(scale: Scale) -> Iterator[Row]:
    """Count the memory that a worker process does not share with the one that has loaded the application.

    As a connection stays with one process, one of two workers answers everything and the other one nothing.
    """
    place = scale.folder / "workers.sqlite3"
    [link] = take_in_nights(place, [_DEALS])
    command = [sys.executable, *_SERVE, str(place), "--workers", "2"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = re.search(r":(\d+)/", process.stdout.readline())
            assert port is not None
            with closing(http.client.HTTPConnection("127.0.0.1", int(port[1]), timeout=30)) as connection:
                guest = Guest(Server(process, connection))
                assert guest.ask("GET", "/")[0] == 200
                workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
                yield budget("memory of one more worker", min(map(_own_memory, workers)), "MB", 10)
                night = join(guest, link)
                for page in _SHOWN:
                    assert guest.ask("GET", night + page)[0] == 200
            yield budget("that after it has shown all pages of a night", max(map(_own_memory, workers)), "MB", 26)
        finally:
            process.terminate()
            process.wait(30)


def _own_memory(process: str) -> float:
    """Return the memory that a process shares with no other, in MB."""
    told = Path(f"/proc/{process}/smaps_rollup").read_text()
    return sum(int(size) for size in re.findall(r"Private_\w+:\s+(\d+)", told)) / 1024
