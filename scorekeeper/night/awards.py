"""Titles of an evening: the highest deal, the longest run, the best comeback, each with its figure."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from scorekeeper.phrase import Name, Phrase, say

_SHARED = 2  # players of one title; what more have in common is no title
# deals in a row, and points made up for, that are worth one
_RUN = 3
_BACK = 2


class _Feat(NamedTuple):
    """What a player did best: how much, and the number of the deal with which it was reached or began."""

    player: str
    size: int
    deal: int


def titles_of(courses: Mapping[str, Sequence[int]]) -> tuple[Phrase, ...]:
    """Return the titles of an evening; `courses` are every player's balances, before the first deal and after each."""
    return tuple(_titles(courses))


def _titles(courses: Mapping[str, Sequence[int]]) -> Iterator[Phrase]:
    won = {player: [after - before for before, after in pairwise(points)] for player, points in courses.items()}
    for who, size, deal in _best([_highest(player, points) for player, points in won.items()], 1):
        points = f"+{size}"
        yield say("highest deal: {player} {points} in deal {deal}", player=Name(who), points=points, deal=str(deal))
    for who, size, _ in _best([_longest(player, points) for player, points in won.items()], _RUN):
        yield say("longest run: {player} won points in {deals} deals in a row", player=Name(who), deals=str(size))
    for who, size, deal in _best([_back(player, points) for player, points in courses.items()], _BACK):
        text = say("{n} points after deal {since}", n=str(size), since=str(deal))
        yield say("best way back: {player} made up {text}", player=Name(who), text=text)


def _best(feats: Sequence[_Feat], least: int) -> list[_Feat]:
    most = max((feat.size for feat in feats), default=0)
    best = [feat for feat in feats if feat.size == most]
    return best if most >= least and len(best) <= _SHARED else []


def _highest(player: str, won: Sequence[int]) -> _Feat:
    size = max(won, default=0)
    return _Feat(player, size, won.index(size) + 1 if won else 0)


def _longest(player: str, won: Sequence[int]) -> _Feat:
    runs = list(accumulate(won, lambda run, points: run + 1 if points > 0 else 0, initial=0))
    size = max(runs)
    return _Feat(player, size, runs.index(size) - size + 1)


def _back(player: str, balances: Sequence[int]) -> _Feat:
    """From below nothing to the end."""
    lowest = min(balances)
    return _Feat(player, balances[-1] - lowest if lowest < 0 else 0, balances.index(lowest))
