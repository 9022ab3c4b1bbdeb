"""The tariff of a game with one declarer: the worth of its contracts and bonuses, taken from the ends of calls."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from scorekeeper.games.declarer.contracts import Bonus, Contract, DeclarerRules
from scorekeeper.games.game import Outcome, Seating
from scorekeeper.games.questions import Answers
from scorekeeper.games.rulebook import Row, TariffTable
from scorekeeper.games.score import cited_rules
from scorekeeper.phrase import Phrase, Value, say

SILENT_AND_ANNOUNCED = (say("silent"), say("announced"), say("announced and failed"))
_DECLARER = "declarer"
_PLAYERS = (_DECLARER, "one", "two")
_NONE = "–"

Ends = Callable[[Answers], tuple[Outcome, ...]]
"""The ends of a deal with these answers, of which the declarer is "declarer"."""


class Titles(NamedTuple):
    """The headings: of the contracts with the columns of one won and one lost, and of the bonuses."""

    games: Phrase
    won: Phrase
    lost: Phrase
    bonuses: Phrase
    differing: Callable[[Contract], Phrase]


def make_tariff(
    rules: DeclarerRules,
    outcomes: Callable[[Seating, Answers], tuple[Outcome, ...]],
    titles: Titles,
    others: Iterable[Contract],
) -> tuple[TariffTable, ...]:
    """Return the worth of contracts and bonuses; of `others` than the first only bonuses with another worth there."""

    def ends(answers: Answers) -> tuple[Outcome, ...]:
        return outcomes(Seating(1, _PLAYERS[-1], _PLAYERS), answers)

    games = tuple([_game_row(contract, ends) for contract in rules.contracts])
    usual = tuple([_bonus_row(bonus, rules.contracts[0], ends) for bonus in rules.bonuses])
    tables = [
        TariffTable(titles.games, (titles.won, titles.lost), games),
        TariffTable(titles.bonuses, SILENT_AND_ANNOUNCED, usual),
    ]
    for contract in others:
        rows = [_bonus_row(bonus, contract, ends) for bonus in rules.bonuses]
        different = tuple([row for row, known in zip(rows, usual, strict=True) if row.cells != known.cells])
        if different:
            tables.append(TariffTable(titles.differing(contract), SILENT_AND_ANNOUNCED, different))
    return tuple(tables)


def _game_row(contract: Contract, ends: Ends) -> Row:
    """Return the worth of a contract, won and lost."""
    lines = [line for end in ends({"declarer": _DECLARER, "contract": contract.key}) for line in end.score.lines]
    return Row(contract.label, tuple(line.each for line in lines), cited_rules(lines), contract.own)


def _bonus_row(bonus: Bonus, contract: Contract, ends: Ends) -> Row:
    """Return the worth of a bonus of the declarer, silent, announced, and announced and failed."""
    found = []
    for announced in (True,) if bonus.only_announced else (False, True):
        claim = {"player": _DECLARER, "bonus": bonus.key, "announced": announced}
        called = {"declarer": _DECLARER, "contract": contract.key, "bonuses": [claim]}
        lines = [line for end in ends(called) for line in end.score.lines]
        found.append([line for line in lines if _is_about(line.reason, bonus)])
    silent, *_ = found[0]
    made, *_, failed = found[-1]
    always = bonus.count or bonus.only_announced
    cells: tuple[Value, ...] = (_NONE if always else silent.each, made.each, _NONE if bonus.flat else -failed.each)
    return Row(bonus.label, cells, cited_rules((silent, made, failed)), bonus.own)


def list_figures(bonus: Bonus) -> tuple[Value, ...]:
    """Return what a bonus is worth silent, announced, and announced and failed; a multiple of the game with its ×."""
    if bonus.flat:
        return bonus.silent, _NONE, _NONE
    if bonus.times:
        return f"×{bonus.silent}", f"×{bonus.announced}", f"−×{bonus.announced}"
    return bonus.silent or _NONE, bonus.announced, -bonus.announced


def _is_about(reason: Value, bonus: Bonus) -> bool:
    """Return whether a line is the one of a bonus; a value of the table's own is told around its reason."""
    values = dict(reason.values) if isinstance(reason, Phrase) else {}
    return values.get("bonus") == bonus.label or ("reason" in values and _is_about(values["reason"], bonus))
