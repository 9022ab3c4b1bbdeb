"""The tables that are planned for the parts of an evening."""


def up(migrator, db):
    db.execute_sql("""ALTER TABLE "evening" ADD COLUMN "plan" TEXT NOT NULL DEFAULT ''""")


def down(migrator, db):
    migrator.migrate(migrator.drop_column("evening", "plan"))
