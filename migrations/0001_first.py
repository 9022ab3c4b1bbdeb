"""The first tables."""

from peewee import (
    AutoField,
    BigIntegerField,
    BooleanField,
    CompositeKey,
    ForeignKeyField,
    IntegerField,
    Model,
    TextField,
)


def up(migrator, db):
    class Table(Model):
        class Meta:
            database = db
            legacy_table_names = False

    class Setting(Table):
        name = TextField(primary_key=True)
        value = TextField()

    class Person(Table):
        id = AutoField()
        name = TextField()

    class Device(Table):
        id = AutoField()
        key = TextField(unique=True)
        secret_hash = TextField(unique=True)
        created = TextField()

    class Night(Table):
        id = AutoField()
        slug = TextField(unique=True)
        game = TextField()
        preset = TextField()
        title = TextField()
        day = TextField()
        coins = BigIntegerField()
        currency = TextField()
        most = IntegerField()
        houses = TextField()
        dealer = TextField()
        number = IntegerField()
        seq = IntegerField()
        head = TextField()
        links = IntegerField()
        created = TextField()

    class Access(Table):
        id = AutoField()
        device = ForeignKeyField(Device, on_delete="CASCADE")
        night = ForeignKeyField(Night, on_delete="CASCADE")
        role = TextField()
        granted = TextField()

        class Meta:
            indexes = ((("device", "night"), True),)

    class Player(Table):
        id = AutoField()
        night = ForeignKeyField(Night, on_delete="CASCADE")
        key = TextField()
        person = ForeignKeyField(Person, on_delete="RESTRICT")
        place = IntegerField()
        state = TextField()
        score = BigIntegerField()
        balance = BigIntegerField()

        class Meta:
            indexes = ((("night", "key"), True),)

    class Entry(Table):
        id = AutoField()
        night = ForeignKeyField(Night, on_delete="CASCADE")
        seq = IntegerField()
        kind = TextField()
        number = IntegerField()
        facts = TextField()
        result = TextField()
        device = TextField()
        made = TextField()
        arrived = TextField()
        request = TextField()
        based_on = IntegerField()
        note = TextField()
        salt = TextField()
        sealed = TextField()
        previous = TextField()
        hash = TextField()

        class Meta:
            indexes = ((("night", "seq"), True), (("night", "request"), True), (("night", "number"), False))

    class Deal(Table):
        night = ForeignKeyField(Night, on_delete="CASCADE")
        number = IntegerField()
        seq = IntegerField()
        version = IntegerField()
        open = BooleanField()

        class Meta:
            primary_key = CompositeKey("night", "number")

    class Posting(Table):
        night = ForeignKeyField(Night, on_delete="CASCADE")
        number = IntegerField()
        player = ForeignKeyField(Player, on_delete="CASCADE")
        sheet = BigIntegerField(null=True)
        payoff = BigIntegerField()

        class Meta:
            primary_key = CompositeKey("night", "number", "player")

    db.create_tables([Setting, Person, Device, Night, Access, Player, Entry, Deal, Posting])


def down(migrator, db):
    for table in ("posting", "deal", "entry", "player", "access", "night", "device", "person", "setting"):
        db.execute_sql(f'DROP TABLE "{table}"')
