"""What a deal of Tapp Tarock pays under the rules in force, worked out from its outcomes."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.games.game import Outcome, Seating
from scorekeeper.games.rulebook import TariffTable
from scorekeeper.games.tapp.rules import Rules
from scorekeeper.games.tapp.scoring import outcomes
from scorekeeper.games.tarock.tariff import PLAYERS, SILENT_AND_ANNOUNCED, bonus_row, game_row
from scorekeeper.phrase import say


def tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return what each defender pays or is paid; the bonuses of each game as far as they differ from the first."""
    return tuple(_tables(rules))


def _tables(rules: Rules) -> Iterator[TariffTable]:
    def ends(answers: Mapping[str, Any]) -> tuple[Outcome, ...]:
        return outcomes(rules, Seating(1, PLAYERS[-1], PLAYERS), answers)

    games = tuple(game_row(contract.label, contract.key, ends) for contract in rules.contracts)
    yield TariffTable(say("The games, with each defender"), (say("won"), say("lost")), games)
    first, *others = rules.contracts
    usual = tuple(bonus_row(bonus, first.key, ends) for bonus in rules.bonuses)
    yield TariffTable(say("Bonuses, with each opponent"), SILENT_AND_ANNOUNCED, usual)
    for contract in others:
        found = [bonus_row(bonus, contract.key, ends) for bonus in rules.bonuses]
        rows = tuple(row for row, known in zip(found, usual, strict=True) if row.cells != known.cells)
        if rows:
            title = say("Bonuses that differ in the game {contract}", contract=contract.label)
            yield TariffTable(title, SILENT_AND_ANNOUNCED, rows)
