"""The tables of the database. `migrations/` makes them; a change here needs a migration there."""

import re

from peewee import (
    AutoField,
    BigIntegerField,
    BooleanField,
    CompositeKey,
    DatabaseProxy,
    DeferredForeignKey,
    ForeignKeyField,
    IntegerField,
    Model,
    TextField,
)

database = DatabaseProxy()


class BaseModel(Model):
    class Meta:
        database = database

        @staticmethod
        def table_function(model: type[Model]) -> str:
            """Return the name of a table: that of its class in small letters, without "Row"; of a group `round`."""
            name = model.__name__.removesuffix("Row").replace("Group", "Round")
            return re.sub("(?<!^)(?=[A-Z])", "_", name).lower()


class Setting(BaseModel):
    """A setting of the installation, such as the key that signs cookies."""

    name = TextField(primary_key=True)
    value = TextField()


class Person(BaseModel):
    """A person who plays, by name; former names are in `FormerName`."""

    id = AutoField()
    name = TextField()
    forgotten = BooleanField(default=False)  # the name is a placeholder for a deleted one


class Device(BaseModel):
    """A phone or browser, known by the hash of its secret; `key` is its name in the journal."""

    id = AutoField()
    key = TextField(unique=True)
    secret_hash = TextField(unique=True)
    created = TextField()


class NightRow(BaseModel):
    """A night between two deals: the columns of `night.Night`, and the head of its journal."""

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
    pin = TextField(default="")  # salted hash of the PIN; empty for none
    stakes = TextField(default="")  # JSON: [[first deal, stake], ...] where it has changed; `coins` has the latest
    kitty = BigIntegerField(default=0)  # content by the acts of this night, in the smallest coin
    # Of an evening with several tables, from 1; 0 for a night without a draw.
    round_number = IntegerField(column_name="part", default=0)
    table_number = IntegerField(default=0)  # in that round, from 1
    planned = IntegerField(default=0)  # number of deals of the table; 0 for any number
    unit = IntegerField(default=1)  # the number of coins that a 1 means in the journal; here all amounts are in coins
    coin = BigIntegerField(default=0)  # the smallest coin in which the table pays; 0 for that of the currency


class Access(BaseModel):
    """A device at a night with its `role` (host, writer or onlooker); `most` is the role that it was let in as."""

    id = AutoField()
    device = ForeignKeyField(Device, on_delete="CASCADE")
    night = ForeignKeyField(NightRow, on_delete="CASCADE")
    role = TextField()
    granted = TextField()
    player = TextField(default="")  # the key of its player, empty for nobody
    most = TextField(default="")
    seen = TextField(default="")  # time of its last request, to ten minutes
    ended = TextField(default="")  # when a host ended its access; empty while it lasts
    archived = TextField(default="")  # when it archived the night on its own list; empty for never
    dismissed = TextField(default="")  # when it hid the large code of a new night; empty for never

    class Meta:
        indexes = ((("device", "night"), True),)


class Attempt(BaseModel):
    """The number of attempts in a window of time, for rate limits."""

    scope = TextField()  # the action and its origin
    window = IntegerField()  # number of the window, counted from 1970
    count = IntegerField()

    class Meta:
        primary_key = CompositeKey("scope", "window")


class ErasureRow(BaseModel):
    """A table with deleted rows that are still to be erased from the disk."""

    name = TextField(primary_key=True)  # empty for a whole file
    times = IntegerField()  # how often that was noted, so that a repeated note is recognised
    since = TextField()


