"""Rounds, and what is counted over many nights: who played which deal alone, and how many deals each one had."""

from peewee import AutoField, BooleanField, ForeignKeyField, IntegerField, Model, TextField

_COLUMNS = (
    ("deal", "soloist", TextField(null=True)),
    ("deal", "contract", TextField(default="")),
    ("deal", "announced", BooleanField(default=False)),
    ("deal", "seat", IntegerField(default=0)),
    ("player", "deals", IntegerField(default=0)),
)
# Who played alone only the game can say: a deal of an earlier version is asked once its night comes into a round.
_DEALS = """UPDATE player SET deals =
    (SELECT COUNT(*) FROM posting WHERE posting.player_id = player.id AND sheet IS NOT NULL)"""


def up(migrator, db):
    class Table(Model):
        class Meta:
            database = db
            legacy_table_names = False

    class Night(Table):
        pass

    class Device(Table):
        pass

    class Round(Table):
        id = AutoField()
        slug = TextField(unique=True)
        name = TextField()
        drops = IntegerField()
        links = IntegerField()
        pin = TextField()
        created = TextField()

    class Membership(Table):
        id = AutoField()
        device = ForeignKeyField(Device, on_delete="CASCADE")
        round = ForeignKeyField(Round, on_delete="CASCADE")
        role = TextField()
        granted = TextField()
        ended = TextField()

        class Meta:
            indexes = ((("device", "round"), True),)

    class RoundNight(Table):
        night = ForeignKeyField(Night, on_delete="CASCADE", primary_key=True)
        round = ForeignKeyField(Round, on_delete="CASCADE")

        class Meta:
            table_name = "round_night"

    migrator.migrate(*(migrator.add_column(table, name, field) for table, name, field in _COLUMNS))
    db.execute_sql(_DEALS)
    db.create_tables([Round, Membership, RoundNight])


def down(migrator, db):
    for table in ("round_night", "membership", "round"):
        db.execute_sql(f'DROP TABLE "{table}"')
    migrator.migrate(*(migrator.drop_column(table, name) for table, name, _ in _COLUMNS))
