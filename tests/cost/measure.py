"""Measuring what a request costs: processor time of a real server process, beside a bare one in the same run."""

import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.load.remote import NAMES, ROOT, Remote

# As the README's first command installs it: peewee loads PostgreSQL's driver wherever it finds one.
PLAIN_START = "import sys; sys.modules['psycopg'] = None; from scorekeeper.__main__ import run; run()"
OURS = ("-c", PLAIN_START, "serve", "--port", "0", "--host", "127.0.0.1", "--no-open", "--database")
PLAIN = ("-m", "tests.cost.plain")  # without what only `serve` does, which the bare platform does not do either
BARE = ("-m", "tests.cost.bare")
_SCHEDULED = 2  # which of the clocks of a process: the time that its threads ran


def as_installed() -> dict[str, str]:
    """Return an environment in which compiled modules are kept, so that only the first of several rounds compiles."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def python_of(checkout: Path) -> str:
    """Return the interpreter of a checkout: its own where it has one."""
    own = checkout / ".venv/bin/python"
    return str(own) if own.exists() and checkout != ROOT else sys.executable


class Server(NamedTuple):
    """A server process and its address."""

    process: subprocess.Popen[str]
    address: str

    def cpu(self) -> float:
        """Return the processor time that the process has used, in seconds."""
        # Linux' clock of another process: to the nanosecond, and with the threads that have ended since.
        return time.clock_gettime(~self.process.pid << 3 | _SCHEDULED)

    def memory(self) -> float:
        """Return the memory that the process holds, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


@contextmanager
def running(*command: str) -> Iterator[Server]:
    """Start a server process, which prints its address."""
    with subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, stdout=subprocess.PIPE, text=True, env=as_installed()
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            address = re.search(r"http://[^/]+/", line)
            assert address, line
            yield Server(process, address[0])
        finally:
            process.terminate()
            process.wait(30)


def cost_of_start(*command: str) -> float:
    """Return the milliseconds that a server has used when it has answered for the first time."""
    with running(*command) as server, Remote(server.address) as phone:
        assert phone.get("/").body
        return server.cpu() * 1000


def cost_of_run(program: Path, *command: str) -> float:
    """Return the milliseconds that the interpreter of a checkout uses from its start to its end."""
    before = _used_by_children()
    subprocess.run(
        [python_of(program), *command], cwd=program, stdout=subprocess.DEVNULL, env=as_installed(), check=True
    )
    return (_used_by_children() - before) * 1000


def _used_by_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cpu_each(server: Server, send: Callable[[], None], number: int) -> float:
    """Return the processor time of one request in milliseconds, over `number` of them."""
    before = server.cpu()
    for _ in range(number):
        send()
    return (server.cpu() - before) * 1000 / number


def see(phone: Remote, path: str) -> None:
    """Open a page that is there."""
    answer = phone.get(path)
    assert answer.status == 200, answer.body


def big_night(deals: int, players: Sequence[str] = NAMES[:3]) -> dict[str, Any]:
    """Return a night file with so many deals."""
    forehand = [*players[1:], players[0]]
    rows = [{"soloist": forehand[number % len(players)], "points": 2 + number * 7 % 117} for number in range(deals)]
    return {"game": "herzblatt", "stake": "0.10 EUR", "players": list(players), "deals": rows}


def take_in_nights(place: Path, sizes: Sequence[int]) -> list[str]:
    """Write nights of so many deals into a database and return the links that let a phone in."""
    from scorekeeper.storage.access.devices import link_token, signing_key
    from scorekeeper.storage.engine.migrate import connect
    from scorekeeper.storage.transfer import prepare, take_in

    database = connect(str(place))
    with database.connection_context():
        rows = [take_in(prepare(big_night(size), "cost")) for size in sizes]
        links = [f"/j/{row.slug}/{link_token(row, 'writer', signing_key())}" for row in rows]
    database.close_all()
    return links
