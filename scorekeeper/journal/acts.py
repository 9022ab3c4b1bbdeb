"""The acts of a night's journal as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import ClassVar

from scorekeeper.cards.record import NOTHING, Record
from scorekeeper.games.game import Seating
from scorekeeper.journal.house_texts import restore_texts, take_texts
from scorekeeper.payments import Payment
from scorekeeper.value_checks import table, whole

OPENING = "opening"  # no night has such an address

Json = Mapping[str, object]
"""A table as JSON or TOML holds it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """An event of a night; `note` is its free text, outside of the facts.

    The names of the fields are the keys of the journal; defaults are not written. An act without fields of its own
    is no dataclass of its own, as that would slow down the start.
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


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(SlotAct):
    """A deal with the answers to the game's questions."""

    answers: Json


class Called(Answered):
    """A deal was called; its result is open."""

    __slots__ = ()
    kind = "called"


class Booked(Answered):
    """The next deal was entered."""

    __slots__ = ()
    kind = "booked"

    def as_corrected(self) -> "Corrected":
        return Corrected(**{entry.name: getattr(self, entry.name) for entry in fields(self)})


class Corrected(Answered):
    """A filled deal was entered again."""

    __slots__ = ()
    kind = "corrected"


class Voided(SlotAct):
    """A deal does not count; the note says why."""

    __slots__ = ()
    kind = "voided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted(SlotAct):
    """The table agreed on points by player, summing to 0, in place of a deal; the note says why."""

    kind = "adjusted"
    adjust: Json


class Undone(SlotAct):
    """The last act on a deal was taken back; the seating is that of the act."""

    __slots__ = ()
    kind = "undone"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesChanged(HouseAct):
    """House rules hold from deal `number` on."""

    kind = "rules changed"
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeChanged(Act):
    """The stake changes from deal `number` on, empty for none; from deal 1 on for the whole night."""

    kind = "stake changed"
    number: int
    stake: str = ""


class Titled(Act):
    """The night got another title; it is the note, so that a name in it can be forgotten."""

    __slots__ = ()
    kind = "titled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated(Act):
    """The night got another date (ISO)."""

    kind = "dated"
    date: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined(Act):
    """A player joined at `place`; key and seal of the name are added on writing."""

    kind = "joined"
    place: int
    player: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Admitted(Act):
    """People who did not play here take part in the settlement, as if they had left; `names` are their seals by key."""

    kind = "admitted"
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed(Act):
    """A player got another name; its seal is added on writing."""

    kind = "renamed"
    player: str
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAct(Act):
    """A player's state at the table changed."""

    player: str


class Paused(SeatAct):
    __slots__ = ()
    kind = "paused"


class Returned(SeatAct):
    __slots__ = ()
    kind = "returned"


class Left(SeatAct):
    __slots__ = ()
    kind = "left"


@dataclass(frozen=True, slots=True, kw_only=True)
class Objected(Act):
    """An objection to `version` of a deal; its number is added on writing."""

    kind = "objected"
    number: int
    version: int
    objection: int = 0
    player: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved(Act):
    """An objection was resolved."""

    kind = "resolved"
    number: int
    objection: int
    how: str
    player: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settling(Act):
    """An act of settling the night; `digits` are the decimals of its amounts, 0 for those of the stake."""

    digits: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid(Settling):
    """A payment was paid up to an amount."""

    kind = "paid"
    plan: int
    debtor: str
    creditor: str
    amount: int
    player: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried(Settling):
    """The open amounts were carried to another night; they are added on writing."""

    kind = "carried"
    night: str
    amounts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought(Settling):
    """The open amounts of another night were brought here, or where it is `OPENING`, opening balances of the group."""

    kind = "brought"
    night: str
    amounts: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
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

    __slots__ = ()
    kind = "gathered"


class HandedBack(NightsAct):
    """What was gathered went back to its nights."""

    __slots__ = ()
    kind = "handed back"


@dataclass(frozen=True, slots=True, kw_only=True)
class PurseAct(Settling):
    """An act about a purse: players who pay and receive as one."""

    players: tuple[str, ...]
    player: str = ""


class Pooled(PurseAct):
    """These players became one purse."""

    __slots__ = ()
    kind = "pooled"


class Parted(PurseAct):
    """The purse of these players was dissolved."""

    __slots__ = ()
    kind = "parted"


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinChosen(Settling):
    """The smallest coin in which this table pays was chosen, 0 for that of the currency."""

    kind = "coin"
    coin: int = 0
    player: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class KittyStruck(Settling):
    """A movement of the kitty was taken back."""

    kind = "kitty struck"
    place: int
    player: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
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
