"""The acts of a night's journal as values: what can happen, read from JSON in one place and written in one."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import ClassVar

from scorekeeper.cards.record import NOTHING, Record
from scorekeeper.games.game import Seating
from scorekeeper.payments import Payment

Json = Mapping[str, object]
"""A table as JSON or TOML holds it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What somebody did at a night; `note` is the free text that goes with it, which stays outside the facts.

    The names of the fields are the keys of the journal; a field that has its default is not written. An act without
    fields of its own is what the act above it is, under another name; to have it made anew would slow down the start.
    """

    kind: ClassVar[str]
    note: str = field(default="", metadata={"beside": True})

    @property
    def slot(self) -> int:
        """The number of the deal whose slot it fills or changes, 0 for none."""
        return 0

    @property
    def about(self) -> int:
        """The number of the deal that it is about, 0 for none."""
        return int(getattr(self, "number", 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Act):
    """The night began: players by key in seat order, `most` may play at once, `names` are the seals of their names."""

    kind = "opened"
    game: str
    preset: str = ""
    house: Json
    seats: tuple[str, ...]
    dealer: str = ""
    most: int = 0
    stake: str = ""
    date: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotAct(Act):
    """An act on the slot of a deal; without `dealer` and `playing` it means whom the rotation has."""

    number: int
    dealer: str = ""
    playing: tuple[str, ...] = ()
    play: Record = NOTHING

    @property
    def slot(self) -> int:
        return self.number

    @property
    def seating(self) -> Seating:
        """Who sat, once it is known."""
        return Seating(self.number, self.dealer, self.playing)

    def as_corrected(self) -> "SlotAct":
        """Return the same as it would be entered for a deal that is filled already."""
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(SlotAct):
    """A deal as its game's questions were answered."""

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
    """A deal that was filled before was entered anew."""

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
    """The last act on a deal was taken back; who sat is as that act had it."""

    __slots__ = ()
    kind = "undone"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesChanged(Act):
    """House rules hold from deal `number` on."""

    kind = "rules changed"
    number: int
    house: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeChanged(Act):
    """Points are worth another stake, empty for none, from deal `number` on; from deal 1 on it is the whole night."""

    kind = "stake changed"
    number: int
    stake: str = ""


class Titled(Act):
    """The night got another title, which is the note, so that a name in it can be forgotten."""

    __slots__ = ()
    kind = "titled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined(Act):
    """Somebody sat down at `place`; his key and the seal of his name are known when it is written."""

    kind = "joined"
    place: int
    player: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed(Act):
    """A player got another name; its seal is known when it is written."""

    kind = "renamed"
    player: str
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAct(Act):
    """Somebody’s state at the table changed."""

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
    """Somebody objects to a deal as it stood at `version`; which objection it is, is known when it is written."""

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


class Settling(Act):
    """An act of settling the night."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Frozen(Settling):
    """A plan of payments holds from now on; all go by way of the `collector`, empty for the fewest payments.

    Who pays or receives for a purse takes over what is open for the others in it: `pooled` is what that brings each of
    them. A plan that still fits has this one `instead`, which then is its number.
    """

    kind = "frozen"
    payments: tuple[Payment, ...]
    player: str = ""
    collector: str = ""
    pooled: Mapping[str, int] = field(default_factory=dict)
    instead: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid(Settling):
    """So much of a payment is paid now."""

    kind = "paid"
    plan: int
    debtor: str
    creditor: str
    amount: int
    player: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried(Settling):
    """What was open was carried to another night; how much that is, is known when it is written."""

    kind = "carried"
    night: str
    amounts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought(Settling):
    """Another night brought what was open there."""

    kind = "brought"
    night: str
    amounts: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PurseAct(Settling):
    """About a purse: players who pay and receive as one."""

    players: tuple[str, ...]
    player: str = ""


class Pooled(PurseAct):
    """These players are one purse from now on."""

    __slots__ = ()
    kind = "pooled"


class Parted(PurseAct):
    """These players, who were one purse, are none any more."""

    __slots__ = ()
    kind = "parted"


@dataclass(frozen=True, slots=True, kw_only=True)
class KittyMoved(Settling):
    """Something happened to the kitty: a `fine` that `who` owes it, or money `in` or `out`; the note says why.

    Which movement of the night it is, is known when it is written.
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
    """The name of a player, empty for nobody’s, was taken out of the night; so were the texts of these entries."""

    kind = "forgotten"
    entries: tuple[int, ...]
    player: str = ""


Doubting = Objected | Resolved
"""Acts about objections."""

ACTS: tuple[type[Act], ...] = (
    *(Opened, Called, Booked, Corrected, Voided, Adjusted, Undone, RulesChanged, Joined, Paused, Returned, Left),
    *(Objected, Resolved, Frozen, Paid, Carried, Brought, Forgotten, Renamed, Titled, StakeChanged),
    *(Pooled, Parted, KittyMoved, KittyStruck),
)
