"""Serving the web app on the local network, in one process or in several."""

import ctypes
import gc
import logging
import os
import signal
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import closing, suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import urlsplit

from scorekeeper.phrase import Refused, say
from scorekeeper.serving.addresses import CurrentAddresses, bound_to, listen
from scorekeeper.web.core.server_address import read_address

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.web.core.jinja_environment import LocalizedEnvironment

_M_ARENA_MAX = -8  # of glibc's malloc.h
_LARGEST_BODY = 1024 * 1024
STACK = 8 << 20  # stack bytes of a thread; some systems give one megabyte, and nested compiled readers take two
_THREADS = 2  # concurrent requests: one computes while another waits for the disk
_THREADS_WITH_NETWORK = 3  # each statement waits for PostgreSQL
_BETWEEN_LOOKS = 1  # seconds after which the database is asked for news even where nothing was written
# Seconds that one thread computes while others wait for the interpreter. A booking gives it up at each statement, and
# would wait for Python's five milliseconds each time.
_SWITCH = 0.0001
_RESTART_DELAY = 1  # seconds before a worker process is replaced, so that one that fails at once causes no load
_ENDING = (signal.SIGINT, signal.SIGTERM)
_WINDOW_CLOSED = getattr(signal, "SIGHUP", None)  # not on Windows

_LOG = logging.getLogger(__name__)


class ServerOptions(NamedTuple):
    """The address, database and number of processes. Port 0 is any free one; None is 8000 or another.

    Without a host it is all addresses. `address` is the settled one for phones, "" for none.
    """

    host: str
    port: int | None
    database: str
    workers: int = 1
    address: str = ""


