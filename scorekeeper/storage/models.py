"""The tables of the database. `migrations/` makes them; a change here needs a migration there."""

import re

from peewee import (
    AutoField,
    BigIntegerField,
    BooleanField,
    CompositeKey,
    DatabaseProxy,
    ForeignKeyField,
    IntegerField,
    Model,
    TextField,
)

database = DatabaseProxy()


class Table(Model):
    class Meta:
        database = database

        @staticmethod
        def table_function(model: type[Model]) -> str:
            """Return the name of a table: that of its class in small letters, without "Row"."""
            return re.sub("(?<!^)(?=[A-Z])", "_", model.__name__.removesuffix("Row")).lower()


class Setting(Table):
    """What the installation itself keeps, such as the key that signs cookies."""

    name = TextField(primary_key=True)
    value = TextField()


class Person(Table):
    """Somebody who plays, by name; beside it only names of before are kept."""

    id = AutoField()
    name = TextField()
    forgotten = BooleanField(default=False)  # the name is only a placeholder for one that was taken out


class Device(Table):
    """A phone or browser, known by the hash of a secret that only it has; `key` names it in the journal."""

    id = AutoField()
    key = TextField(unique=True)
    secret_hash = TextField(unique=True)
    created = TextField()


class NightRow(Table):
    """A night between two deals: what `night.Night` says, and the head of its journal."""

    id = AutoField()
    slug = TextField(unique=True)  # names the night in addresses
    game = TextField()
    preset = TextField()
    title = TextField()
    day = TextField()
    coins = BigIntegerField()  # the stake for one point in the smallest coin; 0 for none
    currency = TextField()
    most = IntegerField()
    houses = TextField()  # JSON: [[first deal, settings], ...] as agreed
    dealer = TextField()
    number = IntegerField()  # of the next open slot
    seq = IntegerField()  # of the last entry of the journal
    head = TextField()  # its hash
    links = IntegerField(default=1)  # generation of the links; raising it ends the old ones
    created = TextField()
    plan = IntegerField(default=0)  # number of the plan of payments that was frozen last
    pin = TextField(default="")  # salted hash of what is asked of who comes in; empty for nothing
    stakes = TextField(default="")  # JSON: [[first deal, stake], ...] where it has changed; `coins` are the latest
    kitty = BigIntegerField(default=0)  # what lies in the kitty by the acts of this night, in the smallest coin
    part = IntegerField(default=0)  # of an evening with several tables, from 1; 0 for a night without a draw
    table_number = IntegerField(default=0)  # in the draw of that part, from 1
    planned = IntegerField(default=0)  # how many deals its table plays; 0 for as many as it likes


class Access(Table):
    """A device at a night: `role` (host, writer or onlooker) is what it does, `most` what it was let in as."""

    id = AutoField()
    device = ForeignKeyField(Device, on_delete="CASCADE")
    night = ForeignKeyField(NightRow, on_delete="CASCADE")
    role = TextField()
    granted = TextField()
    player = TextField(default="")  # the key of the player whose device it is, empty for nobody's
    most = TextField(default="")
    seen = TextField(default="")  # when it asked last, a few minutes more or less
    ended = TextField(default="")  # when a host ended its access; empty while it lasts
    archived = TextField(default="")  # when it put the night away from its own list; empty while it stands there
    dismissed = TextField(default="")  # when it put away the code that a new night shows large; empty until then

    class Meta:
        indexes = ((("device", "night"), True),)


class Attempt(Table):
    """How often something was tried in a window of time, to slow down who tries too much."""

    scope = TextField()  # what was tried, and from where
    window = IntegerField()  # which one, counted from 1970
    count = IntegerField()

    class Meta:
        primary_key = CompositeKey("scope", "window")


class ErasureRow(Table):
    """A table in which something was deleted that is still to be erased from the disk."""

    name = TextField(primary_key=True)  # empty for a whole file
    times = IntegerField()  # how often that was noted, by which it is seen that it was noted again
    since = TextField()


