"""What was open between the people of a round before its first night here."""

from peewee import SqliteDatabase

_TABLE = """CREATE TABLE "opening_balance" ("id" {key} NOT NULL PRIMARY KEY,
    "round_id" INTEGER NOT NULL, "member_id" INTEGER NOT NULL,
    "currency" TEXT NOT NULL, "coins" BIGINT NOT NULL, "day" TEXT NOT NULL, "season" INTEGER NOT NULL DEFAULT 0,
    "request" TEXT NOT NULL, "device" TEXT NOT NULL, "made" TEXT NOT NULL, "struck" TEXT NOT NULL DEFAULT '',
    "night" TEXT NOT NULL DEFAULT '', FOREIGN KEY ("round_id") REFERENCES "round" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("member_id") REFERENCES "round_member" ("id") ON DELETE CASCADE)"""


def up(migrator, db):
    db.execute_sql(_TABLE.format(key="INTEGER" if isinstance(db, SqliteDatabase) else "SERIAL"))
    for column in ("round", "member"):
        db.execute_sql(f'CREATE INDEX "opening_balance_{column}_id" ON "opening_balance" ("{column}_id")')


def down(migrator, db):
    db.execute_sql('DROP TABLE "opening_balance"')
