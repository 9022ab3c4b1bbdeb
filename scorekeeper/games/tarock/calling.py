"""A game with Tarock cards in which a declarer may call a card, whose holder is the secret partner.

Beside these contracts it may have negative games, which are won with few tricks, and a Trischaken.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import NamedTuple, TypeVar, cast

from scorekeeper.audit.context import Frame, Heap
from scorekeeper.audit.engine import TrickAudit
from scorekeeper.cards.packs import TAROCKS, of_ranks
from scorekeeper.cards.record import Record
from scorekeeper.games.counts import Grid, Number
from scorekeeper.games.declarer import asking
from scorekeeper.games.declarer.claims import C, Claim, Deal, Unplayed, read_claims, rows_of
from scorekeeper.games.declarer.contracts import Bonus, Contract
from scorekeeper.games.declarer.entered import Entered
from scorekeeper.games.declarer.game import K, R
from scorekeeper.games.declarer.law import find_consequences
from scorekeeper.games.game import Seating
from scorekeeper.games.questions import Answers, Choice, Flag, Option, Question, Rows, one_or_each, who
from scorekeeper.games.tarock import counting, trischaken
from scorekeeper.games.tarock.audit import TarockDeal
from scorekeeper.games.tarock.called import CalledDeal
from scorekeeper.games.tarock.game import TarockGame
from scorekeeper.games.tarock.negative import count_negative, stops_early
from scorekeeper.phrase import Card, Name, Phrase, Refused, Value, say


@dataclass(frozen=True, slots=True)
class CallingDeal(Deal[C]):
    """One deal of a game in which a card may be called.

    doubts       the contra of each opponent in a negative game
    counts       the count of each player in a Trischaken, in thirds
    forehand     the forehand player, even if forehand was handed on
    revoke_with  the second player who revoked and shares the loss, "" for none
    """

    doubts: tuple[tuple[str, int], ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    forehand: str = ""
    revoke_with: str = ""


class Calling(NamedTuple):
    """The texts about a called card; those about a talon only of a game with one.

    `all_held` is when cards beyond the first four matter; without it, all are offered at once.
    """

    label: Phrase
    holder: Phrase
    missing: Phrase
    in_talon: Phrase | None = None
    in_talon_or_own: Phrase | None = None
    all_held: Phrase | None = None


CALLED_KING = Calling(
    label=say("Called King"),
    holder=say("Who held the called King?"),
    missing=say("who had the called King? It may have been in the talon"),
    in_talon=say("The called King lay in the talon"),
    in_talon_or_own=say("The called King lay in the talon, or was the declarer’s own"),
    all_held=say("The declarer has all four Kings"),
)

_GAVE_UP = Flag("gave_up", say("Conceded"), stage="result", mark="up", rare=True)
_WON = Flag("won", say("Won"), stage="result", both=True, mark="w")
P = TypeVar("P", bound=CallingDeal[Contract])


@dataclass(kw_only=True, eq=False, repr=False)
class CallingGame(TarockGame[R, K, P]):
    """A game in which a declarer may call a card, whose holder is the secret partner.

    If `both_announce`, each side may have announced the same bonus.
    """

    calling: Calling = CALLED_KING
    audited: type[TarockDeal] = CalledDeal
    both_announce: bool = False

    def callable_cards(self, rules: R) -> tuple[str, ...]:
        """Return the cards that may be called; those beyond four are rare."""
        return of_ranks("KQ" if rules.four_kings == "call_queen" else "K")

    def may_call_own(self, rules: R) -> bool:
        """Return whether the declarer may call a card of their own."""
        return bool(rules.call_own_king) or rules.four_kings == "self"

    # The questions.

    def ask_contract(self, rules: R, seating: Seating, answers: Answers) -> Choice:
        """Return the question for the contract; some are played only by forehand."""
        forehand = str(answers.get("forehand") or next(iter(seating.playing), ""))  # nobody once all have left
        asked = super().ask_contract(rules, seating, answers)
        only = (forehand if contract.forehand else "" for contract in rules.contracts)
        return replace(
            asked, options=tuple([one._replace(only=who) for one, who in zip(asked.options, only, strict=True)])
        )

    def ask_in(self, rules: R, seating: Seating, contract: K | None, answers: Answers | None) -> Iterable[Question]:
        """Return the questions in a contract, none before it is known, or those of all contracts."""
        if answers is None:
            return (
                *self._ask_all(rules, seating),
                *self._ask_revoke(rules, seating, None),
                *self.ask_rare(rules, seating),
            )
        if contract is None:
            return ()
        revoke = () if answers.get("gave_up") else self._ask_revoke(rules, seating, answers)
        own: Iterable[Question]
        if contract.individual:
            own = () if answers.get("revoke") else (trischaken.ask_each(self.pack, seating),)
        elif contract.positive:
            own = self._ask_positive(rules, seating, contract, answers)
        else:
            own = self._ask_negative(rules, seating, answers)
        return (*own, *revoke, *self.ask_rare(rules, seating))

    def ask_rare(self, rules: R, seating: Seating) -> Iterable[Question]:
        """Return further questions of every contract."""
        return ()

    def _ask_revoke(self, rules: R, seating: Seating, answers: Answers | None) -> Iterator[Question]:
        """Yield who ended the deal by a revoke, and a second player, as after a misdeal."""
        if not self.revoke_ends:
            return
        label = say("Did a misplay end the hand? By whom?")
        yield who("revoke", label, seating.playing, "result", mark="x", rare=True)
        first = answers.get("revoke") if answers else None
        if answers is None or (first and self.shares_revoke(rules)):
            others = [player for player in seating.playing if player != first]
            also = say("And a second player, who shares the loss?")
            yield who("revoke_with", also, others, "result", mark="xx", rare=True)

    def shares_revoke(self, rules: R) -> bool:
        """Return whether two players who revoked share the loss."""
        return False

    def claims_damages(self, rules: R) -> bool:
        """Return whether a bonus that nobody announced may be claimed from who revoked."""
        return False

    def _ask_all(self, rules: R, seating: Seating) -> Iterator[Question]:
        kinds = {contract.kind for contract in self.contracts.contracts}
        (contra,) = asking.ask_contra(self.levels(rules)[0], possible=True)
        points, others = asking.ask_side_counts(self.pack)
        yield self._ask_partner(seating, None)
        if self._may_be_alone(rules):
            yield self._ask_alone(rules)
        if any(contract.may_be_conceded for contract in self.contracts.contracts):
            yield _GAVE_UP
        yield self._ask_called(rules)
        yield one_or_each(contra, self._ask_levels(rules, seating.playing)) if "negative" in kinds else contra
        yield self.ask_bonuses(rules, seating, rules.bonuses, None)
        each = trischaken.ask_each(self.pack, seating)
        yield from (one_or_each(points, each) if "trischaken" in kinds else points, others, _WON, self._ask_tricks())

    def _ask_positive(self, rules: R, seating: Seating, contract: K, answers: Answers) -> Iterator[Question]:
        gone = bool(answers.get("gave_up")) and contract.may_be_conceded
        bonuses = rules.bonuses_in(contract)
        if contract.called:
            if not (answers.get("alone") or gone):  # no player held a card in the talon
                yield self._ask_partner(seating, answers.get("declarer"))
            if self._may_be_alone(rules):
                yield self._ask_alone(rules)
            if contract.may_be_conceded:
                yield _GAVE_UP
            yield self._ask_called(rules)
        if gone:
            planned = tuple([bonus for bonus in bonuses if bonus.key in contract.birds])
            if planned:
                yield self.ask_bonuses(rules, seating, planned, answers)
            return
        yield from asking.ask_contra(self.levels(rules)[0], possible=False)
        yield self.ask_bonuses(rules, seating, bonuses, answers)
        if answers.get("revoke"):
            return
        yield from asking.ask_side_counts(self.pack)
        if answers.get("points") is None and answers.get("defender_points") is None:
            yield replace(_WON, rare=True)
        yield replace(self._ask_tricks(), rare=True)

    def _ask_negative(self, rules: R, seating: Seating, answers: Answers) -> Iterator[Question]:
        yield self._ask_levels(rules, tuple([one for one in seating.playing if one != answers.get("declarer")]))
        tricks = answers.get("tricks") is not None
        if answers.get("revoke"):
            return
        if not tricks:
            yield _WON
        if tricks or answers.get("won") is None:
            yield self._ask_tricks()

    def _ask_tricks(self) -> Number:
        label = say("Tricks of the declarer’s side")
        return Number("tricks", label, 0, self.hand, say("more than are played"), mark="*")

    def _ask_partner(self, seating: Seating, declarer: object) -> Choice:
        """Return the question for the declarer's partner, a secret during the deal."""
        others = [player for player in seating.playing if player != declarer]
        return replace(who("partner", self.calling.holder, others, "result", mark="+"), secret=True)

    def _may_be_alone(self, rules: R) -> bool:
        """Return whether the called card may be in the talon, or the declarer's own."""
        return bool(self.talon) or self.may_call_own(rules)

    def _ask_alone(self, rules: R) -> Flag:
        """Whether no other player has the called card; a table may allow the declarer's own, which is a secret."""
        may = self.may_call_own(rules)
        label = (self.calling.in_talon_or_own if may else None) or self.calling.in_talon
        assert label, "a game with a talon says what it is called in there"
        return Flag("alone", label, stage="result", mark="alone", secret=may)

    def _ask_called(self, rules: R) -> Choice:
        cards = self.callable_cards(rules)
        usual = cards[:4] if self.calling.all_held else cards
        options = [Option(card, Phrase("{card}", (("card", Card(card)),)), rare=card not in usual) for card in cards]
        return Choice("called", self.calling.label, tuple(options), unfolds=self.calling.all_held)

    def _ask_levels(self, rules: R, players: tuple[str, ...]) -> Grid:
        most = self.levels(rules)[0]
        steps = tuple(map(asking.name_contra, range(1, most + 1)))
        label = say("Contra of each opponent")
        usual = asking.USUAL_CONTRAS
        return Grid("contra", label, players, 0, most, stage="call", mark="c", steps=steps, usual=usual)

    def ask_bonuses(self, rules: R, seating: Seating, bonuses: tuple[Bonus, ...], answers: Answers | None) -> Rows:
        """Return the question for claims and announcements; if a revoke ended the deal, not whether they were made."""
        rows = super().ask_bonuses(rules, seating, bonuses, answers)
        if not (answers and answers.get("revoke")):
            return rows
        return replace(
            rows, ways=tuple([way._replace(open=False, counted=True) if way.open else way for way in rows.ways])
        )

    # The deal.

    def check_answers(self, rules: R, seating: Seating, contract: K, read: Answers) -> None:
        """Refuse answers that have no question in this contract, unless they are empty."""
        labels = self.find_labels(rules, seating, contract, read)
        if "revoke_with" in read and read["revoke_with"] == read.get("revoke"):
            raise Refused("revoke_with", say("{player} is entered twice", player=Name(str(read["revoke"]))))
        if "partner" in read and read["partner"] == read.get("declarer"):
            raise Refused("partner", say("the declarer cannot be their own partner"))
        for key, many in (("points", contract.individual), ("contra", not contract.positive)):
            if read.get(key) and isinstance(read[key], Mapping) != many:
                once = say("{what}: one answer for all", what=labels[key])
                raise Refused(key, say("{what}: one answer for each player", what=labels[key]) if many else once)
        doubts = read.get("contra")
        if isinstance(doubts, Mapping) and read.get("declarer") in doubts:
            raise Refused("contra", say("only opponents say contra"))
        forehand = str(read.get("forehand", seating.playing[0]))
        if contract.forehand and str(read.get("declarer", forehand)) != forehand:
            values: dict[str, Value] = {"contract": contract.label, "player": Name(forehand)}
            raise Refused("declarer", say("only forehand plays a {contract}: that is {player}", **values))

    def read_further(self, rules: R, seating: Seating, read: Answers) -> Mapping[str, object]:
        """Return the contra and the counts of each player, and forehand."""
        contra = read.get("contra")
        counts = read.get("points")
        return {
            "doubts": tuple(contra.items()) if isinstance(contra, Mapping) else (),
            "counts": tuple(counts.items()) if isinstance(counts, Mapping) else (),
            "forehand": str(read.get("forehand", seating.playing[0])),
            "revoke_with": str(read.get("revoke_with", "")),
        }

    def read_claims(self, rules: R, contract: K, declarer: str, read: Answers) -> tuple[Claim, ...]:
        """Return the claims of a deal; of one that a revoke ended, the announcements and the damages."""
        rows = cast("tuple[Answers, ...]", read.get("bonuses", ()))
        if read.get("revoke"):
            claimed = self.claims_damages(rules)
            rows = tuple([{**row, "made": True} for row in rows if row.get("announced") or claimed])
        bonuses = rules.bonuses_in(contract)
        if not {row["bonus"] for row in rows} <= {bonus.key for bonus in bonuses}:
            raise Refused("bonuses", say("{contract}: that bonus does not count there", contract=contract.label))
        claims = read_claims(bonuses, rows, rules.costly, both_announce=self.both_announce)
        birds = [claim for claim in claims if claim.bonus.key in contract.birds]
        if contract.birds and not any(bird.announced and bird.player == declarer for bird in birds):
            if read.get("revoke") != declarer:
                named = [bonus.label for bonus in bonuses if bonus.key in contract.birds]
                missing = say("{contract}: which bird is announced?", contract=contract.label)
                if len(named) == 1:
                    missing = say("{contract}: enter {bonus} as announced", contract=contract.label, bonus=named[0])
                raise Refused("bonuses", missing)
            lowest = next(bonus for bonus in bonuses if bonus.key == contract.birds[0])
            claims += (Claim(declarer, lowest, announced=True),)  # KR-109: without a bird the lowest one is paid
        wrong = [claim for claim in claims if claim.made or claim.contra or claim.player != declarer]
        if read.get("gave_up") and (wrong or len(claims) > 1):
            text = say("a conceded game has one bird, announced and not made, and no contra")
            raise Refused("bonuses", text)
        return claims

    def read_result(self, rules: R, call: P, read: Answers) -> P:
        """Return a called deal with its result. Raises Refused if it is missing or impossible."""
        if self.needs_partner(rules, call):
            raise Refused("partner", self.calling.missing)
        if call.contract.individual and not call.revoke and not call.counts:
            raise Refused("points", say("enter the card points"))
        if call.revoke or call.gave_up or call.contract.individual:
            return call
        if call.contract.positive:
            valat = self.deciding_valat(rules, call)
            return counting.read_result(self.pack, self.needed_in(rules, call), call, read, valat)
        if "tricks" in read:
            return replace(call, won=read["tricks"] == call.contract.tricks)
        if "won" in read:
            return replace(call, won=bool(read["won"]))
        raise Refused("won", say("say whether the game was won, or how many tricks"))

    def needs_partner(self, rules: R, call: P) -> bool:
        """Return whether a deal has no result before the partner is known."""
        return call.is_secret

    # What cannot have been.

    def check(self, rules: R, seating: Seating, answers: Answers, deal: P | Unplayed) -> None:
        """Refuse an impossible deal: points that no cards make, or bonuses that do not fit them.

        If a revoke ended the deal, nothing was counted, and bonuses that would be dropped unread are refused.
        """
        if isinstance(deal, Unplayed):
            return
        counted = deal.contract.positive and not deal.revoke and not deal.gave_up
        if counted:
            counting.check_result(self.hand, self.needed_in(rules, deal), deal, answers)
        contradictions = () if deal.revoke else self.find_contradictions(rules, deal)
        for refusal in chain(self.find_wrong_claims(rules, deal), contradictions):
            raise Refused("bonuses", refusal)
        claimed = self.claims_damages(rules)
        silent = [row for row in rows_of(answers) if not (row.get("announced") or (claimed and row.get("made", True)))]
        if deal.revoke and silent:
            bonus = next(bonus.label for bonus in rules.bonuses if bonus.key == silent[0]["bonus"])
            values: dict[str, Value] = {"bonus": bonus, "player": Name(silent[0]["player"])}
            text = say(
                "{bonus} of {player} was not announced: after a wrong card only announced bonuses count", **values
            )
            raise Refused("bonuses", text)
        if deal.contract.individual and not deal.revoke:
            trischaken.refuse_counts(self._table(seating.playing), self.talon_schemes(rules), dict(deal.counts))
        if counted:
            self.check_counts(rules, seating, answers, deal)

    def find_wrong_claims(self, rules: R, deal: P) -> Iterator[Phrase]:
        """Yield claims that are impossible for their players."""
        yield from ()

    def find_wrong_failures(self, deal: P) -> Iterator[Phrase]:
        """Yield the bonuses that failed by their entries and were made by the count."""
        for claim in deal.claims if deal.thirds is not None else ():
            thirds = (deal.thirds or 0) if deal.of_side(claim) else sum(self.pack.worth) - (deal.thirds or 0)
            if claim.bonus.thirds and not claim.made and thirds >= claim.bonus.thirds:
                yield say("{bonus}: with these card points it was made", bonus=claim.bonus.label)

    def _table(self, players: Collection[str]) -> trischaken.TrischakenCards:
        return trischaken.TrischakenCards(self.pack, self.hand, self.talon, len(players))

    def talon_schemes(self, rules: R) -> frozenset[trischaken.Scheme]:
        """Return the ways in which the talon of a Trischaken may have gone to the tricks."""
        return frozenset({self.talon_scheme(rules)})

    def divide(self, rules: R, seating: Seating, answers: Answers, deal: P) -> Iterator[counting.Hypothesis]:
        """Yield the possible divisions of the talon, by the place of the called card."""
        facts = counting.find_facts(self.hand, deal, answers)
        contract = cast("K", deal.contract)
        usual = self.shape(rules, seating, contract)
        for called in self._cards_called(rules, answers) if contract.called else ("",):
            card = frozenset({called})
            played = facts.plus(counting.CardFacts(played=card))
            if not (deal.alone and contract.solo):
                yield counting.Hypothesis(usual, played if deal.partner else facts, called)
                continue
            if self.may_call_own(rules):
                yield counting.Hypothesis(usual, played, called)
            counted = facts.plus(counting.CardFacts(counting.PileFacts(cards=card)))
            mine = self.talon_won(rules)
            yield counting.Hypothesis(usual._replace(talon=(mine, self.talon - mine)), counted, called)

    def _cards_called(self, rules: R, answers: Answers) -> Iterable[str]:
        """Return the called card; if it is not entered, one of each rank, as suits are alike, and each tarock."""
        if "called" in answers:
            return (str(answers["called"]),)
        ranks = {card if card in TAROCKS else card[:-1]: card for card in self.callable_cards(rules)}
        return ranks.values()

    def talon_won(self, rules: R) -> int:
        """Return the number of talon cards that count for a declarer who took none, with the called card in it."""
        return self.talon if rules.solorufer_talon == "all" else self.talon // 2

    # The recorded cards.

    def leader(self, rules: R, deal: Entered[K]) -> str:
        """Return the leader of the first trick: the declarer in a negative game."""
        return deal.declarer if deal.contract and deal.contract.kind == "negative" else deal.forehand

    def known_facts(self, rules: R, contract: K, record: Record) -> Mapping[str, object]:
        """Return what is called, where it may lie, and what wins."""
        return {
            "contract": contract,
            "calls": contract.called,
            "talon": record.pile("talon"),
            "size": self.talon,
            "talon_won": self.talon_won(rules),
            "own_called": rules.call_own_king,
            "own_of_four": rules.four_kings == "self",
            "between": rules.mondfang,
            "early_lost": contract.kind == "tarock" and rules.breach("ANNOUNCED_CARD_EARLY").price == "announcement",
            "threshold": self.threshold(rules),
            "by_tricks": True,
        }

    def audit(self, rules: R, entered: Entered[K], contract: K, frame: Frame, record: Record) -> TrickAudit:
        """Return the audit of a deal with a contract."""
        if contract.positive:
            found = super().audit(rules, entered, contract, frame, record)
            return replace(found, revoke_shared=self.shares_revoke(rules))
        talon = record.pile("talon")
        if contract.individual:
            scheme = self.talon_scheme(rules)
            count, facts = trischaken.make_audit(self._table(frame.players), frame.players, entered, talon, scheme)
        else:
            count, facts = count_negative(frame.players, contract, entered)
        return TrickAudit(
            frame=frame,
            heaps=[Heap("", talon)],
            entered=entered.offenders if entered.revoke else entered.answers_to_check,
            revoke_costs=self.revoke_ends,
            revoke_ends=self.revoke_ends,
            revoke_shared=self.shares_revoke(rules),
            revokes=rules.revokes,
            settled=rules.law or None,
            consequences=partial(find_consequences, rules.law),
            count=count,
            same=entered.same,
            facts=facts,
            stops=lambda counted: not contract.individual and stops_early(counted, entered),
        )

    def talon_scheme(self, rules: R) -> trischaken.Scheme:
        """Return how the talon of a Trischaken goes to the tricks."""
        return cast("trischaken.Scheme", rules.trischaken_talon)