class Player(BaseModel):
    """A person's seat in a night, with the sums of its postings."""

    id = AutoField()
    night = ForeignKeyField(NightRow, on_delete="CASCADE")
    key = TextField()  # p1, p2, … in the journal
    person = ForeignKeyField(Person, on_delete="RESTRICT")
    place = IntegerField()
    state = TextField()
    score = BigIntegerField(default=0)  # sum of the sheet
    balance = BigIntegerField(default=0)  # sum of what was paid, in points
    paid = BigIntegerField(default=0)  # given less received, in the smallest coin; in points without a stake
    brought = BigIntegerField(default=0)  # from other nights less carried to them; unit as `paid`
    salt = TextField(default="")  # of the name's seal in the journal; empty for none, or once it is forgotten
    beyond = BigIntegerField(default=0)  # all deals at their own stakes, less `balance` at the latest; unit as `paid`
    deals = IntegerField(default=0)  # number of deals with points on the sheet
    purse = TextField(default="")  # key of the player whose name the purse has; empty for no purse
    aside = BigIntegerField(default=0)  # taken over by others of the purse, and `rounded`, less fines; unit as `paid`
    rounded = BigIntegerField(default=0)  # by which the latest plan rounds the amount; unit as `paid`
    member = DeferredForeignKey("GroupMember", null=True, on_delete="SET NULL")  # in the group of the night

    class Meta:
        indexes = ((("night", "key"), True),)


class FormerName(BaseModel):
    """A name that a player had before the journal's entry `seq`; forgetting deletes it."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE")
    player = TextField()  # the key
    seq = IntegerField()
    name = TextField()
    salt = TextField()  # of its seal

    class Meta:
        primary_key = CompositeKey("night", "seq")


class EntryRow(BaseModel):
    """One entry of a night's journal, written once and never changed; JSON as it was hashed."""

    id = AutoField()
    night = ForeignKeyField(NightRow, on_delete="CASCADE", index=False)  # other indexes begin with it
    seq = IntegerField()
    kind = TextField()
    number = IntegerField()  # of its deal, 0 for none
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
    filled = TextField(null=True)  # the facts that the server filled in; unknown for imported entries

    class Meta:
        indexes = ((("night", "seq"), True), (("night", "request"), True), (("night", "number"), False))


class Presence(BaseModel):
    """The deal that a device is entering at a night, and the time of its last request about it."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE")
    device = TextField()  # its key
    number = IntegerField()  # negative where it corrects the deal
    seen = TextField()

    class Meta:
        primary_key = CompositeKey("night", "device")


class OpeningRow(BaseModel):
    """The opening or the end of a night, chained to the previous row by its hash, so that lost nights are found."""

    place = IntegerField(primary_key=True)  # from 1
    kind = TextField()  # opened, imported, deleted or pruned
    slug = TextField()
    entry = TextField()  # hash of the first entry of its journal, or of the last one at its end
    previous = TextField(unique=True)
    hash = TextField()


class Owner(BaseModel):
    """The player of a device from the journal's entry `since` on, empty for nobody."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE")
    device = TextField()  # its key
    since = IntegerField()
    player = TextField()

    class Meta:
        primary_key = CompositeKey("night", "device", "since")


class DealRow(BaseModel):
    """A slot of a night that was called or filled by the journal's entry `seq`."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE", index=False)  # the key begins with it
    number = IntegerField()
    seq = IntegerField()
    version = IntegerField()  # counts the acts on this slot
    open = BooleanField()  # called, but not yet filled
    soloist = TextField(null=True)  # key of soloist or declarer, empty for nobody; NULL in deals of earlier versions
    contract = TextField(default="")  # in the signs of the game
    announced = BooleanField(default=False)  # whether the soloist announced more than that
    seat = IntegerField(default=0)  # of the soloist, 1 for forehand; 0 for nobody
    partner = TextField(default="")  # key, empty for nobody
    individual = BooleanField(default=False)  # all play for themselves; if False without a soloist, nobody played
    party = IntegerField(default=0)  # first deal of a party that ends by a condition; 0 if not known yet
    beside = TextField(default="")  # keys of those who play a game of their own; all others are against the soloist

    class Meta:
        primary_key = CompositeKey("night", "number")
        without_rowid = True


class PostingRow(BaseModel):
    """One player's current result of one deal: on the sheet, and in points to be paid."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE", index=False)  # the key begins with it
    number = IntegerField()
    player_id = IntegerField()  # no reference, as that needs an index and another page for each booking
    sheet = BigIntegerField(null=True)  # None for a player who only settles a party without its last deal
    payoff = BigIntegerField()

    class Meta:
        primary_key = CompositeKey("night", "number", "player_id")
        without_rowid = True


