"""Limits on the connections of a server: their number, and how long each may take; and requests that wait for news.

All threads of a process share one interpreter, and each statement of SQLite releases it, so sixteen that work at the
same time only wait for each other: `Dispatcher` limits their number. `Poller` waits for all connections together, and
`WaitingRequests` holds those that wait for news without a thread, which waitress does not offer.

waitress alone uses select(), which ends the process above 1,024 descriptors, or with `asyncore_use_poll` poll(), which
is told of every connection at each event. At its limit it accepts no connection. It never closes a connection with a
slow request, closes each one after a response without a body, and floods the log when descriptors run out.
"""

import errno
import logging
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from math import inf
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from threading import get_ident
from typing import Any, NamedTuple

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask
from waitress.wasyncore import read, write

from scorekeeper.web.core.allowance import HOLD
from scorekeeper.web.core.long_polling import WAIT
from scorekeeper.web.core.rate_limits import site_of
from scorekeeper.web.core.slow_requests import MARK_SLOW

_LOG = logging.getLogger(__name__)


class Poller:
    """Waits for events of connections, by descriptor.

    Nearly all connections are silent or wait for a thread, so only some are registered anew before each wait: the
    `pending` ones, which had an event or were just left by a thread, and those that each thread is `serving`.
    """

    def __init__(self, connections: dict[int, Any]) -> None:
        self.connections = connections
        self.pending = set[int]()
        self.serving = dict[int, int]()
        self._selector = DefaultSelector()
        self._registered = dict[int, int]()

    def poll(self, seconds: float) -> None:
        """Handle all connections that are ready, or return after the timeout."""
        for number in {*tuple(self.pending), *tuple(self.serving.values())}:
            self.pending.discard(number)  # before the wait: a thread may add it meanwhile
            if one := self.connections.get(number):
                self._register(number, EVENT_READ * bool(one.readable()) | EVENT_WRITE * bool(one.writable()))
        for key, events in self._selector.select(seconds):
            for event, act in ((EVENT_READ, read), (EVENT_WRITE, write)):
                if events & event and (one := self.connections.get(key.fd)):
                    self.pending.add(key.fd)
                    act(one)

    def unregister(self, number: int) -> None:
        """Stop polling a connection; its descriptor may be reused at once."""
        self._register(number, 0)
        self.pending.discard(number)

    def _register(self, number: int, events: int) -> None:
        registered = self._registered.get(number, 0)
        if events == registered:
            return
        self._registered[number] = events
        with suppress(KeyError, OSError):  # a thread that sent "100 Continue" may just have ended it
            if not events:
                del self._registered[number]
                self._selector.unregister(number)
            elif registered:
                self._selector.modify(number, events)
            else:
                self._selector.register(number, events)


SLOW = 0.1  # seconds of work or of waiting for the database; a page takes a twentieth
_MOST_THREADS = 16  # however many of them are slow


class Dispatcher(ThreadedTaskDispatcher):
    """A fixed number of worker threads, oldest task first, plus one for each slow task."""

    # waitress logs waiting tasks also when it ends.
    logger = ThreadedTaskDispatcher.queue_logger

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count
        self.begun = dict[int, float]()  # start of the work of each thread
        self.set_thread_count(count)

    def start_new_thread(self, target: Callable[[int], object], thread_no: int) -> None:
        """Start a thread; without room for it, continue with the existing ones."""
        try:
            super().start_new_thread(target, thread_no)
        except RuntimeError:
            self.threads.discard(thread_no)  # waitress counts it already, and as active after this
            self.active_count -= 1

    def mark_slow(self) -> None:
        """Count this thread as slow from now on."""
        self.begun[get_ident()] = -inf

    def adjust(self) -> float:
        """Start or end threads as needed; return the seconds until the next check."""
        now = time.monotonic()
        slow = sum(now - begun > SLOW for begun in tuple(self.begun.values()))
        count = min(self._count + slow, _MOST_THREADS)
        if count != len(self.threads):
            self.set_thread_count(count)
        return SLOW if self.queue else 1


