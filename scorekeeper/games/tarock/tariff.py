"""What games and bonuses with Tarock cards are worth under the rules in force, worked out from the ends of a deal."""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.games.game import Outcome
from scorekeeper.games.rulebook import Row
from scorekeeper.games.score import Line, rules_of
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.phrase import Phrase, Value, say

PLAYERS = ("declarer", "one", "two")
SILENT_AND_ANNOUNCED = (say("silent"), say("announced"), say("announced and failed"))
_NONE = "–"

Ends = Callable[[Mapping[str, Any]], tuple[Outcome, ...]]
"""The ends of a deal with these answers, of which the declarer is "declarer"."""


def game_row(label: Phrase, contract: str, ends: Ends) -> Row:
    """Return what a contract is worth, won and lost."""
    lines = [line for end in ends({"declarer": PLAYERS[0], "contract": contract}) for line in end.score.lines]
    return Row(label, tuple(line.each for line in lines), rules_of(lines))


def bonus_row(bonus: Bonus, contract: str, ends: Ends) -> Row:
    """Return what a bonus of the declarer is worth, silent, announced, and announced and failed."""
    silent, *_ = _bonus_lines(bonus, contract, ends, announced=False)
    made, *_, failed = _bonus_lines(bonus, contract, ends, announced=True)
    cells: tuple[Value, ...] = (
        _NONE if bonus.count else silent.each,
        made.each,
        _NONE if bonus.flat else -failed.each,
    )
    return Row(bonus.label, cells, rules_of((silent, made, failed)))


def _bonus_lines(bonus: Bonus, contract: str, ends: Ends, announced: bool) -> tuple[Line, ...]:
    """Return the line of a bonus of the declarer in each end of a deal, from game won and made on."""
    claim = {"player": PLAYERS[0], "bonus": bonus.key, "announced": announced}
    called = {"declarer": PLAYERS[0], "contract": contract, "bonuses": [claim]}
    return tuple(_line_of(bonus, end) for end in ends(called))


def _line_of(bonus: Bonus, end: Outcome) -> Line:
    return next(line for line in end.score.lines if dict(line.reason.values).get("bonus") == bonus.label)
