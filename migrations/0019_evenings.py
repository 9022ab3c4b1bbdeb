"""The evenings of groups, each with an id; before, all nights and ticks of one date were one evening."""

from datetime import UTC, date, datetime, time, timedelta

from peewee import SqliteDatabase

_MORNING = 6  # the hour at which an evening ends by itself, as for groups that set no other
_ROUND = 'FOREIGN KEY ("round_id") REFERENCES "round" ("id") ON DELETE CASCADE'
_MEMBER = 'FOREIGN KEY ("member_id") REFERENCES "round_member" ("id") ON DELETE CASCADE'
_EVENING = 'FOREIGN KEY ("evening_id") REFERENCES "evening" ("id") ON DELETE CASCADE'
# The days on which a group had a night or ticked who was here.
_DAYS = """SELECT "round_id", "day" FROM "round_night" JOIN "night" ON "night"."id" = "night_id" WHERE "day" <> ''
    UNION SELECT "round_id", "day" FROM "attendance" JOIN "round_member" ON "round_member"."id" = "member_id"
    ORDER BY 1, 2"""


def up(migrator, db):
    key = "INTEGER" if isinstance(db, SqliteDatabase) else "SERIAL"
    db.execute_sql(
        f'CREATE TABLE "evening" ("id" {key} NOT NULL PRIMARY KEY, "round_id" INTEGER NOT NULL, "day" TEXT NOT NULL, '
        f'"begun" TEXT NOT NULL, "ends" TEXT NOT NULL, {_ROUND})'
    )
    db.execute_sql('CREATE INDEX "evening_round_id_ends" ON "evening" ("round_id", "ends")')
    db.execute_sql('ALTER TABLE "round" ADD COLUMN "zone" TEXT NOT NULL DEFAULT \'\'')
    db.execute_sql(f'ALTER TABLE "round" ADD COLUMN "morning" INTEGER NOT NULL DEFAULT {_MORNING}')
    db.execute_sql(
        'ALTER TABLE "round_night" ADD COLUMN "evening_id" INTEGER REFERENCES "evening" ("id") ON DELETE SET NULL'
    )
    db.execute_sql('CREATE INDEX "round_night_evening_id" ON "round_night" ("evening_id")')
    for round_id, day in db.execute_sql(_DAYS).fetchall():
        sql = 'INSERT INTO "evening" ("round_id", "day", "begun", "ends") VALUES (?, ?, ?, ?)'
        db.execute_sql(sql.replace("?", db.param), (round_id, day, "", _end_of(day)))
    db.execute_sql(
        'UPDATE "round_night" SET "evening_id" = (SELECT "evening"."id" FROM "evening" JOIN "night" '
        'ON "night"."day" = "evening"."day" WHERE "night"."id" = "round_night"."night_id" '
        'AND "evening"."round_id" = "round_night"."round_id")'
    )
    db.execute_sql('ALTER TABLE "attendance" RENAME TO "attendance_by_day"')
    db.execute_sql(
        'CREATE TABLE "attendance" ("member_id" INTEGER NOT NULL, "evening_id" INTEGER NOT NULL, '
        f'PRIMARY KEY ("member_id", "evening_id"), {_MEMBER}, {_EVENING})'
    )
    db.execute_sql('CREATE INDEX "attendance_evening_id" ON "attendance" ("evening_id")')
    db.execute_sql(
        'INSERT INTO "attendance" SELECT "member_id", "evening"."id" FROM "attendance_by_day" AS "was" '
        'JOIN "round_member" ON "round_member"."id" = "member_id" '
        'JOIN "evening" ON "evening"."round_id" = "round_member"."round_id" AND "evening"."day" = "was"."day"'
    )
    db.execute_sql('DROP TABLE "attendance_by_day"')


def down(migrator, db):
    db.execute_sql('ALTER TABLE "attendance" RENAME TO "attendance_of_evening"')
    db.execute_sql(
        'CREATE TABLE "attendance" ("member_id" INTEGER NOT NULL, "day" TEXT NOT NULL, '
        f'PRIMARY KEY ("member_id", "day"), {_MEMBER})'
    )
    db.execute_sql(
        'INSERT INTO "attendance" SELECT DISTINCT "member_id", "day" FROM "attendance_of_evening" '
        'JOIN "evening" ON "evening"."id" = "evening_id"'
    )
    db.execute_sql('DROP TABLE "attendance_of_evening"')
    db.execute_sql('DROP INDEX "round_night_evening_id"')
    migrator.migrate(migrator.drop_column("round_night", "evening_id"))
    for column in ("zone", "morning"):
        db.execute_sql(f'ALTER TABLE "round" DROP COLUMN "{column}"')
    db.execute_sql('DROP TABLE "evening"')


def _end_of(day):
    """Return when an evening ends, in UTC, by the clock of this computer: one that goes on now goes on."""
    try:
        morning = datetime.combine(date.fromisoformat(day) + timedelta(days=1), time(_MORNING))
        return morning.astimezone(UTC).isoformat(timespec="milliseconds")
    except (ValueError, TypeError, OverflowError, OSError):  # the row is damaged, or the day out of range
        return ""
