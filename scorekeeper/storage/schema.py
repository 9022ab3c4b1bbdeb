"""All tables of the database."""

from scorekeeper.storage.projection_tables import DealRow, KittyRow, ObjectionRow, PaymentRow, Posting
from scorekeeper.storage.round_tables import Membership, RoundNight, RoundRow
from scorekeeper.storage.tables import (
    Access,
    Attempt,
    Device,
    EntryRow,
    FormerName,
    NightRow,
    OpeningRow,
    Owner,
    Person,
    Player,
    Presence,
    Setting,
)

TABLES = (
    *(Setting, Person, Device, NightRow, Access, Attempt),
    *(Player, EntryRow, DealRow, Posting, ObjectionRow, PaymentRow, Presence, OpeningRow, Owner, FormerName),
    *(RoundRow, Membership, RoundNight, KittyRow),
)
