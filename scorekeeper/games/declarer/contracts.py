"""The contracts and bonuses of a game with one declarer, as data in its `contracts.toml`, and the rules of a table."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar, get_args, get_origin

from scorekeeper.cards.obligations import REVOKES
from scorekeeper.games.declarer.law import Breach
from scorekeeper.games.declarer.own_bonuses import OwnBonus, bonuses_field
from scorekeeper.games.house_rules import FreeToAll, read_switches
from scorekeeper.games.own_values import Figures, Price, values_field
from scorekeeper.phrase import Phrase, say
from scorekeeper.toml_reader import read_own

Kind = Literal["tarock", "suit", "negative", "trischaken"]
Pair = Callable[[int, int], tuple[int, int]]
Agreed = tuple[tuple[str, tuple[object, ...]], ...]
"""Switches, and the values of each that are meant: all of them have to be in force."""
CALLED = "called"  # in the place of a card: whichever is called


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract and its rules; a game may have further ones.

    key       its name in a night file; `aliases` are other accepted spellings
    mark      its sign on the sheet, "" for its key
    group     the common name of contracts that belong together, and `short` its name among these
    kind      what is played for: card points with tarocks or with suits as the highest cards, few tricks, or in a
              Trischaken few card points, all for themselves
    taken     the number of talon cards that the declarer takes, and lays away
    half      the half of the talon that is taken, where that is fixed: the first or the second
    called    whether the declarer calls a card, whose holder is the partner
    forehand  whether only forehand plays it
    solo      whether it is one without the talon in which bonuses count twice
    birds     the bonuses of which the declarer must have announced one
    tricks    in a negative game: the number of tricks that wins it
    open      in a negative game: whether the others may confer, with open cards or without
    lost      the multiplier of its cost when lost
    own       whether its value is one of the table's own
    """

    key: str
    label: Phrase
    mark: str = ""
    aliases: tuple[str, ...] = ()
    group: Phrase | None = None
    short: str = ""
    kind: Kind = "tarock"
    taken: int = 0
    half: int = 0
    called: bool = False
    forehand: bool = False
    solo: bool = False
    birds: tuple[str, ...] = ()
    tricks: int = 0
    open: bool = False
    lost: int = 1
    own: bool = False

    @property
    def positive(self) -> bool:
        """Whether the declarer plays for card points."""
        return self.kind in ("tarock", "suit")

    @property
    def individual(self) -> bool:
        """Whether all play for themselves, and nobody declares."""
        return self.kind == "trischaken"

    @property
    def may_be_conceded(self) -> bool:
        """Whether it may be given up when the called card lies in the talon."""
        return self.called and bool(self.taken)


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus: its points, silent and announced; one that has no announced figure is flat and cannot fail.

    holds      the cards that its player must have in hand, or their side among its cards
    some       the number of the `holds` cards that is enough, 0 for all
    tarocks    the number of any tarocks that its player must have in hand
    ultimo     the trick from the last, from 1, that its single `holds` card must win
    of_side    whether it is a side's, by all its tricks together: `holds`, or every trick
    by_side    whether it is enough that the side of its player wins that trick
    of_game    for one decided by its game's own rules: whether it is a player's or a side's
    count      the card points to be made: always announced, and decided by the count
    caught     the card that its side must take from the other, or `CALLED` for the called one
    thirds     the thirds that its side must have, for one that the count decides
    mark       its sign at the table, its key if it has none
    extra      whether it is only played by authors who have it among their extra bonuses
    agreed     the switches under which it is played
    costs      the switches under which it costs something if it fails unannounced
    times      whether its figures are multiples of the game, not points
    own        whether its points are the table's own
    named      whether its name is, too: no cards show whether it was made
    contra     whether contra can be said to it, where the table says contra to announcements
    """

    key: str
    label: Phrase
    silent: int
    announced: int = 0
    holds: tuple[str, ...] = ()
    some: int = 0
    tarocks: int = 0
    ultimo: int = 0
    of_side: bool = False
    by_side: bool = False
    of_game: Literal["", "player", "side"] = ""
    count: int = 0
    caught: str = ""
    thirds: int = 0
    mark: str = ""
    extra: bool = False
    agreed: Agreed = ()
    costs: Agreed = ()
    times: bool = False
    own: bool = False
    named: bool = False
    contra: bool = True

    @property
    def price_key(self) -> str:
        """Its key among the values of a table."""
        return f"{self.key}_times" if self.times else self.key

    @property
    def figures(self) -> Figures:
        """Its points silent and announced, or the one number where that makes no difference."""
        return (self.silent,) if self.flat or self.count else (self.silent, self.announced)

    @property
    def flat(self) -> bool:
        """Whether it is worth the same claimed early or late, and cannot fail."""
        return not self.announced

    @property
    def only_announced(self) -> bool:
        """Whether the table has named it for what is announced alone."""
        return self.named and not self.silent

    @property
    def of_called(self) -> bool:
        """Whether it is for the called card."""
        return self.by_side or self.caught == CALLED

    @property
    def all_tricks(self) -> bool:
        """Whether its side must take every trick."""
        return self.of_side and not self.holds

    @property
    def is_seen_in_play(self) -> bool:
        """Whether the tricks show its maker."""
        return bool(self.ultimo or self.of_side or self.of_game)

    @property
    def claimed_as(self) -> str:
        """The common key of bonuses that exclude each other for a player: tarocks, or some and all of one set."""
        return "tarocks" if self.tarocks else " ".join(self.holds) or self.key

    @property
    def in_hand(self) -> tuple[str, ...]:
        """The cards that its player surely had in hand."""
        return () if self.some or self.of_side else self.holds


K = TypeVar("K", bound=Contract)


class ContractBook(NamedTuple, Generic[K]):
    """The contracts of a game, the bonuses that can be made in them, and the rule behind what they are worth.

    `names` are those of both in English and German, in small letters.
    """

    contracts: tuple[K, ...]
    bonuses: tuple[Bonus, ...]
    rule: str = ""
    names: frozenset[str] = frozenset()

    @property
    def prices(self) -> tuple[Price, ...]:
        """What a table may set of a tariff: the contracts, and the bonuses, which may be worth more announced."""
        games = say("The games")
        bonuses = say("Bonuses")
        prices = [Price(one.key, one.label, games, optional=True, game=not one.individual) for one in self.contracts]
        for bonus in self.bonuses:
            label = say("{bonus}, times the game", bonus=bonus.label) if bonus.times else bonus.label
            prices.append(Price(bonus.price_key, label, bonuses, len(bonus.figures), optional=bonus.extra))
        return tuple(prices)

    def contract(self, key: str) -> K:
        """Return the contract with this key."""
        return next(contract for contract in self.contracts if contract.key == key)

    def bonus(self, key: str) -> Bonus:
        """Return the first bonus with this key."""
        return next(bonus for bonus in self.bonuses if bonus.key == key)


@dataclass(frozen=True)
class DeclarerRules(FreeToAll):
    """The rules of one table of a game in a folder; its switches are what a table may change.

    Each switch of `house_rules.toml` is a field by its name. Those that stand here with their usual value have the same
    meaning in every game that offers them. `values` has the worth of the author's contracts, from the lowest of the
    auction, and the figures of bonuses that are worth something else than usual; `extra` has the bonuses that few
    authors have. `own_values` is the switch for the values that the table sets itself, `own_bonuses` the one for its
    bonuses with a name of its own, in a game that has a rule about them. `law` has what a breach comes to, by its
    reason, empty for a game whose sources tell nothing.

    contra          what contra can be said to, and up to which of `contra_levels`
    valat_contra    whether it can be said to a Valat
    announce        who may announce bonuses
    discard_tarock  when a tarock may be laid away
    first_lead      who leads to the first trick
    writing         whether payments are written, or plus points only
    claim           until when bonuses in hand are claimed: before play, or until the next deal
    hand_bonus      whether they count with the talon, or as dealt
    fourth          whether a dealer who does not play is paid with the defenders
    revoke          whether a revoke loses the game for the offender's side

    call_own_king     whether a declarer may call a King of their own
    four_kings        what a player with all four may do
    solorufer_talon   how much of it counts for a declarer who took none, with the called King in it
    mondfang          between whom it is settled
    trischaken_talon  how it goes to the tricks
    """

    game: ClassVar[ContractBook[Any]]
    own_bonuses_rule: ClassVar[str] = ""
    contra = "game_and_announcements"
    contra_levels = 3
    valat_contra = True
    announce = "all"
    discard_tarock = "forced"
    first_lead = "forehand"
    writing = "payments"
    claim = ""
    hand_bonus = "after_talon"
    fourth = "sits_out"
    revoke = ""
    call_own_king = False
    four_kings = "no_rufer"
    solorufer_talon = "king_half"
    mondfang = "off"
    trischaken_talon = "last"
    own_bonuses = ()

    author: str
    source: str
    summary: Phrase
    values: Mapping[str, int | tuple[int, ...]]
    extra: tuple[str, ...] = ()
    players: tuple[int, ...] = (3,)
    law: Mapping[str, Breach] = field(default_factory=dict)

    def __init_subclass__(
        cls,
        folder: Path,
        contract: type[Contract] = Contract,
        pairs: Mapping[str, Pair] = MappingProxyType({}),
        own_bonuses: str = "",
    ) -> None:
        """Read the contracts and the switches in the folder of a game, before its class becomes a dataclass.

        `own_bonuses` is the number of its rule about bonuses with a name of the table's own, "" for none.
        """
        cls.game = read_contracts(folder / "contracts.toml", contract)
        house = read_switches(folder / "house_rules.toml", **pairs)
        house["own_values"] = values_field(cls.game.rule, cls.game.prices)
        cls.own_bonuses_rule = own_bonuses
        if own_bonuses:
            house["own_bonuses"] = bonuses_field(own_bonuses, cls.game.names)
        cls.__annotations__ = cls.__annotations__ | dict.fromkeys(house, Any)
        for name, switch in house.items():
            setattr(cls, name, switch)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return the value of a switch."""

    @cached_property
    def contracts(self) -> tuple[Contract, ...]:
        """The contracts of this table: the author's from the lowest of the auction, then those that it added."""
        by_key = {contract.key: contract for contract in self.game.contracts}
        keys = dict.fromkeys([*self.auction, *(key for key, _ in self.own_values)])
        own = dict(self.own_values)
        played = (by_key[key] for key in keys if key in by_key and own.get(key, True))
        return tuple([replace(contract, own=True) if contract.key in own else contract for contract in played])

    @property
    def auction(self) -> Iterable[str]:
        """The keys of the author's contracts, from the lowest."""
        return self.values

    def figures(self, key: str) -> Figures:
        """Return what a game, or a bonus silent and announced, is worth at this table; nothing if it is not played."""
        own: Mapping[str, Figures] = dict(self.own_values)
        if key in own:
            return own[key]
        if key in self.values:
            figures = self.values[key]
            return (figures,) if isinstance(figures, int) else figures
        bonuses = (bonus for bonus in self.game.bonuses if bonus.price_key == key)
        return next((bonus.figures for bonus in bonuses if not bonus.extra or bonus.key in self.extra), ())

    def write_figures(self, key: str) -> tuple[str, ...]:
        """Return the figures of a game or a bonus as a tariff shows them."""
        return tuple(map(str, self.figures(key)))

    def value_of(self, contract: Contract) -> int:
        """Return the points of a contract."""
        return self.figures(contract.key)[0]

    @cached_property
    def contract_of(self) -> Mapping[str, Contract]:
        """The contracts by each of their spellings."""
        return {name: contract for contract in self.contracts for name in (contract.key, *contract.aliases)}

    @cached_property
    def bonuses(self) -> tuple[Bonus, ...]:
        """The bonuses of this table."""
        agreed = (bonus for bonus in self.game.bonuses if self._has(bonus.agreed))
        priced = [self._price(bonus) for bonus in agreed if self.figures(bonus.price_key)]
        return (*priced, *map(name_bonus, self.own_bonuses))

    def _price(self, bonus: Bonus) -> Bonus:
        """Return a bonus with its points at this table."""
        figures = self.figures(bonus.price_key)
        if figures == bonus.figures:
            return bonus
        announced = 0 if bonus.flat else figures[-1]
        own = bonus.price_key in dict(self.own_values)
        return replace(bonus, silent=figures[0], announced=announced, own=own)

    @cached_property
    def costly(self) -> tuple[str, ...]:
        """The bonuses with a cost if they fail unannounced."""
        return tuple(bonus.key for bonus in self.game.bonuses if bonus.costs and self._has(bonus.costs))

    @property
    def claimed(self) -> tuple[str, ...]:
        """The bonuses that their players claim with the cards of their hands."""
        return tuple(bonus.key for bonus in self.bonuses if not (bonus.is_seen_in_play or bonus.count))

    def bonuses_in(self, contract: Contract) -> tuple[Bonus, ...]:
        """Return the bonuses that count in a contract."""
        return self.bonuses

    @property
    def revoke_loses(self) -> bool:
        """Whether a revoke loses game and announcements for the offender's side."""
        return self.revoke == "offender_side_loses"

    def breach(self, reason: str) -> Breach:
        """Return what a breach comes to; the table decides where no source tells."""
        return self.law.get(reason, Breach())

    @property
    def revokes(self) -> Collection[str]:
        """The reasons of a verdict that end the deal, or cost the game."""
        return {reason for reason, breach in self.law.items() if breach.is_revoke} if self.law else REVOKES

    def cite(self, bonus: Bonus, usual: str) -> str:
        """Return the rule behind a bonus: the `usual` one, or the one about names of the table's own."""
        return self.own_bonuses_rule if bonus.named else usual

    def _has(self, agreed: Agreed) -> bool:
        return all(getattr(self, switch) in values for switch, values in agreed)


