"""Königrufen: four players with 54 Tarock cards, and a partner whom the declarer calls by a King."""

from collections.abc import Mapping

from scorekeeper.games.game import Brief, Seating
from scorekeeper.games.koenigrufen.audit import TABLE
from scorekeeper.games.koenigrufen.book import BOOK
from scorekeeper.games.koenigrufen.contracts import TRISCHAKEN
from scorekeeper.games.koenigrufen.deal import read_deal
from scorekeeper.games.koenigrufen.possible import check
from scorekeeper.games.koenigrufen.presets import PRESETS
from scorekeeper.games.koenigrufen.rules import PACK
from scorekeeper.games.koenigrufen.scoring import AFTER_TRISCHAKEN, due_factor, outcomes, score
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.asking import brief_of
from scorekeeper.phrase import say

_BRIEF = brief_of(PACK, TABLE.marks)


def _brief(seating: Seating, answers: Answers) -> Brief:
    """Return a deal in short; what was told of each player has no room there. In a Trischaken nobody is declarer."""
    brief = _BRIEF(seating, {key: value for key, value in answers.items() if not isinstance(value, Mapping)})
    if answers.get("redealt") or not brief.contract:
        return brief
    if answers.get("contract") == TRISCHAKEN.key:
        return Brief("", brief.words, brief.contract, individual=True)
    return brief._replace(partner=str(answers.get("partner") or ""))


KOENIGRUFEN = TABLE.game(
    key="koenigrufen",
    title=say("Königrufen"),
    about=say("Tarock for four with 54 cards: the declarer calls a King, whose holder plays with him in secret."),
    presets=PRESETS,
    deal=read_deal,
    check=check,
    due=due_factor,
    looks_back=lambda rules: AFTER_TRISCHAKEN if rules.doubling else 0,
    score=score,
    outcomes=outcomes,
    book=BOOK,
    shows=lambda rules: "sheet",
    brief=_brief,
    piles={"talon": say("the talon, its first half first"), "discard": say("what was laid away")},
    half=say("which half of the talon was taken, the first or the second"),
)
