"""The application behind the real server, on a free port, in a thread of its own."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from waitress.server import create_server


@contextmanager
def serving(app: Flask, threads: int = 16) -> Iterator[str]:
    """Serve `app` and give its address."""
    sockets: dict[int, Any] = {}
    server = create_server(app, map=sockets, host="127.0.0.1", port=0, threads=threads, ident=None)
    loop = threading.Thread(target=server.run)
    loop.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        # In the server's own thread, so that it does not wait on what was closed under it.
        server.trigger.pull_trigger(lambda: [held.close() for held in list(sockets.values())])
        loop.join(10)
        server.task_dispatcher.shutdown()
        assert not loop.is_alive()