class ObjectionRow(BaseModel):
    """An objection to a deal: made by the journal's entry `seq`, resolved by the entry `resolved`."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE")
    number = IntegerField()
    place = IntegerField()  # in the objections to its deal, from 1
    seq = IntegerField()
    version = IntegerField()  # of the deal at the time
    how = TextField(default="")  # of the resolution, empty while it is open
    resolved = IntegerField(default=0)

    class Meta:
        primary_key = CompositeKey("night", "number", "place")
        indexes = ((("night", "resolved"), False),)


class PaymentRow(BaseModel):
    """One payment of a frozen plan with its paid amount; `seq` is the journal's last entry about it."""

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


class KittyRow(BaseModel):
    """One movement of the kitty of a night, from the journal's entry `seq`."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE")
    place = IntegerField()  # in the movements of its night, from 1
    seq = IntegerField()
    how = TextField()  # fine, in or out
    who = TextField()  # key of the player, empty for nobody
    amount = BigIntegerField()  # in the smallest coin; in points without a stake
    struck = IntegerField(default=0)  # the entry that took it back, 0 for none

    class Meta:
        primary_key = CompositeKey("night", "place")


class GroupRow(BaseModel):
    """A group of people whose nights are counted together."""

    id = AutoField()
    slug = TextField(unique=True)  # names the group in addresses
    name = TextField()
    drops = IntegerField(default=0)  # number of worst nights that are dropped for each person
    links = IntegerField(default=1)  # generation of the links; raising it ends the old ones
    pin = TextField(default="")  # salted hash of the PIN; empty for none
    created = TextField()
    ranking = TextField(default="")  # total, money, places or cup; empty for the usual
    cup = TextField(default="")  # JSON: the cup points for the first, the second, … of each table
    absent = TextField(default="")  # points for a missed round of an evening: a number, "worst", or empty for none
    deals = IntegerField(default=0)  # usual number in one round of an evening; 0 for any number
    tariff = TextField(default="")  # JSON: [[reason, amount], ...], the agreed fines
    zone = TextField(default="")  # IANA time zone of its evenings, such as Europe/Vienna; empty for the server's
    morning = IntegerField(default=6)  # the hour at which an evening ends by itself
    people = IntegerField(default=0)  # counts changes of seats, seasons and evenings that no night's journal may tell


class EveningRow(BaseModel):
    """An evening of a group: the nights and ticks from its first one until it ends, by a host or by itself."""

    id = AutoField()
    group = ForeignKeyField(
        GroupRow, column_name="round_id", object_id_name="group_id", on_delete="CASCADE", index=False
    )  # the index begins with it
    day = TextField()  # ISO date on which it began
    begun = TextField()  # time, empty where only the date is known
    ends = TextField()  # time, passed for one that is over, empty where only the date is known
    plan = TextField(default="")  # JSON: the first round, and for each one the members at its tables; empty for none

    class Meta:
        indexes = ((("group", "ends"), False), (("group", "day"), False))


class GroupMember(BaseModel):
    """A person of a group, whose seats in it are counted together; without a seat too, before its first night.

    `same_as` is the member to whom a host joined this one, which then is another spelling of that name.
    """

    id = AutoField()
    group = ForeignKeyField(GroupRow, column_name="round_id", object_id_name="group_id", on_delete="CASCADE")
    person = ForeignKeyField(Person, on_delete="RESTRICT")
    listed = BooleanField(default=True)  # whether the person is on the list of members
    same_as = ForeignKeyField("self", null=True, on_delete="SET NULL")

    class Meta:
        indexes = ((("group", "person"), True),)


class OpeningBalance(BaseModel):
    """What was open for a member of a group before its first night here: above 0 the member gets it."""

    id = AutoField()
    group = ForeignKeyField(GroupRow, column_name="round_id", object_id_name="group_id", on_delete="CASCADE")
    member = ForeignKeyField(GroupMember, on_delete="CASCADE")
    currency = TextField()
    coins = BigIntegerField()
    day = TextField()  # ISO date of which it is
    season = IntegerField(default=0)  # number of its closed season; 0 for the current one
    request = TextField()  # the id of its form; those of one list have the same
    device = TextField()  # the key of the device that entered it
    made = TextField()
    struck = TextField(default="")  # when it was taken back; empty while it counts
    night = TextField(default="")  # the address of the night to which it was brought; empty while it is open


class Attendance(BaseModel):
    """An evening on which a member of a group was marked as present, with a seat or without."""

    member = ForeignKeyField(GroupMember, on_delete="CASCADE", index=False)  # the key begins with it
    evening = ForeignKeyField(EveningRow, on_delete="CASCADE")

    class Meta:
        primary_key = CompositeKey("member", "evening")


class Membership(BaseModel):
    """A device at a group with its `role` (host, member or onlooker)."""

    id = AutoField()
    device = ForeignKeyField(Device, on_delete="CASCADE")
    group = ForeignKeyField(GroupRow, column_name="round_id", object_id_name="group_id", on_delete="CASCADE")
    role = TextField()
    granted = TextField()
    ended = TextField(default="")  # when a host ended its access; empty while it lasts
    member = ForeignKeyField(GroupMember, null=True, on_delete="SET NULL")  # its person, if known
    treasurer = TextField(default="")  # since when it may settle the nights of the group; empty for never
    treasurer_after = IntegerField(default=0)  # the last opening at that time: the clock may be set

    class Meta:
        indexes = ((("device", "group"), True),)


class GroupNight(BaseModel):
    """A night that belongs to a group; a night belongs to one at most."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE", primary_key=True)
    group = ForeignKeyField(GroupRow, column_name="round_id", object_id_name="group_id", on_delete="CASCADE")
    opened = TextField(default="")  # time, empty for a night that was put into the group later
    agreed = BooleanField(default=False)  # whether a host of the night lets treasurers settle it
    season = IntegerField(default=0)  # number of its closed season; 0 for the current one
    evening = ForeignKeyField(EveningRow, null=True, on_delete="SET NULL")  # none for a night without a date
    opening = IntegerField(default=0)  # place of its opening among all; 0 for a night that was put in later


class SeasonRow(BaseModel):
    """A closed season of a group."""

    id = AutoField()
    group = ForeignKeyField(GroupRow, column_name="round_id", object_id_name="group_id", on_delete="CASCADE")
    number = IntegerField()  # from 1
    name = TextField(default="")
    closed = TextField()

    class Meta:
        indexes = ((("group", "number"), True),)


class SeasonPlace(BaseModel):
    """One person's place in the table of a closed season, as it stood."""

    season = ForeignKeyField(SeasonRow, on_delete="CASCADE")
    place = IntegerField()  # row of the table, from 1
    person = ForeignKeyField(Person, on_delete="RESTRICT")
    numbers = TextField()  # JSON: the rank, which several may share, and the numbers of the row by their column

    class Meta:
        primary_key = CompositeKey("season", "place")


class GroupChange(BaseModel):
    """A change of a group as a whole by a device, without the new value, as a name may be forgotten."""

    id = AutoField()
    group = ForeignKeyField(GroupRow, column_name="round_id", object_id_name="group_id", on_delete="CASCADE")
    kind = TextField()  # named, or forgotten where a name was deleted from its own
    device = TextField()  # its key, or that of the server
    made = TextField()


TABLES = tuple(BaseModel.__subclasses__())
