"""Objections to deals, and settling: plans that were frozen, what was paid, what other nights brought."""

from peewee import BigIntegerField, CompositeKey, ForeignKeyField, IntegerField, Model, TextField

_COLUMNS = (
    ("night", "plan", IntegerField(default=0)),
    ("player", "paid", BigIntegerField(default=0)),
    ("player", "brought", BigIntegerField(default=0)),
)


def up(migrator, db):
    class Table(Model):
        class Meta:
            database = db
            legacy_table_names = False

    class Night(Table):
        pass

    class Objection(Table):
        night = ForeignKeyField(Night, on_delete="CASCADE")
        number = IntegerField()
        place = IntegerField()
        seq = IntegerField()
        version = IntegerField()
        how = TextField()
        resolved = IntegerField()

        class Meta:
            primary_key = CompositeKey("night", "number", "place")
            indexes = ((("night", "resolved"), False),)

    class Payment(Table):
        night = ForeignKeyField(Night, on_delete="CASCADE")
        plan = IntegerField()
        debtor = TextField()
        creditor = TextField()
        amount = BigIntegerField()
        paid = BigIntegerField()
        version = IntegerField()
        seq = IntegerField()

        class Meta:
            primary_key = CompositeKey("night", "plan", "debtor", "creditor")

    migrator.migrate(*(migrator.add_column(table, name, field) for table, name, field in _COLUMNS))
    db.create_tables([Objection, Payment])


def down(migrator, db):
    for table in ("payment", "objection"):
        db.execute_sql(f'DROP TABLE "{table}"')
    migrator.migrate(*(migrator.drop_column(table, name) for table, name, _ in _COLUMNS))
