"""The rule book of Tapp Tarock."""

from scorekeeper.games.rulebook import Book, TariffTable
from scorekeeper.games.tapp.book.bonuses import BONUSES
from scorekeeper.games.tapp.book.dealing import COUNT, DEALING, TALON
from scorekeeper.games.tapp.book.playing import PLAY
from scorekeeper.games.tapp.book.values import VALUES
from scorekeeper.games.tapp.rules import Rules
from scorekeeper.games.tapp.scoring import outcomes
from scorekeeper.games.tarock.tariff import SEATING, tables


def _tariff(rules: Rules) -> tuple[TariffTable, ...]:
    contracts = {contract.key: contract.label for contract in rules.contracts}
    return tuple(tables(contracts, rules.bonuses, lambda answers: outcomes(rules, SEATING, answers)))


BOOK = Book((COUNT, DEALING, TALON, VALUES, BONUSES, PLAY), _tariff)
