"""Whose a device was when it wrote an entry: saying it anew no longer changes what earlier entries say."""

from peewee import CompositeKey, ForeignKeyField, IntegerField, Model, TextField

_SO_FAR = """INSERT INTO "owner" (night_id, device, since, player)
    SELECT night_id, device.key, 0, player FROM access JOIN device ON device.id = access.device_id WHERE player <> ''"""


def up(migrator, db):
    class Table(Model):
        class Meta:
            database = db
            legacy_table_names = False

    class Night(Table):
        pass

    class Owner(Table):
        night = ForeignKeyField(Night, on_delete="CASCADE")
        device = TextField()
        since = IntegerField()
        player = TextField()

        class Meta:
            primary_key = CompositeKey("night", "device", "since")

    db.create_tables([Owner])
    db.execute_sql(_SO_FAR)


def down(migrator, db):
    db.execute_sql('DROP TABLE "owner"')
