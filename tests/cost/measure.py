"""Measuring what a request costs: processor time of a real server process, beside a bare one in the same run."""

import http.client
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from scorekeeper.night.file import read_night

# Without PostgreSQL's driver, as `child` measures.
_PLAIN_START = "import sys; sys.modules['psycopg'] = None; from scorekeeper.commands import main; main()"
PAGES = {"": "sheet", "/settle": "settlement", "/board": "board", "/paper": "rows from paper"}
TICKS = os.sysconf("SC_CLK_TCK")
ROOT = Path(__file__).parents[2]


class Server(NamedTuple):
    """A server process, and a connection to it that stays open."""

    process: subprocess.Popen[str]
    connection: http.client.HTTPConnection

    def cpu(self) -> float:
        """Return the processor time that the process has used, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> float:
        """Return the memory that the process holds, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


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
        self.cookie = ""

    def ask(self, method: str, path: str, **fields: str) -> tuple[int, str, str]:
        """Send a request; return status, location and body."""
        body = urlencode(fields) if method == "POST" else None
        headers = {"Cookie": self.cookie} | ({"Content-Type": "application/x-www-form-urlencoded"} if body else {})
        self.server.connection.request(method, path, body, headers)
        answer = self.server.connection.getresponse()
        text = answer.read().decode()
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.split(";")[0]
        return answer.status, answer.getheader("Location", ""), text

    def token(self, path: str) -> str:
        """Return the CSRF token of a page."""
        _, _, text = self.ask("GET", path)
        return re.search(r'name="csrf_token" value="([^"]+)"', text)[1]  # type: ignore[index]


def open_night(guest: Guest) -> tuple[str, str]:
    """Open a night of Herzblatt for three and return its path and a CSRF token."""
    path = "/nights/new/herzblatt/braun"
    fields = {"players-0": "Anna", "players-1": "Bernd", "players-2": "Clara", "amount": "0.10", "currency": "EUR"}
    status, night, _ = guest.ask("POST", path, csrf_token=guest.token(path), **fields)
    assert status == 303, status
    return night, guest.token(f"{night}/enter")


def join(guest: Guest, link: str) -> str:
    """Enter a night by its link, as nobody's phone, and return its path."""
    status, night, text = guest.ask("POST", link, csrf_token=guest.token(link), who="nobody")
    assert status == 303, text
    return night.split("#")[0]


def big_night(deals: int) -> dict[str, Any]:
    """Return a night file with so many deals."""
    players = ["Anna", "Bernd", "Clara"]
    rows = [{"soloist": players[number % 3], "points": 2 + number * 7 % 117} for number in range(deals)]
    return {"game": "herzblatt", "stake": "0.10 EUR", "players": players, "deals": rows}


def take_in_nights(place: Path, sizes: list[int]) -> list[str]:
    """Write nights of so many deals into a database and return the links that let a phone in."""
    from scorekeeper.storage.access import link_token, signing_key
    from scorekeeper.storage.transfer import take_in
    from scorekeeper.storage.upgrade import connect

    database = connect(str(place))
    with database.connection_context():
        rows = [take_in(read_night(big_night(size)), "cost") for size in sizes]
        links = [f"/j/{row.slug}/{link_token(row, 'writer', signing_key())}" for row in rows]
    database.close_all()
    return links


def cpu_each(server: Server, send: Callable[[int], None], first: int, number: int) -> float:
    """Return the processor time of one request in milliseconds, over `number` of them."""
    before = server.cpu()
    for place in range(first, first + number):
        send(place)
    return (server.cpu() - before) * 1000 / number


def booking_factor(folder: Path, number: int, rounds: int) -> tuple[float, float]:
    """Return the processor time of one booking and of one bare insert in milliseconds, each the best of its rounds."""
    with running("bare", folder / "bare.sqlite3") as bare, running("scorekeeper", folder / "night.sqlite3") as ours:
        guest, plain = Guest(ours), Guest(bare)
        night, token = open_night(guest)

        def book(place: int) -> None:
            fields = {"soloist": f"p{place % 3 + 1}", "points": str(2 + place % 117)}
            hidden = {"number": str(place), "based_on": "0", "request": f"cost-{place:08}", "action": "booked"}
            status, _, text = guest.ask("POST", f"{night}/enter", csrf_token=token, **fields, **hidden)
            assert status == 303, text

        def insert(place: int) -> None:
            assert plain.ask("POST", "/insert", text=f"row {place}")[0] == 200

        costs = [
            (cpu_each(ours, book, 1 + turn * number, number), cpu_each(bare, insert, turn * number, number))
            for turn in range(rounds)
        ]
    return min(cost for cost, _ in costs), min(cost for _, cost in costs)


def page_costs(folder: Path, sizes: list[int], number: int, rounds: int) -> tuple[dict[tuple[str, int], float], float]:
    """Return the processor time of the `PAGES` of nights of `sizes` deals, and the memory after."""
    place = folder / "big.sqlite3"
    links = take_in_nights(place, sizes)
    costs: dict[tuple[str, int], float] = {}
    with running("scorekeeper", place) as server:
        guest = Guest(server)
        nights = [join(guest, link) for link in links]
        for _ in range(rounds):
            for page in PAGES:
                for size, night in zip(sizes, nights, strict=True):

                    def look(_: int, path: str = night + page) -> None:
                        assert guest.ask("GET", path)[0] == 200

                    cost = cpu_each(server, look, 0, number)
                    costs[page, size] = min(cost, costs.get((page, size), cost))
        return costs, server.memory()


def first_visit(folder: Path) -> tuple[int, int]:
    """Return requests and bytes on the wire of a first visit to the start page: the page and what it names."""
    with running("scorekeeper", folder / "visit.sqlite3") as server:
        paths = re.findall(r'(?:href|src)="(/static/[^"]+)"', Guest(server).ask("GET", "/")[2])
        return 1 + len(paths), sum(_wired(server, path) for path in ("/", *paths))


def _wired(server: Server, path: str) -> int:
    """Return the bytes of an answer's body as a browser is sent it, which can unpack."""
    server.connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    return len(server.connection.getresponse().read())


def start_time(folder: Path) -> float:
    """Return the seconds from starting `scorekeeper serve` to its first page."""
    command = [sys.executable, "-c", _PLAIN_START, "serve", "--port", "0", "--host", "127.0.0.1"]
    # Compiled modules are kept, as any installation keeps them; only the first of several rounds compiles.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    begun = time.perf_counter()
    with subprocess.Popen(
        [*command, "--database", str(folder / "start.sqlite3")], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        port = re.search(r":(\d+)/", process.stdout.readline())
        assert port is not None
        with closing(http.client.HTTPConnection("127.0.0.1", int(port[1]), timeout=30)) as connection:
            connection.request("GET", "/")
            assert connection.getresponse().read()
        passed = time.perf_counter() - begun
        process.terminate()
    return passed
