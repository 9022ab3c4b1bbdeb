"""Königrufen: four players with 54 Tarock cards; the declarer calls a partner by a King."""

from pathlib import Path

from scorekeeper.games.koenigrufen.audit import TABLE
from scorekeeper.games.koenigrufen.deal import check, read_deal
from scorekeeper.games.koenigrufen.rules import PRESETS
from scorekeeper.games.koenigrufen.scoring import AFTER_TRISCHAKEN, POTS, make_tariff, outcomes, propose_factor, score
from scorekeeper.games.rulebook import Book, Part
from scorekeeper.phrase import say

KOENIGRUFEN = TABLE.game(
    key="koenigrufen",
    title=say("Königrufen"),
    about=say("Tarock for four with 54 cards: the declarer calls a King, and whoever holds it is the secret partner."),
    presets=PRESETS,
    deal=read_deal,
    check=check,
    proposed_answers=propose_factor,
    proposal_depth=lambda rules: AFTER_TRISCHAKEN if rules.doubling else 0,
    score=score,
    outcomes=outcomes,
    book=Book(
        (Part(Path(__file__).with_name("rules.toml")),),
        make_tariff,
        only={
            "KR-37": lambda rules: rules.valat == "fixed",
            "KR-39": lambda rules: rules.valat == "total",
            "KR-40": lambda rules: rules.valat != "fixed",
            "KR-45": lambda rules: bool(rules.halves),
            **{f"KR-{number}": lambda rules: rules.trischaken in POTS for number in range(51, 57)},
            **{f"KR-{number}": lambda rules: rules.trischaken not in POTS for number in range(57, 62)},
        },
    ),
    sheet_column=lambda rules: "sheet",
    piles={"talon": say("the talon, its first half first"), "discard": say("what was laid away")},
    half=say("which half of the talon was taken, the first or the second"),
)
