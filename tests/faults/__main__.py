"""`python -m tests.faults [KILLS]` measures what a kill or a full disk costs: it should be nothing."""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.databases import make_postgres, postgres_server
from tests.faults.copying import kill_copies
from tests.faults.disk import fill, small_disk
from tests.faults.kill import Counted, kill_often


def kills(number: int) -> bool:
    """Kill servers on each database; return whether nothing was lost."""
    with tempfile.TemporaryDirectory() as folder, postgres_server() as server:
        return all(
            [
                _tell("SQLite, 1 process", kill_often(f"{folder}/kills.sqlite3", number)),
                _tell("PostgreSQL, 3 processes", kill_often(make_postgres(server, "kills"), number, workers=3)),
            ]
        )


def _tell(where: str, counted: Counted) -> bool:
    print(
        f"{where}: {counted.kills} kills, {counted.answered} bookings answered ({counted.sent_again} sent again), "
        f"{counted.lost} lost, {counted.doubled} doubled, verify: {'; '.join(counted.findings) or 'all holds'}",
        flush=True,
    )
    return not (counted.lost or counted.doubled or counted.findings)


def copies(number: int) -> bool:
    """Kill copies of a database; return whether each was whole or absent, and no leftover in the way."""
    with tempfile.TemporaryDirectory() as folder:
        absent, there, wrong = kill_copies(f"{folder}/copied.sqlite3", Path(folder) / "copies", number)
    found = "; ".join(wrong) or "each of these whole"
    print(f"copies: {absent} killed before they had their name, {there} after; {found}", flush=True)
    return not wrong


def full_disk() -> bool:
    """Fill a small disk; return whether nothing was lost."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            with small_disk(Path(folder)) as more_room:
                answered, stored = fill(Path(folder), more_room)
        except subprocess.CalledProcessError as error:
            print(f"full disk: not measured, nobody but root may mount one ({error.stderr.decode().strip()})")
            return True
    print(
        f"full disk: {answered} bookings answered, {stored} stored with the one that was sent again, verify: all holds"
    )
    return stored == answered + 1


if __name__ == "__main__":
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    whole = [full_disk(), copies(times), kills(times)]
    sys.exit(0 if all(whole) else 1)
