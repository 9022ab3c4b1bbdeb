"""Connections of whoever can reach the server: how many it holds, and how long each may keep it waiting.

All threads of a process share one interpreter, and each statement of SQLite lets another one have it, so sixteen that
work at the same time only wait for each other: `Lanes` says how many do. `Watch` waits for all connections together.

waitress alone waits by select(), which ends the process above 1,024 descriptors, and asks every connection what it
waits for whenever something happens at one. At its limit it lets nobody in, it closes no connection whose request
trickles in byte by byte, but each after an answer without a body, and without a descriptor it floods the log.
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
    thread, so only who is `awake` is asked what he waits for: something came or went there, or a thread has done with
    it; besides what threads have in hand now, by thread."""

    def __init__(self, connections: dict[int, Any]) -> None:
        self.connections = connections
        self.awake = set[int]()
        self.in_hand = dict[int, int]()
        self._selector = DefaultSelector()
        self._asked = dict[int, int]()

    def wait(self, seconds: float) -> None:
        """Let everybody read and write for whom it is time, or return after so long."""
        for number in {*tuple(self.awake), *tuple(self.in_hand.values())}:
            self.awake.discard(number)  # before it is asked: a thread may wake it meanwhile
            if one := self.connections.get(number):
                self._listen(number, EVENT_READ * bool(one.readable()) | EVENT_WRITE * bool(one.writable()))
        for key, events in self._selector.select(seconds):
            for event, act in ((EVENT_READ, read), (EVENT_WRITE, write)):
                if events & event and (one := self.connections.get(key.fd)):
                    self.awake.add(key.fd)
                    act(one)

    def forget(self, number: int) -> None:
        """Listen no more: the descriptor of a connection that ends may be another's at once."""
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
    """So many threads that work, each on what has waited longest, and one more for each that takes long."""

    # Where waitress says that somebody waits it also says now that somebody waited when it ended.
    logger = ThreadedTaskDispatcher.queue_logger

    def __init__(self, lanes: int) -> None:
        super().__init__()
        self._lanes = lanes
        self.begun = dict[int, float]()  # since when a thread works, by thread
        self.set_thread_count(lanes)

    def start_new_thread(self, target: Callable[[int], object], thread_no: int) -> None:
        """Start one; where the system has no room for it, go on with those that there are."""
        try:
            super().start_new_thread(target, thread_no)
        except RuntimeError:
            self.threads.discard(thread_no)  # waitress counts it before, and as an active one after this
            self.active_count -= 1

    def step_aside(self) -> None:
        """Count this thread as one that takes long, from now on."""
        self.begun[get_ident()] = -inf

    def look(self) -> float:
        """Start or end threads as it is time; return in how many seconds that has to be looked at again."""
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
_BETWEEN_LINES = 60  # seconds before the log says again that no descriptor is left
_WORN_OUT = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

_LOG = logging.getLogger(__name__)


def most_connections() -> int:
    """Let this process open as many files as the system grants, and return how many connections it may hold then."""
    if resource is None:
        return _MOST_ON_WINDOWS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # macOS grants less than it says
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    if soft == resource.RLIM_INFINITY:
        return _MOST
    return max(min(_MOST, soft - _RESERVED), min(_LEAST, soft // 2))


class _Task(WSGITask):
    """One answer. One without a body, such as 304 to a poll, ends with its head: its connection goes on."""

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
    """One connection: whether it owes us a whole request, and since when, or else when it began its last one."""

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
        self.watch.forget(self.number)  # whoever had this descriptor before, if a thread ended it while he was asked
        super().add_channel(map)
        self.watch.awake.add(self.number)

    def del_channel(self, map: Any = None) -> None:
        self.watch.forget(self.number)
        super().del_channel(map)

    @property
    def waits(self) -> bool:
        """Whether nobody loses by its end: nothing is being computed or sent."""
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
        # At a limit of its own waitress would let nobody in at all.
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
                if now >= self.looks_at:  # once a second: late requests end, and idle connections wake to be closed
                    self.looks_at = now + 1
                    for channel in self._channels():
                        channel.will_close = channel.will_close or channel.is_late(now)
                    self.watch.awake.update(self.connections)
                self.watch.awake.add(self.number)
                self.watch.wait(self.lanes.look())
        except (SystemExit, KeyboardInterrupt):
            self.task_dispatcher.shutdown()

    def step_aside(self) -> None:
        """Let another request be worked on beside the one that this thread works on: it takes long."""
        self.lanes.step_aside()
        self.pull_trigger()

    def readable(self) -> bool:
        return super().readable() and time.monotonic() >= self.rests_until

    def handle_accept(self) -> None:
        """Accept all that are waiting; looking after the other connections between any two would keep them waiting."""
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
            with suppress(OSError):  # it may be gone already
                self.set_socket_options(conn)
                if len(self._channels()) < self.most or self._close_one():  # another one makes room
                    _Channel(self, conn, addr, self.adj, map=self.connections)
                    continue
            conn.close()

    def _rest(self, error: OSError) -> None:
        """Give a descriptor back; where none can be, leave who knocks outside for a moment, for each is an error."""
        now = time.monotonic()
        if not self._close_one():
            self.rests_until = now + 1
        if now - self.logged_at >= _BETWEEN_LINES:
            self.logged_at = now
            _LOG.error("a connection cannot be accepted: %s; the longest idle one makes room", error.strerror)

    def _channels(self) -> list[_Channel]:
        return list(self.active_channels.values())  # type: ignore[attr-defined]

    def _close_one(self) -> bool:
        """Close the connection that has waited longest of the site that holds most; return whether there is one."""
        staying = [channel for channel in self._channels() if not channel.will_close]
        counts = Counter(channel.site for channel in staying)
        waiting = [channel for channel in staying if channel.waits]
        if not waiting:
            return False
        longest = min(waiting, key=lambda channel: (-counts[channel.site], channel.since))
        # Not at once: its descriptor could become another connection's while this one's events are still in hand.
        longest.will_close = True
        self.watch.awake.add(longest.number)
        return True
