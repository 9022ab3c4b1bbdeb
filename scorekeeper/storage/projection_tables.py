"""The tables of what stands ready beside the journal: it follows from the entries, and `verify` computes it again."""

from peewee import BigIntegerField, BooleanField, CompositeKey, ForeignKeyField, IntegerField, TextField

from scorekeeper.storage.tables import NightRow, Table


class DealRow(Table):
    """A slot of a night that something is known about: called, or filled by the journal's entry `seq`."""

    night = ForeignKeyField(NightRow, on_delete="CASCADE", index=False)  # the key begins with it
    number = IntegerField()
    seq = IntegerField()
    version = IntegerField()  # counts the acts on this slot
    open = BooleanField()  # called, but not yet filled
    soloist = TextField(null=True)  # key of who plays alone, empty for nobody; unknown of deals of earlier versions
    contract = TextField(default="")  # what he undertakes, in the signs of his game
    announced = BooleanField(default=False)  # whether he announced more than that
    seat = IntegerField(default=0)  # where he sits, from forehand, who has 1; 0 for nobody

    class Meta:
        table_name = "deal"
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
        table_name = "objection"
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
        table_name = "payment"
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
        table_name = "kitty"
        primary_key = CompositeKey("night", "place")