def name_bonus(own: OwnBonus) -> Bonus:
    """Return a bonus with a name of the table's own, which belongs to the side that made it."""
    announced = own.figures[-1] if len(own.figures) > 1 else 0
    return Bonus(own.key, own.label, own.figures[0], announced, of_game="side", own=True, named=True, contra=own.contra)


def read_contracts(file: Path, contract: type[K]) -> ContractBook[K]:
    """Return the contracts and bonuses in a file: the fields of `contract` and `Bonus`, with a name in two languages.

    Raises ValueError with the place of what it cannot read: a table, an entry, a key or a value.
    """
    data = read_own(file)
    where = f"{file.parent.name}/{file.name}"
    if unknown := data.keys() - {"contracts", "bonuses", "rule"}:
        raise ValueError(f"{where}: {unknown.pop()!r} is not one of: contracts, bonuses, rule")
    book = ContractBook(
        tuple([_read_entry(f"{where}: contracts", raw, contract) for raw in data.get("contracts", ())]),
        tuple([_read_entry(f"{where}: bonuses", raw, Bonus) for raw in data.get("bonuses", ())]),
        str(data.get("rule", "")),
        frozenset(
            str(raw[language]).casefold()
            for part in ("contracts", "bonuses")
            for raw in data.get(part, ())
            for language in ("en", "de")
            if language in raw
        ),
    )
    names = {bonus.key for bonus in book.bonuses}
    for one in book.contracts:
        if missing := set(one.birds) - names:
            raise ValueError(f"{where}: contracts, {one.key!r}: there is no bonus {missing.pop()!r}")
    return book


