"""Distinctions of an evening: the highest deal, the longest run, the best comeback, each with its figure."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from scorekeeper.phrase import Name, Phrase, say

_SHARED = 2  # most players of one title
# least deals in a row, and least points made up
_RUN = 3
_BACK = 2


class _Feat(NamedTuple):
    """A player's best figure, and the number of the deal in which it was reached or began."""

    player: Name
    size: int
    deal: int


def titles_of(courses: Mapping[str, Sequence[int]]) -> tuple[Phrase, ...]:
    """Return the titles of an evening; `courses` are each player's balances, before the first deal and after each."""
    highest = list[_Feat]()
    longest = list[_Feat]()
    back = list[_Feat]()
    for key, balances in courses.items():
        player = Name(key)
        won = [0, *(after - before for before, after in pairwise(balances))]
        runs = list(accumulate(won, lambda run, points: run + 1 if points > 0 else 0))
        lowest = min(balances)
        highest.append(_Feat(player, max(won), won.index(max(won))))
        longest.append(_Feat(player, max(runs), runs.index(max(runs))))
        # from below nothing to the end
        back.append(_Feat(player, balances[-1] - lowest if lowest < 0 else 0, balances.index(lowest)))
    titles = list[Phrase]()
    for player, size, deal in _best(highest, 1):
        points = f"+{size}"
        titles.append(
            say("highest deal: {player} {points} in deal {deal}", player=player, points=points, deal=str(deal))
        )
    for player, size, _ in _best(longest, _RUN):
        titles.append(say("longest run: {player} won points in {deals} deals in a row", player=player, deals=str(size)))
    for player, size, deal in _best(back, _BACK):
        text = say("{n} points after deal {since}", n=str(size), since=str(deal))
        titles.append(say("best way back: {player} made up {text}", player=player, text=text))
    return tuple(titles)


def _best(feats: Sequence[_Feat], least: int) -> list[_Feat]:
    most = max((feat.size for feat in feats), default=0)
    best = [feat for feat in feats if feat.size == most]
    return best if most >= least and len(best) <= _SHARED else []
