"""The rule book of Husarln, and what a deal writes under the rules in force."""

from pathlib import Path

from scorekeeper.games.game import Outcome
from scorekeeper.games.husarln.contracts import CONTRACTS, SOLO
from scorekeeper.games.husarln.rules import Rules
from scorekeeper.games.husarln.scoring import outcomes
from scorekeeper.games.questions import Answers
from scorekeeper.games.rulebook import Alias, Book, Part, TariffTable
from scorekeeper.games.tarock.lines import SEATING, SILENT_AND_ANNOUNCED, bonus_row, game_row
from scorekeeper.phrase import say


def tell_tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return what the games and the bonuses write; paid out, each pays who writes a number just as much."""

    def ends(answers: Answers) -> tuple[Outcome, ...]:
        return outcomes(rules, SEATING, answers)

    games = tuple(game_row(contract.label, contract.key, ends) for contract in CONTRACTS)
    bonus = tuple(bonus_row(bonus, CONTRACTS[0].key, ends) for bonus in rules.bonuses)
    tables = [
        TariffTable(say("The games"), (say("won: the declarer writes"), say("lost: each defender writes")), games),
        TariffTable(say("Bonuses"), SILENT_AND_ANNOUNCED, bonus),
    ]
    if rules.bonuses_double_in_solo:
        rows = tuple(bonus_row(bonus, SOLO.key, ends) for bonus in rules.bonuses)
        tables.append(TariffTable(say("Bonuses in a Solo"), SILENT_AND_ANNOUNCED, rows))
    return tuple(tables)


BOOK = Book((Part(Path(__file__).with_name("rules.toml")),), tell_tariff)

ALIASES = (Alias("Block Tarock", "Beck, Bamberger"),)
