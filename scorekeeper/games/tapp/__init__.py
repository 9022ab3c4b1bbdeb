"""Tapp Tarock: three players with 54 Tarock cards, one declarer against two defenders."""

from pathlib import Path

from scorekeeper.games.rulebook import Book, Part
from scorekeeper.games.tapp.audit import TABLE
from scorekeeper.games.tapp.deal import check, read_deal
from scorekeeper.games.tapp.rules import PRESETS
from scorekeeper.games.tapp.scoring import make_tariff, outcomes, score
from scorekeeper.games.tarock.lines import pay_sheet
from scorekeeper.phrase import say

TAPP = TABLE.game(
    key="tapp",
    title=say("Tapp Tarock"),
    about=say("Tarock for three with 54 cards: the declarer takes half of the talon and plays against the other two."),
    presets=PRESETS,
    deal=read_deal,
    check=check,
    score=score,
    outcomes=outcomes,
    book=Book((Part(Path(__file__).with_name("rules.toml")),), make_tariff),
    paid=lambda rules, sheets: pay_sheet(sheets[-1]) if rules.writing == "credits" else dict(sheets[-1]),
    shows=lambda rules: "sheet" if rules.writing == "credits" else "payoff",
    piles={"talon": say("the talon, the lower half first"), "discard": say("what was laid away")},
    half=say("which half of the talon was taken, the lower or the upper"),
)
