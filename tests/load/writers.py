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
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from tests.cost.measure import BARE, running
from tests.databases import make_postgres, postgres_server
from tests.load.processes import taken_by
from tests.load.remote import Remote, served
from tests.load.results import look_into, percentile

WRITERS = 8


Look = Callable[[], Callable[[], None]]  # opens a page, and returns what books there


class Booked(NamedTuple):
    """When each booking began and ended, the processor time of the server and of its phone for one with its page."""

    bookings: list[tuple[float, float]]
    seconds: float
    of_phone: float

    @property
    def waited(self) -> list[float]:
        """The seconds of each booking."""
        return [end - begun for begun, end in self.bookings]

    @property
    def served_meanwhile(self) -> list[int]:
        """How many others were booked from the beginning to the end of each."""
        ends = sorted(end for _, end in self.bookings)
        return [bisect_left(ends, end) - bisect_right(ends, begun) for begun, end in self.bookings]


def play(place: str, seconds: float, workers: int = 1) -> tuple[Booked, list[str]]:
    """Let all of them book so long on a server of its own; return also what is wrong then."""
    with served(place, "--workers", str(workers)) as (address, process), ExitStack() as stack:
        phones = [stack.enter_context(Remote(address)) for _ in range(WRITERS)]
        numbers: dict[str, list[str]] = {phone.open_night(): [] for phone in phones}
        looks = [_at_table(phone, *table) for phone, table in zip(phones, numbers.items(), strict=True)]
        booked = _let_all(looks, process.pid, seconds)
    return booked, list(look_into(place, numbers))


def play_bare(place: Path, seconds: float) -> Booked:
    """Let all of them do as much where a page shows one row and a booking adds one."""
    with running(*BARE, str(place)) as server, ExitStack() as stack:
        looks = [_at_nothing(stack.enter_context(Remote(server.address))) for _ in range(WRITERS)]
        return _let_all(looks, server.process.pid, seconds)


def _at_table(phone: Remote, night: str, numbers: list[str]) -> Look:
    def look() -> Callable[[], None]:
        form = phone.entry(night)

        def book() -> None:
            if phone.post(f"{night}/enter", form).status == 303:
                numbers.extend(form["number"])

        return book

    return look


def _at_nothing(phone: Remote) -> Look:
    def look() -> Callable[[], None]:
        assert phone.get("/").status == 200
        return book

    def book() -> None:
        assert phone.post("/insert", {"text": "a deal"}).status == 200

    return look


def _let_all(looks: Sequence[Look], server: int, seconds: float) -> Booked:
    """Let each look and book again and again, all at once."""
    bookings, before, own = list[tuple[float, float]](), taken_by(server).seconds, time.process_time()
    end = time.monotonic() + seconds
    threads = [threading.Thread(target=_keep_booking, args=(look, bookings, end)) for look in looks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took, own = taken_by(server).seconds - before, time.process_time() - own
    return Booked(bookings, took / len(bookings), own / len(bookings))


def _keep_booking(look: Look, bookings: list[tuple[float, float]], end: float) -> None:
    while time.monotonic() < end:
        book = look()
        begun = time.perf_counter()
        book()
        bookings.append((begun, time.perf_counter()))


def tell(where: str, booked: Booked, findings: Sequence[str]) -> bool:
    """Print what was measured; return whether nothing is wrong."""
    print(f"{where}: {figures(booked)}; {'; '.join(findings) or 'nothing lost, verify: all holds'}", flush=True)
    return not findings


def figures(booked: Booked) -> str:
    """Return what was measured as a line."""
    p50, p99 = (percentile(booked.waited, share) for share in (0.5, 0.99))
    meanwhile = sorted(booked.served_meanwhile)
    return (
        f"{len(booked.bookings)} bookings, p50 {p50:.0f} ms, p99 {p99:.0f} ms; others served meanwhile: "
        f"{meanwhile[len(meanwhile) // 2]}, 99th percentile {meanwhile[len(meanwhile) * 99 // 100]}, {meanwhile[-1]} "
        f"at most; {booked.seconds * 1000:.1f} ms of processor time each, with its page, and "
        f"{booked.of_phone * 1000:.1f} of its phone's"
    )


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    with tempfile.TemporaryDirectory() as folder, postgres_server(durable=True) as server:
        print(
            f"Bare Flask and SQLite, 1 process: {figures(play_bare(Path(folder, 'bare.sqlite3'), seconds))}", flush=True
        )
        whole = [
            tell("SQLite, 1 process", *play(f"{folder}/one.sqlite3", seconds)),
            tell("SQLite, 2 processes", *play(f"{folder}/two.sqlite3", seconds, workers=2)),
            tell("PostgreSQL, 2 processes", *play(make_postgres(server, "writers"), seconds, workers=2)),
        ]
    sys.exit(0 if all(whole) else 1)
