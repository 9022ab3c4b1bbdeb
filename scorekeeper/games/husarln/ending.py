"""A game of Husarln to a mark, where the table plays so: when it is over, and what that brings (HU-64)."""

from collections.abc import Mapping

from scorekeeper.games.game import PartyStanding, Sheets
from scorekeeper.games.husarln.rules import Rules
from scorekeeper.games.score import Line, sum_sheets
from scorekeeper.phrase import Name, Phrase, say


def ends(rules: Rules, sheets: Sheets) -> bool:
    """Return whether somebody has the points with which the game ends."""
    return bool(_winners(rules, sum_sheets(sheets)))


def closing(rules: Rules, sheets: Sheets) -> tuple[Line, ...]:
    """Return what is written besides by everybody who has the points with which the game ends."""
    if rules.game_end is None:
        return ()
    totals = sum_sheets(sheets)
    return tuple(_line(rules, player, totals[player]) for player in _winners(rules, totals))


def _line(rules: Rules, player: str, points: int) -> Line:
    assert rules.game_end
    mark, bonus = rules.game_end
    reason = say(
        "{player} has {points} of {mark} points and ends the game", player=Name(player), points=points, mark=mark
    )
    return Line(reason, "HU-64", bonus, ((player, 1),) if bonus else ())


def tally(rules: Rules, sheets: Sheets) -> PartyStanding:
    """Return how the game with these sheets stands, what its end brought in the last of them."""
    totals = sum_sheets(sheets)
    winners = _winners(rules, totals)
    return PartyStanding(totals, winners, _remark(rules, winners))


def _remark(rules: Rules, winners: tuple[str, ...]) -> Phrase:
    if rules.game_end is None:
        return say("the night lasts as long as the table likes")
    if not winners:
        return say("the game ends at {mark} points", mark=rules.game_end.mark)
    bonus = rules.game_end.bonus
    return say("the game is over: {winners} +{bonus}", winners=tuple(map(Name, winners)), bonus=bonus)


def _winners(rules: Rules, totals: Mapping[str, int]) -> tuple[str, ...]:
    end = rules.game_end
    return tuple(player for player in totals if totals[player] >= end.mark) if end else ()
