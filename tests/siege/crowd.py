"""A crowd at the door: one computer that opens many connections and sends what never becomes a request."""

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

CROWD, PHONE = "127.0.0.2", "127.0.0.3"  # all of 127.0.0.0/8 is this computer
HALF = b"GET / HTTP/1.1\r\nHost: lo"


class Crowd:
    """The connections of one or several addresses to a server; some of them may be closed by it meanwhile."""

    def __init__(self, address: str) -> None:
        where = urlsplit(address)
        self.server = (where.hostname or "", where.port or 0)
        self.sockets: list[socket.socket] = []
        self.heard: dict[socket.socket, bytes] = {}
        self.turned_away = 0

    def come(self, number: int, sends: bytes = HALF, source: str = CROWD) -> None:
        """Open so many connections more from an address; each sends the same."""
        for _ in range(number):
            try:
                opened = socket.create_connection(self.server, timeout=60, source_address=(source, 0))
                self.sockets.append(opened)
                self.heard[opened] = b""
                opened.setblocking(False)
                opened.send(sends)
            except OSError:
                self.turned_away += 1

    def go_on(self, sends: bytes) -> None:
        """Send more on each connection that the server still holds."""
        for opened in self.held():
            try:
                opened.send(sends)
            except OSError:
                self.turned_away += 1

    def held(self) -> list[socket.socket]:
        """The connections that the server has not closed."""
        return [opened for opened in self.sockets if self._hear(opened)]

    def answered(self) -> list[socket.socket]:
        """The connections on which the server has said that all is well."""
        self.held()
        return [opened for opened in self.sockets if self.heard[opened].startswith(b"HTTP/1.1 200")]

    def _hear(self, opened: socket.socket) -> bool:
        """Take in what the server said; return whether it has not closed the connection."""
        try:
            while said := opened.recv(65536):
                self.heard[opened] += said
        except BlockingIOError:
            return True
        except OSError:
            return False
        return False


@contextmanager
def crowd_at(address: str) -> Iterator[Crowd]:
    """A crowd that goes home in the end."""
    crowd = Crowd(address)
    with ExitStack() as stack:
        yield crowd
        for opened in crowd.sockets:
            stack.callback(opened.close)


def ask(address: str, source: str = PHONE, timeout: float = 60) -> float:
    """Ask for the first page over a new connection; return how long it took. Raises OSError where no answer came."""
    began = time.monotonic()
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=timeout, source_address=(source, 0))
    try:
        connection.request("GET", "/")
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200
    finally:
        connection.close()
    return time.monotonic() - began
