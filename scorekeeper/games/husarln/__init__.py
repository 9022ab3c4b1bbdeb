"""Husarln: three players with 42 Tarock cards, one declarer against two defenders."""

from scorekeeper.games.game import Sheets
from scorekeeper.games.husarln.audit import TABLE
from scorekeeper.games.husarln.book import ALIASES, BOOK
from scorekeeper.games.husarln.deal import check, check_call, read_deal
from scorekeeper.games.husarln.presets import PRESETS
from scorekeeper.games.husarln.rules import Rules
from scorekeeper.games.husarln.scoring import closing, ends, outcomes, score, tally
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.lines import pay_sheet
from scorekeeper.phrase import say


def _paid(rules: Rules, sheets: Sheets) -> dict[str, int]:
    return pay_sheet(sheets[-1])


def _redeals(rules: Rules, answers: Answers) -> bool:
    """Return whether the same player deals again: after a pass by house rule, else as after any wrong deal (HU-16)."""
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
    book=BOOK,
    also=ALIASES,
    paid=_paid,
    ends=ends,
    closing=closing,
    in_parties=lambda rules: rules.game_end is not None,
    lasting=("game_end",),
    tally=tally,
    shows=lambda rules: "sheet" if rules.view == "sheet" or rules.game_end else "payoff",
    piles={"talon": say("the talon of Husarln, in its order"), "discard": say("what was laid away")},
)
