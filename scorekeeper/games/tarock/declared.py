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

    def for_declarer(self, claim: Claim) -> bool:
        """Return whether what became of a claim is good for the declarer."""
        return claim.made == (claim.player == self.declarer)

    @property
    def valat(self) -> Claim | None:
        """The claim of a side that took every trick or announced it."""
        return next((claim for claim in self.claims if claim.bonus.all_tricks), None)
