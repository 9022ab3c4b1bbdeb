"""`python -m tests.load [SECONDS]` plays at ten tables with fifty phones and prints how long they wait."""

import sys
import tempfile

from tests.databases import make_postgres, postgres_server
from tests.load.club import Measured, Pace, measure, tell


# All phones lie open, and two at each table enter deals, so that now and then one is entered twice at a time.
def play(place: str, seconds: float, workers: int = 1, times: float = 15) -> Measured:
    """Play so long on a server of its own, so many times as fast as people do."""
    return measure(place, Pace(tables=10, phones=5, lie_open=5, entering=2, times=times), seconds, workers)


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    with tempfile.TemporaryDirectory() as folder, postgres_server() as server:
        whole = [
            tell("SQLite, 1 process", play(f"{folder}/load.sqlite3", seconds)),
            tell("PostgreSQL, 2 processes", play(make_postgres(server, "load"), seconds, workers=2)),
        ]
    sys.exit(0 if all(whole) else 1)
