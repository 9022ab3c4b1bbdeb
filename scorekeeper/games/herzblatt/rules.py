"""Herzblatt and Solo: the rules of a table, as fields; the presets follow the footnotes of their sources."""

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, NamedTuple, cast

from scorekeeper.cards.packs import ACE_TEN, Pack, of_ranks
from scorekeeper.games.house_rules import (
    OwnPart,
    SwitchKind,
    SwitchValue,
    make_field,
    read_authors,
    read_switches,
    retired,
)
from scorekeeper.games.own_values import Figures, OwnValues, Price, values_field
from scorekeeper.immutable import ImmutableValue
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.value_checks import digits, shorten

POINTS = ACE_TEN.points
SIGNS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}


class Tier(NamedTuple):
    """A schneider tier: `factor` from 1 to 9, `limit` inclusive, in card points."""

    factor: int
    limit: int


USUAL_SCHNEIDER = Tier(4, 33)  # of HB-33; any other is a table's or Braun's own


class WeightsSwitch(SwitchKind):
    """A whole factor from 1 to 99 for each suit in `suits`, as a list in that order, a table or text with commas."""

    suits: str

    def to_value(self, raw: object) -> tuple[int, ...]:
        numbers: list[object] = []
        if isinstance(raw, Mapping) and set(raw) == set(self.suits):
            numbers = [raw[suit] for suit in self.suits]
        elif isinstance(raw, str):
            numbers = [digits(part.strip(), 3) for part in raw.split(",")]
        elif isinstance(raw, list | tuple):
            numbers = list(raw)
        if len(numbers) != len(self.suits) or not all(type(one) is int and 1 <= one <= 99 for one in numbers):
            values = {"value": shorten(raw), "names": ", ".join(self.suits)}
            raise Refused("", say("{value} is not one factor from 1 to 99 for each of: {names}", **values))
        return cast("tuple[int, ...]", tuple(numbers))

    def to_setting(self, value: Any) -> object:
        return list(value)

    def describe_own(self, setting: list[int]) -> Phrase:
        return say("{numbers}", numbers=tuple(map(str, setting)))


_WEIGHTS = WeightsSwitch(
    (SwitchValue([1, 1, 1, 1], say("all suits alike")), SwitchValue([1, 2, 3, 4], say("diamonds 1 to clubs 4"))),
    "DHSC",
    parts=tuple(OwnPart(say("factor of {suit}", suit=SIGNS[suit]), "1") for suit in "DHSC"),
)
# The cards removed by the switches removed3 and removed4, by name, and the number of further ones of free choice.
_SEVENS = of_ranks("7")
_LONG_HEARTS = of_ranks("78", "CSD")
_REMOVED = {
    3: {
        "8H 8D": ((*_SEVENS, "8H", "8D"), 0),
        "any two Eights": (_SEVENS, 2),
        "long_hearts": (_LONG_HEARTS, 0),
    },
    4: {
        "8H 8D": (("8H", "8D"), 0),
        "7H 7D": (("7H", "7D"), 0),
        "any two worthless cards": ((), 2),
        "long_hearts": (_LONG_HEARTS, 0),
    },
}
_FACTORS = say("How many times")
_PRICES = (
    Price("66", say("66 announced"), _FACTORS, low=2, high=99),
    Price("du", say("Du announced"), _FACTORS, low=2, high=99),
    Price("schneider", say("Schneider"), _FACTORS, low=2, high=99),
)
_HOUSE = read_switches(Path(__file__).with_name("house_rules.toml"), loss_schneider=Tier, win_schneider=Tier)


class Dealing(NamedTuple):
    """The cards for one number of players, without `loose` more cards of no worth, chosen by the table."""

    pack: Pack
    loose: int
    hand: int
    skat: int


class Cited(NamedTuple):
    """The rules behind a score: the winner, the price of a win and of a loss, and a pass of everybody."""

    won: str = "HB-29"
    win: str = "HB-30"
    loss: str = "HB-32"
    passed: str = "HB-11"


