"""An index of the few acts that change what was agreed, so that no page looks for them among all deals of a night."""


def up(migrator, db):
    db.execute_sql(
        'CREATE INDEX "entry_agreed" ON "entry" ("night_id", "seq") '
        "WHERE kind IN ('renamed', 'rules changed', 'stake changed', 'titled')"
    )


def down(migrator, db):
    db.execute_sql('DROP INDEX "entry_agreed"')
