"""The recorded cards of a deal of Herzblatt or Solo: judged, counted, and compared with what was entered."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.audit.captured import Piles, pile_up
from scorekeeper.audit.context import Frame, Heap, known
from scorekeeper.audit.engine import Counts, TrickAudit, audit_tricks
from scorekeeper.audit.facts import Fact, count_worth
from scorekeeper.audit.verdict import Verdict, Violation
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.cards.record import Record
from scorekeeper.games.game import Pile, Recording, Seating
from scorekeeper.games.herzblatt.discard import may_discard
from scorekeeper.games.herzblatt.play import HEARTS, broken_rules, law, leader
from scorekeeper.games.herzblatt.rules import POINTS, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.phrase import say

_DECK = deck_of(ACE_TEN)
_COUNTED = ("points", "defender_points", "all_tricks", "last_trick", "revoke")
_SOLOIST, _DEFENDERS = range(2)
_SIDES = {"points": _SOLOIST, "defender_points": _DEFENDERS}


@dataclass(kw_only=True)
class SoloistDeal:
    """One deal with its trump suit, "" in the game for the last trick; `skat` is how many cards are laid away."""

    rules: Rules
    players: tuple[str, ...]
    answers: Answers
    soloist: str
    trump: str
    discard: tuple[str, ...]
    skat: int

    def count(self, recorded: Recorded, course: Course) -> Counts:
        """Return the soloist's points, or the defenders' where those were entered, and the tricks of a Du."""
        if not self.soloist:
            last = course.winners[-1] if len(course.winners) == recorded.size else -1
            return {"last_trick": self.players[last]} if last >= 0 and not self.trump else {}
        counted = dict[str, object]()
        owner_of, piles = self._piles(recorded, course)
        points = piles.worth(_DECK, _SOLOIST)
        du = self.answers.get("announced") == "du"
        theirs = "defender_points" in self.answers
        if points is not None and ("points" in self.answers or not (du or theirs)):
            counted["points"] = points
        if points is not None and theirs:
            counted["defender_points"] = POINTS - points
        won = [owner_of[winner] for winner in course.winners if winner >= 0]
        if du and (_DEFENDERS in won or len(won) == recorded.size):
            counted["all_tricks"] = _DEFENDERS not in won
        return counted

    def facts(self, recorded: Recorded, course: Course) -> Iterator[list[Fact]]:
        """Yield the card points that were entered with what they can be in one course."""
        _, piles = self._piles(recorded, course)
        entered = {key: int(str(self.answers[key])) for key in _SIDES if self.soloist and key in self.answers}
        yield [
            Fact(key, (), None, points, points, count_worth(recorded, piles, _SIDES[key], (points, points)))
            for key, points in entered.items()
        ]

    def _piles(self, recorded: Recorded, course: Course) -> tuple[list[int], Piles]:
        """Return the side of each seat and the piles of the sides."""
        owner_of = [_SOLOIST if player == self.soloist else _DEFENDERS for player in self.players]
        laid = _DECK.set_of(self.discard)
        return owner_of, pile_up(recorded, course, owner_of, [(laid, self.skat - laid.bit_count()), (0, 0)])

    def check(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """HB-12, HB-13: as many cards as the skat had, of those that the table lets go."""
        if len(self.discard) > self.skat:
            yield Violation(0, self.soloist, self.discard[self.skat], "WRONG_LENGTH")
        for card in known(self.discard):
            if not may_discard(self.rules, card, self.trump):
                yield Violation(0, self.soloist, card, "HONOUR_DISCARDED")


def judge_record(rules: Rules, seating: Seating, answers: Answers, record: Record) -> Verdict:
    """Return the verdict on a record of the deal with these answers. Raises Refused as `lay_out` does."""
    soloist = str(answers.get("soloist", ""))
    trump = _trump(rules, answers)
    if trump is None:
        return Verdict("incomplete", counted={}, entered={})
    skat = record.pile("skat")
    discard = record.pile("discard")
    heaps = [Heap(soloist, discard)]
    if soloist or not trump:  # with a soloist yet to be named, his hand may have the skat
        heaps.append(Heap(soloist, skat, aside=not soloist))
    players = seating.playing
    dealing = rules.dealing(len(players))
    pack = _DECK.set_of(dealing.pack.cards)
    first = leader(rules, seating, soloist)
    deal = SoloistDeal(
        rules=rules,
        players=players,
        answers=answers,
        soloist=soloist,
        trump=trump,
        discard=discard,
        skat=dealing.skat,
    )
    audit = TrickAudit(
        frame=Frame(law(rules, trump), pack, dealing.hand, players, first, broken_rules(rules, trump)),
        heaps=heaps,
        entered={key: answers[key] for key in _COUNTED if key in answers},
        unsaid={"all_tricks": False},
        revoke_costs=bool(soloist) and rules.revoke == "offender_side_loses",
        count=deal.count,
        facts=deal.facts,
        check=deal.check,
    )
    return audit_tricks(audit, record)


def recording(rules: Rules, seating: Seating, answers: Answers) -> Recording | None:
    """Return what can be recorded of the deal with these answers, None where nobody played or nobody knows who led."""
    trump = _trump(rules, answers)
    if trump is None or (answers.get("passed") and rules.all_pass != "last_trick"):
        return None
    if trump and not answers.get("soloist") and rules.first_lead == "soloist":
        return None
    dealing = rules.dealing(len(seating.playing))
    skat = Pile("skat", say("Skat"), dealing.skat)
    laid = Pile("discard", say("Laid away"), dealing.skat, apart=True)
    return Recording(dealing.pack, dealing.hand, (skat, laid) if trump else (skat,))


def _trump(rules: Rules, answers: Answers) -> str | None:
    """Return the trump suit, "" in the game for the last trick, None while it is not known."""
    if answers.get("passed") or "last_trick" in answers:
        return ""
    if not rules.suits:
        return HEARTS
    return str(answers["suit"]) if answers.get("suit") else None
