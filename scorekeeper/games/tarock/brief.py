"""A deal with Tarock cards in short, as a row of the sheet has room for it."""

from collections.abc import Callable, Mapping

from scorekeeper.cards.packs import Pack
from scorekeeper.cards.thirds import round_thirds
from scorekeeper.games.game import Brief, Seating
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.asking import ask_counts
from scorekeeper.games.tarock.claims import announces
from scorekeeper.phrase import Value, say

_CONTRAS = ("C", "R", "S")


def brief_of(pack: Pack, contracts: Mapping[str, Value]) -> Callable[[Seating, Answers], Brief]:
    """Return what tells the contract, contra, recontra and subcontra, and the declarer's card points: Z2 C 37.

    `contracts` are what a row calls a contract whose key it does not show.
    """
    mine, _ = ask_counts(pack)

    def brief(seating: Seating, answers: Answers) -> Brief:
        for name, text in (("passed", say("all pass")), ("redealt", say("dealt again"))):
            if answers.get(name):
                return Brief("", (text,))
        contra, contract = answers.get("contra"), str(answers.get("contract") or "")
        words: list[Value] = [contracts.get(contract, contract)] if contract else []
        words += _CONTRAS[: contra if isinstance(contra, int) else 0]
        if "points" in answers:
            words.append(round_thirds(mine.read(answers["points"])))
        elif "defender_points" in answers:
            words.append(pack.points - round_thirds(mine.read(answers["defender_points"])))
        declarer = str(answers.get("declarer", ""))
        return Brief(declarer, tuple(words), contract, announces(declarer, answers))

    return brief
