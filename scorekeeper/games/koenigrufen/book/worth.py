"""What games and bonuses of Königrufen are worth under the rules in force, worked out from the ends of a deal."""

from scorekeeper.games.game import Seating
from scorekeeper.games.koenigrufen.contracts import TRISCHAKEN, Contract
from scorekeeper.games.koenigrufen.rules import Rules
from scorekeeper.games.koenigrufen.scoring import outcomes
from scorekeeper.games.rulebook import Row, TariffTable
from scorekeeper.games.score import Line, rules_of
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.games.tarock.tariff import SILENT_AND_ANNOUNCED
from scorekeeper.phrase import say

_DECLARER = "declarer"
_SEATING = Seating(1, "three", (_DECLARER, "one", "two", "three"))


def tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return what contracts and bonuses are worth."""
    contracts = [contract for contract in rules.contracts if contract is not TRISCHAKEN]
    games = tuple(_game(rules, contract) for contract in contracts)
    bonuses = tuple(_bonus(bonus) for bonus in rules.bonuses if bonus.key != "valat")
    return (
        TariffTable(say("The games, with each opponent"), (say("won"), say("lost")), games),
        TariffTable(say("Bonuses, with each opponent"), SILENT_AND_ANNOUNCED, bonuses),
    )


def _game(rules: Rules, contract: Contract) -> Row:
    lines = [_first(rules, contract, end) for end in (0, -1)]
    return Row(contract.label, tuple(line.each for line in lines), rules_of(lines))


def _first(rules: Rules, contract: Contract, end: int) -> Line:
    """Return the line of the game where it is won, or lost."""
    answers: dict[str, object] = {"declarer": _DECLARER, "contract": contract.key}
    if contract.called:
        answers["alone"] = True
    if contract.birds:
        answers["bonuses"] = [{"player": _DECLARER, "bonus": contract.birds[0], "announced": True}]
    return outcomes(rules, _SEATING, answers)[end].score.lines[0]


def _bonus(bonus: Bonus) -> Row:
    return Row(bonus.label, (bonus.silent, bonus.announced, -bonus.announced), ("KR-30", "KR-31"))
