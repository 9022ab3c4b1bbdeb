"""Whose a device is, when it was seen last, whether its access ended; a PIN; attempts to come in; forgotten people."""

from peewee import BooleanField, CompositeKey, IntegerField, Model, TextField

_COLUMNS = (
    ("access", "player", TextField(default="")),
    ("access", "most", TextField(default="")),
    ("access", "seen", TextField(default="")),
    ("access", "ended", TextField(default="")),
    ("night", "pin", TextField(default="")),
    ("person", "forgotten", BooleanField(default=False)),
)


def up(migrator, db):
    class Table(Model):
        class Meta:
            database = db
            legacy_table_names = False

    class Attempt(Table):
        scope = TextField()
        window = IntegerField()
        count = IntegerField()

        class Meta:
            primary_key = CompositeKey("scope", "window")

    migrator.migrate(*(migrator.add_column(table, name, field) for table, name, field in _COLUMNS))
    db.execute_sql('UPDATE "access" SET most = role, seen = granted')
    db.create_tables([Attempt])


def down(migrator, db):
    db.execute_sql('DROP TABLE "attempt"')
    migrator.migrate(*(migrator.drop_column(table, name) for table, name, _ in _COLUMNS))
