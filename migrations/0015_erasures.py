"""What was taken out of the database and is still to be erased from the disk, and who changed what about a round.

Earlier versions let SQLite keep what was deleted in pages that are free: a file of theirs is written anew once.
"""

from peewee import SqliteDatabase

_WHOLE_FILE = ""


def up(migrator, db):
    db.execute_sql(
        'CREATE TABLE "erasure" ("name" TEXT NOT NULL PRIMARY KEY, "times" INTEGER NOT NULL, "since" TEXT NOT NULL)'
    )
    number = "INTEGER" if isinstance(db, SqliteDatabase) else "SERIAL"
    db.execute_sql(
        f'CREATE TABLE "round_change" ("id" {number} NOT NULL PRIMARY KEY, "round_id" INTEGER NOT NULL, '
        '"kind" TEXT NOT NULL, "device" TEXT NOT NULL, "made" TEXT NOT NULL, '
        'FOREIGN KEY ("round_id") REFERENCES "round" ("id") ON DELETE CASCADE)'
    )
    db.execute_sql('CREATE INDEX "round_change_round_id" ON "round_change" ("round_id")')
    if isinstance(db, SqliteDatabase) and db.execute_sql("SELECT 1 FROM opening LIMIT 1").fetchone():
        db.execute_sql("INSERT INTO erasure VALUES (?, 1, strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'))", (_WHOLE_FILE,))


def down(migrator, db):
    db.execute_sql('DROP TABLE "round_change"')
    db.execute_sql('DROP TABLE "erasure"')
