"""The people of a round before its first night, evenings with several tables, treasurers, and closed seasons."""

from peewee import SqliteDatabase

# The migrator would make tables anew on SQLite; columns with a default are added as they are.
_TEXT = "TEXT NOT NULL DEFAULT ''"
_NUMBER = "INTEGER NOT NULL DEFAULT 0"
_COLUMNS = (
    ("round", "ranking", _TEXT),
    ("round", "cup", _TEXT),
    ("round", "absent", _TEXT),
    ("round", "deals", _NUMBER),
    ("round", "tariff", _TEXT),
    ("membership", "member_id", 'INTEGER REFERENCES "round_member" ("id") ON DELETE SET NULL'),
    ("membership", "treasurer", _TEXT),
    ("night", "part", _NUMBER),
    ("night", "table_number", _NUMBER),
    ("night", "planned", _NUMBER),
    ("round_night", "opened", _TEXT),
    ("round_night", "agreed", "BOOLEAN NOT NULL DEFAULT FALSE"),
    ("round_night", "season", _NUMBER),
)
_ROUND = 'FOREIGN KEY ("round_id") REFERENCES "round" ("id") ON DELETE CASCADE'
_PERSON = 'FOREIGN KEY ("person_id") REFERENCES "person" ("id") ON DELETE RESTRICT'
_INDEXES = (
    ("", "round_member", ("round_id",)),
    ("", "round_member", ("person_id",)),
    ("UNIQUE", "round_member", ("round_id", "person_id")),
    ("", "membership", ("member_id",)),
    ("", "season", ("round_id",)),
    ("UNIQUE", "season", ("round_id", "number")),
    ("", "season_place", ("season_id",)),
    ("", "season_place", ("person_id",)),
)


def up(migrator, db):
    key = "INTEGER" if isinstance(db, SqliteDatabase) else "SERIAL"
    db.execute_sql(
        f'CREATE TABLE "round_member" ("id" {key} NOT NULL PRIMARY KEY, "round_id" INTEGER NOT NULL, '
        f'"person_id" INTEGER NOT NULL, "here" TEXT NOT NULL, {_ROUND}, {_PERSON})'
    )
    db.execute_sql(
        f'CREATE TABLE "season" ("id" {key} NOT NULL PRIMARY KEY, "round_id" INTEGER NOT NULL, '
        f'"number" INTEGER NOT NULL, "name" TEXT NOT NULL, "closed" TEXT NOT NULL, {_ROUND})'
    )
    db.execute_sql(
        'CREATE TABLE "season_place" ("season_id" INTEGER NOT NULL, "place" INTEGER NOT NULL, '
        '"person_id" INTEGER NOT NULL, "numbers" TEXT NOT NULL, PRIMARY KEY ("season_id", "place"), '
        f'FOREIGN KEY ("season_id") REFERENCES "season" ("id") ON DELETE CASCADE, {_PERSON})'
    )
    for table, name, kind in _COLUMNS:
        db.execute_sql(f'ALTER TABLE "{table}" ADD COLUMN "{name}" {kind}')
    for unique, table, columns in _INDEXES:
        names = ", ".join(f'"{column}"' for column in columns)
        db.execute_sql(f'CREATE {unique} INDEX "{"_".join((table, *columns))}" ON "{table}" ({names})')
    db.execute_sql(
        'INSERT INTO "round_member" ("round_id", "person_id", "here") SELECT "round_id", MAX("person"."id"), \'\' '
        'FROM "round_night" JOIN "player" ON "player"."night_id" = "round_night"."night_id" '
        'JOIN "person" ON "person"."id" = "player"."person_id" WHERE NOT "forgotten" GROUP BY "round_id", "name"'
    )


def down(migrator, db):
    db.execute_sql('DROP INDEX "membership_member_id"')
    migrator.migrate(*(migrator.drop_column(table, name) for table, name, _ in _COLUMNS))
    for table in ("season_place", "season", "round_member"):
        db.execute_sql(f'DROP TABLE "{table}"')