WATCH_INTERVAL = 0.25  # seconds between two looks at what requests wait for
LONGEST_WAIT = 28  # seconds; proxies often end a request after 30

FindStamps = Callable[[Sequence[Any]], Mapping[Any, Hashable] | None]
"""A function that returns the stamps of topics, see `WAIT`, or None where none has changed since its last call."""


class _Unchanged(NamedTuple):
    """The answer to a request where nothing has changed, and the change that it waits for, at most so many seconds.

    Without a topic it waits only, and is asked again after that.
    """

    topic: Hashable | None
    stamp: Hashable
    seconds: float
    status: str
    headers: Sequence[tuple[str, str]]


class _Waiting(NamedTuple):
    request: Any
    unchanged: _Unchanged
    until: float


class WaitingRequests:
    """Requests that wait for a change: each keeps its connection and no thread.

    One thread looks for all of them at what they wait for, so that changes by other processes are seen as well.
    """

    def __init__(self, find_stamps: FindStamps) -> None:
        self._find_stamps = find_stamps
        self._waiting = dict[_Channel, _Waiting]()
        self._lock = threading.Lock()
        self._some = threading.Event()
        self._thread: threading.Thread | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, channel: "_Channel", request: Any, unchanged: _Unchanged) -> None:
        """Let a request wait until the stamp of its topic, if any, has changed, or for its seconds."""
        with self._lock:
            self._waiting[channel] = _Waiting(request, unchanged, time.monotonic() + unchanged.seconds)
            if not self._thread:
                self._thread = threading.Thread(target=self._watch, daemon=True)
                self._thread.start()
        self._some.set()

    def remove(self, channel: "_Channel") -> _Waiting | None:
        """Forget the request of a connection."""
        with self._lock:
            return self._waiting.pop(channel, None)

    def resume(self, channel: "_Channel", in_vain: bool = False) -> None:
        """Let the request of a connection be answered, if it waits; one that waited in vain by what it had before."""
        if channel in self._waiting and (waiting := self.remove(channel)):
            channel.resume(waiting.request, waiting.unchanged if in_vain else None)

    def _watch(self) -> None:
        while True:
            self._some.wait()
            time.sleep(WATCH_INTERVAL)
            with self._lock:
                waiting = dict(self._waiting)
                if not waiting:
                    self._some.clear()
            self._resume_changed(waiting)

    def _resume_changed(self, waiting: Mapping["_Channel", _Waiting]) -> None:
        """Let the requests be answered whose topic has changed, or that have waited long enough."""
        stamps = None
        try:
            topics = {each.unchanged.topic for each in waiting.values()} - {None}
            stamps = self._find_stamps([*topics]) if topics else None
        except Exception as error:
            # The database cannot be asked now; each request that is answered says so itself.
            _LOG.error("what pages wait for cannot be looked up: %s", error)
        now = time.monotonic()
        for channel, (_, unchanged, until) in waiting.items():
            has_topic = unchanged.topic is not None
            has_changed = has_topic and stamps is not None and stamps.get(unchanged.topic) != unchanged.stamp
            if has_changed or now >= until:
                self.resume(channel, in_vain=has_topic and not has_changed)


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
CHECK_INTERVAL = 1  # seconds between two checks for late requests
_BETWEEN_LINES = 60  # seconds between two log lines about missing descriptors
_EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

