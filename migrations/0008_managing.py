"""Names that players had before, stakes that change within a night, and nights that a device has put away."""

from peewee import BigIntegerField, CompositeKey, ForeignKeyField, IntegerField, Model, TextField

_COLUMNS = (
    ("night", "stakes", TextField(default="")),
    ("player", "beyond", BigIntegerField(default=0)),
    ("access", "archived", TextField(default="")),
    ("access", "dismissed", TextField(default="")),
)


def up(migrator, db):
    class Table(Model):
        class Meta:
            database = db
            legacy_table_names = False

    class Night(Table):
        pass

    class FormerName(Table):
        night = ForeignKeyField(Night, on_delete="CASCADE")
        player = TextField()
        seq = IntegerField()
        name = TextField()
        salt = TextField()

        class Meta:
            table_name = "former_name"
            primary_key = CompositeKey("night", "seq")

    migrator.migrate(*(migrator.add_column(table, name, field) for table, name, field in _COLUMNS))
    db.create_tables([FormerName])


def down(migrator, db):
    db.execute_sql('DROP TABLE "former_name"')
    migrator.migrate(*(migrator.drop_column(table, name) for table, name, _ in _COLUMNS))