class Rules(ImmutableValue):
    """The rules of one table; its switches are what a table may change.

    `dealt` has for each number of players the size of the skat and the ranks removed from the pack, if a switch does
    not set them. Those for the numbers of players that are `unstated` in the source are Braun's. `factors` are those of
    announcements and of a schneider that doubles.
    """

    author: str
    source: str
    summary: Phrase
    offers: tuple[str, ...]
    dealt: tuple[tuple[Any, ...], ...]
    unstated: tuple[int, ...] = ()
    announcements: tuple[str, ...] = ()
    contra: bool = False
    schneider_doubles: bool = False
    suits: bool = False
    target: int = 66
    factors: Mapping[str, int] = field(default_factory=dict)
    cited: Cited = Cited()

    loss: int = _HOUSE["loss"]
    loss_schneider: Tier | None = _HOUSE["loss_schneider"]
    win_schneider: Tier | None = _HOUSE["win_schneider"]
    tie: str = _HOUSE["tie"]
    combine: str = _HOUSE["combine"]
    contra_scope: str = _HOUSE["contra_scope"]
    schneider_limit: str | int = _HOUSE["schneider_limit"]
    du_schneider: bool = _HOUSE["du_schneider"]
    all_pass: str = _HOUSE["all_pass"]
    void: str = _HOUSE["void"]
    overtrump: str = _HOUSE["overtrump"]
    discard: str = _HOUSE["discard"]
    first_lead: str = _HOUSE["first_lead"]
    removed3: str = _HOUSE["removed3"]
    removed4: str = _HOUSE["removed4"]
    revoke: str = _HOUSE["revoke"]
    last_trick_value: int = _HOUSE["last_trick_value"]
    suit_factors: tuple[int, ...] = make_field(_WEIGHTS, "SO-8", say("Factors for diamonds, hearts, spades, clubs"))
    own_values: OwnValues = values_field("MU-5", _PRICES)

    @property
    def players(self) -> tuple[int, ...]:
        """The possible numbers of players in one deal."""
        return tuple([players for players, *_ in self.dealt])

    def dealing(self, players: int) -> Dealing:
        """Return the cards for so many `players` (HB-3 to HB-5)."""
        skat, *ranks = next(dealt for number, *dealt in self.dealt if number == players)
        if not ranks:
            removed, loose = _REMOVED[players][self.removed3 if players == 3 else self.removed4]
        else:
            removed = of_ranks(*ranks)
            loose = 0
        pack = ACE_TEN.without(removed)
        return Dealing(pack, loose, (len(pack.cards) - loose - skat) // players, skat)

    def figures(self, key: str) -> Figures:
        """Return the factor of an announcement, or of Muhr's schneider; nothing if it is not played."""
        factors = {key: (factor,) for key, factor in self.factors.items()}
        return (factors | dict(self.own_values)).get(key, ())

    def write_figures(self, key: str) -> tuple[str, ...]:
        """Return the same as a tariff shows it."""
        return tuple(map(str, self.figures(key)))

    @property
    def du_counts(self) -> bool:
        """Whether the card points matter in a missed Du (MU-12)."""
        return (self.schneider_doubles and self.du_schneider) or self.tariff_rules.loss_schneider is not None

    @property
    def tariff_rules(self) -> "Rules":
        """The rules with the tariff: these."""
        return self


class MuhrRules(Rules):
    """Muhr's variant: some house rules of Herzblatt are rules of its own here."""

    loss: int = _HOUSE["muhr_loss"]
    loss_schneider: Tier | None = None
    cited: Cited = Cited("MU-3", "MU-5", "MU-13", "MU-14")
    all_pass: str = _HOUSE["muhr_all_pass"]


_AUTHORS = Path(__file__).with_name("authors.toml")
PRESETS = read_authors(_AUTHORS, Rules, "herzblatt") | read_authors(_AUTHORS, MuhrRules, "muhr")
BRAUN, LEMBKE, FEDER, REICHELT, MUHR = PRESETS.values()


class SoloRules(Rules):
    """Braun's Solo: any suit may be trumps, the rest is Herzblatt at one of its authors' tariffs."""

    target: int = _HOUSE["target"]
    tariff: str = _HOUSE["tariff"]
    all_pass: str = _HOUSE["solo_all_pass"]
    overtrump: str = _HOUSE["solo_overtrump"]
    cited: Cited = Cited("SO-7", "SO-8", "SO-8", "SO-9")
    auction: None = retired()
    raise_after_auction: None = retired()

    @property
    def tariff_rules(self) -> Rules:
        """The rules with the tariff: those of the Herzblatt whose tariff is used (SO-8)."""
        return PRESETS[self.tariff]


SOLO_PRESETS = read_authors(_AUTHORS, SoloRules, "solo")
SOLO = SOLO_PRESETS["braun"]
