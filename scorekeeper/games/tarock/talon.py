"""A talon beside the hands, and its two halves where the declarer takes one."""

from collections.abc import Callable
from itertools import chain

from scorekeeper.cards.packs import Pack
from scorekeeper.cards.record import Cards, Record
from scorekeeper.cards.setup import known
from scorekeeper.phrase import Phrase, say

_HALF = 3


def split_talon(record: Record, declarer: str, half: int) -> tuple[Cards, Cards]:
    """Return the cards of the talon that only the declarer may have held, and those that are left to the others.

    Where nobody says which `half` was taken, 0, the cards that were played, held or laid away tell: none is of the
    other one.
    """
    talon = record.pile("talon")
    shown = known((*record.hands.get(declarer, ()), *record.pile("discard"), *chain.from_iterable(record.tricks)))
    halves = talon[:_HALF], talon[_HALF:]
    found = half or next((number for number, cards in enumerate(halves, 1) if set(cards).intersection(shown)), 0)
    return (halves[found - 1], halves[2 - found]) if found else (talon, ())


def dealt(pack: Pack, hand: int, talon: int) -> Callable[[object, int], Phrase]:
    """Return what tells how many cards everybody holds and how many lie in the talon."""
    told = say("{cards} cards, {hand} each, {talon} in the talon", cards=len(pack.cards), hand=hand, talon=talon)
    return lambda rules, players: told
