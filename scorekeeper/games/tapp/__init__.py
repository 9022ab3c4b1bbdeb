"""Tapp Tarock: three players with 54 Tarock cards, one declarer against two defenders."""

from pathlib import Path

from scorekeeper.games.game import Sheets
from scorekeeper.games.rulebook import Book, Part, TariffTable
from scorekeeper.games.tapp.audit import TABLE
from scorekeeper.games.tapp.deal import check, read_deal
from scorekeeper.games.tapp.rules import PRESETS, Rules
from scorekeeper.games.tapp.scoring import outcomes, score
from scorekeeper.games.tarock.lines import SEATING, pay_sheet, tables
from scorekeeper.phrase import say


def tell_tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return what games and bonuses are worth, with each defender."""
    contracts = {contract.key: contract.label for contract in rules.contracts}
    return tuple(tables(contracts, rules.bonuses, lambda answers: outcomes(rules, SEATING, answers)))


BOOK = Book((Part(Path(__file__).with_name("rules.toml")),), tell_tariff)


def _paid(rules: Rules, sheets: Sheets) -> dict[str, int]:
    return pay_sheet(sheets[-1]) if rules.writing == "credits" else dict(sheets[-1])


TAPP = TABLE.game(
    key="tapp",
    title=say("Tapp Tarock"),
    about=say("Tarock for three with 54 cards: the declarer takes half of the talon and plays against the other two."),
    presets=PRESETS,
    deal=read_deal,
    check=check,
    score=score,
    outcomes=outcomes,
    book=BOOK,
    paid=_paid,
    shows=lambda rules: "sheet" if rules.writing == "credits" else "payoff",
    piles={"talon": say("the talon, the lower half first"), "discard": say("what was laid away")},
    half=say("which half of the talon was taken, the lower or the upper"),
)