class Player(Table):
    """A person's seat in a night, with the balance that his postings add up to."""

    id = AutoField()
    night = ForeignKeyField(NightRow, on_delete="CASCADE")
    key = TextField()  # p1, p2, … in the journal
    person = ForeignKeyField(Person, on_delete="RESTRICT")
    place = IntegerField()
    state = TextField()
    score = BigIntegerField(default=0)  # sum of the sheet
    balance = BigIntegerField(default=0)  # sum of what was paid, in points
    paid = BigIntegerField(default=0)  # handed over less received, in the smallest coin; in points without a stake
    brought = BigIntegerField(default=0)  # brought from other nights less carried to them, likewise
    salt = TextField(default="")  # of the seal of the name in the journal; empty for none, or once it is forgotten
    beyond = BigIntegerField(default=0)  # what deals at other stakes brought beyond what they would at the latest one
    deals = IntegerField(default=0)  # how many he has something on the sheet of
    purse = TextField(default="")  # key of the player whose name stands for the purse that he is in; empty for none
    aside = BigIntegerField(default=0)  # what another of his purse took over from him, less his fines

    class Meta:
        indexes = ((("night", "key"), True),)


class FormerName(Table):
    """A name that a player had before the journal's entry `seq` gave him another; forgetting deletes it."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE")
    player = TextField()  # his key
    seq = IntegerField()
    name = TextField()
    salt = TextField()  # of its seal

    class Meta:
        primary_key = CompositeKey("night", "seq")


class EntryRow(Table):
    """One entry of a night's journal, written once and never changed; JSON as it was hashed."""

    id = AutoField()
    night = ForeignKeyField(NightRow, on_delete="CASCADE", index=False)  # others begin with it
    seq = IntegerField()
    kind = TextField()
    number = IntegerField()  # of the deal that it is about, 0 if none
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
    filled = TextField(null=True)  # which facts the server filled in; of entries from elsewhere nobody knows it

    class Meta:
        indexes = ((("night", "seq"), True), (("night", "request"), True), (("night", "number"), False))


class Presence(Table):
    """Which deal a device is just entering at a night, and when it last said so."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE")
    device = TextField()  # its key
    number = IntegerField()  # below 0 where it corrects the deal
    seen = TextField()

    class Meta:
        primary_key = CompositeKey("night", "device")


class OpeningRow(Table):
    """One opening of a night, chained to the one before by its hash, so that no night is gone unseen."""

    place = IntegerField(primary_key=True)  # from 1
    kind = TextField()  # opened or imported; deleted or pruned
    slug = TextField()
    entry = TextField()  # the hash of the first entry of its journal, of the last one where it ended
    previous = TextField(unique=True)
    hash = TextField()


class Owner(Table):
    """Whose a device is from the journal's entry `since` on: a player's key, empty for nobody's."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE")
    device = TextField()  # its key
    since = IntegerField()
    player = TextField()

    class Meta:
        primary_key = CompositeKey("night", "device", "since")


class DealRow(Table):
    """A slot of a night that something is known about: called, or filled by the journal's entry `seq`."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE", index=False)  # the key begins with it
    number = IntegerField()
    seq = IntegerField()
    version = IntegerField()  # counts the acts on this slot
    open = BooleanField()  # called, but not yet filled
    soloist = TextField(null=True)  # key of soloist or declarer, empty for nobody; unknown of deals of earlier versions
    contract = TextField(default="")  # what he undertakes, in the signs of his game
    announced = BooleanField(default=False)  # whether he announced more than that
    seat = IntegerField(default=0)  # where he sits, from forehand, who has 1; 0 for nobody
    partner = TextField(default="")  # key of who plays with him, empty for nobody; all others are against them
    individual = BooleanField(default=False)  # everybody plays for himself; without a soloist, else nobody played

    class Meta:
        primary_key = CompositeKey("night", "number")
        without_rowid = True


class Posting(Table):
    """What one player has from one deal, as it stands: on the sheet, and in points to be paid."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE", index=False)  # the key begins with it
    number = IntegerField()
    player_id = IntegerField()  # of his row: referring to it would take an index, and each booking a page a player
    sheet = BigIntegerField(null=True)  # nothing for who only settles a party that he did not play to its end
    payoff = BigIntegerField()

    class Meta:
        primary_key = CompositeKey("night", "number", "player_id")
        without_rowid = True


class ObjectionRow(Table):
    """An objection to a deal: made by the journal's entry `seq`, resolved by the entry `resolved`."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE")
    number = IntegerField()
    place = IntegerField()  # among the objections to its deal, from 1
    seq = IntegerField()
    version = IntegerField()  # of the deal that it objects to
    how = TextField(default="")  # it was resolved, empty while it is open
    resolved = IntegerField(default=0)

    class Meta:
        primary_key = CompositeKey("night", "number", "place")
        indexes = ((("night", "resolved"), False),)


class PaymentRow(Table):
    """One payment of a frozen plan, and how much of it is paid; `seq` is the journal's last entry about it."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE")
    plan = IntegerField()
    debtor = TextField()
    creditor = TextField()
    amount = BigIntegerField()  # in the smallest coin; in points without a stake
    paid = BigIntegerField(default=0)
    version = IntegerField(default=0)  # counts the acts on this payment
    seq = IntegerField()

    class Meta:
        primary_key = CompositeKey("night", "plan", "debtor", "creditor")


