"""Husarln: three players with 42 Tarock cards, one declarer against two defenders."""

from pathlib import Path

from scorekeeper.games.game import Outcome, Parties
from scorekeeper.games.husarln.audit import TABLE
from scorekeeper.games.husarln.deal import check, check_call, read_deal
from scorekeeper.games.husarln.rules import CONTRACTS, PRESETS, SOLO, Rules
from scorekeeper.games.husarln.scoring import closing, ends, outcomes, score, tally
from scorekeeper.games.questions import Answers
from scorekeeper.games.rulebook import Alias, Book, Part, TariffTable
from scorekeeper.games.tarock.lines import SEATING, SILENT_AND_ANNOUNCED, bonus_row, game_row, pay_sheet
from scorekeeper.phrase import say


def make_tariff(rules: Rules) -> tuple[TariffTable, ...]:
    """Return the written points of games and bonuses; paid out, each player pays the writer the same number."""

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


def _redeals(rules: Rules, answers: Answers) -> bool:
    """Return whether the same player deals again: after a pass by house rule, else after any wrong deal (HU-16)."""
    return bool(answers.get("redealt")) or (rules.all_pass == "redeal_same" and bool(answers.get("passed")))


HUSARLN = TABLE.game(
    key="husarln",
    title=say("Husarln"),
    about=say("Tarock for three: the declarer buys from the talon and plays against the other two."),
    presets=PRESETS,
    deal=read_deal,
    check=check,
    check_call=check_call,
    score=score,
    outcomes=outcomes,
    redeals=_redeals,
    book=Book((Part(Path(__file__).with_name("rules.toml")),), make_tariff),
    aliases=(Alias("Block Tarock", "Beck, Bamberger"),),
    payoff=lambda rules, sheets: pay_sheet(sheets[-1]),
    parties=Parties(
        tally=tally,
        ends=ends,
        closing=closing,
        counted=lambda rules: rules.game_end is not None,
        lasting=("game_end",),
    ),
    sheet_column=lambda rules: "sheet" if rules.view == "sheet" or rules.game_end else "payoff",
    piles={"talon": say("the talon of Husarln, in its order"), "discard": say("what was laid away")},
)
