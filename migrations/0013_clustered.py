"""Deals and postings in the order of their keys, and postings without an index of players: a booking writes 9 pages of
an SQLite file where it wrote 16. Whose a posting is, is his who has the seat; the journal says it, and `verify` asks.
"""

from peewee import SqliteDatabase

_DEAL = """CREATE TABLE "deal" ("night_id" INTEGER NOT NULL, "number" INTEGER NOT NULL, "seq" INTEGER NOT NULL,
    "version" INTEGER NOT NULL, "open" INTEGER NOT NULL, "soloist" TEXT, "contract" TEXT NOT NULL,
    "announced" INTEGER NOT NULL, "seat" INTEGER NOT NULL, PRIMARY KEY ("night_id", "number"),
    FOREIGN KEY ("night_id") REFERENCES "night" ("id") ON DELETE CASCADE)"""
_POSTING = """CREATE TABLE "posting" ("night_id" INTEGER NOT NULL, "number" INTEGER NOT NULL,
    "player_id" INTEGER NOT NULL, "sheet" INTEGER, "payoff" INTEGER NOT NULL,
    PRIMARY KEY ("night_id", "number", "player_id"),
    FOREIGN KEY ("night_id") REFERENCES "night" ("id") ON DELETE CASCADE{more})"""
_PLAYER = 'FOREIGN KEY ("player_id") REFERENCES "player" ("id") ON DELETE CASCADE'


def up(migrator, db):
    if isinstance(db, SqliteDatabase):
        _make_anew(db, {"deal": f"{_DEAL} WITHOUT ROWID", "posting": f"{_POSTING.format(more='')} WITHOUT ROWID"})
        return
    db.execute_sql('ALTER TABLE "posting" DROP CONSTRAINT "posting_player_id_fkey"')
    db.execute_sql('DROP INDEX "posting_player_id"')


def down(migrator, db):
    if isinstance(db, SqliteDatabase):
        _make_anew(db, {"deal": _DEAL, "posting": _POSTING.format(more=f", {_PLAYER}")})
    else:
        db.execute_sql(f'ALTER TABLE "posting" ADD CONSTRAINT "posting_player_id_fkey" {_PLAYER}')
    db.execute_sql('CREATE INDEX "posting_player_id" ON "posting" ("player_id")')


def _make_anew(db, tables):
    """Make tables in another way, in the order of their columns and with the same rows."""
    for name, sql in tables.items():
        db.execute_sql(f'ALTER TABLE "{name}" RENAME TO "{name}_before"')
        db.execute_sql(" ".join(sql.split()))
        db.execute_sql(f'INSERT INTO "{name}" SELECT * FROM "{name}_before"')  # noqa: S608 - our names
        db.execute_sql(f'DROP TABLE "{name}_before"')
