"""Tapp Tarock: contracts and bonuses as data, and the rules of a table as fields."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from scorekeeper.cards.packs import TAROCK_54, TRULL, of_ranks
from scorekeeper.games.house_rules import FreeToAll, read_authors, read_switches
from scorekeeper.games.tarock.asking import Undertaking
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.games.tarock.discard import Tarocks
from scorekeeper.phrase import Phrase, say

PACK = TAROCK_54
NEEDED = 36
HAND = 16
TALON = 6
HALF = 3
_HOUSE = read_switches(Path(__file__).with_name("house_rules.toml"))


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


PRESETS = read_authors(Path(__file__).with_name("authors.toml"), Rules)
MAYR, ALSCHER, KRUEPL, FURR, TOWER_GROVE, POINT = PRESETS.values()
