"""A game with Tarock cards and one declarer: card points in thirds, the talon and the discard."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast

from scorekeeper.audit.context import Frame
from scorekeeper.audit.engine import TrickAudit
from scorekeeper.cards.record import Cards, Record
from scorekeeper.cards.thirds import write_thirds
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.counts import SplitCount, Thirds
from scorekeeper.games.declarer import asking
from scorekeeper.games.declarer.audit import DECLARER, DEFENDERS, UnplayedCards, audit_declarer
from scorekeeper.games.declarer.claims import Claim, Unplayed
from scorekeeper.games.declarer.entered import Entered
from scorekeeper.games.declarer.game import D, DeclarerGame, K, R
from scorekeeper.games.declarer.lines import find_points
from scorekeeper.games.game import Seating
from scorekeeper.games.questions import Answers
from scorekeeper.games.score import Line
from scorekeeper.games.tarock import counting
from scorekeeper.games.tarock.audit import TarockDeal
from scorekeeper.games.tarock.discard import DiscardRule, Tarocks, find_half, split_talon, tarock_law
from scorekeeper.games.tarock.parts import Places, ask_parts, describe_apart, read_apart
from scorekeeper.phrase import Name, Phrase, Refused, say

EMPEROR = ("T21", "SK", "T1")
"""The cards of which, where a table has it so, the last wins if all meet in one trick."""


class TalonCards(NamedTuple):
    """The talon cards that only the declarer may have held, those left to others, and which unplayed cards count."""

    taken: Cards
    rest: Cards
    unplayed: tuple[UnplayedCards, ...]


@dataclass(kw_only=True, eq=False, repr=False)
class TarockGame(DeclarerGame[R, K, D]):
    """A game with Tarock cards and one declarer, who wins with enough card points.

    needed   the card points with which the declarer's side wins
    pile     what belongs to the declarer's pile
    whole    whether no possible pile ends on a third
    audited  the known facts of a recorded deal
    """

    needed: int = 0
    pile: Phrase | None = None
    whole: bool = False
    audited: type[TarockDeal] = TarockDeal

    def threshold(self, rules: R) -> int:
        """Return the thirds with which the declarer's side wins."""
        return self.pack.parts * self.needed

    def needed_in(self, rules: R, deal: D) -> int:
        """Return the thirds with which the declarer's side wins a deal, by its announcements."""
        return self.threshold(rules)

    def ending(self, rules: R, contract: K) -> counting.Fraction:
        """Return the thirds on which the declarer's count ends in a contract."""
        return counting.Fraction(0, say("with piles of threes"))

    def talon_places(self, rules: R, contract: K) -> Places | None:
        """Return which talon cards count with which pile, None where they are not entered apart from it."""
        return None

    def counts_all(self, rules: R, contract: K) -> bool:
        """Return whether every card counts for one of the sides, so that both add up to the pack."""
        return True

    def ask_counts(self, rules: R, contract: K | None) -> Iterable[Thirds]:
        """Return the questions for the counts of both sides."""
        places = self.talon_places(rules, contract) if contract else None
        if contract and not self.counts_all(rules, contract):
            return [replace(asking.ask_counts(self.pack)[0], complement="")]
        if contract and places:
            return ask_parts(self.pack, places, self.ending(rules, contract))
        return asking.ask_counts(self.pack, self.pile, ends_whole=self.whole)

    def read_result(self, rules: R, call: D, read: Answers) -> D:
        """Return a called deal with its result. Raises Refused if it is missing or impossible."""
        points, defenders = (cast("int | None", read.get(key)) for key in ("points", "defender_points"))
        if points is None and defenders is None:
            counted = any(claim.bonus.count for claim in call.claims)
            if not call.revoke and (counted or not call.made_valat):
                raise Refused("points", say("enter the card points"))
            return call
        contract = cast("K", call.contract)
        ending = self.ending(rules, contract)
        in_parts = isinstance(points, SplitCount) or isinstance(defenders, SplitCount)
        places = self.talon_places(rules, contract) if in_parts else None
        apart = tuple(read_apart(self.pack, places, ending, read)) if places else ()
        if self.counts_all(rules, contract):
            thirds = counting.count_whole_pack(self.pack, ending, points, defenders) or 0
        elif points is None:
            raise Refused("points", say("the talon counts for nobody, so the declarer’s own card points are needed"))
        else:
            thirds = counting.own_count(self.pack, ending, points)
        won = call.won if call.revoke else self.wins(rules, thirds)
        claims = tuple([self._decide(claim, thirds) for claim in call.claims])
        return replace(call, thirds=thirds, apart=apart, claims=claims, won=won)

    def _decide(self, claim: Claim, thirds: int) -> Claim:
        """Return a claim, made or not if the count decides it."""
        return replace(claim, made=thirds >= self.pack.parts * claim.bonus.count) if claim.bonus.count else claim

    def wins(self, rules: R, thirds: int) -> bool:
        """Return whether so many thirds win the declarer's game."""
        return thirds >= self.threshold(rules)

    def findings(self, rules: R, deal: D) -> Iterable[Line]:
        """Return the sums of counts in parts, and how the deal ended."""
        return (*[describe_apart(apart, self.cited.parts) for apart in deal.apart], *super().findings(rules, deal))

    def find_points(self, rules: R, deal: D) -> Iterable[Line]:
        """Return the end of the game by its card points."""
        if deal.thirds is None:
            return []
        return [self.compare_points(rules, deal, None if self.deciding_valat(rules, deal) else deal.won)]

    def compare_points(self, rules: R, deal: D, won: bool | None) -> Line:
        """Return the card points beside those that were needed; None for `won` if a Valat decides the game."""
        counts = (deal.thirds or 0, self.needed_in(rules, deal))
        points, needed = (count // self.pack.parts if self.whole else write_thirds(count) for count in counts)
        return Line(find_points(deal.declarer, won, points, self.pack.points, needed), self.cited.points)

    # What cannot have been.

    def check(self, rules: R, seating: Seating, answers: Answers, deal: D | Unplayed) -> None:
        """Refuse an impossible deal: points that no cards make, or bonuses that do not fit them."""
        if isinstance(deal, Unplayed) or deal.revoke:  # a revoke may have ended the play before all was taken
            return
        for refusal in self.find_contradictions(rules, deal):
            raise Refused("bonuses", refusal)
        self.check_counts(rules, seating, answers, deal)

    def find_contradictions(self, rules: R, deal: D) -> Iterator[Phrase]:
        """Yield why bonuses cannot have been made in this deal."""
        for claim in deal.claims:
            if claim.made:
                yield from self.contradict(rules, deal, claim)

    def contradict(self, rules: R, deal: D, claim: Claim) -> Iterator[Phrase]:
        """Yield why a bonus cannot have been made: a Valat of the other side, or too few card points of its side."""
        bonus = claim.bonus
        of_side = deal.of_side(claim)
        if bonus.ultimo and deal.made_valat and of_side != deal.of_side(deal.made_valat):
            yield say("{bonus}: that side took no trick", bonus=bonus.label)
        if not bonus.thirds:
            return
        reached = deal.won == of_side  # no count, but the winner is known
        if deal.thirds is not None:
            thirds = deal.thirds if of_side else sum(self.pack.worth) - deal.thirds
            reached = thirds + (0 if deal.exact else 1) >= bonus.thirds
        if not reached:
            player = Name(claim.player)
            yield say("{bonus}: not with these card points of the side of {player}", bonus=bonus.label, player=player)

    def check_counts(self, rules: R, seating: Seating, answers: Answers, deal: D) -> None:
        """Refuse counts that no cards make, and claims that do not fit them."""
        decided = self.deciding_valat(rules, deal) is not None
        counted = counting.possible_counts(self.pack, self.needed_in(rules, deal), deal, answers, decided=decided)
        cases = [*self.divide(rules, seating, answers, deal)]
        counting.check_deal(deal, cases, counted, self.table_rules(rules))

    def divide(self, rules: R, seating: Seating, answers: Answers, deal: D) -> Iterator[counting.Hypothesis]:
        """Yield the ways in which the cards of a deal may be divided."""
        shape = self.shape(rules, seating, cast("K", deal.contract))
        has_valat = any(bonus.all_tricks for bonus in rules.bonuses)  # else one side may have taken every trick
        facts = counting.find_facts(self.hand, deal, answers) if has_valat else counting.CardFacts()
        yield counting.Hypothesis(shape, facts)

    def shape(self, rules: R, seating: Seating, contract: K) -> counting.DealShape:
        """Return how many cards are in the tricks, the discard and the talon."""
        taken = contract.taken
        mine, theirs = self.talon_places(rules, contract) or ((), range(self.talon - taken))
        return counting.DealShape(self.pack, self.hand, len(seating.playing), taken, (len(mine), len(theirs)))

    def table_rules(self, rules: R) -> counting.TableRules:
        """Return the special rules of a table that decide what a pile may hold."""
        return counting.TableRules()

    # The recorded cards.

    def law(self, rules: R, contract: K | None) -> Play | None:
        """Return the law of play: no duty to win a trick."""
        return tarock_law(self.pack, EMPEROR if self.table_rules(rules).emperor else ())

    def discard_rule(self, rules: R, contract: K) -> DiscardRule:
        """Return what a declarer may lay away."""
        return DiscardRule(contract.taken, cast("Tarocks", rules.discard_tarock))

    def share_talon(self, rules: R, entered: Entered[K], contract: K, record: Record) -> TalonCards:
        """Return the talon cards of each side, and which cards count without having been played."""
        talon = record.pile("talon")
        taken, rest = (talon, ()) if contract.taken else ((), talon)
        if self.takes_half(contract):
            half = find_half(record, entered.declarer) or self.half_of(rules, contract)
            taken, rest = split_talon(talon, half)
        mine = UnplayedCards(DECLARER, record.pile("discard"), contract.taken)
        return TalonCards(taken, rest, (mine, UnplayedCards(DEFENDERS, rest, self.talon - contract.taken)))

    def _is_wrong_half(self, rules: R, entered: Entered[K], contract: K, record: Record) -> bool:
        """Return whether the half of the talon that was taken is known, and not the one of the contract."""
        due = self.half_of(rules, contract)
        return bool(due) and find_half(record, entered.declarer) == 3 - due

    def revoke_costs(self, rules: R) -> bool:
        """Return whether a revoke costs the game."""
        return self.revoke_ends or rules.revoke_loses

    def known_facts(self, rules: R, contract: K, record: Record) -> Mapping[str, object]:
        """Return further fields of the facts of a recorded deal."""
        return {}

    def entered_facts(self, rules: R, entered: Entered[K]) -> Mapping[str, object]:
        """Return what the entries add to the facts of an audit."""
        return {}

    def audit(self, rules: R, entered: Entered[K], contract: K, frame: Frame, record: Record) -> TrickAudit:
        """Return the audit of a deal with a contract for card points."""
        talon = self.share_talon(rules, entered, contract, record)
        known: dict[str, Any] = {
            "players": frame.players,
            "entered": entered,
            "bonuses": rules.bonuses_in(contract),
            "costly": rules.costly,
            "discard": record.pile("discard"),
            "laid": contract.taken,
            "taken": talon.taken,
            "unplayed": talon.unplayed,
            "rule": self.discard_rule(rules, contract),
            "wrong_half": self.takes_half(contract) and self._is_wrong_half(rules, entered, contract, record),
            "revoke_ends": self.revoke_ends,
            "revokes": rules.revokes,
            "law": rules.law,
            "claimable": self.cited.claim if rules.claim == "until_next_deal" else "",
            "early": rules.claimed if rules.hand_bonus == "as_dealt" else (),
        }
        further = {**self.known_facts(rules, contract, record), **self.entered_facts(rules, entered)}
        deal = self.audited(**{**known, **further})
        return audit_declarer(deal, frame, talon.taken, talon.rest, revoke_costs=self.revoke_costs(rules))
