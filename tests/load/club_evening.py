"""`python -m tests.load.club_evening [MINUTES]`: an evening of a club as it is, on one server.

The server has a thousand older nights. Twelve tables with ten open phones each, and a board; then twice as many, and at
last as many that book in one moment. Two processes on SQLite and on PostgreSQL. What gives way first is what grows most
when it is doubled.
"""

import sys
import tempfile

from tests.databases import make_postgres, postgres_server
from tests.load.club import Measured, Pace, measure, tell
from tests.load.results import percentile

TABLES, NIGHTS, WORKERS = 12, 1000, 2
EVENING = Pace(TABLES, phones=10, lie_open=10, entering=2, boards=1, nights=NIGHTS)
PACES = {
    "120 phones": EVENING,
    "240 phones": EVENING._replace(tables=2 * TABLES),
    "240 phones, booking in one moment": EVENING._replace(tables=2 * TABLES, entering=1, times=8, together=True),
}


def find_weakest(before: Measured, after: Measured) -> str:
    """Return which kind of request has grown most at the 99th percentile, and how much."""
    grown = {
        kind: percentile(each, 0.99) / percentile(before.heard.latencies[kind], 0.99)
        for kind, each in after.heard.latencies.items()
        if kind in before.heard.latencies
    }
    kind = max(grown, key=lambda one: grown[one])
    return f"doubled, the 99th percentile of {kind!r} grows most: {grown[kind]:.1f} times"


def main(minutes: float) -> bool:
    """Measure both databases and print it; return whether nothing is wrong."""
    whole = list[bool]()
    with tempfile.TemporaryDirectory() as folder, postgres_server(durable=True) as server:
        for name in ("SQLite", "PostgreSQL"):
            found = list[Measured]()
            for number, (what, pace) in enumerate(PACES.items()):
                is_lite = name == "SQLite"
                place = f"{folder}/{number}.sqlite3" if is_lite else make_postgres(server, f"house{number}")
                pid = 0 if is_lite else server.get_pid()
                found.append(measure(place, pace, minutes * 60, workers=WORKERS, pid=pid))
                whole.append(tell(f"{name}, {WORKERS} processes, {what}, {minutes:g} minutes", found[-1]))
            print(find_weakest(*found[:2]), flush=True)
    return all(whole)


if __name__ == "__main__":
    sys.exit(0 if main(float(sys.argv[1]) if len(sys.argv) > 1 else 10.0) else 1)
