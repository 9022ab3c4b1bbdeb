"""What is called in a deal with a declarer."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from scorekeeper.games.tarock.claims import Claim

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Declared(Generic[C]):
    """Who plays which contract against whom; `contra` is a level from 0 to 3, `claims` what is claimed or announced."""

    declarer: str
    defenders: tuple[str, ...]
    contract: C
    contra: int
    claims: tuple[Claim, ...]

    @property
    def side(self) -> tuple[str, ...]:
        """Who wins and loses with the declarer, he first."""
        return (self.declarer,)

    def of_side(self, claim: Claim) -> bool:
        """Return whether a claim is one of the declarer's side."""
        return claim.player in self.side

    def for_side(self, claim: Claim) -> bool:
        """Return whether what became of a claim is good for the declarer's side."""
        return claim.made == self.of_side(claim)

    @property
    def valat(self) -> Claim | None:
        """The claim of a side that took every trick or announced it."""
        return next((claim for claim in self.claims if claim.bonus.all_tricks), None)
