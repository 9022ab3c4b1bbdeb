"""A phone on the network: it reaches a server that runs elsewhere, and the server program itself."""

import http.client
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Self
from urllib.parse import urlencode, urlsplit

from tests.watcher import end_all_with_us
from tests.web.html import Element, read_html, values

ROOT = Path(__file__).parents[2]
NAMES = ("Anna", "Bernd", "Clara", "Dora", "Emil", "Fritz")
BELOW_THE_SYSTEM_S_OWN = range(20_000, 32_000)
_WORKERS = 8


class Answer:
    """What a server said."""

    def __init__(self, path: str, answer: http.client.HTTPResponse) -> None:
        self.path = path
        self.status = answer.status
        self.headers = answer.headers
        self.body = answer.read().decode()

    @property
    def location(self) -> str:
        return urlsplit(self.headers.get("Location", "")).path

    @property
    def html(self) -> Element:
        return read_html(self.body)

    def form(self, control: str) -> dict[str, Any]:
        """What the form with this control would send, untouched."""
        forms = self.html.one("main").all("form")
        return next(filled for filled in map(values, forms) if control in filled)


class Remote:
    """A phone with its cookies; it opens its connection again when the server has closed it."""

    def __init__(self, address: str, timeout: float = 60) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=timeout)
        self.cookie = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def ask(self, method: str, path: str, fields: Mapping[str, Any] | None = None, **headers: str) -> Answer:
        """Send a request. Raises OSError or HTTPException where no answer came."""
        body = None if fields is None else urlencode(fields, doseq=True)
        sent = {"Cookie": self.cookie, "Accept-Language": "en"} | headers
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self.connection.request(method, path, body, sent)
            answer = Answer(path, self.connection.getresponse())
        except (OSError, http.client.HTTPException):
            self.connection.close()
            raise
        if cookie := answer.headers["Set-Cookie"]:
            self.cookie = cookie.split(";")[0]
        return answer

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, **headers)

    def post(self, path: str, fields: Mapping[str, Any]) -> Answer:
        return self.ask("POST", path, fields)

    def open_night(self, players: int = 3, rules: str = "herzblatt/braun") -> str:
        """Open a night and return its path."""
        path = f"/nights/new/{rules}"
        seats = {f"players-{place}": NAMES[place] for place in range(players)}
        answer = self.post(path, self.get(path).form("amount") | seats | {"amount": "0.10"})
        assert answer.status == 303, answer.body
        return answer.location

    def link(self, night: str) -> str:
        """The link that lets another phone write."""
        links = [link["href"] for link in self.get(f"{night}/share").html.one("main").all("a")]
        return urlsplit(next(link for link in links if "/j/" in link)).path

    def join(self, link: str) -> str:
        """Come in by a link as nobody in particular; return the path of the night."""
        fields = {"csrf_token": self.get(link).form("csrf_token")["csrf_token"], "who": "nobody"}
        answer = self.post(link, fields)
        assert answer.status == 303
        return answer.location

    def entry(self, night: str, soloist: str = "p1", points: int = 71) -> dict[str, Any]:
        """What the entry page would send for the next deal."""
        form = self.get(f"{night}/enter").form("number")
        return form | {"action": "booked", "soloist": soloist, "points": str(points)}


def free_port() -> int:
    """Return a port at which nobody listens, and which neither the system nor another worker of pytest gives away."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % _WORKERS
    ours = BELOW_THE_SYSTEM_S_OWN[worker::_WORKERS]
    while True:
        port = ours[secrets.randbelow(len(ours))]
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@contextmanager
def served(
    place: str,
    *options: str,
    port: int = 0,
    log: IO[str] | None = None,
    program: Sequence[str] = ("-m", "scorekeeper"),
    root: Path = ROOT,
    **environment: str,
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run `scorekeeper serve` on a database; give its address and its process, which is gone at the end.

    `root` is the folder of the sources; another one than ours has a `.venv` of its own.
    """
    end_all_with_us()
    python = sys.executable if root == ROOT else str(root / ".venv/bin/python")
    command = [python, *program, "serve", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(
        [*command, "--database", place, *options],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        encoding="utf-8",
        env=os.environ | {"LC_ALL": "C", "LANG": ""} | environment,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.search(r"http://[^/]+/", said)
            assert found, said
            yield found[0], process
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise
