"""The rule book of Tapp Tarock, and what its games and bonuses are worth under the rules in force."""

from pathlib import Path

from scorekeeper.games.rulebook import Book, Part, TariffTable
from scorekeeper.games.tapp.rules import Rules
from scorekeeper.games.tapp.scoring import outcomes
from scorekeeper.games.tarock.lines import SEATING, tables


def tell_tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return what games and bonuses are worth, with each defender."""
    contracts = {contract.key: contract.label for contract in rules.contracts}
    return tuple(tables(contracts, rules.bonuses, lambda answers: outcomes(rules, SEATING, answers)))


BOOK = Book((Part(Path(__file__).with_name("rules.toml")),), tell_tariff)
