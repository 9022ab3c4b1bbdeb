"""What a declarer of Husarln undertakes: which cards of the talon he buys, and what becomes of the rest."""

from dataclasses import dataclass, field

from scorekeeper.cards.packs import TAROCK
from scorekeeper.phrase import Phrase, say

POINTS = TAROCK.points
TALON = 6
HAND = 12


@dataclass(frozen=True, slots=True)
class Contract:
    """A game as it ends with the talon: how many cards are turned up, and which places, from 1, are bought (HU-21).

    `rejected` are the places of the cards that were seen and not bought, `unseen` those of the cards that nobody saw;
    these count for the defenders (HU-20).
    """

    key: str
    exposed: int
    bought: tuple[int, ...]
    label: Phrase
    after: Phrase
    also: tuple[str, ...] = ()
    rejected: tuple[int, ...] = field(init=False)
    unseen: tuple[int, ...] = field(init=False)

    @property
    def taken(self) -> int:
        """How many cards of the talon the declarer takes, and lays away."""
        return len(self.bought)

    @property
    def talon_picture(self) -> tuple[Phrase, str]:
        """How the talon shows it: what was turned up and bought from it, and which pair or card."""
        if not self.bought:
            return say("No talon"), "Solo"
        back = self.exposed > self.bought[-1]
        if self.taken == 2:
            words = say("Back to pair") if back else say("Zweiblatt")
        else:
            words = say("Back to card") if back else say("Einblatt")
        return words, str(self.bought[-1] // self.taken)

    def __post_init__(self) -> None:
        """Tell once which cards of the talon were seen and not bought, and which nobody saw."""
        rejected = tuple(place for place in range(1, self.exposed + 1) if place not in self.bought)
        object.__setattr__(self, "rejected", rejected)
        object.__setattr__(self, "unseen", tuple(range(self.exposed + 1, TALON + 1)))


SOLO = Contract("Solo", 0, (), say("Solo"), say("in a Solo"), also=("SOLO",))
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
BY_NAME = {name: contract for contract in CONTRACTS for name in (contract.key, *contract.also)}
