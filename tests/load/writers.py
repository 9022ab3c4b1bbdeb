"""`python -m tests.load.writers [SECONDS]`: eight phones book as fast as they can, each at its table.

Each opens the next deal's page and books it; only the booking is timed. Eight who never rest stand in a queue: none can
be quicker than those before him, so it is told how many others were served meanwhile, which on any machine is at most
seven where all wait their turn, and a few more for pages; and the processor time of one deal.
"""

import sys
import tempfile
import threading
import time
from bisect import bisect_left, bisect_right
from contextlib import ExitStack
from typing import NamedTuple

from tests.databases import make_postgres, postgres_server
from tests.load.evening import look_into, percentile
from tests.load.processes import taken_by
from tests.load.remote import Remote, served

WRITERS = 8


class Booked(NamedTuple):
    """When each booking began and ended, the processor time of the server for one with its page, what is wrong."""

    bookings: list[tuple[float, float]]
    seconds: float
    findings: list[str]

    @property
    def waited(self) -> list[float]:
        """The seconds of each booking."""
        return [end - begun for begun, end in self.bookings]

    @property
    def served_meanwhile(self) -> list[int]:
        """How many others were booked from the beginning to the end of each."""
        ends = sorted(end for _, end in self.bookings)
        return [bisect_left(ends, end) - bisect_right(ends, begun) for begun, end in self.bookings]


def play(place: str, seconds: float, workers: int = 1) -> Booked:
    """Let all of them book so long on a server of its own."""
    with served(place, "--workers", str(workers)) as (address, process), ExitStack() as stack:
        phones = [stack.enter_context(Remote(address)) for _ in range(WRITERS)]
        numbers: dict[str, list[str]] = {phone.open_night(): [] for phone in phones}
        bookings, before = list[tuple[float, float]](), taken_by(process.pid).seconds
        end = time.monotonic() + seconds
        threads = [
            threading.Thread(target=_book, args=(phone, night, numbers[night], bookings, end))
            for phone, night in zip(phones, numbers, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        took = taken_by(process.pid).seconds - before
    findings = list(look_into(place, {night: {"booked": each} for night, each in numbers.items()}))
    return Booked(bookings, took / len(bookings), findings)


def _book(phone: Remote, night: str, numbers: list[str], bookings: list[tuple[float, float]], end: float) -> None:
    while time.monotonic() < end:
        form = phone.entry(night)
        begun = time.perf_counter()
        answer = phone.post(f"{night}/enter", form)
        bookings.append((begun, time.perf_counter()))
        if answer.status == 303:
            numbers += form["number"]


def tell(where: str, booked: Booked) -> bool:
    """Print what was measured; return whether nothing is wrong."""
    p50, p99 = (percentile(booked.waited, share) for share in (0.5, 0.99))
    meanwhile = sorted(booked.served_meanwhile)
    print(
        f"{where}: {len(booked.bookings)} bookings, p50 {p50:.0f} ms, p99 {p99:.0f} ms; others served meanwhile: "
        f"{meanwhile[len(meanwhile) // 2]}, 99th percentile {meanwhile[len(meanwhile) * 99 // 100]}, {meanwhile[-1]} "
        f"at most; {booked.seconds * 1000:.1f} ms of processor time each, with its page; "
        f"{'; '.join(booked.findings) or 'nothing lost, verify: all holds'}",
        flush=True,
    )
    return not booked.findings


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    with tempfile.TemporaryDirectory() as folder, postgres_server(durable=True) as server:
        whole = [
            tell("SQLite, 1 process", play(f"{folder}/one.sqlite3", seconds)),
            tell("SQLite, 2 processes", play(f"{folder}/two.sqlite3", seconds, workers=2)),
            tell("PostgreSQL, 2 processes", play(make_postgres(server, "writers"), seconds, workers=2)),
        ]
    sys.exit(0 if all(whole) else 1)
