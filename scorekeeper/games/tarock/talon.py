"""A talon of two halves, of which the declarer takes one."""

from collections.abc import Collection

from scorekeeper.cards.record import Cards

_HALF = 3


def split_talon(talon: Cards, half: int, shown: Collection[str]) -> tuple[Cards, Cards]:
    """Return the cards of the talon that only the declarer may have held, and those that are left to the others.

    Where nobody says which `half` was taken, 0, the cards that were played, held or laid away tell: none is of the
    other one.
    """
    halves = talon[:_HALF], talon[_HALF:]
    found = half or next((number for number, cards in enumerate(halves, 1) if set(cards).intersection(shown)), 0)
    return (halves[found - 1], halves[2 - found]) if found else (talon, ())
