"""Serving the web app on the local network: the socket, the address that phones can reach, and its QR code."""

import errno
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from io import StringIO
from types import FrameType
from typing import Any, NamedTuple

from scorekeeper.phrase import Phrase, Refused, say

# 8 tables with 8 phones, each of which holds several connections open; waitress' 100 would keep some waiting.
_CONNECTIONS = 1000
_LARGEST_BODY = 1024 * 1024
ANYWHERE = "0.0.0.0"  # noqa: S104 - the phones at the table are meant to reach it
_ANY = (ANYWHERE, "::")
# An address for documentation (RFC 5737): a UDP socket "connected" to it sends nothing, but gets the address of the
# network card through which this computer talks to others.
_ELSEWHERE = ("192.0.2.1", 9)


class Place(NamedTuple):
    """Where to listen, and on which database; port 0 is any free one."""

    host: str
    port: int
    database: str


def serve(place: Place, announce: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; `announce` gets the address once it answers.

    Raises Refused where it cannot listen, Unusable for the database.
    """
    from waitress.server import create_server
    from waitress.wasyncore import close_all

    from scorekeeper.app import create_app

    connections: dict[int, Any] = {}  # waitress keeps here all that it holds open
    with suppress(KeyboardInterrupt), closing(listen(place.host, place.port)) as opened:
        signal.signal(signal.SIGTERM, _stop)
        app = create_app(place.database)
        app.config["ADDRESS"] = address_of(opened).rstrip("/")  # what the QR codes of a night lead to
        server = create_server(
            app,
            connections,
            sockets=[opened],
            threads=16,
            ident=None,
            connection_limit=_CONNECTIONS,
            max_request_body_size=_LARGEST_BODY,
        )
        announce(address_of(opened))
        server.run()
    close_all(connections)


def _stop(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there. Raises Refused."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise Refused("", _why_not(host, port, error)) from error


def _why_not(host: str, port: int, error: OSError) -> Phrase:
    if error.errno == errno.EADDRINUSE:
        return say("port {port} is in use by another program; --port takes another one", port=str(port))
    why = (error.strerror or str(error)).partition(" (while ")[0]
    return say("port {port} of {host} cannot be used: {error}", port=str(port), host=host, error=why)


def address_of(listening: socket.socket) -> str:
    """Return the address at which others reach a socket."""
    host, port = listening.getsockname()[:2]
    if host in _ANY:
        host = find_own_address()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def find_own_address() -> str:
    """Return this computer's address on the local network, the loopback address where it is on none."""
    return next((found for found in _own_addresses() if not found.startswith("127.")), "127.0.0.1")


def _own_addresses() -> Iterator[str]:
    with suppress(OSError), closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        probe.connect(_ELSEWHERE)
        yield probe.getsockname()[0]
    with suppress(OSError):
        yield socket.gethostbyname(socket.gethostname())


def draw_code(address: str) -> list[str]:
    """Return the lines of a QR code for a terminal."""
    import segno

    drawn = StringIO()
    segno.make(address, micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue().splitlines()
