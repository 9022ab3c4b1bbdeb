"""Parties that end when a player has so many points on the sheet."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from scorekeeper.games.game import Parties, PartyStanding, Preset, Sheets
from scorekeeper.games.score import Line, sum_sheets
from scorekeeper.phrase import Name, say


class GameEnd(NamedTuple):
    """The end of a game: a player with `mark` points, from 1 to 1000, writes a `bonus` of 0 to 1000 besides."""

    mark: int
    bonus: int


R = TypeVar("R", bound=Preset)


def play_to_mark(find_end: Callable[[R], GameEnd | None], rule: str, lasting: tuple[str, ...]) -> Parties[R, object]:
    """Return the parties of a game: `find_end` returns the end at a table, None if it plays without one.

    `rule` is the number of the rule behind the bonus, `lasting` the fields of the rules with the end.
    """

    def tally(rules: R, sheets: Sheets) -> PartyStanding:
        """Return the standing of the game with these sheets, with the bonus of its end in the last of them."""
        end = find_end(rules)
        totals = sum_sheets(sheets)
        winners = _find_winners(end, totals)
        if end is None:
            remark = say("the night lasts as long as the table likes")
        elif not winners:
            remark = say("the game ends at {mark} points", mark=end.mark)
        else:
            remark = say("the game is over: {winners} +{bonus}", winners=tuple(map(Name, winners)), bonus=end.bonus)
        return PartyStanding(totals, winners, remark)

    def close(rules: R, sheets: Sheets) -> tuple[Line, ...]:
        """Return the bonus lines of the players with the points that end the game."""
        end = find_end(rules)
        totals = sum_sheets(sheets)
        lines = []
        for player in _find_winners(end, totals):
            assert end, "without an end nobody wins"
            reason = say(
                "{player} has {points} of {mark} points and ends the game",
                player=Name(player),
                points=totals[player],
                mark=end.mark,
            )
            lines.append(Line(reason, rule, end.bonus, ((player, 1),) if end.bonus else ()))
        return tuple(lines)

    return Parties(
        tally=tally,
        ends=lambda rules, sheets: bool(_find_winners(find_end(rules), sum_sheets(sheets))),
        closing=close,
        counted=lambda rules: find_end(rules) is not None,
        lasting=lasting,
    )


def _find_winners(end: GameEnd | None, totals: Mapping[str, int]) -> tuple[str, ...]:
    return tuple([player for player in totals if totals[player] >= end.mark]) if end else ()
