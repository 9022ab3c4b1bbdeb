"""Limits on the connections of a server: their number, and how long each may take.

All threads of a process share one interpreter, and each statement of SQLite lets another one have it, so sixteen that
work at the same time only wait for each other: `Lanes` says how many do. `Watch` waits for all connections together.

waitress alone uses select(), which ends the process above 1,024 descriptors, and polls every connection at each
event. At its limit it accepts no connection. It never closes a connection with a slow request, closes each one after
a response without a body, and floods the log when descriptors run out.
"""

import errno
import logging
import socket
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from math import inf
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from threading import get_ident
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask
from waitress.wasyncore import read, write

from scorekeeper.web.core.export_throttle import ASIDE
from scorekeeper.web.core.rate_limits import site_of


class Watch:
    """Waits until something happens at what is `held`, by descriptor. Nearly all connections are silent or wait for a
    thread, so only the `awake` ones are polled: those with an event, those a thread has finished with, and those that
        threads work on now."""

    def __init__(self, connections: dict[int, Any]) -> None:
        self.connections = connections
        self.awake = set[int]()
        self.in_hand = dict[int, int]()
        self._selector = DefaultSelector()
        self._asked = dict[int, int]()

    def wait(self, seconds: float) -> None:
        """Handle all connections that are ready, or return after the timeout."""
        for number in {*tuple(self.awake), *tuple(self.in_hand.values())}:
            self.awake.discard(number)  # before the poll: a thread may wake it meanwhile
            if one := self.connections.get(number):
                self._listen(number, EVENT_READ * bool(one.readable()) | EVENT_WRITE * bool(one.writable()))
        for key, events in self._selector.select(seconds):
            for event, act in ((EVENT_READ, read), (EVENT_WRITE, write)):
                if events & event and (one := self.connections.get(key.fd)):
                    self.awake.add(key.fd)
                    act(one)

    def forget(self, number: int) -> None:
        """Stop watching a connection; its descriptor may be reused at once."""
        self._listen(number, 0)
        self.awake.discard(number)

    def _listen(self, number: int, events: int) -> None:
        asked = self._asked.get(number, 0)
        if events == asked:
            return
        self._asked[number] = events
        with suppress(KeyError, OSError):  # a thread that sent "100 Continue" may just have ended it
            if not events:
                del self._asked[number]
                self._selector.unregister(number)
            elif asked:
                self._selector.modify(number, events)
            else:
                self._selector.register(number, events)


LONG = 0.1  # seconds of work or of waiting for the database; a page takes a twentieth
_MOST_THREADS = 16  # , however many of them take long


class Lanes(ThreadedTaskDispatcher):
    """A fixed number of worker threads, oldest task first, plus one for each slow task."""

    # waitress logs waiting tasks also when it ends.
    logger = ThreadedTaskDispatcher.queue_logger

    def __init__(self, lanes: int) -> None:
        super().__init__()
        self._lanes = lanes
        self.begun = dict[int, float]()  # start of the work of each thread
        self.set_thread_count(lanes)

    def start_new_thread(self, target: Callable[[int], object], thread_no: int) -> None:
        """Start a thread; without room for it, continue with the existing ones."""
        try:
            super().start_new_thread(target, thread_no)
        except RuntimeError:
            self.threads.discard(thread_no)  # waitress counts it already, and as active after this
            self.active_count -= 1

    def step_aside(self) -> None:
        """Count this thread as slow from now on."""
        self.begun[get_ident()] = -inf

    def look(self) -> float:
        """Start or end threads as needed; return the seconds until the next check."""
        now = time.monotonic()
        long = sum(now - begun > LONG for begun in tuple(self.begun.values()))
        count = min(self._lanes + long, _MOST_THREADS)
        if count != len(self.threads):
            self.set_thread_count(count)
        return LONG if self.queue else 1


try:
    import resource
except ImportError:  # not on Windows, which knows no such limit
    resource = None  # type: ignore[assignment]

# A thousand tables with four phones, and some to spare: 5 kB each. waitress' 100 would keep some waiting.
_MOST = 5000
_MOST_ON_WINDOWS = 450  # its select() takes 512; Python has no other selector there
_LEAST = 64  # some tables
_AT_ONCE = 32
_RESERVED = 200  # descriptors for the database, files and pipes: 16 threads take 3 each of SQLite
HEAD_SECONDS = 10
WHOLE_SECONDS = 60  # a form of 256 kB over a poor line
BETWEEN_LOOKS = 1  # seconds between two looks for late requests
_BETWEEN_LINES = 60  # seconds between two log lines about missing descriptors
_WORN_OUT = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

_LOG = logging.getLogger(__name__)


