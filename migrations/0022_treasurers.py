"""The rights of treasurers follow the order in which nights were opened, no longer the clock, which may be set.

The nights that were opened before a treasurer was named are those with an earlier time, as the clock had it.
"""


def up(migrator, db):
    db.execute_sql('ALTER TABLE "round_night" ADD COLUMN "opening" INTEGER NOT NULL DEFAULT 0')
    db.execute_sql('ALTER TABLE "membership" ADD COLUMN "treasurer_after" INTEGER NOT NULL DEFAULT 0')
    db.execute_sql(
        """UPDATE "round_night" SET "opening" = COALESCE((SELECT MAX("place") FROM "opening"
            JOIN "night" ON "night"."slug" = "opening"."slug"
            WHERE "night"."id" = "round_night"."night_id" AND "kind" IN ('opened', 'imported')), 0)
        WHERE "opened" <> ''"""
    )
    db.execute_sql(
        """UPDATE "membership" SET "treasurer_after" = COALESCE((SELECT MAX("opening") FROM "round_night"
            WHERE "round_night"."round_id" = "membership"."round_id" AND "opened" < "treasurer"), 0)
        WHERE "treasurer" <> ''"""
    )


def down(migrator, db):
    migrator.migrate(
        migrator.drop_column("round_night", "opening"), migrator.drop_column("membership", "treasurer_after")
    )