E = TypeVar("E")


def _read_entry(where: str, raw: Mapping[str, object], kind: type[E]) -> E:
    """Return an entry as a dataclass; what stands in two languages is a text, that of the entry itself its label."""
    where = f"{where}, {raw.get('key', raw)!r}"
    types = {entry.name: entry.type for entry in fields(kind)}  # type: ignore[arg-type]
    values = dict[str, object]()
    if "en" in raw:
        values["label"] = Phrase(str(raw["en"]))
    for name, value in raw.items():
        if name in ("en", "de"):
            continue
        if name not in types:
            raise ValueError(f"{where}: no key {name!r}; the keys are: en, de, {', '.join(types)}")
        values[name] = _read_value(f"{where}, {name}", value, types[name])
    for entry in fields(kind):  # type: ignore[arg-type]
        if entry.name not in values and entry.default is MISSING:
            raise ValueError(f"{where}: {'en' if entry.name == 'label' else entry.name} is missing")
    return kind(**values)


def _read_value(where: str, value: object, kind: object) -> object:
    """Return a value of the type of its field: a text, a yes or no, a number, one of some words, or several."""
    words = get_args(kind)
    if Phrase in (kind, *words) and isinstance(value, dict) and "en" in value:
        return Phrase(value["en"])
    if kind == Agreed and isinstance(value, dict):
        return tuple((switch, tuple(values)) for switch, values in value.items() if isinstance(values, list))
    if get_origin(kind) is tuple and isinstance(value, list) and all(type(one) is words[0] for one in value):
        return tuple(value)
    if type(value) is kind or (get_origin(kind) is Literal and value in words):
        return value
    raise ValueError(f"{where}: {value!r} is not {_name_type(kind)}")


def _name_type(kind: Any) -> str:
    words = get_args(kind)
    if get_origin(kind) is Literal:
        return f"one of: {', '.join(map(repr, words))}"
    if kind == Agreed:
        return "a table of switches with lists of their values"
    if Phrase in (kind, *words):
        return "a text in English and German"
    named = {str: "a text", int: "a whole number", bool: "true or false"}
    return named.get(kind) or f"a list, each {named[words[0]]}"
