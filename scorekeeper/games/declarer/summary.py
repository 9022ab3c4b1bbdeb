"""A deal with a declarer in the few signs that fit into a row of the sheet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.cards.packs import Pack
from scorekeeper.cards.thirds import round_thirds
from scorekeeper.games.counts import Thirds
from scorekeeper.games.declarer.asking import CONTRA_MARKS, ask_counts
from scorekeeper.games.declarer.claims import Unplayed, rows_of
from scorekeeper.games.declarer.contracts import ContractBook, DeclarerRules, name_bonus
from scorekeeper.games.game import Seating, SheetSummary
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import Value, say


@dataclass(eq=False, repr=False)
class Signs:
    """The signs of a game: its contracts and bonuses, and the deals that were not played.

    `flat_shown` is whether the sheet shows an announced bonus that cannot fail.
    """

    pack: Pack
    book: ContractBook[Any]
    unplayed: tuple[Unplayed, ...]
    flat_shown: bool

    def summarize(self, rules: DeclarerRules, seating: Seating, answers: Answers) -> SheetSummary:
        """Return the signs of the contract, every level of contra, and the declarer's card points: Z2 C 37.

        It includes the announced bonuses and a Valat: Solo Valat ✓. Counts for each player have no room.
        """
        for unplayed in self.unplayed:
            if answers.get(unplayed.key):
                return SheetSummary("", (unplayed.sign,))
        contra = answers.get("contra")
        contract = str(answers.get("contract") or "")
        words: list[Value] = [self._marks.get(contract, contract)] if contract else []
        words += CONTRA_MARKS[: contra if isinstance(contra, int) else 0]
        announced = tuple(self._brief_bonuses(rules, answers))
        words += announced
        if "points" in answers and not isinstance(answers["points"], Mapping):
            words.append(round_thirds(self._count.read(answers["points"])))
        elif "defender_points" in answers:
            words.append(self.pack.points - round_thirds(self._count.read(answers["defender_points"])))
        if contract in self._individual:
            return SheetSummary("", tuple(words), contract, individual=True)
        declarer = str(answers.get("declarer", ""))
        partner = str(answers.get("partner") or "") if contract else ""
        more = any(row.get("player") == declarer and row.get("announced") for row in rows_of(answers))
        return SheetSummary(declarer, tuple(words), contract, more, partner, bonuses=announced)

    @cached_property
    def _count(self) -> Thirds:
        return ask_counts(self.pack)[0]

    @cached_property
    def _marks(self) -> Mapping[str, str]:
        return {contract.key: contract.mark for contract in self.book.contracts if contract.mark}

    @cached_property
    def _individual(self) -> frozenset[str]:
        return frozenset(contract.key for contract in self.book.contracts if contract.individual)

    def _brief_bonuses(self, rules: DeclarerRules, answers: Answers) -> Iterator[Value]:
        """Yield the announced bonuses and a Valat for a row of the sheet: with ✓ or ✗ once answered."""
        bonuses = {bonus.key: bonus for bonus in (*self.book.bonuses, *map(name_bonus, rules.own_bonuses))}
        ended = any(key in answers for key in ("points", "defender_points", "won", "tricks"))
        for row in rows_of(answers):
            bonus = bonuses.get(str(row.get("bonus")))
            announced = row.get("announced")
            if not bonus or not (bonus.count or announced or bonus.all_tricks) or (bonus.flat and not self.flat_shown):
                continue
            made = row.get("made", True if ended or not announced else None)
            if bonus.count or made is None:
                yield bonus.label
            else:
                yield say("{bonus}\u00a0✓", bonus=bonus.label) if made else say("{bonus}\u00a0✗", bonus=bonus.label)
