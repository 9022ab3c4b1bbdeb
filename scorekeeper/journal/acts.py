"""The acts of a night's journal as values."""

from collections.abc import Mapping
from dataclasses import field, fields
from typing import ClassVar, dataclass_transform

from scorekeeper.cards.record import NOTHING, Record
from scorekeeper.games.game import Seating
from scorekeeper.immutable import ImmutableValue
from scorekeeper.journal.house_texts import restore_texts, take_texts
from scorekeeper.payments import Payment
from scorekeeper.value_checks import table, whole

OPENING = "opening"  # no night has such an address

Json = Mapping[str, object]
"""A table as JSON or TOML holds it."""


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class _ByName(ImmutableValue):
    """Values that are given by the names of their fields only."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__(kw_only=True)


class Act(_ByName):
    """An event of a night; `note` is its free text, outside of the facts.

    The names of the fields are the keys of the journal; defaults are not written.
    """

    kind: ClassVar[str]
    note: str = field(default="", metadata={"beside": True})

    @property
    def slot(self) -> int:
        """The number of the deal of the slot that it fills or changes, 0 for none."""
        return 0

    @property
    def about(self) -> int:
        """The number of its deal, 0 for none."""
        return int(getattr(self, "number", 0))


class HouseAct(Act):
    """An act with house rules; its note has the texts in them."""

    house: Json

    def __post_init__(self) -> None:
        """Take the note from the texts of the rules, or the texts of the rules from the note."""
        if not any(isinstance(value, Mapping) for value in self.house.values()):
            return
        _, note = take_texts(self.house)
        if note:
            object.__setattr__(self, "note", note)
        else:
            object.__setattr__(self, "house", restore_texts(self.house, self.note))


class Opened(HouseAct):
    """The night began: players by key in seat order, `most` may play at once, `names` are the seals of their names."""

    kind = "opened"
    game: str
    preset: str = ""
    seats: tuple[str, ...]
    dealer: str = ""
    most: int = 0
    stake: str = ""
    date: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


class SlotAct(Act):
    """An act on the slot of a deal; `dealer` and `playing` default to the rotation."""

    number: int
    dealer: str = ""
    playing: tuple[str, ...] = ()
    play: Record = NOTHING

    @property
    def slot(self) -> int:
        return self.number

    @property
    def seating(self) -> Seating:
        """The dealer and the players, once known."""
        return Seating(self.number, self.dealer, self.playing)

    def as_corrected(self) -> "SlotAct":
        """Return the act as a correction of a filled deal."""
        return self


class Answered(SlotAct):
    """A deal with the answers to the game's questions."""

    answers: Json


class Called(Answered):
    """A deal was called; its result is open."""

    kind = "called"


class Booked(Answered):
    """The next deal was entered."""

    kind = "booked"

    def as_corrected(self) -> "Corrected":
        return Corrected(**{entry.name: getattr(self, entry.name) for entry in fields(self)})


class Corrected(Answered):
    """A filled deal was entered again."""

    kind = "corrected"


class Voided(SlotAct):
    """A deal does not count; the note says why."""

    kind = "voided"


class Adjusted(SlotAct):
    """The table agreed on points by player, summing to 0, in place of a deal; the note says why."""

    kind = "adjusted"
    adjust: Json


class Undone(SlotAct):
    """The last act on a deal was taken back; the seating is that of the act."""

    kind = "undone"


class RulesChanged(HouseAct):
    """House rules hold from deal `number` on."""

    kind = "rules changed"
    number: int


class StakeChanged(Act):
    """The stake changes from deal `number` on, empty for none; from deal 1 on for the whole night."""

    kind = "stake changed"
    number: int
    stake: str = ""


class Titled(Act):
    """The night got another title; it is the note, so that a name in it can be forgotten."""

    kind = "titled"


class Dated(Act):
    """The night got another date (ISO)."""

    kind = "dated"
    date: str


class Joined(Act):
    """A player joined at `place`; key and seal of the name are added on writing."""

    kind = "joined"
    place: int
    player: str = ""
    name: str = ""


class Admitted(Act):
    """People who did not play here take part in the settlement, as if they had left; `names` are their seals by key."""

    kind = "admitted"
    names: Mapping[str, str]


class Renamed(Act):
    """A player got another name; its seal is added on writing."""

    kind = "renamed"
    player: str
    name: str = ""


class SeatAct(Act):
    """A player's state at the table changed."""

    player: str


class Paused(SeatAct):
    """A player sits out from now on."""

    kind = "paused"


