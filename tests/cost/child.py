"""A server process to be measured: `python -m tests.cost.child KIND PLACE` prints its port and serves.

Its kind is `bare`, `scorekeeper`, the application behind the same server, or `served`, all that `scorekeeper serve` is.
"""

import logging
import sys
from urllib.parse import urlsplit


def main() -> None:
    """Serve one of the applications on a free port."""
    kind, place = sys.argv[1:]
    # As the README's first command installs it: peewee loads PostgreSQL's driver wherever it finds one.
    sys.modules["psycopg"] = None  # type: ignore[assignment]
    if kind == "served":
        from scorekeeper.serving import Place, serve

        serve(Place("127.0.0.1", 0, place), lambda address: print(urlsplit(address).port, flush=True))
        return
    if kind == "bare":
        from tests.cost.bare import create_app
    else:
        from scorekeeper.app import create_app
    from waitress.server import create_server

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that some wait is what is measured
    server = create_server(create_app(place), host="127.0.0.1", port=0, threads=4, ident=None)
    print(server.effective_port, flush=True)
    server.run()


if __name__ == "__main__":
    main()