def most_connections() -> int:
    """Raise the limit of open files, and return the number of connections that it allows."""
    if resource is None:
        return _MOST_ON_WINDOWS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # macOS grants less than it reports
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    if soft == resource.RLIM_INFINITY:
        return _MOST
    return max(min(_MOST, soft - _RESERVED), min(_LEAST, soft // 2))


class _Task(WSGITask):
    """One response. Without a body, such as 304 to a poll, it ends with its head and its connection stays open."""

    channel: "_Channel"

    def get_environment(self) -> dict[str, Any]:
        """Return the WSGI environment, with the function that lets other requests go first."""
        environ = super().get_environment()
        environ[ASIDE] = self.channel.server.step_aside
        return environ

    def set_close_on_finish(self) -> None:
        wished = self.get_environment().get("HTTP_CONNECTION", "")
        if self.has_body or self.version == "1.0" or wished.lower() == "close":
            super().set_close_on_finish()


class _Channel(HTTPChannel):
    """One connection: whether its request is incomplete, and when that or its last one began."""

    task_class = _Task
    server: "Server"

    def __init__(self, server: "Server", sock: socket.socket, addr: Any, adj: Adjustments, map: Any = None) -> None:
        self.owes = True
        self.since = time.monotonic()
        self.site = site_of(addr[0])
        self.number = sock.fileno()
        self.watch = server.watch
        super().__init__(server, sock, addr, adj, map=map)

    def received(self, data: bytes) -> bool:
        if not self.owes:
            self.owes = True
            self.since = time.monotonic()
        return super().received(data)

    def service(self) -> None:
        self.owes = False
        thread = get_ident()
        self.watch.in_hand[thread] = self.number
        self.server.lanes.begun[thread] = time.monotonic()
        try:
            super().service()
        finally:
            del self.server.lanes.begun[thread]
            self.watch.awake.add(self.number)
            del self.watch.in_hand[thread]

    def add_channel(self, map: Any = None) -> None:
        self.watch.forget(self.number)  # the former connection of this descriptor, if a thread ended it during the poll
        super().add_channel(map)
        self.watch.awake.add(self.number)

    def del_channel(self, map: Any = None) -> None:
        self.watch.forget(self.number)
        super().del_channel(map)

    @property
    def waits(self) -> bool:
        """Whether it is idle: nothing is being computed or sent."""
        return not (self.requests or self.total_outbufs_len or self.will_close)

    def is_late(self, now: float) -> bool:
        """Return whether its request takes longer than any phone needs to send one."""
        whole = self.request is not None and self.request.headers_finished
        return self.owes and not self.requests and now - self.since > (WHOLE_SECONDS if whole else HEAD_SECONDS)


class Server(TcpWSGIServer):
    """Serves an application at a listening socket."""

    channel_class = _Channel

    def __init__(self, application: Any, opened: socket.socket, map: Any, **more: Any) -> None:
        self.connections = map
        self.watch = Watch(map)
        self.most = most_connections()
        self.number = opened.fileno()
        self.looks_at = 0.0
        self.rests_until = 0.0
        self.logged_at = -float(_BETWEEN_LINES)
        # At its own limit waitress would accept no connection.
        adj = Adjustments(**more, connection_limit=2**31, log_socket_errors=False)
        info = (opened.family, opened.type, opened.proto, opened.getsockname())
        self.lanes = Lanes(adj.threads)
        super().__init__(
            application, map, dispatcher=self.lanes, _sock=opened, adj=adj, sockinfo=info, bind_socket=False
        )

    def run(self) -> None:
        """Serve until all connections are closed, or the process is asked to end."""
        try:
            while self.connections:
                now = time.monotonic()
                if now >= self.looks_at:  # late requests end, and idle connections wake to be closed
                    self.looks_at = now + BETWEEN_LOOKS
                    for channel in self._channels():
                        channel.will_close = channel.will_close or channel.is_late(now)
                    self.watch.awake.update(self.connections)
                self.watch.awake.add(self.number)
                self.watch.wait(self.lanes.look())
        except (SystemExit, KeyboardInterrupt):
            self.task_dispatcher.shutdown()

    def step_aside(self) -> None:
        """Let another request run beside the slow one of this thread."""
        self.lanes.step_aside()
        self.pull_trigger()

    def readable(self) -> bool:
        return super().readable() and time.monotonic() >= self.rests_until

    def handle_accept(self) -> None:
        """Accept all waiting connections, without serving others in between."""
        for _ in range(_AT_ONCE):
            try:
                accepted = self.accept()
            except OSError as error:
                if error.errno in _WORN_OUT:
                    self._rest(error)
                return
            if accepted is None:
                return
            conn, addr = accepted
            with suppress(OSError):  # it may have closed already
                self.set_socket_options(conn)
                if len(self._channels()) < self.most or self._close_one():  # another one makes room
                    _Channel(self, conn, addr, self.adj, map=self.connections)
                    continue
            conn.close()

    def _rest(self, error: OSError) -> None:
        """Free a descriptor; if none can be freed, stop accepting for a moment, as each attempt is an error."""
        now = time.monotonic()
        if not self._close_one():
            self.rests_until = now + 1
        if now - self.logged_at >= _BETWEEN_LINES:
            self.logged_at = now
            _LOG.error("a connection cannot be accepted: %s; the longest idle one makes room", error.strerror)

    def _channels(self) -> list[_Channel]:
        return list(self.active_channels.values())  # type: ignore[attr-defined]

    def _close_one(self) -> bool:
        """Close the longest idle connection of the address with the most; return whether there is one."""
        staying = [channel for channel in self._channels() if not channel.will_close]
        counts = Counter(channel.site for channel in staying)
        waiting = [channel for channel in staying if channel.waits]
        if not waiting:
            return False
        longest = min(waiting, key=lambda channel: (-counts[channel.site], channel.since))
        # Not at once: its descriptor could be reused while events of this one are still pending.
        longest.will_close = True
        self.watch.awake.add(longest.number)
        return True
