"""A deal of Husarln in short, as a row of the sheet has room for it."""

from scorekeeper.cards.thirds import round_thirds
from scorekeeper.games.game import Brief, Seating
from scorekeeper.games.husarln.rules import POINTS
from scorekeeper.games.questions import Answers, Thirds
from scorekeeper.phrase import Value, say

_CONTRAS = ("C", "R", "S")
_COUNT = Thirds("points", say("Card points of the declarer"), POINTS, say("more than the {points} in the pack"))


def brief(seating: Seating, answers: Answers) -> Brief:
    """Return the contract, contra, recontra and subcontra, and the declarer's card points: Z2 C 37."""
    for name, text in (("passed", say("all pass")), ("redealt", say("dealt again"))):
        if answers.get(name):
            return Brief("", (text,))
    contra, contract = answers.get("contra"), answers.get("contract")
    words: list[Value] = [str(contract)] if contract else []
    words += _CONTRAS[: contra if isinstance(contra, int) else 0]
    if "points" in answers:
        words.append(round_thirds(_COUNT.read(answers["points"])))
    elif "defender_points" in answers:
        words.append(POINTS - round_thirds(_COUNT.read(answers["defender_points"])))
    return Brief(str(answers.get("declarer", "")), tuple(words))
