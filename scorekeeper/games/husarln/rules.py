"""Husarln: contracts and bonuses as data, the rules of a table as fields, and the authors' presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from scorekeeper.cards.packs import TRULL, of_ranks
from scorekeeper.games.house_rules import FreeToAll, read_authors, read_switches, retired
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.phrase import Phrase, say

TALON = 6
HAND = 12


@dataclass(frozen=True, slots=True)
class Contract:
    """A game by its use of the talon: the number of cards turned up, and the places, from 1, bought (HU-21)."""

    key: str
    exposed: int
    bought: tuple[int, ...]
    label: Phrase
    after: Phrase
    aliases: tuple[str, ...] = ()

    @property
    def taken(self) -> int:
        """The number of talon cards that the declarer takes, and lays away."""
        return len(self.bought)

    @property
    def rejected(self) -> tuple[int, ...]:
        """The places of the cards that were seen and not bought."""
        return tuple(place for place in range(1, self.exposed + 1) if place not in self.bought)

    @property
    def unseen(self) -> tuple[int, ...]:
        """The places of the unseen cards; these count for the defenders (HU-20)."""
        return tuple(range(self.exposed + 1, TALON + 1))

    @property
    def talon_picture(self) -> tuple[Phrase, str]:
        """The picture of the talon: the cards turned up and bought, and the pair or card."""
        if not self.bought:
            return say("No talon"), "Solo"
        back = self.exposed > self.bought[-1]
        if self.taken == 2:
            words = say("Back to pair") if back else say("Zweiblatt")
        else:
            words = say("Back to card") if back else say("Einblatt")
        return words, str(self.bought[-1] // self.taken)


SOLO = Contract("Solo", 0, (), say("Solo"), say("in a Solo"), aliases=("SOLO",))
CONTRACTS = (
    Contract("Z1", 2, (1, 2), say("Zweiblatt, first pair"), say("after the first pair")),
    Contract("Z2", 4, (3, 4), say("Zweiblatt, second pair"), say("after the second pair")),
    Contract("Z3", 6, (5, 6), say("Zweiblatt, third pair"), say("after the third pair")),
    Contract("Z1b", 6, (1, 2), say("Zweiblatt, back to the first pair"), say("back at the first pair")),
    Contract("Z2b", 6, (3, 4), say("Zweiblatt, back to the second pair"), say("back at the second pair")),
    Contract("E1", 1, (1,), say("Einblatt, first card"), say("after the first card")),
    Contract("E2", 2, (2,), say("Einblatt, second card"), say("after the second card")),
    Contract("E3", 3, (3,), say("Einblatt, third card"), say("after the third card")),
    Contract("E4", 4, (4,), say("Einblatt, fourth card"), say("after the fourth card")),
    Contract("E5", 5, (5,), say("Einblatt, fifth card"), say("after the fifth card")),
    Contract("E6", 6, (6,), say("Einblatt, sixth card"), say("after the sixth card")),
    Contract("E1b", 6, (1,), say("Einblatt, back to the first card"), say("back at the first card")),
    Contract("E2b", 6, (2,), say("Einblatt, back to the second card"), say("back at the second card")),
    Contract("E3b", 6, (3,), say("Einblatt, back to the third card"), say("back at the third card")),
    Contract("E4b", 6, (4,), say("Einblatt, back to the fourth card"), say("back at the fourth card")),
    Contract("E5b", 6, (5,), say("Einblatt, back to the fifth card"), say("back at the fifth card")),
    SOLO,
)
BY_NAME = {name: contract for contract in CONTRACTS for name in (contract.key, *contract.aliases)}


class GameEnd(NamedTuple):
    """The end of a game: a player with `mark` points, from 1 to 1000, writes a `bonus` of 0 to 1000 besides."""

    mark: int
    bonus: int


_HOUSE = read_switches(Path(__file__).with_name("house_rules.toml"), game_end=GameEnd)

PAGAT = Bonus("pagat", say("Pagat ultimo"), 5, 10, ("T1",), ultimo=1, mark="P")
TRULL_IN_HAND = Bonus("trull", say("Trull"), 3, holds=TRULL, mark="T")
COUNTED_TAROCKS = (
    Bonus("tarock10", say("10 tarocks"), 1, tarocks=10, mark="10T"),
    Bonus("tarock11", say("11 tarocks"), 2, tarocks=11, mark="11T"),
    Bonus("tarock12", say("12 tarocks"), 3, tarocks=12, mark="12T"),
)
UHU = Bonus("uhu", say("Uhu"), 5, 12, ("T2",), ultimo=2, mark="U")
PELICAN = Bonus("pelican", say("Pelican"), 5, 14, ("T3",), ultimo=3, mark="PL")
KINGS = Bonus("kings", say("four Kings"), 3, holds=of_ranks("K"), of_side=True, mark="4K")
BONUSES = (PAGAT, UHU, PELICAN, TRULL_IN_HAND, *COUNTED_TAROCKS, KINGS)


@dataclass(frozen=True)
class Rules(FreeToAll):
    """The rules of one table; its switches are what a table may change.

    values             the worth of each contract but the Solo
    solo               the worth of a Solo, or the switch for it if the source leaves it open
    extra              the author's bonuses besides those that all have
    doubles_in_solo    whether the author doubles the bonuses of a Solo
    """

    author: str
    source: str
    summary: Phrase
    values: Mapping[str, int]
    solo: int | str
    extra: tuple[str, ...] = ()
    doubles_in_solo: bool = True
    players: tuple[int, ...] = (3,)

    rounding: str = _HOUSE["rounding"]
    solo_talon: str = _HOUSE["solo_talon"]
    rejected_cards: str = _HOUSE["rejected_cards"]
    flat_bonus_announced: str = _HOUSE["flat_bonus_announced"]
    claim: str = _HOUSE["claim"]
    tarock_count: str = _HOUSE["tarock_count"]
    defender_bonus: str = _HOUSE["defender_bonus"]
    kings_pile: str = _HOUSE["kings_pile"]
    failed_announcement: str = _HOUSE["failed_announcement"]
    failed_silent_pagat: str = _HOUSE["failed_silent_pagat"]
    solo_doubles: str | bool = _HOUSE["solo_doubles"]
    uhu_pelican: bool = _HOUSE["uhu_pelican"]
    beck_solo: int = _HOUSE["beck_solo"]
    bam1_solo: int = _HOUSE["bam1_solo"]
    loss_factor: int = _HOUSE["loss_factor"]
    contra: str = _HOUSE["contra"]
    view: str = _HOUSE["view"]
    game_end: GameEnd | None = _HOUSE["game_end"]
    all_pass: str = _HOUSE["all_pass"]
    no_tarock_redeal: bool = _HOUSE["no_tarock_redeal"]
    solo_ends: None = retired()
    emperors_trick: bool = _HOUSE["emperors_trick"]
    revoke: str = _HOUSE["revoke"]

    @property
    def offers(self) -> tuple[str, ...]:
        """The names of the switches that a table can set; some are those of certain authors."""
        others = {"beck_solo", "bam1_solo"} - {self.solo} | (set() if self.extra else {"uhu_pelican", "kings_pile"})
        return tuple(name for name in super().offers if name not in others)

    @cached_property
    def bonuses(self) -> tuple[Bonus, ...]:
        """The bonuses of this table: the author's, without Uhu and Pelican if not agreed on (HU-49)."""
        known = [bonus for bonus in BONUSES if bonus not in (UHU, PELICAN, KINGS) or bonus.key in self.extra]
        return tuple(bonus for bonus in known if self.uhu_pelican or bonus not in (UHU, PELICAN))

    def value(self, contract: Contract) -> int:
        """Return the worth of `contract`, in points."""
        if contract is SOLO:
            return int(getattr(self, self.solo)) if isinstance(self.solo, str) else self.solo
        return self.values[contract.key]

    def fraction(self, contract: Contract) -> int:
        """Return the thirds, 0 to 2, on which the declarer's count ends (HU-8).

        n cards are worth 3F − 2n thirds, which leaves n modulo 3; besides whole tricks the declarer counts the
        discard, as many cards as bought, and the rejected cards unless they go to the defenders.
        """
        return (contract.taken if self.rejected_cards == "defenders" else contract.exposed) % 3

    def talon_shares(self, contract: Contract) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the places of the talon cards that count for the declarer, and for the defenders (HU-20 to HU-25).

        Bought cards are in neither: they are in the declarer's hand.
        """
        unseen = contract.unseen if self.counts_talon(contract) else ()
        if self.rejected_cards == "defenders":
            return (), (*contract.rejected, *unseen)
        return contract.rejected, unseen

    def counts_talon(self, contract: Contract) -> bool:
        """Return whether every card counts for one of the sides, so both add up to the pack (HU-24)."""
        return contract is not SOLO or self.solo_talon == "defenders"

    @property
    def costly(self) -> tuple[str, ...]:
        """The bonuses with a cost if they fail unannounced (HU-37)."""
        return () if self.failed_silent_pagat == "nothing" else (PAGAT.key,)

    @property
    def bonuses_double_in_solo(self) -> bool:
        """Whether a Solo doubles the bonuses at this table (HU-39)."""
        return self.doubles_in_solo if self.solo_doubles == "by_author" else bool(self.solo_doubles)


PRESETS = read_authors(Path(__file__).with_name("authors.toml"), Rules)
LOEW, BECK, BAMBERGER1, BAMBERGER2 = PRESETS.values()
