"""The server's socket, its addresses for phones, their QR code, and a search for a running server."""

import errno
import os
import socket
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.atomic_files import make_private_file

try:
    import fcntl
except ImportError:  # not on Windows, which resolves its own name instead
    fcntl = None  # type: ignore[assignment]

ANYWHERE = "0.0.0.0"  # noqa: S104 - the phones at the table are meant to reach it
# the latter with IPv4 if the system supports it
_LOOPBACK = "127.0.0.1"
_ANYWHERE_6 = "::"
_ANY = (ANYWHERE, _ANYWHERE_6)
_CACHE_SECONDS = 5.0  # seconds for which addresses are cached: a lookup takes some milliseconds
_ASK_ADDRESS = 0x8915  # SIOCGIFADDR
# Addresses for documentation (RFC 5737, 3849), and those of hotspots and routers: a UDP socket "connected" to one sends
# nothing, but gets the address of the network card for that route. That needs no route to the outside, and works on
# phones that do not list network cards.
_ELSEWHERE = "192.0.2.1"
_ELSEWHERE_6 = "2001:db8::1"
_INSIDE = (
    *(f"192.168.{part}.1" for part in range(256)),
    *(f"172.{part}.10.1" for part in range(16, 32)),
    "172.20.10.2",
    "10.0.0.1",
    "10.42.0.1",
)


def listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket; the default port is 8000 or a free one. Raises Refused."""
    if port is not None:
        return _listen(host, port)
    for usual in range(8000, 8010):
        with suppress(_InUse):
            return _listen(host, usual)
    return _listen(host, 0)


class _InUse(Refused):
    """Another program listens at the port."""


def _listen(host: str, port: int) -> socket.socket:
    both = host == _ANYWHERE_6 and socket.has_dualstack_ipv6()
    try:
        host.encode()  # the socket would treat an invalid text as a programming error
        return socket.create_server((host, port), family=_family_of(host), dualstack_ipv6=both)
    except (OSError, UnicodeError) as error:
        if getattr(error, "errno", 0) == errno.EADDRINUSE:
            text = say("port {port} is in use by another program; --port takes another one", port=str(port))
            raise _InUse("", text) from error
        why = (getattr(error, "strerror", None) or str(error)).partition(" (while ")[0]
        text = say("port {port} of {host} cannot be used: {error}", port=str(port), host=host, error=why)
        raise Refused("", text) from error


def _family_of(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def bound_to(listening: socket.socket) -> str:
    """Return the address to which a socket is bound; it does not change with the network."""
    return _spell(*listening.getsockname()[:2])


def is_anywhere(bound: str) -> bool:
    """Return whether an address means all network cards."""
    return urlsplit(bound).hostname in _ANY


def address_now(bound: str) -> str:
    """Return the current address at which others reach a bound one."""
    if not is_anywhere(bound):
        return bound
    at = urlsplit(bound)
    own = find_own_address()
    if at.hostname == _ANYWHERE_6 and own == _LOOPBACK:
        own = next(_sources_toward(_ELSEWHERE_6), own)
    return _spell(own, at.port)


def _spell(host: str, port: int | None) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def addresses_of(listening: socket.socket) -> list[str]:
    """Return all addresses for reaching a socket, the likeliest first: Wi-Fi, cable, hotspot."""
    host, port = listening.getsockname()[:2]
    found = [address_now(bound_to(listening)).rstrip("/")]
    if host in _ANY:
        found += [f"http://{own}:{port}" for own in _own_addresses() if not own.startswith("127.")]
    return list(dict.fromkeys(found))


class CurrentAddresses:
    """The addresses of a socket for others, refreshed, as a laptop may join another network."""

    def __init__(self, listening: socket.socket) -> None:
        self._listening = listening
        self._found: list[str] = []
        self._until = 0.0

    def __call__(self) -> list[str]:
        """Return the addresses, the likeliest first, at most some seconds old."""
        if monotonic() >= self._until:
            self._found = addresses_of(self._listening)
            self._until = monotonic() + _CACHE_SECONDS
        return self._found


def find_own_address() -> str:
    """Return this computer's address on the local network, the loopback address if there is none."""
    return next((found for found in _own_addresses() if not found.startswith("127.")), _LOOPBACK)


def _own_addresses() -> Iterator[str]:
    yield from _sources_toward(_ELSEWHERE)
    with suppress(OSError):
        yield socket.gethostbyname(socket.gethostname())
    with suppress(OSError):
        yield from socket.gethostbyname_ex(socket.gethostname())[2]
    if fcntl is not None:  # Linux and similar systems: one for each network card
        with suppress(OSError), closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
            for _, name in socket.if_nameindex():
                with suppress(OSError):  # a card without an address
                    reply = fcntl.ioctl(probe.fileno(), _ASK_ADDRESS, struct.pack("256s", name.encode()[:15]))
                    yield socket.inet_ntoa(reply[20:24])
    yield from _sources_toward(*_INSIDE)


def _sources_toward(*targets: str) -> Iterator[str]:
    for target in targets:
        with suppress(OSError), closing(socket.socket(_family_of(target), socket.SOCK_DGRAM)) as probe:
            probe.connect((target, 9))
            yield probe.getsockname()[0]


@contextmanager
def register_server(bound: str, place: str) -> Iterator[None]:
    """Make the server of the database `place` known by an SQLite lock while this process lives."""
    if "://" in place:
        yield
        return
    make_private_file(Path(_name(place)))
    with ExitStack() as stack:
        # Another server was first, or the disk is full or read-only: this one need not be found.
        with suppress(sqlite3.Error):
            file = stack.enter_context(closing(_open(place)))
            file.execute("PRAGMA synchronous = off")
            file.execute("CREATE TABLE IF NOT EXISTS server (address TEXT)")
            file.execute("DELETE FROM server")
            file.execute("INSERT INTO server VALUES (?)", (bound,))
            file.execute("BEGIN IMMEDIATE")
        yield


def find_running(place: str) -> str:
    """Return the address of the server that runs on the database `place`, "" for none."""
    if "://" in place or not os.path.isfile(_name(place)):
        return ""
    with suppress(sqlite3.Error, TypeError), closing(_open(place)) as file:
        try:
            file.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:  # it is held
            return str(file.execute("SELECT address FROM server").fetchone()[0])
    return ""


def _open(place: str) -> sqlite3.Connection:
    return sqlite3.connect(Path(_name(place)).absolute(), timeout=0, isolation_level=None)


def _name(place: str) -> str:
    return f"{place}.serving"
