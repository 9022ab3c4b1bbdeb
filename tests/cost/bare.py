"""What everything is measured beside: Flask and peewee with one durable insert or one small page, and nothing else.

`python -m tests.cost.bare PLACE` prints its address and serves, without PostgreSQL's driver, as ours is measured.
"""

import logging
import sys
from typing import Any

_PAGE = "<!doctype html><title>{{ row.text }}</title><ul>{% for n in numbers %}<li>{{ n }}</li>{% endfor %}</ul>"


def main(place: str) -> None:
    """Serve an application that inserts one row, answered when it is on disk, and shows one on a small page."""
    sys.modules["psycopg"] = None  # type: ignore[assignment]
    from flask import Flask, request
    from peewee import AutoField, Model, TextField
    from playhouse.pool import PooledSqliteDatabase

    pragmas = {"journal_mode": "wal", "synchronous": "full", "foreign_keys": 1, "busy_timeout": 5000}
    database = PooledSqliteDatabase(place, max_connections=64, pragmas=pragmas, check_same_thread=False)

    class Row(Model):
        id = AutoField()
        text = TextField()

    Row.bind(database)
    with database.connection_context():
        database.create_tables([Row])
        Row.create(text="the first")
    app = Flask(__name__)
    page = app.jinja_env.from_string(_PAGE)

    @app.before_request
    def connect() -> None:
        database.connect(reuse_if_open=True)

    @app.teardown_request
    def close(error: BaseException | None) -> None:
        database.close()

    @app.post("/insert")
    def insert() -> str:
        Row.create(text=request.form["text"])
        return "ok"

    @app.get("/")
    def show() -> str:
        return page.render(row=Row.get_by_id(1), numbers=range(16))

    serve_plainly(app)


def serve_plainly(app: Any) -> None:
    """Serve an application by waitress as it is, on a free port, and print the address."""
    from waitress.server import create_server

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that some wait is what is measured
    server = create_server(app, host="127.0.0.1", port=0, threads=4, ident=None)
    print(f"http://127.0.0.1:{server.effective_port}/", flush=True)
    server.run()


if __name__ == "__main__":
    main(sys.argv[1])
