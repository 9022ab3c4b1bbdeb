"""Husarln: three players with 42 Tarock cards, one declarer against two defenders."""

from collections.abc import Mapping, Sequence

from scorekeeper.cards.packs import TAROCK
from scorekeeper.games.game import Game
from scorekeeper.games.husarln.audit import audit, recording
from scorekeeper.games.husarln.deal import ask, read_deal
from scorekeeper.games.husarln.rules import HAND, PRESETS, TALON, Rules
from scorekeeper.games.husarln.scoring import outcomes, pay_sheet, score
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import Phrase, say


def _paid(rules: Rules, sheets: Sequence[Mapping[str, int]]) -> dict[str, int]:
    return pay_sheet(sheets[-1])


def _redeals(rules: Rules, answers: Answers) -> bool:
    return rules.all_pass == "redeal_same" and bool(answers.get("passed"))


def _pack(rules: Rules, players: int) -> Phrase:
    return say("{cards} cards, {hand} each, {talon} in the talon", cards=len(TAROCK.cards), hand=HAND, talon=TALON)


HUSARLN = Game(
    "husarln",
    say("Husarln"),
    say("Tarock for three: the declarer buys from the talon and plays against the other two."),
    PRESETS,
    ask,
    read_deal,
    score,
    _paid,
    outcomes,
    _redeals,
    _pack,
    TAROCK,
    direction=say("anticlockwise"),
    shows=lambda rules: "sheet" if rules.view == "sheet" else "payoff",
    audit=audit,
    recording=recording,
)
