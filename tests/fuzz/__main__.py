"""`python -m tests.fuzz [REQUESTS]` sends so many to the pages on each database, and as many spoiled night files."""

import sys
import tempfile
import time
from collections import Counter

from scorekeeper.app import create_app
from scorekeeper.storage.models import database
from tests.databases import make_postgres, postgres_server
from tests.fuzz.files import spoil_files
from tests.fuzz.requests import storm


def main(number: int) -> None:
    """Storm at each database; the first thing that breaks ends it with the request that did it."""
    seed = time.time_ns()
    with tempfile.TemporaryDirectory() as folder, postgres_server() as server:
        for kind, place in (("SQLite", f"{folder}/fuzz.sqlite3"), ("PostgreSQL", make_postgres(server, "fuzz"))):
            app = create_app(place)
            app.testing = True  # what breaks is raised here
            _tell(f"requests, {kind}", storm(app, number, seed))
            with database.obj.connection_context():
                _tell(f"night files, {kind}", spoil_files(number, seed))
            database.obj.close_all()


def _tell(what: str, met: Counter[str]) -> None:
    counted = ", ".join(f"{key}: {times}" for key, times in sorted(met.items()))
    print(f"{what}: {met.total()} sent ({counted}), nothing broke, verify: all holds", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
