"""The application behind the same server as the bare platform: `python -m tests.cost.plain DATABASE`."""

import sys

# As the README's first command installs it: peewee loads PostgreSQL's driver wherever it finds one.
sys.modules["psycopg"] = None  # type: ignore[assignment]

from scorekeeper.app import create_app  # noqa: E402
from tests.cost.bare import serve_plainly  # noqa: E402

if __name__ == "__main__":
    serve_plainly(create_app(sys.argv[1]))
