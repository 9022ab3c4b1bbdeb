"""The first deal of the party of each deal, where parties end by a condition: booking needs no earlier ones.

It follows from the journal and is written with the next deal; 0 means that it is not known yet.
"""


def up(migrator, db):
    # The migrator would make the table anew on SQLite, with an index of its own beside the rows.
    db.execute_sql('ALTER TABLE "deal" ADD COLUMN "party" INTEGER NOT NULL DEFAULT 0')


def down(migrator, db):
    migrator.migrate(migrator.drop_column("deal", "party"))
