"""`python -m tests.load [SECONDS]` plays at ten tables with fifty phones and prints how long they wait."""

import sys
import tempfile

from tests.databases import make_postgres, postgres_server
from tests.load.evening import AT_A_TABLE, TABLES, Evening, percentile, play


def tell(where: str, evening: Evening) -> bool:
    """Print what was measured; return whether nothing is wrong."""
    print(
        f"{where}: {TABLES * AT_A_TABLE} phones, {evening.met.total() / evening.seconds:.0f} requests a second, "
        f"{evening.booked} deals booked, {evening.corrected} corrected, "
        f"{'; '.join(evening.findings) or 'nothing lost, verify: all holds'}"
    )
    for kind, measured in sorted(evening.latencies.items()):
        p50, p95, p99 = (percentile(measured, share) for share in (0.5, 0.95, 0.99))
        print(f"  {kind:<16} {len(measured):>6} times  p50 {p50:>6.0f} ms  p95 {p95:>6.0f} ms  p99 {p99:>6.0f} ms")
    return not evening.findings


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    with tempfile.TemporaryDirectory() as folder, postgres_server() as server:
        whole = [
            tell("SQLite, 1 process", play(f"{folder}/load.sqlite3", seconds)),
            tell("PostgreSQL, 2 processes", play(make_postgres(server, "load"), seconds, workers=2)),
        ]
    sys.exit(0 if all(whole) else 1)
