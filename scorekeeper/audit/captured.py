"""The piles at the end of a recorded deal: whose tricks which cards are in, as far as the record tells."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import NamedTuple

from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import Deck, split, together


class Piles(NamedTuple):
    """The cards of each owner, by his number; `rest` are cards of the pack whose owner is not known.

    `missing` says how many cards of each owner are among them, `anywhere` whether some may be anybody's.
    """

    owned: tuple[int, ...]
    missing: tuple[int, ...]
    rest: int
    anywhere: bool

    def all_of(self, owner: int, cards: int) -> bool | None:
        """Return whether `owner` has all these cards, None where it is not known."""
        if cards & ~self.owned[owner] & ~self.rest:
            return False
        return True if not cards & ~self.owned[owner] else None

    def span(self, owner: int, worth_of: Callable[[int], int]) -> tuple[int, int]:
        """Return the least and the most that the cards of `owner` can be worth, each card what `worth_of` says."""
        known = sum(map(worth_of, split(self.owned[owner])))
        worths = sorted(map(worth_of, split(self.rest)))
        missing = [max(0, number) for number in self.missing]
        return known + sum(worths[: missing[owner]]), known + sum(worths[sum(missing) - missing[owner] :])

    def worth(self, deck: Deck, owner: int) -> int | None:
        """Return what the cards of `owner` are worth, in parts of a card point, None where it is not fixed."""
        if not self.rest:
            return deck.count(self.owned[owner])
        least, most = self.span(owner, deck.count)
        return least if least == most else None


def pile_up(recorded: Recorded, course: Course, owner_of: Sequence[int], besides: Sequence[tuple[int, int]]) -> Piles:
    """Return the piles of the owners, `owner_of` by seat.

    `besides` are each owner's cards that are in no trick: those that are known, and how many are not. A card that is
    in two piles may in truth be in either.
    """
    won: list[list[Sequence[int]]] = [[] for _ in besides]  # the tricks of each owner
    for cards, winner in zip(recorded.tricks, course.winners, strict=False):
        if winner >= 0:
            won[owner_of[winner]].append(cards)
    shown = [together(chain.from_iterable(tricks)) for tricks in won]
    owned = [known | cards for (known, _), cards in zip(besides, shown, strict=True)]
    missing = [
        number + len(owner_of) * len(tricks) - cards.bit_count()
        for (_, number), tricks, cards in zip(besides, won, shown, strict=True)
    ]
    seen = twice = 0
    for pile in owned:
        seen, twice = seen | pile, twice | seen & pile
    owned = [pile & ~twice for pile in owned]
    rest = recorded.pack & ~seen | twice
    anywhere = sum(map(len, won)) < recorded.size or bool(twice)
    if not anywhere and sum(map(bool, missing)) == 1:
        owner = next(owner for owner, number in enumerate(missing) if number)
        owned[owner] = owned[owner] | rest
        missing[owner] = 0
        rest = 0
    return Piles(tuple(owned), tuple(missing), rest, anywhere)
