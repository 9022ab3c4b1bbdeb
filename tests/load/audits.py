"""`python -m tests.load.audits [SECONDS]`: booking while some ask again and again for audits of a half-forgotten deal.

Each sends a record that nobody has asked for before, or the same one over and over; who is told to wait asks again at
once, as somebody hostile would.
"""

import http.client
import multiprocessing
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from itertools import count
from typing import NamedTuple
from urllib.parse import urlencode

from tests.load.processes import taken_by
from tests.load.remote import Remote, served
from tests.load.results import percentile

ASKING = (0, 1, 4, 8)
PAUSE = 0.02  # seconds between two bookings
DEAL = {"declarer": "p1", "contract": "rufer", "called": "KS", "dealer": "p4", "action": "called"}
TALON = "T8 T9 T10 T12 T14 8S"
TRICKS = (
    "_ _ _ _", "_ QD _ _", "SK 3D _ T11", "_ _ _ T13", "_ CD _ _", "_ 4D _ _", "T2 _ _ _", "T7 AD _ 7S", "_ _ VD _",
    "_ _ CS _", "_ T20 _ T1", "_ _ KS _",
)  # fmt: skip


class Measured(NamedTuple):
    """The seconds of each booking, what those who asked were answered, and the processor time of the first audit."""

    bookings: list[float]
    met: Counter[int]
    one_page: float


def play(place: str, seconds: float, asking: int, *, same: bool = False) -> Measured:
    """Book for so long at a table while so many ask for audits at another; `same` for always the same record."""
    with served(place) as (address, process), ExitStack() as stack:
        host, guest = (stack.enter_context(Remote(address)) for _ in range(2))
        night, other = host.open_night(), guest.open_night(4, "koenigrufen/wien")
        link = guest.link(other)
        for _ in range(3):  # what a first page loads and what a first booking prepares is not measured
            assert host.post(f"{night}/enter", host.entry(night)).status == 303
        askers = [stack.enter_context(Remote(address)) for _ in range(asking)]
        for asker in askers:
            asker.join(link)
        cookies = [asker.cookie for asker in askers]
        path = f"{other}/deals/1/audit"
        assert guest.post(f"{other}/enter", guest.get(f"{other}/enter").form("number") | DEAL).status == 303
        assert guest.get(f"{path}?{record(2)}").status == 200  # the process for audits starts
        begun = taken_by(process.pid).seconds
        assert guest.get(f"{path}?{record(0)}").status == 200
        one_page = taken_by(process.pid).seconds - begun
        end, bookings = time.monotonic() + seconds, list[float]()
        # A process of their own, which does not keep the one that takes the times from running.
        pool = stack.enter_context(ProcessPoolExecutor(1, multiprocessing.get_context("spawn")))
        met = pool.submit(_ask_all, address, cookies, path, end, same)
        while time.monotonic() < end:
            form = host.entry(night)
            begun = time.perf_counter()
            answer = host.post(f"{night}/enter", form)
            bookings.append(time.perf_counter() - begun)
            assert answer.status == 303, answer.body
            time.sleep(PAUSE)
        return Measured(bookings, met.result(), one_page)


def record(number: int) -> str:
    """Return the fields of a record; each number leaves other cards out."""
    cards = " / ".join(TRICKS).split()
    known = [place for place, card in enumerate(cards) if card not in "_/"]
    for bit, place in enumerate(known):
        if number >> bit & 1:
            cards[place] = "_"
    return urlencode({"tricks": " ".join(cards).split(" / "), "talon": TALON, "at": "tricks"}, doseq=True)


def _ask_all(address: str, cookies: Sequence[str], path: str, end: float, same: bool) -> Counter[int]:
    """Ask for audits with each of these cookies again and again; return what was answered."""
    numbers, met = count(1), Counter[int]()
    with ExitStack() as stack:
        askers = [stack.enter_context(Remote(address)) for _ in cookies]
        for asker, cookie in zip(askers, cookies, strict=True):
            asker.cookie = cookie
        threads = [
            threading.Thread(target=_ask, args=(asker, path, end, met, None if same else numbers)) for asker in askers
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return met


def _ask(asker: Remote, path: str, end: float, met: Counter[int], numbers: Iterator[int] | None) -> None:
    """Ask for an audit again and again."""
    while time.monotonic() < end:
        try:
            met[asker.get(f"{path}?{record(next(numbers) if numbers else 0)}").status] += 1
        except (OSError, http.client.HTTPException):
            met[0] += 1


def tell(asking: int, measured: Measured) -> None:
    """Print what was measured."""
    p50, p99 = (percentile(measured.bookings, share) for share in (0.5, 0.99))
    print(
        f"{asking} that ask: {len(measured.bookings)} bookings, p50 {p50:.0f} ms, p99 {p99:.0f} ms; "
        f"audits {dict(measured.met)}; one page {measured.one_page:.2f} s of processor",
        flush=True,
    )


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    with tempfile.TemporaryDirectory() as folder:
        for same in (False, True):
            print("the same record again and again" if same else "another record each time")
            for asking in ASKING:
                tell(asking, play(f"{folder}/{same}{asking}.sqlite3", seconds, asking, same=same))
