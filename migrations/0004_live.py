"""Who is just entering which deal."""

from peewee import CompositeKey, ForeignKeyField, IntegerField, Model, TextField


def up(migrator, db):
    class Table(Model):
        class Meta:
            database = db
            legacy_table_names = False

    class Night(Table):
        pass

    class Presence(Table):
        night = ForeignKeyField(Night, on_delete="CASCADE")
        device = TextField()
        number = IntegerField()
        seen = TextField()

        class Meta:
            primary_key = CompositeKey("night", "device")

    db.create_tables([Presence])


def down(migrator, db):
    db.execute_sql('DROP TABLE "presence"')
