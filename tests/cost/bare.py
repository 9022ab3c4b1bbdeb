"""What every booking is measured beside: Flask and peewee with one durable insert, and nothing else."""

from flask import Flask, request
from peewee import AutoField, Model, TextField
from playhouse.pool import PooledSqliteDatabase


def create_app(place: str) -> Flask:
    """Return an application whose only route inserts one row and is answered when it is on disk."""
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

    return app
