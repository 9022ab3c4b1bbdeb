"""A server process to be measured: `python -m tests.cost.child bare|scorekeeper PLACE` prints its port and serves."""

import sys


def main() -> None:
    """Serve one of the two applications on a free port."""
    kind, place = sys.argv[1:]
    # As the README's first command installs it: peewee loads PostgreSQL's driver wherever it finds one.
    sys.modules["psycopg"] = None  # type: ignore[assignment]
    if kind == "bare":
        from tests.cost.bare import create_app
    else:
        from scorekeeper.app import create_app
    from waitress.server import create_server

    server = create_server(create_app(place), host="127.0.0.1", port=0, threads=4, ident=None)
    print(server.effective_port, flush=True)
    server.run()


if __name__ == "__main__":
    main()
