"""The application behind the real server, in a thread or in a process of its own."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from waitress.server import create_server
from waitress.wasyncore import close_all

ROOT = Path(__file__).parents[2]


@contextmanager
def serving(app: Flask, threads: int = 16) -> Iterator[str]:
    """Serve `app` and give its address."""
    with listening(app) as server, answering(server, threads) as address:
        yield address


@contextmanager
def listening(app: Flask) -> Iterator[Any]:
    """Give a server of `app` to whose address anybody may send; nobody answers yet."""
    sockets: dict[int, Any] = {}
    server = create_server(app, map=sockets, host="127.0.0.1", port=0, threads=0, ident=None)
    loop = threading.Thread(target=server.run)
    loop.start()
    try:
        yield server
    finally:
        end_loop(server, sockets, loop)


def end_loop(server: Any, sockets: dict[int, Any], loop: threading.Thread) -> None:
    """Let the thread of a server end, and only then close what it held.

    Nothing is closed under it, nor the trigger under who pulls it: what is told by that may have been done before.
    """
    held: dict[int, Any] = {}
    server.trigger.pull_trigger(lambda: (held.update(sockets), sockets.clear()))
    loop.join(60)
    assert not loop.is_alive()
    close_all(held)


@contextmanager
def answering(server: Any, threads: int) -> Iterator[str]:
    """Let a server answer, and give its address; in the end it has answered whatever it was asked."""
    server.task_dispatcher.set_thread_count(threads)
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        # Who still answers a phone that asks at the last moment tells the loop so, which must be there.
        server.task_dispatcher.shutdown(timeout=60)


@contextmanager
def serving_process(place: str, port: int = 0) -> Iterator[str]:
    """Serve the database at `place` from a process of its own, as users do, and give its address; then kill it."""
    command = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen([*command, "--database", place], stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://\S+:\d+(?=/)", process.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            process.kill()
