"""An index by which the last evenings of a group are found without looking at all of them."""


def up(migrator, db):
    db.execute_sql('CREATE INDEX "evening_round_id_day" ON "evening" ("round_id", "day")')


def down(migrator, db):
    db.execute_sql('DROP INDEX "evening_round_id_day"')
