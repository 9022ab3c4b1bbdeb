"""Purses that pay as one, and the kitty: what lies in it, and each movement of it."""

from peewee import BigIntegerField, CompositeKey, ForeignKeyField, IntegerField, Model, TextField

_COLUMNS = (
    ("night", "kitty", BigIntegerField(default=0)),
    ("player", "purse", TextField(default="")),
    ("player", "aside", BigIntegerField(default=0)),
)


def up(migrator, db):
    class Table(Model):
        class Meta:
            database = db
            legacy_table_names = False

    class Night(Table):
        pass

    class Kitty(Table):
        night = ForeignKeyField(Night, on_delete="CASCADE")
        place = IntegerField()
        seq = IntegerField()
        how = TextField()
        who = TextField()
        amount = BigIntegerField()
        struck = IntegerField()

        class Meta:
            primary_key = CompositeKey("night", "place")

    migrator.migrate(*(migrator.add_column(table, name, field) for table, name, field in _COLUMNS))
    db.create_tables([Kitty])


def down(migrator, db):
    db.execute_sql('DROP TABLE "kitty"')
    migrator.migrate(*(migrator.drop_column(table, name) for table, name, _ in _COLUMNS))
