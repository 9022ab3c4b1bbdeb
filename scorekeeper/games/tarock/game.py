"""What every game with Tarock cards and a declarer has alike: its record, and what is read and recorded of a deal."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from scorekeeper.audit.context import Frame, Heap
from scorekeeper.audit.engine import TrickAudit, audit_tricks
from scorekeeper.audit.verdict import Verdict
from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.obligations import Own
from scorekeeper.cards.packs import Pack
from scorekeeper.cards.record import Record
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.game import Auditor, Game, Pile, Preset, Recording, Seating
from scorekeeper.games.questions import Answers, Question
from scorekeeper.games.tarock.asking import brief_of
from scorekeeper.games.tarock.claims import Bonus
from scorekeeper.games.tarock.declared import Contract, Entered
from scorekeeper.phrase import Phrase, Value, say

_RESULT = ("points", "defender_points", "won", "tricks", "bonuses", "revoke")


R = TypeVar("R", bound=Preset)
C = TypeVar("C", bound=Contract)


@dataclass(frozen=True, kw_only=True)
class DeclarerGame(Generic[R, C]):
    """A game with Tarock cards in which a declarer takes cards from the talon and plays for card points.

    hand        how many cards everybody holds when play begins, and how many lie in the `talon`
    contracts   the contracts of a table by the names under which a deal's answers have them
    marks       what a row of the sheet calls a contract whose key it does not show
    bonuses     the bonuses that can be announced
    law         how cards are played in a contract, None where that is not known yet
    broken      the rule behind each reason for which a card can be wrong
    audit       how a deal with a contract is judged
    order       in which order the cards of the talon are recorded
    halves      what the halves of the talon are called, where the declarer may have taken either
    leader      who leads to the first trick
    owed        what announcements bind players to
    individual  the contracts in which everybody plays for himself
    penalty     the rules with the penalty for a revoke, as an `Auditor` has it
    """

    pack: Pack
    hand: int
    talon: int
    contracts: Callable[[R], Mapping[str, C]]
    marks: Mapping[str, Value]
    bonuses: Iterable[Bonus]
    ask: Callable[[R, Seating, Answers | None], tuple[Question, ...]]
    law: Callable[[R, C | None], Play | None]
    broken: Mapping[str, str]
    audit: Callable[[R, Entered[C], Frame, Record], TrickAudit]
    order: Callable[[C], Phrase]
    halves: Callable[[R, C], tuple[Phrase, ...]] = lambda rules, contract: ()
    leader: Callable[[R, Entered[C]], str] = lambda rules, deal: deal.forehand
    owed: Callable[[R, Seating, Entered[C]], Own] = lambda rules, seating, deal: {}
    individual: Collection[str] = ()
    penalty: Callable[[R], R] | None = None

    def game(self, *, piles: Mapping[str, Phrase], half: Phrase | None = None, **fields: Any) -> Game[R, Any]:
        """Return the game; `fields` are those that only it knows."""
        cards, hand, talon = len(self.pack.cards), self.hand, self.talon
        dealt = say("{cards} cards, {hand} each, {talon} in the talon", cards=cards, hand=hand, talon=talon)
        auditor = Auditor(
            read=self.read, recording=self.recording, judge=self.judge, piles=piles, half=half, penalty=self.penalty
        )
        usual: dict[str, Any] = {
            "cards": self.pack,
            "pack": lambda rules, players: dealt,
            "ask": self.ask,
            "brief": brief_of(self.pack, self.marks, {bonus.key: bonus for bonus in self.bonuses}, self.individual),
            "direction": say("anticlockwise"),
            "auditor": auditor,
        }
        return Game(**(usual | fields))

    def read(self, rules: R, seating: Seating, answers: Answers) -> Entered[C]:
        """Return what was entered of a deal, for its audit."""
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

    def recording(self, rules: R, seating: Seating, deal: Entered[C]) -> Recording | None:
        """Return what can be recorded of a deal, None where nobody played."""
        if deal.contract is None or deal.given_up:
            return None
        taken = deal.contract.taken
        talon = Pile("talon", say("Talon"), self.talon, apart=not taken, order=self.order(deal.contract))
        laid = Pile("discard", say("Laid away"), taken, apart=True)
        halves = self.halves(rules, deal.contract)
        return Recording(self.pack, self.hand, (talon, laid) if taken else (talon,), halves=halves)

    def judge(self, rules: R, seating: Seating, deal: Entered[C], record: Record) -> Verdict:
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