def serve(place: ServerOptions, announce: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; `announce` gets the bound address once it answers.

    Before that, both end the process at once; loading and migrating may be interrupted.
    Raises Refused if it cannot listen, Unusable for the database.
    """
    if place.workers > 1 and not hasattr(os, "fork"):
        raise Refused("--workers", say("this system cannot share an address among processes"))
    with suppress(KeyboardInterrupt), closing(listen(place.host, place.port)) as opened:
        _end_by(signal.SIG_DFL)
        threading.stack_size(STACK)
        with suppress(AttributeError, OSError, TypeError):  # other C libraries than glibc
            # A heap for each thread would take 13 MB more without benefit, as threads run in turn.
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)
        gc.disable()  # garbage collection takes a tenth of the start
        try:
            # Import everything now: Python reports a KeyboardInterrupt in an import as unhandled.
            import segno  # noqa: F401

            from scorekeeper import sockets  # noqa: F401
            from scorekeeper.app import create_app
            from scorekeeper.games import GAMES
            from scorekeeper.language import load_languages

            bound = bound_to(opened)
            app = create_app(place.database, read_address(place.address, urlsplit(bound).port))
            app.config["ADDRESSES"] = CurrentAddresses(bound)  # the targets of a night's QR codes
            if place.workers > 1:  # shared by the workers instead of loaded by each
                tuple(GAMES.values())
                load_languages()
                cast("LocalizedEnvironment", app.jinja_env).load_all()
            sys.setswitchinterval(_SWITCH)
            gc.freeze()  # loaded objects are permanent and shared by the workers
        finally:
            gc.enable()
        if place.workers > 1:
            _serve_together(app, place.workers, opened, announce)
        else:
            _serve_alone(app, opened, announce)
    for number in _ENDING:
        signal.signal(number, signal.SIG_IGN)  # Python removes the handlers shortly before it ends


def _serve_alone(app: "Flask", opened: socket.socket, announce: Callable[[str], None]) -> None:
    from peewee import OperationalError
    from waitress.wasyncore import close_all

    from scorekeeper.sockets import Server
    from scorekeeper.storage.engine.sqlite import FilePool, move_log_in, move_log_in_when_idle
    from scorekeeper.storage.models import database

    # Short waits of phones are not worth a log line, also at the end: they send unanswered requests again.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    connections: dict[int, Any] = {}  # waitress has its open sockets here
    threads = _THREADS_WITH_NETWORK if database.obj.for_update else _THREADS
    server = Server(
        app,
        opened,
        connections,
        find_stamps=Stamps(database.obj).find,
        threads=threads,
        ident=None,
        clear_untrusted_proxy_headers=False,  # the application checks proxies itself
        max_request_body_size=_LARGEST_BODY,
    )
    pool = database.obj
    if isinstance(pool, FilePool):
        threading.Thread(target=move_log_in_when_idle, args=(pool,), daemon=True, name="checkpoints").start()
    with suppress(KeyboardInterrupt):
        _end_by(_stop)
        announce(bound_to(opened))
        server.run()
    close_all(connections)
    if isinstance(pool, FilePool):
        with suppress(sqlite3.Error, OperationalError):  # nothing is lost: the next start reads the log
            move_log_in(pool)


class Stamps:
    """Finds the stamps of nights.

    Where the database is a file it asks only after a write, or after a second: who enters a deal ends by time, too.
    """

    def __init__(self, pool: Any) -> None:
        self._pool = pool
        self._is_file = hasattr(pool, "last_write")
        self._last_write: object = None
        self._is_written = False
        self._next_look = 0.0

    def find(self, nights: Sequence[int]) -> Mapping[int, Hashable] | None:
        """Return the stamps, in a connection of this thread, or None where nothing was written since the last call."""
        from scorekeeper.storage.queries.nights import stamps_of

        if self._is_file:
            # Two writes within a few milliseconds may look like one, so it asks once more after each.
            last_write = self._pool.last_write()
            was_written = self._is_written
            self._is_written = last_write != self._last_write
            self._last_write = last_write
            if not (self._is_written or was_written or time.monotonic() >= self._next_look):
                return None
            self._next_look = time.monotonic() + _BETWEEN_LOOKS
        with self._pool.connection_context():
            return stamps_of(nights)


def _serve_together(app: "Flask", most: int, opened: socket.socket, announce: Callable[[str], None]) -> None:
    """Serve in processes that share the memory of this one and end with it; one that dies is replaced."""
    from scorekeeper.storage.models import database

    database.obj.close_all()  # no connection may cross a fork
    alive, write_end = os.pipe()
    workers = {_start_worker(app, opened, alive, write_end) for _ in range(most)}
    try:
        _end_by(_stop)
        announce(bound_to(opened))
        while True:
            number, _ = os.wait()
            workers.discard(number)
            _LOG.error("a worker process ended; another one takes its place")
            time.sleep(_RESTART_DELAY)
            workers.add(_start_worker(app, opened, alive, write_end))
    finally:
        for number in _ENDING:
            signal.signal(number, lambda *_: None)  # a second Ctrl-C would leave some running
        for number in workers:  # it may have ended just now
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGTERM)
        for number in workers:
            with suppress(ChildProcessError):
                os.waitpid(number, 0)


def _start_worker(app: "Flask", opened: socket.socket, alive: int, write_end: int) -> int:
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)  # until the new process can end by itself
    number = os.fork()
    if number:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
        return number
    status = 1
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
        os.close(write_end)
        threading.Thread(target=_end_with_parent, args=(alive,), daemon=True).start()
        _serve_alone(app, opened, lambda _: None)
        status = 0
    except KeyboardInterrupt:
        status = 0
    except Exception:
        _LOG.exception("a worker process broke down")
    finally:
        os._exit(status)  # the frames above belong to the first process


def _end_with_parent(alive: int) -> None:
    """Wait until the first process is gone, even killed: its end closes the pipe, which gets no data."""
    os.read(alive, 1)
    os.kill(os.getpid(), signal.SIGTERM)


def _end_by(handler: Any) -> None:
    """Set a handler for the signals that end a program, except for ignored ones, as by nohup."""
    for number in (*_ENDING, _WINDOW_CLOSED):
        if number and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _stop(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
