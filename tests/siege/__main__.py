"""`python -m tests.siege [SECONDS]` lays siege to the server and prints how long a phone waits meanwhile."""

import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from tests.load.processes import taken_by
from tests.load.remote import served
from tests.load.results import percentile
from tests.siege.crowd import CROWD, HALF, ask, crowd_at

BODY = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"
MANY = tuple(f"127.0.1.{house}" for house in range(1, 31))
# What the crowd sends at first and then again and again, from which addresses; 1,200 connections stand at a time.
SIEGES: dict[str, tuple[tuple[str, ...], bytes, bytes]] = {
    "nobody": ((), b"", b""),
    "half a request, one address": ((CROWD,), HALF, b""),
    "a head that trickles in, one address": ((CROWD,), HALF, b"x"),
    "a head that trickles in, 30 addresses": (MANY, HALF, b"x"),
    "a body that trickles in, 30 addresses": (MANY, BODY, b"x"),
    "nothing at all, 30 addresses": (MANY, b"", b""),
}
CROWDED = 1200


def besiege(address: str, siege: tuple[tuple[str, ...], bytes, bytes], over: threading.Event) -> None:
    """Keep so many connections open, and open again what the server closes."""
    sources, first, more = siege
    while sources and not over.is_set():
        with crowd_at(address) as crowd:
            for source in sources:
                crowd.come(CROWDED // len(sources), first, source)
            while len(crowd.held()) > CROWDED // 20 and not over.wait(0.5):
                crowd.go_on(more)


def measure(place: str, siege: tuple[tuple[str, ...], bytes, bytes], seconds: float, workers: int) -> str:
    """Return what a phone met at a server under siege."""
    over, waited, unanswered = threading.Event(), list[float](), 0
    with ExitStack() as stack:
        log = stack.enter_context(Path(f"{place}.log").open("w+"))
        address, process = stack.enter_context(served(place, "--workers", str(workers), log=log))
        crowd = threading.Thread(target=besiege, args=(address, siege, over))
        crowd.start()
        stack.callback(crowd.join)
        stack.callback(over.set)
        used = taken_by(process.pid).seconds
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            try:
                waited.append(ask(address))
            except OSError:
                unanswered += 1
            time.sleep(0.05)
        share = (taken_by(process.pid).seconds - used) / (time.monotonic() - began)
        assert process.poll() is None
        lines = len(Path(log.name).read_text().splitlines())
    p50, p99 = (percentile(waited, share) for share in (0.5, 0.99))
    return (
        f"{len(waited):>5} pages, p50 {p50:>4.0f} ms, p99 {p99:>4.0f} ms, {unanswered} not answered; "
        f"processor {share:>4.0%}, {lines} lines of log"
    )


def tell(seconds: float, put: Callable[[str], None]) -> None:
    """Print every siege, with one process and with two."""
    for workers in (1, 2):
        for name, siege in SIEGES.items():
            with tempfile.TemporaryDirectory() as folder:
                put(f"{workers}  {name:<40} {measure(f'{folder}/siege.sqlite3', siege, seconds, workers)}")


if __name__ == "__main__":
    tell(float(sys.argv[1]) if len(sys.argv) > 1 else 30.0, lambda line: print(line, flush=True))
