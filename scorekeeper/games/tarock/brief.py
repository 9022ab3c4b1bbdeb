"""A deal with Tarock cards in short, as a row of the sheet has room for it."""

from collections.abc import Callable, Mapping

from scorekeeper.cards.packs import Pack
from scorekeeper.cards.thirds import round_thirds
from scorekeeper.games.game import Brief, Seating
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.asking import CONTRA_MARKS, ask_counts
from scorekeeper.games.tarock.claims import announces, find_valat
from scorekeeper.phrase import Value, say


def brief_of(pack: Pack, contracts: Mapping[str, Value]) -> Callable[[Seating, Answers], Brief]:
    """Return what tells the contract, every level of contra, and the declarer's card points: Z2 C 37.

    Of the bonuses only a Valat is told, which takes the place of the game or counts more than it: Solo Valat ✓.

    `contracts` are what a row calls a contract whose key it does not show.
    """
    mine, _ = ask_counts(pack)

    def brief(seating: Seating, answers: Answers) -> Brief:
        for name, text in (("passed", say("all pass")), ("redealt", say("dealt again"))):
            if answers.get(name):
                return Brief("", (text,))
        contra, contract = answers.get("contra"), str(answers.get("contract") or "")
        words: list[Value] = [contracts.get(contract, contract)] if contract else []
        words += CONTRA_MARKS[: contra if isinstance(contra, int) else 0]
        if (valat := find_valat(answers)) is not None:
            words.append("Valat\u00a0✓" if valat else "Valat\u00a0✗")
        if "points" in answers:
            words.append(round_thirds(mine.read(answers["points"])))
        elif "defender_points" in answers:
            words.append(pack.points - round_thirds(mine.read(answers["defender_points"])))
        declarer = str(answers.get("declarer", ""))
        return Brief(declarer, tuple(words), contract, announces(declarer, answers))

    return brief
