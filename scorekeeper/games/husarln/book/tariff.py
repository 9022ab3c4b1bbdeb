"""What a deal of Husarln writes under the rules in force, worked out from its outcomes."""

from collections.abc import Iterator

from scorekeeper.games.game import Seating
from scorekeeper.games.husarln.rules import CONTRACTS, SOLO, Contract, Rules
from scorekeeper.games.husarln.scoring import outcomes
from scorekeeper.games.rulebook import Row, TariffTable
from scorekeeper.games.score import Line, rules_of
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.phrase import Value, say

_PLAYERS = ("declarer", "one", "two")
_SEATING = Seating(1, "two", _PLAYERS)
_NONE = "–"


def tell_tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return what the games and the bonuses write; paid out, each pays who writes a number just as much."""
    games = tuple(_row(rules, contract) for contract in CONTRACTS)
    columns = (say("silent"), say("announced"), say("announced and failed"))
    bonus = tuple(_bonus_row(rules, bonus, CONTRACTS[0]) for bonus in rules.bonuses)
    tables = [
        TariffTable(say("The games"), (say("won: the declarer writes"), say("lost: each defender writes")), games),
        TariffTable(say("Bonuses"), columns, bonus),
    ]
    if rules.bonuses_double_in_solo:
        rows = tuple(_bonus_row(rules, bonus, SOLO) for bonus in rules.bonuses)
        tables.append(TariffTable(say("Bonuses in a Solo"), columns, rows))
    return tuple(tables)


def _row(rules: Rules, contract: Contract) -> Row:
    ends = outcomes(rules, _SEATING, {"declarer": "declarer", "contract": contract.key})
    lines = [line for end in ends for line in end.score.lines]
    return Row(contract.label, tuple(line.each for line in lines), rules_of(lines))


def _bonus_row(rules: Rules, bonus: Bonus, contract: Contract) -> Row:
    silent, *_ = _bonus_lines(rules, bonus, contract, announced=False)
    made, *_, failed = _bonus_lines(rules, bonus, contract, announced=True)
    cells: tuple[Value, ...] = (silent.each, made.each, _NONE if bonus.flat else -failed.each)
    return Row(bonus.label, cells, rules_of((silent, made, failed)))


def _bonus_lines(rules: Rules, bonus: Bonus, contract: Contract, announced: bool) -> Iterator[Line]:
    """Yield the line of a bonus of the declarer in each end of a deal, from game won and made on."""
    claim = {"player": "declarer", "bonus": bonus.key, "announced": announced}
    called = {"declarer": "declarer", "contract": contract.key, "bonuses": [claim]}
    yield from (end.score.lines[-1] for end in outcomes(rules, _SEATING, called))
