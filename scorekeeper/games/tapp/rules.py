"""Tapp Tarock by its authors: contracts, bonuses and switches as data, rules as values."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from scorekeeper.cards.packs import TAROCK_54, TRULL, of_ranks
from scorekeeper.games.house import switch
from scorekeeper.games.tarock.asking import CONTRAS
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.games.tarock.discard import Tarocks
from scorekeeper.phrase import Phrase, say

PACK = TAROCK_54
NEEDED = 36
HAND, TALON, HALF = 16, 6, 3


@dataclass(frozen=True, slots=True)
class Contract:
    """A game: how many cards of the talon the declarer takes, and which half where the halves are fixed (TT-20)."""

    key: str
    label: Phrase
    taken: int = HALF
    half: int = 0


DREIER = Contract("dreier", say("Dreier"))
SOLO = Contract("solo", say("Solo"), taken=0)
CONTRACTS = (DREIER, Contract("unterer", say("Unterer"), half=1), Contract("oberer", say("Oberer"), half=2), SOLO)

PAGAT = Bonus("pagat", say("Pagat ultimo"), 4, 8, holds=("T1",), ultimo=1)
VALAT = Bonus("valat", say("Valat"), 12, 24, of_side=True)
VALAT_TIMES = Bonus("valat", say("Valat"), 4, 8, of_side=True)  # times the game
IN_HAND = (
    Bonus("trull", say("Trull"), 3, holds=TRULL),
    Bonus("kings", say("four Kings"), 3, holds=of_ranks("K")),
    Bonus("heads", say("Heads"), 1, holds=TRULL, some=2),
)
COUNTED = (
    Bonus("with40", say("with 40"), 3, 3, count=40),
    Bonus("with45", say("with 45"), 6, 6, count=45),
    Bonus("with50", say("with 50"), 10, 10, count=50),
    Bonus("with55", say("with 55"), 15, 15, count=55),
)
_VALUES = {"dreier": 3, "unterer": 4, "oberer": 5, "solo": 8}


_YES, _NO = ("yes", say("yes")), ("no", say("no"))


@dataclass(frozen=True)
class Rules:
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
    failed_silent_pagat: str = switch(
        ("nothing", say("nothing")),
        ("silent_value", say("the silent value")),
        rule="TT-33",
        label=say("An unannounced Pagat lost in the last trick costs"),
    )
    defender_pagat: str = switch(
        ("side", say("the defenders together")),
        ("individual", say("that player alone")),
        rule="TT-34",
        label=say("A defender’s Pagat counts for"),
    )
    announce: str = switch(
        ("declarer", say("the declarer alone")),
        ("all", say("everybody")),
        rule="TT-35",
        label=say("Bonuses are announced by"),
    )
    hand_bonuses: bool = switch(_YES, _NO, rule="TT-36", label=say("Trull, four Kings and Heads count"))
    hand_bonus: str = switch(
        ("after_talon", say("with the talon")),
        ("as_dealt", say("as dealt")),
        rule="TT-37",
        label=say("Trull, Kings and Heads count in the hand"),
    )
    point_bids: bool = switch(_NO, _YES, rule="TT-41", label=say("40, 45, 50 or 55 points are announced"))
    contra: str = switch(
        ("game_and_announcements", say("on the game and on each announcement")),
        ("game", say("on the game")),
        ("off", say("not played")),
        rule="TT-40",
        label=say("Contra"),
    )
    contra_levels: int = switch(
        *((level, CONTRAS[level]) for level in (3, 2, 1, 0)), rule="TT-40", label=say("Contra goes as far as")
    )
    valat_contra: bool = switch(_YES, _NO, rule="TT-40", label=say("Contra on an announced Valat"))
    writing: str = switch(
        ("payments", say("payments, plus and minus")),
        ("credits", say("a score sheet of plus points only")),
        rule="TT-31",
        label=say("The table writes"),
    )
    halves: str = switch(
        ("free", say("as the declarer likes")),
        ("fixed", say("the lower in an Unterer, the upper in an Oberer")),
        rule="TT-20",
        label=say("The half of the talon that is taken"),
    )
    discard_tarock: Tarocks = switch(
        ("forced", say("if nothing else is left")),
        ("never", say("never")),
        rule="TT-22",
        label=say("A tarock is laid away"),
    )
    first_lead: str = switch(
        ("forehand", say("forehand")),
        ("declarer", say("the declarer")),
        rule="TT-50",
        label=say("The first trick is led by"),
    )

    @property
    def offers(self) -> tuple[str, ...]:
        """The names of all switches: everybody may play any of them."""
        return tuple(field.name for field in fields(self) if "kind" in field.metadata)

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """The contracts that the author knows."""
        return tuple(contract for contract in CONTRACTS if contract.key in self.values)

    @property
    def bonuses(self) -> tuple[Bonus, ...]:
        """The bonuses of this table."""
        valat = VALAT_TIMES if self.valat == "times" else VALAT
        return (PAGAT, valat, *(IN_HAND if self.hand_bonuses else ()), *(COUNTED if self.point_bids else ()))

    @property
    def costly(self) -> tuple[str, ...]:
        """The bonuses that cost something where they fail without being announced (TT-33)."""
        return () if self.failed_silent_pagat == "nothing" else (PAGAT.key,)

    def levels(self, *, announced: bool) -> int:
        """Return how far contra goes on the game, or on what was `announced` (TT-40)."""
        played = self.contra == "game_and_announcements" or (self.contra == "game" and not announced)
        return self.contra_levels if played else 0


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
    summary=say("As Mayr, but a Valat is worth four times the game"),
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
    summary=say("As Krüpl, but the declarer leads, and tarocks may be laid away if forced"),
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

PRESETS = {
    "mayr": MAYR,
    "alscher": ALSCHER,
    "kruepl": KRUEPL,
    "furr": FURR,
    "tower_grove": TOWER_GROVE,
    "point": POINT,
}
