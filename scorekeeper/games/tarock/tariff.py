"""What games and bonuses with Tarock cards are worth under the rules in force, worked out from the ends of a deal."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from scorekeeper.games.game import Outcome, Seating
from scorekeeper.games.questions import Answers
from scorekeeper.games.rulebook import Row, TariffTable
from scorekeeper.games.score import Line, rules_of
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.phrase import Phrase, Value, say

PLAYERS = ("declarer", "one", "two")
SILENT_AND_ANNOUNCED = (say("silent"), say("announced"), say("announced and failed"))
_NONE = "–"

Ends = Callable[[Answers], tuple[Outcome, ...]]
"""The ends of a deal with these answers, of which the declarer is "declarer"."""


SEATING = Seating(1, PLAYERS[-1], PLAYERS)


def tables(contracts: Mapping[str, Phrase], bonuses: Sequence[Bonus], ends: Ends) -> Iterator[TariffTable]:
    """Yield what games and bonuses are worth; the bonuses of each game as far as they differ from the first."""
    games = tuple(game_row(label, key, ends) for key, label in contracts.items())
    yield TariffTable(say("The games, with each defender"), (say("won"), say("lost")), games)
    first, *others = contracts
    usual = tuple(bonus_row(bonus, first, ends) for bonus in bonuses)
    yield TariffTable(say("Bonuses, with each opponent"), SILENT_AND_ANNOUNCED, usual)
    for key in others:
        found = [bonus_row(bonus, key, ends) for bonus in bonuses]
        rows = tuple(row for row, known in zip(found, usual, strict=True) if row.cells != known.cells)
        if rows:
            title = say("Bonuses that differ in the game {contract}", contract=contracts[key])
            yield TariffTable(title, SILENT_AND_ANNOUNCED, rows)


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
