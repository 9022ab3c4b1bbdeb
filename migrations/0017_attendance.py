"""Who was here on which evening of a round, also without a seat; before, each member knew the last evening alone."""

from datetime import date

_MEMBER = 'FOREIGN KEY ("member_id") REFERENCES "round_member" ("id") ON DELETE CASCADE'


def up(migrator, db):
    db.execute_sql(
        'CREATE TABLE "attendance" ("member_id" INTEGER NOT NULL, "day" TEXT NOT NULL, '
        f'PRIMARY KEY ("member_id", "day"), {_MEMBER})'
    )
    # An evening that goes on now keeps its ticks. Earlier evenings stay as they were counted.
    sql = f'INSERT INTO "attendance" SELECT "id", "here" FROM "round_member" WHERE "here" >= {db.param}'  # noqa: S608
    db.execute_sql(sql, (date.today().isoformat(),))
    db.execute_sql('ALTER TABLE "round_member" DROP COLUMN "here"')


def down(migrator, db):
    db.execute_sql('ALTER TABLE "round_member" ADD COLUMN "here" TEXT NOT NULL DEFAULT \'\'')
    db.execute_sql(
        'UPDATE "round_member" SET "here" = COALESCE('
        '(SELECT MAX("day") FROM "attendance" WHERE "member_id" = "round_member"."id"), \'\')'
    )
    db.execute_sql('DROP TABLE "attendance"')