_TLS = b"\x16\x03"  # how a browser begins that was given an address with https://
_NOT_HTTPS = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"
    b"This server speaks http, not https: the address begins with http://\n"
)


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
    # The topic of a change that the request waits for, its stamp, and the seconds at most.
    awaited: tuple[Hashable | None, Hashable, float] | None = None

    def execute(self) -> None:
        """Let the application answer, unless the request has waited in vain: its first answer still holds."""
        resumed, unchanged = self.channel.resumed
        if self.request is resumed and unchanged:
            self.status = unchanged.status
            self.response_headers = unchanged.headers
            self.complete = True
        else:
            super().execute()

    def get_environment(self) -> dict[str, Any]:
        """Return the WSGI environment, with the functions that let other requests go first and wait for a change."""
        environ = super().get_environment()
        environ[MARK_SLOW] = self.channel.server.mark_slow
        if self.request is not self.channel.resumed[0]:
            environ[WAIT] = self.wait_for
            environ[HOLD] = self.hold
        return environ

    def wait_for(self, topic: Hashable, stamp: Hashable) -> None:
        """Hold the answer until the stamp of a topic has changed."""
        self.awaited = (topic, stamp, LONGEST_WAIT)

    def hold(self, seconds: float) -> None:
        """Hold the answer for some seconds, then let the application be asked again."""
        self.awaited = (None, None, seconds)

    def finish(self) -> None:
        """Send what is left, but nothing of the answer to a request that waits."""
        if self.awaited and self.status.startswith("304"):
            self.channel.unanswered[self.request] = _Unchanged(*self.awaited, self.status, self.response_headers)
        else:
            super().finish()

    def set_close_on_finish(self) -> None:
        wished = self.get_environment().get("HTTP_CONNECTION", "")
        if self.has_body or self.version == "1.0" or wished.lower() == "close":
            super().set_close_on_finish()


class _Parser(HTTPRequestParser):
    """Reads a request; one of two lengths is refused, as a proxy may see another request in it than we do."""

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if "CONTENT_LENGTH" in self.headers and (self.chunked or "TRANSFER_ENCODING" in self.headers):
            raise ParsingError("Content-Length and Transfer-Encoding exclude each other")


class _Channel(HTTPChannel):
    """One connection: whether its request is incomplete, and when that or its last one began."""

    task_class = _Task
    parser_class = _Parser
    server: "Server"
    requests: list[Any]
    requests_lock: threading.Lock

    def __init__(self, server: "Server", sock: socket.socket, addr: Any, adj: Adjustments, map: Any = None) -> None:
        self.is_receiving = True
        self.since = time.monotonic()
        self.site = site_of(addr[0])
        self.number = sock.fileno()
        self.poller = server.poller
        # By request, for the thread of one may still be at its end when another thread has begun with the next.
        self.unanswered = dict[Any, _Unchanged]()
        self.resumed: tuple[Any, _Unchanged | None] = None, None  # the request that has waited; its answer, if in vain
        super().__init__(server, sock, addr, adj, map=map)

    def resume(self, request: Any, unchanged: _Unchanged | None) -> None:
        """Let a request be answered that has waited."""
        with self.requests_lock:
            self.resumed = request, unchanged
            self.requests.append(request)
            if len(self.requests) == 1:
                self.server.dispatcher.add_task(self)  # type: ignore[arg-type]

    def received(self, data: bytes) -> bool:
        self.server.waiting.resume(self)  # answers are sent in the order of the requests
        if not self.is_receiving:
            self.is_receiving = True
            self.since = time.monotonic()
        if data.startswith(_TLS) and self.request is None:
            self.send(_NOT_HTTPS)
            self.will_close = True  # at once: the browser would wait for its answer, and then try http
            return False
        return super().received(data)

    def service(self) -> None:
        self.is_receiving = False
        request = self.requests[0]
        thread = get_ident()
        self.poller.serving[thread] = self.number
        self.server.dispatcher.begun[thread] = time.monotonic()
        try:
            super().service()
        finally:
            del self.server.dispatcher.begun[thread]
            self.poller.pending.add(self.number)
            del self.poller.serving[thread]
        unchanged = self.unanswered.pop(request, None)
        if unchanged and self.connected:
            self.server.waiting.add(self, request, unchanged)

    def add_channel(self, map: Any = None) -> None:
        self.poller.unregister(self.number)  # the former connection of this descriptor, if a thread just ended it
        super().add_channel(map)
        self.poller.pending.add(self.number)

    def del_channel(self, map: Any = None) -> None:
        self.poller.unregister(self.number)
        self.server.waiting.remove(self)
        super().del_channel(map)

    @property
    def is_idle(self) -> bool:
        """Whether it is idle: nothing is being computed or sent."""
        return not (self.requests or self.total_outbufs_len or self.will_close)

    def is_late(self, now: float) -> bool:
        """Return whether its request takes longer than any phone needs to send one."""
        whole = self.request is not None and self.request.headers_finished
        return self.is_receiving and not self.requests and now - self.since > (WHOLE_SECONDS if whole else HEAD_SECONDS)


