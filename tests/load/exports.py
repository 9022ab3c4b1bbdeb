"""`python -m tests.load.exports [SECONDS]`: booking while many download a long night over and over, and alone."""

import http.client
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from scorekeeper.storage.models import database
from tests.cost.measure import take_in_nights
from tests.load.remote import Remote, served
from tests.load.results import percentile

DEALS, LOOPS = 2000, 16


class Measured(NamedTuple):
    """The seconds of each booking, what the downloads were answered, and the memory of the server at most, in MB."""

    bookings: list[float]
    met: Counter[int]
    memory: float


def play(place: str, seconds: float, loops: int = LOOPS, deals: int = DEALS) -> Measured:
    """Book for so long at a table of its own while so many loops download a night of so many deals."""
    [link] = take_in_nights(Path(place), [deals])
    database.obj.close_all()
    with served(place) as (address, process), ExitStack() as stack:
        host, guest = (stack.enter_context(Remote(address)) for _ in range(2))
        night = host.open_night()
        guest.join(link)
        file = f"{link.rsplit('/', 1)[0].replace('/j/', '/n/')}/night.toml"
        end, met, bookings = time.monotonic() + seconds, Counter[int](), list[float]()
        threads = [
            threading.Thread(target=_download, args=(address, guest.cookie, file, end, met)) for _ in range(loops)
        ]
        for thread in threads:
            thread.start()
        while time.monotonic() < end:
            form = host.entry(night)
            begun = time.perf_counter()
            answer = host.post(f"{night}/enter", form)
            bookings.append(time.perf_counter() - begun)
            assert answer.status == 303, answer.body
            time.sleep(0.05)
        for thread in threads:
            thread.join()
        status = Path(f"/proc/{process.pid}/status").read_text()
        peak = re.search(r"VmHWM:\s+(\d+)", status)
        assert peak
        return Measured(bookings, met, int(peak[1]) / 1024)


def _download(address: str, cookie: str, file: str, end: float, met: Counter[int]) -> None:
    """Download a file again and again; who is told to wait does not, as somebody hostile would not."""
    with Remote(address) as phone:
        phone.cookie = cookie
        while time.monotonic() < end:
            try:
                met[phone.get(file).status] += 1
            except (OSError, http.client.HTTPException):
                met[0] += 1


def tell(what: str, measured: Measured) -> None:
    """Print what was measured."""
    p50, p99 = (percentile(measured.bookings, share) for share in (0.5, 0.99))
    print(
        f"{what}: {len(measured.bookings)} bookings, p50 {p50:.0f} ms, p99 {p99:.0f} ms; "
        f"downloads {dict(measured.met)}; at most {measured.memory:.0f} MB",
        flush=True,
    )


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    with tempfile.TemporaryDirectory() as folder:
        for loops in (0, 1, LOOPS):
            tell(f"{loops} loops", play(f"{folder}/{loops}.sqlite3", seconds, loops))
