"""What everything is measured beside: Flask and peewee with one durable insert or one small page, and nothing else."""

from flask import Flask, request
from peewee import AutoField, Model, TextField
from playhouse.pool import PooledSqliteDatabase

_PAGE = "<!doctype html><title>{{ row.text }}</title><ul>{% for n in numbers %}<li>{{ n }}</li>{% endfor %}</ul>"


def create_app(place: str) -> Flask:
    """Return an application that inserts one row, answered when it is on disk, and shows one on a small page."""
    pragmas = {"journal_mode": "wal", "synchronous": "full", "foreign_keys": 1, "busy_timeout": 5000}
    database = PooledSqliteDatabase(place, max_connections=64, pragmas=pragmas, check_same_thread=False)

    class Row(Model):
        id = AutoField()
        text = TextField()

        class Meta:
            pass

    Row.bind(database)
    with database.connection_context():
        database.create_tables([Row])
        Row.create(text="the first")
    app = Flask(__name__)

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

    page = app.jinja_env.from_string(_PAGE)

    @app.get("/")
    def show() -> str:
        return page.render(row=Row.get_by_id(1), numbers=range(16))

    return app