class Returned(SeatAct):
    """A player who sat out plays again."""

    kind = "returned"


class Left(SeatAct):
    """A player went home."""

    kind = "left"


class Objected(Act):
    """An objection to `version` of a deal; its number is added on writing."""

    kind = "objected"
    number: int
    version: int
    objection: int = 0
    player: str = ""


class Resolved(Act):
    """An objection was resolved."""

    kind = "resolved"
    number: int
    objection: int
    how: str
    player: str = ""


class Settling(Act):
    """An act of settling the night; `digits` are the decimals of its amounts, 0 for those of the stake."""

    digits: int = 0


class Frozen(Settling):
    """A plan of payments is in force; all go through the `collector`, empty for the fewest payments.

    The payer of a purse takes over the open amounts of its members: `pooled` is the change for each of them.
    `instead` is the number of a plan that still fits and is replaced. Where amounts are rounded to the smallest `coin`
    that is paid, `rounded` is the change for each player and the kitty. `excess` is by how many payments at most there
    could be fewer; the journal does not have it.
    """

    kind = "frozen"
    payments: tuple[Payment, ...]
    player: str = ""
    collector: str = ""
    pooled: Mapping[str, int] = field(default_factory=dict)
    instead: int = 0
    coin: int = 0
    rounded: Mapping[str, int] = field(default_factory=dict)
    excess: int = field(default=0, metadata={"beside": True})


class Paid(Settling):
    """A payment was paid up to an amount."""

    kind = "paid"
    plan: int
    debtor: str
    creditor: str
    amount: int
    player: str = ""


class Carried(Settling):
    """The open amounts were carried to another night; they are added on writing."""

    kind = "carried"
    night: str
    amounts: Mapping[str, int] = field(default_factory=dict)


class Brought(Settling):
    """The open amounts of another night were brought here, or where it is `OPENING`, opening balances of the group."""

    kind = "brought"
    night: str
    amounts: Mapping[str, int]


class NightsAct(Settling):
    """Amounts of several nights by their address, and of opening balances of the group by `OPENING`, by player here."""

    nights: Json
    player: str = ""

    @property
    def tables(self) -> dict[str, dict[str, int]]:
        """The amounts of each night. Raises Refused for what are no amounts."""
        return {
            slug: {player: whole(slug, amount) for player, amount in table(slug, amounts).items()}
            for slug, amounts in self.nights.items()
        }

    @property
    def total(self) -> dict[str, int]:
        """The sum for each player and the kitty, without zeros. Raises Refused for what are no amounts."""
        total: dict[str, int] = {}
        for amounts in self.tables.values():
            for player, amount in amounts.items():
                total[player] = total.get(player, 0) + amount
        return {player: amount for player, amount in total.items() if amount}


class Gathered(NightsAct):
    """The open amounts of several nights were brought here."""

    kind = "gathered"


class HandedBack(NightsAct):
    """What was gathered went back to its nights."""

    kind = "handed back"


class PurseAct(Settling):
    """An act about a purse: players who pay and receive as one."""

    players: tuple[str, ...]
    player: str = ""


class Pooled(PurseAct):
    """These players became one purse."""

    kind = "pooled"


class Parted(PurseAct):
    """The purse of these players was dissolved."""

    kind = "parted"


class CoinChosen(Settling):
    """The smallest coin in which this table pays was chosen, 0 for that of the currency."""

    kind = "coin"
    coin: int = 0
    player: str = ""


class KittyMoved(Settling):
    """A movement of the kitty: a `fine` owed by `who`, or money `in` or `out`; the note is the reason.

    Its number is added on writing.
    """

    kind = "kitty"
    how: str
    amount: int
    who: str = ""
    place: int = 0
    player: str = ""


class KittyStruck(Settling):
    """A movement of the kitty was taken back."""

    kind = "kitty struck"
    place: int
    player: str = ""


class Forgotten(Act):
    """The name of a player (empty for none) and the texts of these entries were removed."""

    kind = "forgotten"
    entries: tuple[int, ...]
    player: str = ""


Doubting = Objected | Resolved
"""Acts about objections."""

ACTS: tuple[type[Act], ...] = (
    *(Opened, Called, Booked, Corrected, Voided, Adjusted, Undone, RulesChanged, Joined, Paused, Returned, Left),
    *(Objected, Resolved, Frozen, Paid, Carried, Brought, Forgotten, Renamed, Titled, StakeChanged),
    *(Pooled, Parted, KittyMoved, KittyStruck, CoinChosen, Dated, Admitted, Gathered, HandedBack),
)
