"""Parties: so many deals in a row that a game counts together, each with totals and a winner of its own."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from scorekeeper.games.game import Standing
from scorekeeper.night.night import Night
from scorekeeper.night.replay import party_of


class Party(NamedTuple):
    """One party of a night: its number from 1, the deals `numbers` that it has, and how it stands after `last`."""

    number: int
    numbers: range
    last: int
    standing: Standing

    @property
    def over(self) -> bool:
        """Whether its last deal is played."""
        return self.last == self.numbers[-1]


def parties_of(night: Night, sheets: Mapping[int, Mapping[str, int]]) -> list[Party]:
    """Return the parties that these sheets make, keyed by the number of their deal and whole from a party's first on.

    A game without parties has none.
    """
    return list(_parties_of(night, sheets))


def _parties_of(night: Night, sheets: Mapping[int, Mapping[str, int]]) -> Iterator[Party]:
    if night.game.tally is None:
        return
    for numbers, deals in groupby(sorted(sheets), key=lambda number: party_of(night, number)):
        played = list(deals)
        standing = night.game.tally(night.rules_at(played[-1]), [sheets[number] for number in played])
        yield Party(numbers.start // len(numbers) + 1, numbers, played[-1], standing)
