"""A server in a thread of its own, with an application that is there for a test."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from scorekeeper.serving.addresses import listen
from scorekeeper.sockets import Server
from tests.web.serving import end_loop


@contextmanager
def running(application: Any, lanes: int, finish: Callable[[], None], **more: Any) -> Iterator[Server]:
    """Serve, and end it after `finish` has let everybody out of the application."""
    held: dict[int, Any] = {}
    with closing(listen("127.0.0.1", 0)) as opened:
        server = Server(application, opened, held, threads=lanes, **more)
        thread = threading.Thread(target=server.run)
        thread.start()
        try:
            yield server
        finally:
            finish()
            end_loop(server, held, thread)
            server.task_dispatcher.shutdown()


def soon(fits: Callable[[], bool]) -> None:
    """Wait until something is so, a minute at most."""
    deadline = time.monotonic() + 60
    while not fits():
        assert time.monotonic() < deadline
        time.sleep(0.02)
