"""Measuring what a request costs: processor time of a real server process, beside a bare one in the same run."""

import http.client
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

PLAYERS = ("Anna", "Bernd", "Clara", "Dora", "Emil")
ROOT = Path(__file__).parents[2]
_SCHEDULED = 2  # which of the clocks of a process: the time that its threads ran


def as_installed() -> dict[str, str]:
    """Return an environment in which compiled modules are kept, so that only the first of several rounds compiles."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


class Server(NamedTuple):
    """A server process, and a connection to it that stays open."""

    process: subprocess.Popen[str]
    connection: http.client.HTTPConnection

    def cpu(self) -> float:
        """Return the processor time that the process has used, in seconds."""
        # Linux' clock of another process: to the nanosecond, and with the threads that have ended since.
        return time.clock_gettime(~self.process.pid << 3 | _SCHEDULED)

    def memory(self) -> float:
        """Return the memory that the process holds, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]

    @contextmanager
    def another(self) -> Iterator["Server"]:
        """Connect to it a second time."""
        host, port = self.connection.host, self.connection.port
        with closing(http.client.HTTPConnection(host, port, timeout=600)) as connection:
            yield self._replace(connection=connection)


@contextmanager
def running(kind: str, place: Path) -> Iterator[Server]:
    """Start a server process and connect to it."""
    command = [sys.executable, "-m", "tests.cost.child", kind, str(place)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
                yield Server(process, connection)
        finally:
            process.kill()


class Guest:
    """A browser of sorts: it keeps its cookie and reads the hidden fields of forms."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookie = self.tag = ""
        self.size = 0

    def ask(self, method: str, path: str, more: Mapping[str, str] = {}, **fields: str) -> tuple[int, str, str]:
        """Send a request, with `more` headers; return status, location and body."""
        body = urlencode(fields) if method == "POST" else None
        headers = {"Cookie": self.cookie, **more}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.server.connection.request(method, path, body, headers)
        answer = self.server.connection.getresponse()
        text = answer.read().decode()
        self.size = int(answer.getheader("Content-Length", 0))
        self.tag = answer.getheader("ETag", "")
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.split(";")[0]
        return answer.status, answer.getheader("Location", ""), text

    def token(self, path: str) -> str:
        """Return the CSRF token of a page."""
        _, _, text = self.ask("GET", path)
        return re.search(r'name="csrf_token" value="([^"]+)"', text)[1]  # type: ignore[index]


def open_night(guest: Guest) -> tuple[str, str]:
    """Open a night of Herzblatt for five and return its path and a CSRF token."""
    path = "/nights/new/herzblatt/braun"
    fields = {f"players-{place}": name for place, name in enumerate(PLAYERS)} | {"amount": "0.10", "currency": "EUR"}
    status, night, _ = guest.ask("POST", path, csrf_token=guest.token(path), **fields)
    assert status == 303, status
    return night, guest.token(f"{night}/enter")


def join(guest: Guest, link: str) -> str:
    """Enter a night by its link, as nobody's phone, and return its path."""
    status, night, text = guest.ask("POST", link, csrf_token=guest.token(link), who="nobody")
    assert status == 303, text
    return night.split("#")[0]


def big_night(deals: int, players: Sequence[str] = PLAYERS[:3]) -> dict[str, Any]:
    """Return a night file with so many deals."""
    forehand = [*players[1:], players[0]]
    rows = [{"soloist": forehand[number % len(players)], "points": 2 + number * 7 % 117} for number in range(deals)]
    return {"game": "herzblatt", "stake": "0.10 EUR", "players": list(players), "deals": rows}


def take_in_nights(place: Path, sizes: Sequence[int], players: Sequence[str] = PLAYERS[:3]) -> list[str]:
    """Write nights of so many deals into a database and return the links that let a phone in."""
    from scorekeeper.storage.access.devices import link_token, signing_key
    from scorekeeper.storage.engine.migrate import connect
    from scorekeeper.storage.transfer import prepare, take_in

    database = connect(str(place))
    with database.connection_context():
        rows = [take_in(prepare(big_night(size, players), "cost")) for size in sizes]
        links = [f"/j/{row.slug}/{link_token(row, 'writer', signing_key())}" for row in rows]
    database.close_all()
    return links


def cpu_each(server: Server, send: Callable[[], None], number: int) -> float:
    """Return the processor time of one request in milliseconds, over `number` of them."""
    before = server.cpu()
    for _ in range(number):
        send()
    return (server.cpu() - before) * 1000 / number
