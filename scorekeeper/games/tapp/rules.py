"""Tapp Tarock: contracts and bonuses as data, and the rules of a table as fields."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.cards.packs import TAROCK_54, TRULL, of_ranks
from scorekeeper.games.house import switch
from scorekeeper.games.tarock import switches
from scorekeeper.games.tarock.asking import CONTRAS, Undertaking
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.games.tarock.discard import Tarocks
from scorekeeper.phrase import Phrase, say

PACK = TAROCK_54
NEEDED = 36
HAND = 16
TALON = 6
HALF = 3


@dataclass(frozen=True, slots=True)
class Contract(Undertaking):
    """A game, and the half of the talon that is taken if the halves are fixed (TT-20)."""

    half: int = 0


SOLO = Contract("solo", say("Solo"), "Solo")
CONTRACTS = (
    Contract("dreier", say("Dreier"), "D", HALF),
    Contract("unterer", say("Unterer"), "U", HALF, half=1),
    Contract("oberer", say("Oberer"), "O", HALF, half=2),
    SOLO,
)

PAGAT = Bonus("pagat", say("Pagat ultimo"), 4, 8, holds=("T1",), ultimo=1, mark="P")
VALAT = Bonus("valat", say("Valat"), 12, 24, of_side=True, mark="V")
VALAT_TIMES = replace(VALAT, silent=4, announced=8)  # times the game
IN_HAND = (
    Bonus("trull", say("Trull"), 3, holds=TRULL, mark="T"),
    Bonus("kings", say("four Kings"), 3, holds=of_ranks("K"), mark="4K"),
    Bonus("heads", say("Heads"), 1, holds=TRULL, some=2, mark="H"),
)
COUNTED = (
    Bonus("with40", say("with 40"), 3, 3, count=40, mark="M40"),
    Bonus("with45", say("with 45"), 6, 6, count=45, mark="M45"),
    Bonus("with50", say("with 50"), 10, 10, count=50, mark="M50"),
    Bonus("with55", say("with 55"), 15, 15, count=55, mark="M55"),
)


@dataclass(frozen=True)
class Rules(switches.FreeToAll):
    """The rules of one table; the fields made by `switch` are what a table may change."""

    author: str
    source: str
    summary: Phrase
    values: Mapping[str, int]
    players: tuple[int, ...] = (3,)

    valat: str = switch(
        ("fixed", say("12, announced 24")),
        ("times", say("four times the game, announced eight times")),
        rule="TT-38",
        label=say("In place of the game, a Valat is worth"),
    )
    failed_valat: str = switch(
        ("valat_and_game", say("its announced value, and the game stands")),
        ("valat_only", say("its announced value and nothing besides")),
        rule="TT-39",
        label=say("An announced Valat that fails costs"),
    )
    solo_pagat: int = switch((2, say("double")), (1, say("single")), rule="TT-32", label=say("The Pagat in a Solo"))
    failed_silent_pagat: str = switches.failed_silent_pagat("TT-33")
    defender_pagat: str = switches.holder("TT-34", say("A defender’s Pagat counts for"), "side", "individual")
    announce: str = switch(
        ("declarer", say("the declarer alone")),
        ("all", say("everybody")),
        rule="TT-35",
        label=say("Bonuses are announced by"),
    )
    hand_bonuses: bool = switches.yes_no("TT-36", say("Trull, four Kings and Heads count"))
    hand_bonus: str = switch(
        ("after_talon", say("with the talon")),
        ("as_dealt", say("as dealt")),
        rule="TT-37",
        label=say("Trull, Kings and Heads count in the hand"),
    )
    point_bids: bool = switches.yes_no("TT-41", say("40, 45, 50 or 55 points are announced"), first=False)
    contra: str = switches.contra("TT-40", "game_and_announcements", "game", "off")
    contra_levels: int = switch(
        *((level, CONTRAS[level]) for level in (3, 2, 1, 0)), rule="TT-40", label=say("Contra goes as far as")
    )
    valat_contra: bool = switches.yes_no("TT-40", say("Contra on an announced Valat"))
    writing: str = switches.writing("TT-31", "credits")
    fourth: str = switch(
        ("sits_out", say("sits out")),
        ("with_defenders", say("is paid with the defenders")),
        rule="TT-44",
        label=say("Of four at the table the dealer"),
    )
    halves: str = switch(
        ("free", say("as the declarer likes")),
        ("fixed", say("the lower in an Unterer, the upper in an Oberer")),
        rule="TT-20",
        label=say("The half of the talon that is taken"),
    )
    discard_tarock: Tarocks = switches.discard_tarock("TT-22", "forced", "never")
    first_lead: str = switch(
        ("forehand", say("forehand")),
        ("declarer", say("who is declarer")),
        rule="TT-50",
        label=say("The first trick is led by"),
    )

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """The author's contracts."""
        return tuple(contract for contract in CONTRACTS if contract.key in self.values)

    @property
    def bonuses(self) -> tuple[Bonus, ...]:
        """The bonuses of this table."""
        valat = VALAT_TIMES if self.valat == "times" else VALAT
        return (PAGAT, valat, *(IN_HAND if self.hand_bonuses else ()), *(COUNTED if self.point_bids else ()))

    @property
    def costly(self) -> tuple[str, ...]:
        """The bonuses with a cost if they fail unannounced (TT-33)."""
        return () if self.failed_silent_pagat == "nothing" else (PAGAT.key,)

    def levels(self, *, announced: bool) -> int:
        """Return the highest contra on the game, or on an `announced` bonus (TT-40)."""
        played = self.contra == "game_and_announcements" or (self.contra == "game" and not announced)
        return self.contra_levels if played else 0


_VALUES = {"dreier": 3, "unterer": 4, "oberer": 5, "solo": 8}

MAYR = Rules(
    author="Mayr",
    source="Mayr & Sedlaczek, 2001",
    summary=say("Trull, Kings and Heads count; a Valat is worth 12; contra"),
    values=_VALUES,
)
ALSCHER = replace(
    MAYR,
    author="Alscher",
    source="Alscher, Tarockvarianten",
    summary=say("Same as Mayr, except that a Valat is worth four times the game"),
    valat="times",
)
KRUEPL = replace(
    ALSCHER,
    author="Krüpl",
    source="Krüpl, Tarockania, 2007",
    summary=say("No hands, no contra, the Pagat single in a Solo; never a tarock laid away"),
    solo_pagat=1,
    hand_bonuses=False,
    contra="off",
    halves="fixed",
    discard_tarock="never",
)
FURR = replace(
    KRUEPL,
    author="Furr",
    source="Furr, Tapp, 2009",
    summary=say("Same as Krüpl, except that the declarer leads and may discard tarocks if there is no choice"),
    discard_tarock="forced",
    first_lead="declarer",
)
TOWER_GROVE = replace(
    MAYR,
    author="Tower Grove",
    source="Tower Grove Tarock club",
    summary=say("Dreier and Solo only, plus points on a sheet, contra and recontra"),
    values={key: _VALUES[key] for key in ("dreier", "solo")},
    failed_silent_pagat="silent_value",
    hand_bonus="as_dealt",
    contra_levels=2,
    valat_contra=False,
    writing="credits",
)
POINT = replace(
    ALSCHER,
    author="Point Tarock",
    source="Beck, 1983",
    summary=say("No hands; the declarer may announce 40, 45, 50 or 55 points"),
    hand_bonuses=False,
    point_bids=True,
)

PRESETS = {"mayr": MAYR, "alscher": ALSCHER, "kruepl": KRUEPL, "furr": FURR, "tower_grove": TOWER_GROVE, "point": POINT}
