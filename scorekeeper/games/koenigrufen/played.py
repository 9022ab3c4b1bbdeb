"""A deal of Königrufen as a value."""

from dataclasses import dataclass, replace

from scorekeeper.games.koenigrufen.contracts import Contract
from scorekeeper.games.tarock.claims import Claim
from scorekeeper.games.tarock.declared import Declared
from scorekeeper.games.tarock.lines import describe
from scorekeeper.phrase import Name, Phrase, Value, say


@dataclass(frozen=True, slots=True)
class Played(Declared[Contract]):
    """One deal of Königrufen.

    partner   who held the called King; nobody where it lay in the talon, and the declarer played `alone`
    doubts    the contra of each opponent in a negative game
    thirds    what the declarer's side counted, in thirds, None where nobody counted; `exact` if surely to the third
    won       whether the declarer's side won the game
    counts    what each player counted in a Trischaken, in thirds
    gave_up   whether the declarer gave it up, as the called King lay in the talon (KR-24)
    revoke    whose wrong card ended the deal, "" for nobody's (KR-47)
    factor    how many times it counts (KR-46)
    forehand  who is forehand, also where it was handed on (KR-12)
    broken_off  whether it has no winner, as a wrong card is paid to both sides (KR-47)
    """

    partner: str = ""
    alone: bool = False
    doubts: tuple[tuple[str, int], ...] = ()
    thirds: int | None = None
    exact: bool = True
    won: bool = False
    counts: tuple[tuple[str, int], ...] = ()
    gave_up: bool = False
    revoke: str = ""
    factor: int = 1
    forehand: str = ""
    broken_off: bool = False

    @property
    def ending(self) -> Phrase:
        """What was played, and how it ended, in words."""
        if self.broken_off:
            return self.contract.label
        values: dict[str, Value] = {"contract": self.contract.label, "declarer": Name(self.declarer)}
        if self.gave_up:
            return say("{contract}, given up by {declarer}", **values)
        if self.won:
            return say("{contract}, won by {declarer}", **values)
        return say("{contract}, lost by {declarer}", **values)

    def describe(self, claim: Claim) -> Phrase:
        """Return in words what became of a claim, or that it was announced where nothing came of it."""
        return describe(replace(claim, made=True) if self.broken_off else claim)

    @property
    def side(self) -> tuple[str, ...]:
        """The declarer, and his partner if he has one."""
        return (self.declarer, self.partner) if self.partner else (self.declarer,)
