"""Husarln: what the declarer buys from the talon, and the rules of a table."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from scorekeeper.games.declarer.contracts import Contract, DeclarerRules
from scorekeeper.games.house_rules import read_authors, retired
from scorekeeper.games.marks import GameEnd
from scorekeeper.games.own_values import Figures
from scorekeeper.phrase import Phrase

FOLDER = Path(__file__).parent
TALON = 6


@dataclass(frozen=True, slots=True)
class Purchase(Contract):
    """A game by its use of the talon: the number of cards turned up, and the places, from 1, bought (HU-21).

    `after` says in a sentence when a count was made: "after the first pair".
    """

    exposed: int = 0
    bought: tuple[int, ...] = ()
    after: Phrase = field(kw_only=True)

    @property
    def rejected(self) -> tuple[int, ...]:
        """The places of the cards that were seen and not bought."""
        return tuple(place for place in range(1, self.exposed + 1) if place not in self.bought)

    @property
    def unseen(self) -> tuple[int, ...]:
        """The places of the unseen cards; these count for the defenders (HU-20)."""
        return tuple(range(self.exposed + 1, TALON + 1))


@dataclass(frozen=True)
class Rules(DeclarerRules, folder=FOLDER, contract=Purchase, pairs={"game_end": GameEnd}, own_bonuses="HU-41"):
    """The rules of one table.

    solo             the worth of a Solo, or the switch for it if the source leaves it open
    doubles_in_solo  whether the author doubles the bonuses of a Solo
    """

    writing = "credits"

    solo: int | str = field(kw_only=True)
    doubles_in_solo: bool = True
    solo_ends: None = retired()

    @property
    def offers(self) -> tuple[str, ...]:
        """The names of the switches that a table can set; some are those of certain authors."""
        others = {"beck_solo", "bam1_solo"} - {self.solo} | (set() if self.extra else {"uhu_pelican", "kings_pile"})
        return tuple(name for name in super().offers if name not in others)

    @property
    def auction(self) -> Iterable[str]:
        """The keys of all contracts: the authors play the same."""
        return (contract.key for contract in self.game.contracts)

    def figures(self, key: str) -> Figures:
        """Return what a game, or a bonus silent and announced, is worth at this table; nothing if it is not played."""
        if key == "Solo" and key not in dict(self.own_values):
            return (int(getattr(self, self.solo)) if isinstance(self.solo, str) else self.solo,)
        return super().figures(key)

    def fraction(self, contract: Purchase) -> int:
        """Return the thirds, 0 to 2, on which the declarer's count ends (HU-8).

        n cards are worth 3F − 2n thirds, which leaves n modulo 3; besides whole tricks the declarer counts the
        discard, as many cards as bought, and the rejected cards unless they go to the defenders.
        """
        return (contract.taken if self.rejected_cards == "defenders" else contract.exposed) % 3

    def talon_shares(self, contract: Purchase) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the places of the talon cards that count for the declarer, and for the defenders (HU-20 to HU-25).

        Bought cards are in neither: they are in the declarer's hand.
        """
        unseen = contract.unseen if self.counts_talon(contract) else ()
        if self.rejected_cards == "defenders":
            return (), (*contract.rejected, *unseen)
        return contract.rejected, unseen

    def counts_talon(self, contract: Purchase) -> bool:
        """Return whether every card counts for one of the sides, so both add up to the pack (HU-24)."""
        return bool(contract.bought) or self.solo_talon == "defenders"

    @property
    def bonuses_double_in_solo(self) -> bool:
        """Whether a Solo doubles the bonuses at this table (HU-39)."""
        return self.doubles_in_solo if self.solo_doubles == "by_author" else bool(self.solo_doubles)


PRESETS = read_authors(FOLDER / "authors.toml", Rules)
