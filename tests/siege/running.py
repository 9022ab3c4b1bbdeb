"""A server in a thread of its own, with an application that is there for a test."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

from waitress.wasyncore import close_all

from scorekeeper.serving.addresses import listen
from scorekeeper.sockets import Server


@contextmanager
def running(application: Any, most_of_one: int, lanes: int, finish: Callable[[], None]) -> Iterator[Server]:
    """Serve, and end it after `finish` has let everybody out of the application."""
    held: dict[int, Any] = {}
    with closing(listen("127.0.0.1", 0)) as opened:
        server = Server(application, opened, held, most_of_one, threads=lanes)
        thread = threading.Thread(target=server.run)
        thread.start()
        try:
            yield server
        finally:
            finish()
            with suppress(OSError):  # who was let out has waked it too: then it may have ended already
                server.trigger.pull_trigger(lambda: close_all(held))
            thread.join(60)
            server.task_dispatcher.shutdown()