class Server(TcpWSGIServer):
    """Serves an application at a listening socket."""

    channel_class = _Channel

    def __init__(
        self, application: Any, opened: socket.socket, map: Any, find_stamps: FindStamps | None = None, **more: Any
    ) -> None:
        self.connections = map
        self.waiting = WaitingRequests(find_stamps or (lambda topics: {}))
        self.poller = Poller(map)
        self.most = most_connections()
        self.number = opened.fileno()
        self.next_check = 0.0
        self.paused_until = 0.0
        self.logged_at = -float(_BETWEEN_LINES)
        # At its own limit waitress would accept no connection.
        adj = Adjustments(**more, connection_limit=2**31, log_socket_errors=False)
        info = (opened.family, opened.type, opened.proto, opened.getsockname())
        self.dispatcher = Dispatcher(adj.threads)
        super().__init__(
            application, map, dispatcher=self.dispatcher, _sock=opened, adj=adj, sockinfo=info, bind_socket=False
        )

    def run(self) -> None:
        """Serve until all connections are closed, or the process is asked to end."""
        try:
            while self.connections:
                now = time.monotonic()
                if now >= self.next_check:  # late requests end, and idle connections are polled to be closed
                    self.next_check = now + CHECK_INTERVAL
                    for channel in self._channels():
                        channel.will_close = channel.will_close or channel.is_late(now)
                    self.poller.pending.update(self.connections)
                self.poller.pending.add(self.number)
                self.poller.poll(self.dispatcher.adjust())
        except (SystemExit, KeyboardInterrupt):
            self.task_dispatcher.shutdown()

    def mark_slow(self) -> None:
        """Let another request run beside the slow one of this thread."""
        self.dispatcher.mark_slow()
        self.pull_trigger()

    def readable(self) -> bool:
        return super().readable() and time.monotonic() >= self.paused_until

    def handle_accept(self) -> None:
        """Accept all waiting connections, without serving others in between."""
        for _ in range(_AT_ONCE):
            try:
                accepted = self.accept()
            except OSError as error:
                if error.errno in _EXHAUSTED:
                    self._handle_exhaustion(error)
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

    def _handle_exhaustion(self, error: OSError) -> None:
        """Free a descriptor; if none can be freed, stop accepting for a moment, as each attempt is an error."""
        now = time.monotonic()
        if not self._close_one():
            self.paused_until = now + 1
        if now - self.logged_at >= _BETWEEN_LINES:
            self.logged_at = now
            _LOG.error("a connection cannot be accepted: %s; the longest idle one makes room", error.strerror)

    def _channels(self) -> list[_Channel]:
        return list(self.active_channels.values())  # type: ignore[attr-defined]

    def _close_one(self) -> bool:
        """Close the longest idle connection of the address with the most; return whether there is one."""
        staying = [channel for channel in self._channels() if not channel.will_close]
        counts = Counter(channel.site for channel in staying)
        waiting = [channel for channel in staying if channel.is_idle]
        if not waiting:
            return False
        longest = min(waiting, key=lambda channel: (-counts[channel.site], channel.since))
        # Not at once: its descriptor could be reused while events of this one are still pending.
        longest.will_close = True
        self.poller.pending.add(longest.number)
        return True
