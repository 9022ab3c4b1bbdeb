"""The tables of rounds: the people who meet, who may see them, and which nights are theirs."""

from peewee import AutoField, ForeignKeyField, IntegerField, TextField

from scorekeeper.storage.tables import Device, NightRow, Table


class RoundRow(Table):
    """A round: the people who meet, whose nights are counted together."""

    id = AutoField()
    slug = TextField(unique=True)  # names the round in addresses
    name = TextField()
    drops = IntegerField(default=0)  # how many of his worst nights are dropped for everybody, as agreed
    links = IntegerField(default=1)  # generation of the links; raising it ends the old ones
    pin = TextField(default="")  # salted hash of what is asked of who comes in; empty for nothing
    created = TextField()

    class Meta:
        table_name = "round"


class Membership(Table):
    """A device at a round: `role` (host, member or onlooker) is what it does there."""

    id = AutoField()
    device = ForeignKeyField(Device, on_delete="CASCADE")
    round = ForeignKeyField(RoundRow, on_delete="CASCADE")
    role = TextField()
    granted = TextField()
    ended = TextField(default="")  # when a host ended its access; empty while it lasts

    class Meta:
        indexes = ((("device", "round"), True),)


class RoundNight(Table):
    """A night that belongs to a round; a night belongs to one at most."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE", primary_key=True)
    round = ForeignKeyField(RoundRow, on_delete="CASCADE")

    class Meta:
        table_name = "round_night"
