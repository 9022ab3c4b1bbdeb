"""The common parts of games with Tarock cards and a declarer: reading, shortening, recording and judging a deal."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from scorekeeper.audit.context import Frame, Heap
from scorekeeper.audit.engine import TrickAudit, audit_tricks
from scorekeeper.audit.verdict import Verdict
from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.obligations import Own
from scorekeeper.cards.packs import Pack
from scorekeeper.cards.record import Record
from scorekeeper.cards.thirds import round_thirds
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.counts import Thirds
from scorekeeper.games.game import Auditor, Game, Pile, Preset, Recording, Seating, SheetSummary
from scorekeeper.games.questions import Answers, Question, read_answers
from scorekeeper.games.tarock.asking import CONTRA_MARKS, ask_counts
from scorekeeper.games.tarock.claims import Bonus, C, ClaimRow, Contract, rows_of
from scorekeeper.phrase import Phrase, Value, say

_RESULT = ("points", "defender_points", "won", "tricks", "bonuses", "revoke")

R = TypeVar("R", bound=Preset)
K = TypeVar("K", bound=Contract)


@dataclass(frozen=True, slots=True)
class Entered(Generic[C]):
    """The entries of a deal, whole or only called, and not judged.

    contract   None if unknown, or if the declarer is no player of the deal
    declarer   its player, forehand if all play for themselves; "" if unknown
    forehand   the forehand player, even if forehand was handed on
    called     the called card, "" for none
    partner    the entered holder of that card, "" for nobody; the declarer may be entered as `alone`
    given_up   whether it was given up before the first card
    result     the entries of the result, unread
    questions  all questions about the deal
    """

    contract: C | None
    declarer: str
    forehand: str
    called: str
    partner: str
    alone: bool
    given_up: bool
    result: Answers
    questions: Callable[[], tuple[Question, ...]]

    @property
    def rows(self) -> list[ClaimRow]:
        """The entered or announced bonuses."""
        return rows_of(self.result)

    @property
    def compared(self) -> Answers:
        """The entries to compare with the cards: announcements of a deal that is only called are no result yet."""
        return {} if self.result.keys() <= {"bonuses"} else self.result

    @property
    def revoke(self) -> str:
        """The player whose wrong card decided the deal, "" for none."""
        return str(self.result.get("revoke", ""))

    def read(self, key: str) -> object:
        """Return a part of the result, read by its question."""
        return read_answers(self.questions(), {key: self.result[key]})[key]

    def same(self, key: str, one: object, other: object) -> bool:
        """Return whether two answers to a question are equal; bonuses may be in any order."""
        if key == "bonuses":
            return _in_order(one) == _in_order(other)
        questions = self.questions()
        return read_answers(questions, {key: one}) == read_answers(questions, {key: other})


def _in_order(rows: object) -> list[tuple[object, ...]]:
    assert isinstance(rows, list | tuple)
    usual = {"announced": False, "made": True, "contra": 0, "from": ""}
    full = [usual | row for row in rows]
    return sorted((row["player"], row["bonus"], *[row[key] for key in usual]) for row in full)


@dataclass(frozen=True, kw_only=True)
class DeclarerGame(Generic[R, K]):
    """A game with Tarock cards in which a declarer takes cards from the talon and plays for card points.

    hand        the number of cards in a hand when play begins, and in the `talon`
    contracts   the contracts of a table by their names in a deal's answers
    marks       the sheet's signs for contracts that are not shown by their keys
    bonuses     the bonuses that can be announced
    law         the law of play in a contract, None for one not known yet
    broken      the rule behind each reason for a wrong card
    audit       the audit of a deal with a contract
    order       the order in which the cards of the talon are recorded
    halves      the names of the halves of the talon, if the declarer may have taken either
    leader      the leader of the first trick
    owed        the duties that follow from announcements
    individual  the contracts in which all play for themselves
    penalty     the rules with the penalty for a revoke, as in an `Auditor`
    """

    pack: Pack
    hand: int
    talon: int
    contracts: Callable[[R], Mapping[str, K]]
    marks: Mapping[str, Value]
    bonuses: Iterable[Bonus]
    ask: Callable[[R, Seating, Answers | None], tuple[Question, ...]]
    law: Callable[[R, K | None], Play | None]
    broken: Mapping[str, str]
    audit: Callable[[R, Entered[K], Frame, Record], TrickAudit]
    order: Callable[[K], Phrase]
    halves: Callable[[R, K], tuple[Phrase, ...]] = lambda rules, contract: ()
    leader: Callable[[R, Entered[K]], str] = lambda rules, deal: deal.forehand
    owed: Callable[[R, Seating, Entered[K]], Own] = lambda rules, seating, deal: {}
    individual: Collection[str] = ()
    penalty: Callable[[R], R] | None = None

    def game(self, *, piles: Mapping[str, Phrase], half: Phrase | None = None, **fields: Any) -> Game[R, Any]:
        """Return the game; `fields` are its own further fields."""
        cards, hand, talon = len(self.pack.cards), self.hand, self.talon
        dealt = say("{cards} cards, {hand} each, {talon} in the talon", cards=cards, hand=hand, talon=talon)
        auditor = Auditor(
            read=self.read, recording=self.recording, judge=self.judge, piles=piles, half=half, penalty=self.penalty
        )
        usual: dict[str, Any] = {
            "cards": self.pack,
            "pack": lambda rules, players: dealt,
            "ask": self.ask,
            "sheet_summary": self.sheet_summary,
            "direction": say("anticlockwise"),
            "auditor": auditor,
        }
        return Game(**(usual | fields))

    @cached_property
    def _count(self) -> Thirds:
        return ask_counts(self.pack)[0]

    def sheet_summary(self, seating: Seating, answers: Answers) -> SheetSummary:
        """Return the signs of the contract, every level of contra, and the declarer's card points: Z2 C 37.

        It includes the announced bonuses and a Valat: Solo Valat ✓. Counts for each player have no room.
        """
        for name, text in (("passed", say("all pass")), ("redealt", say("dealt again"))):
            if answers.get(name):
                return SheetSummary("", (text,))
        contra = answers.get("contra")
        contract = str(answers.get("contract") or "")
        words: list[Value] = [self.marks.get(contract, contract)] if contract else []
        words += CONTRA_MARKS[: contra if isinstance(contra, int) else 0]
        announced = tuple(self._brief_bonuses(answers))
        words += announced
        if "points" in answers and not isinstance(answers["points"], Mapping):
            words.append(round_thirds(self._count.read(answers["points"])))
        elif "defender_points" in answers:
            words.append(self.pack.points - round_thirds(self._count.read(answers["defender_points"])))
        if contract in self.individual:
            return SheetSummary("", tuple(words), contract, individual=True)
        declarer = str(answers.get("declarer", ""))
        partner = str(answers.get("partner") or "") if contract else ""
        more = any(row.get("player") == declarer and row.get("announced") for row in rows_of(answers))
        return SheetSummary(declarer, tuple(words), contract, more, partner, bonuses=announced)

    def _brief_bonuses(self, answers: Answers) -> Iterator[Value]:
        """Yield the announced bonuses and a Valat for a row of the sheet: with ✓ or ✗ once answered."""
        bonuses = {bonus.key: bonus for bonus in self.bonuses}
        ended = any(key in answers for key in ("points", "defender_points", "won", "tricks"))
        for row in rows_of(answers):
            bonus = bonuses.get(str(row.get("bonus")))
            announced = row.get("announced")
            if not bonus or not (bonus.count or announced or bonus.all_tricks):
                continue
            made = row.get("made", True if ended or not announced else None)
            if bonus.count or made is None:
                yield bonus.label
            else:
                yield say("{bonus}\u00a0✓", bonus=bonus.label) if made else say("{bonus}\u00a0✗", bonus=bonus.label)

    def read(self, rules: R, seating: Seating, answers: Answers) -> Entered[K]:
        """Return the entries of a deal, for its audit."""
        forehand = str(answers.get("forehand", seating.playing[0]))
        alone = answers.get("contract") in self.individual
        declarer = forehand if alone else str(answers.get("declarer", ""))
        contract = self.contracts(rules).get(str(answers.get("contract"))) if declarer in seating.playing else None
        return Entered(
            contract=contract,
            declarer=declarer,
            forehand=forehand,
            called=str(answers.get("called", "")),
            partner=str(answers.get("partner", "")),
            alone=bool(answers.get("alone")),
            given_up=bool(answers.get("gave_up")),
            result={key: answers[key] for key in _RESULT if key in answers},
            questions=partial(self.ask, rules, seating, None),
        )

    def recording(self, rules: R, seating: Seating, deal: Entered[K]) -> Recording | None:
        """Return what can be recorded of a deal, None for one not played."""
        if deal.contract is None or deal.given_up:
            return None
        taken = deal.contract.taken
        talon = Pile("talon", say("Talon"), self.talon, apart=not taken, order=self.order(deal.contract))
        laid = Pile("discard", say("Laid away"), taken, apart=True)
        halves = self.halves(rules, deal.contract)
        return Recording(self.pack, self.hand, (talon, laid) if taken else (talon,), halves=halves)

    def judge(self, rules: R, seating: Seating, deal: Entered[K], record: Record) -> Verdict:
        """Return the verdict on a record of a deal. Raises Refused as `lay_out` does."""
        play = self.law(rules, deal.contract)
        if play is None:
            return Verdict("incomplete", counted={}, entered={})
        own = self.owed(rules, seating, deal)
        leader = self.leader(rules, deal)
        frame = Frame(play, deck_of(self.pack).all, self.hand, seating.playing, leader, self.broken, own)
        if deal.contract is None:
            heaps = [Heap(deal.declarer, record.pile("discard"))]
            return audit_tricks(TrickAudit(frame=frame, heaps=heaps, entered=deal.compared), record)
        return audit_tricks(self.audit(rules, deal, frame, record), record)
