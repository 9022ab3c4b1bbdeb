"""What games and bonuses of Tapp Tarock are worth under the rules in force, worked out from the ends of a deal."""

from scorekeeper.games.rulebook import TariffTable
from scorekeeper.games.tapp.rules import Rules
from scorekeeper.games.tapp.scoring import outcomes
from scorekeeper.games.tarock.lines import SEATING, tables


def tell_tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return what games and bonuses are worth, with each defender."""
    contracts = {contract.key: contract.label for contract in rules.contracts}
    return tuple(tables(contracts, rules.bonuses, lambda answers: outcomes(rules, SEATING, answers)))
