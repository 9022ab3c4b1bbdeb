"""The law of play of Herzblatt and Solo, and the comparison of a deal's recorded cards with its entries."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.audit.context import Frame, Heap, known
from scorekeeper.audit.engine import Counts, TrickAudit, audit_tricks
from scorekeeper.audit.facts import Fact, Piles, count_worth, pile_up
from scorekeeper.audit.verdict import Verdict, Violation
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.obligations import FOLLOW, OVERTRUMP, OVERTRUMP_WHEN_LED, TRUMP, Duty
from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.cards.record import Record
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.disputes import tell_dispute
from scorekeeper.games.game import Seating
from scorekeeper.games.herzblatt.entered import HEARTS, Entered
from scorekeeper.games.herzblatt.rules import POINTS, Rules

_DECK = deck_of(ACE_TEN)
_SOLOIST, _DEFENDERS = range(2)
_SIDES = {"points": _SOLOIST, "defender_points": _DEFENDERS}


def law(rules: Rules, suit: str = HEARTS) -> Play:
    """Return the law of play with `suit` as trumps (SO-5), without trumps in the last-trick game.

    HB-20 to HB-27: without a duty to trump there is no duty to overtrump, except where trumps were led.
    """
    duties = [FOLLOW]
    if suit and rules.void == "must_trump":
        duties.append(TRUMP)
    if suit and rules.overtrump == "always" and rules.void == "must_trump":
        duties.append(OVERTRUMP)
    elif suit and rules.overtrump != "never":
        duties.append(OVERTRUMP_WHEN_LED)
    return _play(tuple(duties), suit)


@lru_cache(maxsize=64)
def _play(duties: tuple[Duty, ...], suit: str) -> Play:
    return Play(_DECK, duties, suit)


def _broken_rules(rules: Rules, suit: str) -> Mapping[str, str]:
    """Return the number of the rule behind each reason for a revoke, `suit` as for `law`."""
    settled = {"WRONG_HAND": "G-7", "OUT_OF_TURN": "G-9"}
    if not suit:
        return settled | {"MUST_FOLLOW": "SO-11"}
    if rules.suits:
        return settled | dict.fromkeys(("MUST_FOLLOW", "MUST_TRUMP", "MUST_OVERTRUMP"), "SO-5")
    overtrump = "HB-24" if rules.overtrump == "always" else "HB-21"
    trumps = {"MUST_OVERTRUMP": overtrump, "MUST_TRUMP": "HB-22", "HONOUR_DISCARDED": "HB-13"}
    return settled | {"MUST_FOLLOW": "HB-20"} | trumps


def may_discard(rules: Rules, card: str, trump: str) -> bool:
    """Return whether the soloist may lay `card` away with `trump` as the trump suit (HB-13)."""
    if rules.discard == "no_trumps":
        return not card.endswith(trump)
    return rules.discard == "free" or card[:-1] not in ("A", "10")


def judge_record(rules: Rules, seating: Seating, entered: Entered, record: Record) -> Verdict:
    """Return the verdict on a record of the entered deal. Raises Refused as `lay_out` does."""
    soloist = entered.soloist
    trump = entered.trump
    if trump is None:
        return Verdict("incomplete", counted={}, entered={})
    skat = record.pile("skat")
    discard = record.pile("discard")
    heaps = [Heap(soloist, discard)]
    if soloist or not trump:  # a soloist without a name yet may hold the skat
        heaps.append(Heap(soloist, skat, aside=not soloist))
    players = seating.playing
    dealing = rules.dealing(len(players))
    pack = _DECK.set_of(dealing.pack.cards)
    leader = soloist if rules.first_lead == "soloist" and soloist in players else players[0]  # HB-15
    deal = SoloistDeal(rules, players, entered, discard, dealing.skat)
    audit = TrickAudit(
        frame=Frame(law(rules, trump), pack, dealing.hand, players, leader, _broken_rules(rules, trump)),
        heaps=heaps,
        entered=entered.result,
        default_answers={"all_tricks": False},
        revoke_costs=bool(soloist) and rules.revoke == "offender_side_loses",
        count=deal.count,
        facts=deal.facts,
        check=deal.check,
        consequences=tell_dispute,
    )
    return audit_tricks(audit, record)


@dataclass
class SoloistDeal:
    """One deal as `entered`, and the soloist's discard: as many cards as the `skat` has."""

    rules: Rules
    players: tuple[str, ...]
    entered: Entered
    discard: tuple[str, ...]
    skat: int

    def count(self, recorded: Recorded, course: Course) -> Counts:
        """Return the soloist's points, or the defenders' where those were entered, and the tricks of a Du."""
        whole = len(course.winners) == recorded.size
        if not self.entered.soloist:
            last = course.winners[-1] if whole else -1
            return {"last_trick": self.players[last]} if last >= 0 and not self.entered.trump else {}
        counted = dict[str, object]()
        points = self._pile_up(recorded, course).worth(_DECK, _SOLOIST)
        theirs = "defender_points" in self.entered.result
        if points is not None and ("points" in self.entered.result or not (self.entered.du or theirs)):
            counted["points"] = points
        if points is not None and theirs:
            counted["defender_points"] = POINTS - points
        won = [self.players[winner] == self.entered.soloist for winner in course.winners if winner >= 0]
        if self.entered.du and (not all(won) or len(won) == recorded.size):
            counted["all_tricks"] = all(won)
        return counted

    def facts(self, recorded: Recorded, course: Course) -> Iterator[list[Fact]]:
        """Yield the entered card points with their possible range in one course."""
        piles = self._pile_up(recorded, course)
        facts = []
        for key, side in _SIDES.items():
            if key in self.entered.result and self.entered.soloist:
                points = int(str(self.entered.result[key]))
                worth = count_worth(recorded, piles, side, (points, points))
                facts.append(Fact(key, (), None, points, points, worth))
        yield facts

    def _pile_up(self, recorded: Recorded, course: Course) -> Piles:
        side_of = [_SOLOIST if player == self.entered.soloist else _DEFENDERS for player in self.players]
        laid = _DECK.set_of(self.discard)
        return pile_up(recorded, course, side_of, [(laid, self.skat - laid.bit_count()), (0, 0)])

    def check(self, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
        """HB-12, HB-13: as many cards as the skat had, all allowed by the table."""
        if len(self.discard) > self.skat:
            yield Violation(0, self.entered.soloist, self.discard[self.skat], "WRONG_LENGTH")
        for card in known(self.discard):
            if not may_discard(self.rules, card, self.entered.trump or ""):
                yield Violation(0, self.entered.soloist, card, "HONOUR_DISCARDED")
