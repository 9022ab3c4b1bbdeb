"""A deal with a declarer: as it is scored, and as its audit compares it with the cards."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from scorekeeper.games.questions import Answers, Question, read_answers
from scorekeeper.games.tarock.claims import Claim, ClaimRow, rows_of


class Contract(Protocol):
    """A contract, as far as its cards matter: how many of the talon the declarer takes, and lays away."""

    @property
    def taken(self) -> int: ...


C = TypeVar("C", bound=Contract, covariant=True)


@dataclass(frozen=True, slots=True)
class Declared(Generic[C]):
    """Who plays which contract against whom; `contra` is a level from 0 to 3, `claims` what is claimed or announced."""

    declarer: str
    defenders: tuple[str, ...]
    contract: C
    contra: int
    claims: tuple[Claim, ...]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.side) + len(self.defenders)

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


@dataclass(frozen=True, slots=True)
class Entered(Generic[C]):
    """What was entered of a deal, whole or only called, and not judged.

    contract   None where it is not known, or nobody who plays in the deal is its declarer
    declarer   who plays it, forehand where everybody plays for himself; "" where it is not known
    forehand   who is forehand, also where it was handed on
    called     the card that was called, "" for none
    partner    who is said to have held it, "" for nobody; the declarer may be said to have played `alone`
    given_up   whether it was given up before the first card
    result     what was entered of the result, as it was entered
    questions  all that is asked about the deal
    """

    contract: C | None
    declarer: str
    forehand: str
    called: str
    partner: str
    alone: bool
    given_up: bool
    result: Answers
    questions: Callable[[], tuple[Question, ...]]

    @property
    def rows(self) -> list[ClaimRow]:
        """The bonuses that were entered or announced."""
        return rows_of(self.result)

    @property
    def compared(self) -> Answers:
        """What is compared with the cards: what was announced in a deal that is only called is no result yet."""
        return {} if self.result.keys() <= {"bonuses"} else self.result

    @property
    def revoke(self) -> str:
        """Whose wrong card decided the deal, "" for nobody's."""
        return str(self.result.get("revoke", ""))

    def read(self, key: str) -> object:
        """Return a part of the result as its question reads it."""
        return read_answers(self.questions(), {key: self.result[key]})[key]

    def same(self, key: str, one: object, other: object) -> bool:
        """Return whether two answers to a question are read alike."""
        questions = self.questions()
        return read_answers(questions, {key: one}) == read_answers(questions, {key: other})