class KittyRow(Table):
    """One movement of the kitty of a night, which the journal's entry `seq` tells."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE")
    place = IntegerField()  # among the movements of its night, from 1
    seq = IntegerField()
    how = TextField()  # fine, in or out
    who = TextField()  # key of the player, empty for nobody
    amount = BigIntegerField()  # in the smallest coin; in points without a stake
    struck = IntegerField(default=0)  # the entry that took it back, 0 while it stands

    class Meta:
        primary_key = CompositeKey("night", "place")


class RoundRow(Table):
    """A round: the people who meet, whose nights are counted together."""

    id = AutoField()
    slug = TextField(unique=True)  # names the round in addresses
    name = TextField()
    drops = IntegerField(default=0)  # how many of his worst nights are dropped for everybody, as agreed
    links = IntegerField(default=1)  # generation of the links; raising it ends the old ones
    pin = TextField(default="")  # salted hash of what is asked of who comes in; empty for nothing
    created = TextField()
    ranking = TextField(default="")  # what is ranked by: total, money, places or cup; empty for the usual
    cup = TextField(default="")  # JSON: the cup points for the first, the second, … of each table
    absent = TextField(default="")  # points for who missed a part of an evening: a number, "worst", or empty for none
    deals = IntegerField(default=0)  # of one part of an evening, as usual; 0 for as many as the table likes
    tariff = TextField(default="")  # JSON: [[what for, amount as typed], ...], the fines as agreed


class RoundMember(Table):
    """A person of a round, who may be in it before its first night."""

    id = AutoField()
    round = ForeignKeyField(RoundRow, on_delete="CASCADE")
    person = ForeignKeyField(Person, on_delete="RESTRICT")
    here = TextField(default="")  # the ISO date of the last evening on which the person was marked as here

    class Meta:
        indexes = ((("round", "person"), True),)


class Membership(Table):
    """A device at a round: `role` (host, member or onlooker) is what it does there."""

    id = AutoField()
    device = ForeignKeyField(Device, on_delete="CASCADE")
    round = ForeignKeyField(RoundRow, on_delete="CASCADE")
    role = TextField()
    granted = TextField()
    ended = TextField(default="")  # when a host ended its access; empty while it lasts
    member = ForeignKeyField(RoundMember, null=True, on_delete="SET NULL")  # whose device it is, if that was said
    treasurer = TextField(default="")  # since when it may settle the nights of the round; empty for who may not

    class Meta:
        indexes = ((("device", "round"), True),)


class RoundNight(Table):
    """A night that belongs to a round; a night belongs to one at most."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE", primary_key=True)
    round = ForeignKeyField(RoundRow, on_delete="CASCADE")
    opened = TextField(default="")  # when it was opened in the round; empty where a night that there was came into it
    agreed = BooleanField(default=False)  # whether a host of the night lets the treasurers of the round settle it
    season = IntegerField(default=0)  # of the closed season that it belongs to; 0 for the one that goes on


class SeasonRow(Table):
    """A season of a round that was closed."""

    id = AutoField()
    round = ForeignKeyField(RoundRow, on_delete="CASCADE")
    number = IntegerField()  # from 1
    name = TextField(default="")
    closed = TextField()

    class Meta:
        indexes = ((("round", "number"), True),)


class SeasonPlace(Table):
    """One person's place in the table of a closed season, as it stood."""

    season = ForeignKeyField(SeasonRow, on_delete="CASCADE")
    place = IntegerField()  # among the rows of the table, from 1
    person = ForeignKeyField(Person, on_delete="RESTRICT")
    numbers = TextField()  # JSON: the rank, which several may share, and the numbers of the row by their column

    class Meta:
        primary_key = CompositeKey("season", "place")


class RoundChange(Table):
    """What a device changed about a round as a whole, and when; not to what, for a name may be forgotten."""

    id = AutoField()
    round = ForeignKeyField(RoundRow, on_delete="CASCADE")
    kind = TextField()  # named, or forgotten where a name was taken out of its own
    device = TextField()  # its key, or that of the server
    made = TextField()


TABLES = tuple(Table.__subclasses__())
