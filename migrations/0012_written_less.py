"""Without three indexes that others begin with: each was one more page that a booking writes to disk."""

_NEEDLESS = ("entry", "deal", "posting")


def up(migrator, db):
    for table in _NEEDLESS:
        db.execute_sql(f'DROP INDEX "{table}_night_id"')


def down(migrator, db):
    for table in _NEEDLESS:
        db.execute_sql(f'CREATE INDEX "{table}_night_id" ON "{table}" ("night_id")')
