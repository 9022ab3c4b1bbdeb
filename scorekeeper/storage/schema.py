"""All tables of the database."""

from scorekeeper.storage.round_tables import Membership, RoundNight, RoundRow
from scorekeeper.storage.tables import (
    Access,
    Attempt,
    DealRow,
    Device,
    EntryRow,
    FormerName,
    KittyRow,
    NightRow,
    ObjectionRow,
    OpeningRow,
    Owner,
    PaymentRow,
    Person,
    Player,
    Posting,
    Presence,
    Setting,
)

TABLES = (
    *(Setting, Person, Device, NightRow, Access, Attempt),
    *(Player, EntryRow, DealRow, Posting, ObjectionRow, PaymentRow, Presence, OpeningRow, Owner, FormerName),
    *(RoundRow, Membership, RoundNight, KittyRow),
)
