"""What a player has in hand at one moment of a recorded deal, as far as it is known."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.cards.duties import Owed, Reason
from scorekeeper.cards.tricks import Trick


class Held(NamedTuple):
    """What a player has in hand at one moment: `certain` cards, and `rest` more out of `possible`."""

    certain: int
    possible: int
    rest: int

    @property
    def known(self) -> int | None:
        """The whole hand if it is known."""
        if self.rest <= 0:
            return self.certain
        return self.certain | self.possible if self.possible.bit_count() == self.rest else None

    def having(self, card: int) -> "Held":
        """Return what is in the hand if `card` is."""
        if card & self.certain:
            return self
        return Held(self.certain | card, self.possible & ~card, self.rest - 1)

    def must_have(self, cards: int) -> bool:
        """Return whether one of `cards` is certainly in the hand."""
        if self.certain & cards:
            return True
        others = (self.possible & ~cards).bit_count()
        return self.possible.bit_count() >= self.rest > others

    def may_have(self, cards: int) -> bool:
        """Return whether one of `cards` may be in the hand."""
        return bool((self.certain | (self.possible if self.rest > 0 else 0)) & cards)


def proven_duty(faced: Trick, card: int, held: Held, own: Sequence[Owed] = ()) -> tuple[Reason, int]:
    """Return the first duty that `card` breaks by what is held for certain, and the certain cards that show it.

    A hand known only in part may have met an earlier duty as well; what is named it did meet.
    """
    better, duties = faced.forbids(card, own), (*faced.duties, *own)
    broken = [(duty.name, duty.meeting & better) for duty in duties if card & duty.breaking and not duty.unless]
    broken += [(duty.name, duty.meeting) for duty in own if card & duty.breaking and duty.unless]
    name, met = next((duty for duty in broken if held.must_have(duty[1])), broken[0])
    return name, met & held.certain
