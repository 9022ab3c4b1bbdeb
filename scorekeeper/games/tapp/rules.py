"""Tapp Tarock: contracts and bonuses as data, and the rules of a table as fields."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from scorekeeper.cards.packs import TAROCK_54, TRULL, of_ranks
from scorekeeper.games.house import FreeToAll, read_switches
from scorekeeper.games.tarock.asking import Undertaking
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.games.tarock.discard import Tarocks
from scorekeeper.phrase import Phrase, say

PACK = TAROCK_54
NEEDED = 36
HAND = 16
TALON = 6
HALF = 3
_HOUSE = read_switches(Path(__file__).with_name("house.toml"))


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
ANNOUNCED = (PAGAT, VALAT, *COUNTED)


@dataclass(frozen=True)
class Rules(FreeToAll):
    """The rules of one table; its switches are what a table may change."""

    author: str
    source: str
    summary: Phrase
    values: Mapping[str, int]
    players: tuple[int, ...] = (3,)

    valat: str = _HOUSE["valat"]
    failed_valat: str = _HOUSE["failed_valat"]
    solo_pagat: int = _HOUSE["solo_pagat"]
    failed_silent_pagat: str = _HOUSE["failed_silent_pagat"]
    defender_pagat: str = _HOUSE["defender_pagat"]
    announce: str = _HOUSE["announce"]
    hand_bonuses: bool = _HOUSE["hand_bonuses"]
    hand_bonus: str = _HOUSE["hand_bonus"]
    point_bids: bool = _HOUSE["point_bids"]
    contra: str = _HOUSE["contra"]
    contra_levels: int = _HOUSE["contra_levels"]
    valat_contra: bool = _HOUSE["valat_contra"]
    writing: str = _HOUSE["writing"]
    fourth: str = _HOUSE["fourth"]
    halves: str = _HOUSE["halves"]
    discard_tarock: Tarocks = _HOUSE["discard_tarock"]
    first_lead: str = _HOUSE["first_lead"]

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
