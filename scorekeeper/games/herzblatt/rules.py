"""Herzblatt: what a table may play, as fields; an author fills them like the footnote of his source."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from scorekeeper.cards.packs import ACE_TEN, Pack, of_ranks
from scorekeeper.games.house import (
    OwnPart,
    PairSwitch,
    SwitchValue,
    known_label,
    make_field,
    settings_of,
    switch,
    whole,
)
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.reading import digits, shown

SIGNS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}


class Tier(NamedTuple):
    """A schneider tier: `factor` from 1 to 9, `limit` inclusive, in card points."""

    factor: int
    limit: int


@dataclass(frozen=True, slots=True)
class WeightsSwitch:
    """A whole factor from 1 to 99 for each of `names`, as a list in that order, a table or text with commas."""

    settings: tuple[SwitchValue, ...]
    names: tuple[str, ...]

    @property
    def parts(self) -> tuple[OwnPart, ...]:
        return tuple(OwnPart(say("factor of {suit}", suit=SIGNS[name]), "1") for name in self.names)

    def typed(self, numbers: Sequence[int]) -> object:
        return list(numbers)

    def read(self, raw: object) -> tuple[int, ...]:
        parts = self._parts(raw)
        if len(parts) != len(self.names) or not all(type(part) is int and 1 <= part <= 99 for part in parts):
            names = ", ".join(self.names)
            raise Refused(
                "", say("{value} is not one factor from 1 to 99 for each of: {names}", value=shown(raw), names=names)
            )
        return cast(tuple[int, ...], tuple(parts))

    def _parts(self, raw: object) -> list[object]:
        if isinstance(raw, Mapping):
            return [raw.get(name) for name in self.names] if set(raw) == set(self.names) else []
        if isinstance(raw, str):
            return [digits(part.strip(), 3) for part in raw.split(",")]
        return list(raw) if isinstance(raw, list | tuple) else []

    def plain(self, value: object) -> object:
        return list(cast(tuple[int, ...], value))

    def describe(self, value: object) -> Phrase:
        numbers = tuple(map(str, cast(list[int], value)))
        return known_label(self.settings, value) or say("{numbers}", numbers=numbers)


def tier(*values: tuple[object, Phrase], rule: str, label: Phrase, won: bool = False) -> Tier | None:
    """Return a dataclass field for a schneider tier of a lost or `won` game; the first value is the default."""
    parts = OwnPart(say("how many times"), "4", 1, 9), OwnPart(say("at card points"), "30", 0, 65)

    def describe(factor: int, limit: int) -> Phrase:
        if won:
            return say("{factor} times, with defenders at {limit} or fewer", factor=factor, limit=limit)
        return say("{factor} times, at {limit} or fewer", factor=factor, limit=limit)

    kind = PairSwitch(settings_of(values), "off", parts, Tier, describe)
    return make_field(cast("Tier | None", kind.read(values[0][0])), kind, rule, label)


def weights(names: str, *values: tuple[list[int], Phrase], rule: str, label: Phrase) -> tuple[int, ...]:
    """Return a dataclass field for one factor by each of the blank-separated `names`."""
    return make_field(tuple(values[0][0]), WeightsSwitch(settings_of(values), tuple(names.split())), rule, label)


POINTS = ACE_TEN.points

_LONG_HEARTS = of_ranks("78", "CSD")
_SEVENS = of_ranks("7")
# What the switches removed3 and removed4 take out: cards by name, and how many more the table chooses freely.
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

_EIGHTS = say("the Eights of hearts and diamonds go")
_LEMBKE_PACK = say("Sevens and Eights go, but for the two hearts")
_TIERS = (
    ([4, 30], say("four times, at 30 or fewer")),
    ([4, 33], say("four times, at 33 or fewer")),
    ([3, 30], say("three times, at 30 or fewer")),
    ("off", say("not played")),
)
USUAL_SCHNEIDER = Tier(4, 33)  # that HB-33 names; any other is a table's or Braun's own
SINGLE = say("single")
DOUBLE = say("double")
LOSS = say("A lost game costs")
ALL_PASS = (
    ("redeal_next", say("the next player deals")),
    ("redeal_same", say("the same player deals again")),
    ("dealer_plays", say("the dealer must play")),
    ("forehand_plays", say("forehand must play")),
    ("last_trick", say("play for the last trick")),
)
PASSED = say("When everybody passes")
OVERTRUMP = (
    ("trump_led", say("when trumps were led")),
    ("always", say("always")),
    ("never", say("never")),
)
OVERTRUMPING = say("Overtrumping is a duty")


@dataclass(frozen=True, slots=True)
class Dealing:
    """The cards for one number of players: `loose` more cards of no worth are out, the table chooses which."""

    pack: Pack
    loose: int
    hand: int
    skat: int


class Cited(NamedTuple):
    """The rules behind what a deal comes to: who won, what a win and a loss cost, and that everybody passed."""

    won: str = "HB-29"
    win: str = "HB-30"
    loss: str = "HB-32"
    passed: str = "HB-11"


@dataclass(frozen=True)
class Rules:
    """The rules of one table; the fields made by `switch` and its sisters are what a table may change."""

    author: str
    source: str
    summary: Phrase
    offers: tuple[str, ...]
    # For each number of players, the ranks taken out of the pack (None: as the switch says) and the skat; and for which
    # numbers the source does not tell them, so that they are Braun's.
    dealt: tuple[tuple[int, str | None, int], ...]
    untold: tuple[int, ...] = ()
    announcements: tuple[str, ...] = ()
    contra: bool = False
    schneider_doubles: bool = False
    suits: bool = False
    target: int = 66
    cited: Cited = Cited()

    loss: int = switch((2, DOUBLE), (1, SINGLE), rule="HB-32", label=LOSS)
    loss_schneider: Tier | None = tier(*_TIERS, rule="HB-34", label=say("Lost schneider"))
    win_schneider: Tier | None = tier(
        ("off", say("not played")),
        ([3, 33], say("three times, with defenders at 33 or fewer")),
        won=True,
        rule="HB-31",
        label=say("Won schneider"),
    )
    tie: str = switch(
        ("soloist_loses", say("the soloist loses")),
        ("no_payment", say("nothing is paid")),
        rule="MU-3",
        label=say("At 60–60"),
    )
    combine: str = switch(
        ("multiply", say("multiply")),
        ("add", say("add: one game value for each doubling")),
        rule="MU-10",
        label=say("Several doubles"),
    )
    contra_scope: str = switch(
        ("all", say("all defenders")),
        ("only_speaker", say("only the player who said it")),
        rule="MU-8",
        label=say("Contra counts for"),
    )
    schneider_limit: str | int = switch(
        ("auto", say("30, and 33 in an announced 66")),
        (30, say("30")),
        (33, say("33")),
        (29, say("29")),
        rule="MU-11",
        label=say("Schneider at or under"),
    )
    du_schneider: bool = switch(
        ("no", say("no")), ("yes", say("yes")), rule="MU-12", label=say("Schneider also in a Du")
    )
    all_pass: str = switch(*ALL_PASS, rule="HB-11", label=PASSED)
    void: str = switch(
        ("must_trump", say("must trump")),
        ("free", say("may play any card")),
        rule="HB-26",
        label=say("A player who cannot follow suit"),
    )
    overtrump: str = switch(*OVERTRUMP, rule="HB-24", label=OVERTRUMPING)
    discard: str = switch(
        ("free", say("any cards")),
        ("no_trumps", say("no trumps")),
        ("no_aces_tens", say("no Aces and Tens")),
        rule="HB-13",
        label=say("The soloist may lay away"),
    )
    first_lead: str = switch(
        ("forehand", say("forehand")), ("soloist", say("the soloist")), rule="HB-15", label=say("First lead")
    )
    removed3: str = switch(
        ("8H 8D", _EIGHTS),
        ("any two Eights", say("any two Eights go")),
        ("long_hearts", _LEMBKE_PACK),
        rule="HB-4",
        label=say("Pack for three"),
    )
    removed4: str = switch(
        ("8H 8D", _EIGHTS),
        ("7H 7D", say("the Sevens of hearts and diamonds go")),
        ("any two worthless cards", say("any two worthless cards go")),
        ("long_hearts", _LEMBKE_PACK),
        rule="HB-5",
        label=say("Pack for four"),
    )
    revoke: str = switch(
        ("take_back", say("it is taken back")),
        ("offender_side_loses", say("the offender’s side loses")),
        ("ignore", say("nothing happens")),
        rule="G-6",
        label=say("After a wrong card"),
    )
    last_trick_value: int = whole(
        1,
        1,
        100,
        rule="SO-10",
        label=say("Points from everybody for the last trick"),
        only=("all_pass", "last_trick"),
    )
    suit_factors: tuple[int, ...] = weights(
        "D H S C",
        ([1, 1, 1, 1], say("all suits alike")),
        ([1, 2, 3, 4], say("diamonds 1 to clubs 4")),
        rule="SO-8",
        label=say("Factors for diamonds, hearts, spades, clubs"),
    )

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that may take part in one deal."""
        return tuple([players for players, _, _ in self.dealt])

    def dealing(self, players: int) -> Dealing:
        """Return the cards for so many `players` (HB-3 to HB-5)."""
        ranks, skat = next((ranks, skat) for number, ranks, skat in self.dealt if number == players)
        if ranks is None:
            removed, loose = _REMOVED[players][self.removed3 if players == 3 else self.removed4]
        else:
            removed = of_ranks(ranks)
            loose = 0
        pack = ACE_TEN.without(removed)
        return Dealing(pack, loose, (len(pack.cards) - loose - skat) // players, skat)

    @property
    def du_counts(self) -> bool:
        """Whether the card points matter in a Du that was missed (MU-12)."""
        return (self.schneider_doubles and self.du_schneider) or self.tariff_rules.loss_schneider is not None

    @property
    def tariff_rules(self) -> "Rules":
        """The rules that say what is paid: these."""
        return self
