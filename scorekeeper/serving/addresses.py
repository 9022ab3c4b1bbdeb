"""The server's socket, its addresses for phones, and a search for a running server."""

import errno
import os
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

from scorekeeper.phrase import Refused, say
from scorekeeper.printing import tell_message
from scorekeeper.serving.interfaces import find_addresses
from scorekeeper.storage.engine.atomic_files import make_private_file
from scorekeeper.web.core.server_address import ServerAddress

_LOOPBACK = "127.0.0.1"
_ANYWHERE_4 = "0.0.0.0"  # noqa: S104 - the phones at the table are meant to reach it
_ANYWHERE_6 = "::"  # with IPv4 if the system supports it
_ANY = (_ANYWHERE_4, _ANYWHERE_6)
_CACHE_SECONDS = 5.0  # seconds for which addresses are cached: a lookup takes a millisecond


def listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket; without a host, at all addresses. The default port is 8000 or a free one.

    Raises Refused.
    """
    host = host or (_ANYWHERE_6 if socket.has_dualstack_ipv6() else _ANYWHERE_4)
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
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, dualstack_ipv6=both)
    except (OSError, UnicodeError) as error:
        if getattr(error, "errno", 0) == errno.EADDRINUSE:
            text = say("port {port} is in use by another program; --port takes another one", port=str(port))
            raise _InUse("", text) from error
        why = (getattr(error, "strerror", None) or str(error)).partition(" (while ")[0]
        text = say("port {port} of {host} cannot be used: {error}", port=str(port), host=host, error=tell_message(why))
        raise Refused("", text) from error


def bound_to(listening: socket.socket) -> str:
    """Return the address to which a socket is bound; it does not change with the network."""
    return spell_url(*listening.getsockname()[:2])


def is_anywhere(bound: str) -> bool:
    """Return whether an address means all network cards."""
    return urlsplit(bound).hostname in _ANY


def addresses_of(bound: str) -> list[ServerAddress]:
    """Return the addresses at which others reach a bound one now, those first that phones reach most likely."""
    at = urlsplit(bound)
    host = at.hostname or ""
    if host not in _ANY:
        return [ServerAddress(bound.rstrip("/"), "", for_phones=host != _LOOPBACK)]
    return [
        ServerAddress(spell_url(found.host, at.port).rstrip("/"), found.interface, found.for_phones)
        for found in find_addresses()
        if host == _ANYWHERE_6 or ":" not in found.host
    ]


def spell_url(host: str, port: int | None) -> str:
    """Return the address of a page from a host or an address of either kind, and a port."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class CurrentAddresses:
    """The addresses of a server for others, refreshed, as a laptop may join another network."""

    def __init__(self, bound: str) -> None:
        self._bound = bound
        self._found: list[ServerAddress] = []
        self._until = 0.0

    def __call__(self) -> list[ServerAddress]:
        """Return the addresses, the likeliest first, at most some seconds old."""
        if monotonic() >= self._until:
            self._found = addresses_of(self._bound)
            self._until = monotonic() + _CACHE_SECONDS
        return self._found


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
