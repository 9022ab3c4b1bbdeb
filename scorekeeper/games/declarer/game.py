"""A game with one declarer: its questions, the reading of its answers, the ends of a call, and the audit of a deal."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar, cast

from scorekeeper.audit.context import Frame, Heap
from scorekeeper.audit.engine import TrickAudit, audit_tricks
from scorekeeper.audit.verdict import Verdict
from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.obligations import Own
from scorekeeper.cards.packs import Pack
from scorekeeper.cards.record import Record
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.declarer import asking
from scorekeeper.games.declarer.claims import AnyDeal, Claim, Unplayed, read_claims, rows_of
from scorekeeper.games.declarer.contracts import Bonus, Contract, ContractBook, DeclarerRules
from scorekeeper.games.declarer.entered import Entered
from scorekeeper.games.declarer.lines import contra, describe, find_ends, find_ends_by_role
from scorekeeper.games.declarer.summary import Signs
from scorekeeper.games.declarer.tariff import Titles, make_tariff
from scorekeeper.games.game import Auditor, ByIdentity, Game, Outcome, Pile, Recording, Seating
from scorekeeper.games.questions import Answers, Choice, Flag, Question, Rows, Way, who
from scorekeeper.games.rulebook import DISPUTES, Book, Part, TariffTable
from scorekeeper.games.score import Line, Score, Shares, settle_sides
from scorekeeper.phrase import Name, Phrase, Refused, Value, say

_RESULT = ("points", "defender_points", "won", "tricks", "bonuses", "revoke", "revoke_with")

R = TypeVar("R", bound=DeclarerRules)
K = TypeVar("K", bound=Contract)
D = TypeVar("D", bound=AnyDeal)


_NOTHING: Mapping[str, tuple[object, ...]] = {
    "alone": (False,),
    "gave_up": (False,),
    "bonuses": ((),),
    "contra": (0, {}),
}
"""What says nothing where nobody asked for it."""


def _tells_an_end(rules: DeclarerRules, answers: Answers) -> bool:
    """Return whether one of the bonuses was made or lost, as a Valat may be without a count; a call has none such."""
    flat = {bonus.key for bonus in rules.bonuses if bonus.flat}
    return any("made" in row or not (row.get("announced") or row.get("bonus") in flat) for row in rows_of(answers))


def _decide_by_revoke(call: AnyDeal, claim: Claim) -> Claim:
    """Return a claim after a revoke: the announcements of the offender's side fail, the declarer's are made.

    With the declarer's own revoke the defenders' announcements stay as they were.
    """
    if not claim.risked or (claim.player != call.declarer and call.revoke == call.declarer):
        return claim
    return replace(claim, made=claim.player == call.declarer and call.revoke != call.declarer)


class Cited(NamedTuple):
    """The rules behind the lines of a score: the card points, the game, a bonus, and contra.

    Of games that have such rules also those behind a revoke, late claims, and counts in parts.
    """

    points: str
    game: str
    bonus: str
    contra: str
    revoke: str = ""
    claim: str = ""
    parts: str = ""


@dataclass(kw_only=True, eq=False, repr=False)
class DeclarerGame(Generic[R, K, D]):
    """A game in which one declarer, perhaps with a partner, plays against the others.

    What most games have in common is written here once; a game overrides the methods for what it has of its own.

    hand         the number of cards in a hand when play begins, and in the `talon`
    contracts    the contracts and bonuses of all authors
    make         makes a deal from its fields
    cited        the rules behind the lines of a score
    broken       the rule behind each reason for a revoke
    order        the order in which the cards of the talon are recorded
    halves       the names of the halves of the talon, if the declarer may have taken either
    unplayed     the ways in which a deal is not played
    revoke_ends  whether a revoke ends the deal
    flat_shown   whether the sheet shows an announced bonus that cannot fail
    """

    pack: Pack
    hand: int
    talon: int
    contracts: ContractBook[K]
    make: Callable[..., D]
    cited: Cited
    broken: Mapping[str, str]
    order: Phrase
    halves: tuple[Phrase, ...] = ()
    unplayed: tuple[Unplayed, ...] = ()
    revoke_ends: bool = False
    flat_shown: bool = True

    def game(
        self, folder: Path, *, piles: Mapping[str, Phrase], half: Phrase | None = None, **fields: Any
    ) -> Game[R, Any]:
        """Return the game in a folder with its rule book; `fields` are its own further fields."""
        cards = len(self.pack.cards)
        hand = self.hand
        talon = self.talon
        dealt = say("{cards} cards, {hand} each, {talon} in the talon", cards=cards, hand=hand, talon=talon)
        auditor = Auditor(
            read=self.read_entered,
            recording=self.recording,
            judge=self.judge,
            piles=piles,
            half=half,
            voids="points" if self.revoke_ends else "",
            penalty=fields.pop("penalty", None),
        )
        usual: dict[str, Any] = {
            "cards": self.pack,
            "pack": lambda rules, players: dealt,
            "ask": self.ask,
            "deal": self.read_deal,
            "check": self.check,
            "check_call": self.check_call,
            "score": self.score,
            "outcomes": self.outcomes,
            "sheet_summary": Signs(self.pack, self.contracts, self.unplayed, self.flat_shown).summarize,
            "direction": say("anticlockwise"),
            "book": Book((Part(folder / "rules.toml"), DISPUTES), self.make_tariff),
            "auditor": auditor,
        }
        return Game(**(usual | fields))

    # The questions.

    def ask(self, rules: R, seating: Seating, answers: Answers | None) -> tuple[Question, ...]:
        """Return the questions that matter, given the `answers` so far; with None all possible questions."""
        entered = answers or {}
        first = (self.ask_declarer(rules, seating), *self.ask_unplayed(rules, seating, answers))
        if any(entered.get(one.key) for one in self.unplayed):
            return first
        contract = self.find_contract(rules, entered)
        asked = self.ask_contract(rules, seating, entered)
        wrong = who("revoke", say("Wrong card by"), seating.playing, "result", "!", rare=True)
        return (
            *first,
            asked,
            *self.ask_in(rules, seating, contract, answers),
            *((wrong,) if rules.revoke_loses else ()),
        )

    def find_contract(self, rules: R, answers: Answers) -> K | None:
        """Return the contract in the answers, None for none of the table's."""
        return cast("K | None", rules.contract_of.get(str(answers.get("contract"))))

    def ask_declarer(self, rules: R, seating: Seating) -> Choice:
        """Return the question for the declarer."""
        return who("declarer", say("Who is the declarer?"), seating.playing)

    def ask_unplayed(self, rules: R, seating: Seating, answers: Answers | None) -> tuple[Flag, ...]:
        """Return the questions whether the deal was not played."""
        return tuple([Flag(one.key, one.label, alone=True, mark=one.mark) for one in self.unplayed])

    def ask_contract(self, rules: R, seating: Seating, answers: Answers) -> Choice:
        """Return the question for the contract."""
        return asking.ask_contract(rules.contracts)

    def ask_in(self, rules: R, seating: Seating, contract: K | None, answers: Answers | None) -> Iterable[Question]:
        """Return the questions in a contract, or in all of them; without one it is not known yet."""
        return (
            *asking.ask_contra(self.levels(rules)[0], answers is None),
            self.ask_bonuses(rules, seating, rules.bonuses, answers),
            *self.ask_counts(rules, contract),
        )

    def ask_bonuses(self, rules: R, seating: Seating, bonuses: tuple[Bonus, ...], answers: Answers | None) -> Rows:
        """Return the question for claims and announcements, and when they are said."""
        keys = tuple([bonus.key for bonus in bonuses])
        most = self.levels(rules)[1]
        return asking.ask_bonuses(self.ways, ByIdentity(rules), seating.playing, keys, most, answers is None)

    def ways(self, rules: R, bonuses: tuple[Bonus, ...]) -> tuple[Way, ...]:
        """Return the possible claims and announcements."""
        return asking.bonus_ways(bonuses, self.levels(rules)[1], rules.costly)

    def ask_counts(self, rules: R, contract: K | None) -> Iterable[Question]:
        """Return the questions for the counts of both sides."""
        raise NotImplementedError

    def levels(self, rules: R) -> tuple[int, int]:
        """Return the highest contra on the game, and on an announcement."""
        most = rules.contra_levels
        return most if rules.contra != "off" else 0, most if rules.contra == "game_and_announcements" else 0

    # The deal.

    def read_deal(self, rules: R, seating: Seating, read: Answers) -> D | Unplayed:
        """Return the answers as one deal. Raises Refused if an answer is missing or two contradict each other."""
        call = self.read_call(rules, seating, read)
        if isinstance(call, Unplayed):
            return call
        if call.revoke and rules.revoke_loses:
            claims = tuple([_decide_by_revoke(call, claim) for claim in call.claims])
            call = replace(call, claims=claims, won=call.revoke != call.declarer)
        return self.read_result(rules, call, read)

    def read_call(self, rules: R, seating: Seating, read: Answers) -> D | Unplayed:
        """Return the deal as called so far, with or without the result. Raises Refused as `read_deal` does."""
        for unplayed in self.unplayed:
            if read.get(unplayed.key):
                asking.refuse_beside(unplayed.key, unplayed.why, read)
                return unplayed
        contract = self.find_contract(rules, read)
        if "declarer" not in read and not (contract and contract.individual):
            raise Refused("declarer", say("choose who played"))
        if contract is None:
            raise Refused("contract", say("choose the contract"))
        self.check_answers(rules, seating, contract, read)
        declarer = str(read.get("declarer", read.get("forehand", seating.playing[0])))
        contra = read.get("contra", 0)
        paid = rules.fourth == "with_defenders" and seating.dealer not in seating.playing
        return self.make(
            declarer,
            tuple([player for player in seating.playing if player not in (declarer, read.get("partner"))]),
            contract,
            contra if isinstance(contra, int) else 0,
            self.read_claims(rules, contract, declarer, read),
            partner=str(read.get("partner", "")),
            alone=bool(read.get("alone") or read.get("gave_up")),
            gave_up=bool(read.get("gave_up")),
            revoke=str(read.get("revoke", "")),
            fourth=seating.dealer if paid else "",
            **self.read_further(rules, seating, read),
        )

    def check_answers(self, rules: R, seating: Seating, contract: K, read: Answers) -> None:
        """Refuse answers that do not belong to a contract."""

    def find_labels(self, rules: R, seating: Seating, contract: K, read: Answers) -> dict[str, Phrase]:
        """Return the labels of the questions in this contract by name.

        Raises Refused for an answer that has no question, unless it is empty.
        """
        labels = {question.name: question.label for question in self.ask(rules, seating, read)}
        for key, value in read.items():
            if key not in labels and value not in _NOTHING.get(key, ()):
                raise self._unasked(rules, seating, contract, read, key)
        return labels

    def _unasked(self, rules: R, seating: Seating, contract: K, read: Answers, key: str) -> Refused:
        """Return why `key` is not asked: another answer rules it out, or the contract has no such question."""
        labels = {question.name: question.label for question in self.ask(rules, seating, None)}
        what = labels[key]
        for other in (name for name in read if name not in ("declarer", "contract", key)):
            without = {name: value for name, value in read.items() if name != other}
            if key in [question.name for question in self.ask(rules, seating, without)]:
                text = say("“{what}” does not go with “{beside}”", what=what, beside=labels[other])
                return Refused(key, text, excluded_by=other)
        return Refused(key, say("{contract}: “{what}” does not apply", contract=contract.label, what=what))

    def read_further(self, rules: R, seating: Seating, read: Answers) -> Mapping[str, object]:
        """Return the further fields of the game's own deal."""
        return {}

    def read_claims(self, rules: R, contract: K, declarer: str, read: Answers) -> tuple[Claim, ...]:
        """Return the claims of a deal. Raises Refused for an impossible one, or two that exclude each other.

        The highest announced number of card points includes the lower ones that were not named.
        """
        claims = read_claims(rules.bonuses, cast("tuple[Answers, ...]", read.get("bonuses", ())), rules.costly)
        if any(claim.bonus.count for claim in claims):
            counted = {claim.bonus: claim for claim in claims if claim.bonus.count}
            highest = max(counted, key=lambda bonus: bonus.count)
            lower = [bonus for bonus in rules.bonuses if 0 < bonus.count < highest.count and bonus not in counted]
            claims += tuple([replace(counted[highest], bonus=bonus, contra=0) for bonus in lower])
        for claim in claims:
            bonus = claim.bonus.label
            alone = claim.bonus.count or (claim.risked and rules.announce == "declarer")
            if alone and claim.player != declarer:
                raise Refused("bonuses", say("{bonus}: only the declarer announces", bonus=bonus))
            if claim.bonus.all_tricks and claim.contra and not rules.valat_contra:
                raise Refused("bonuses", say("{bonus}: at this table no contra answers it", bonus=bonus))
        return claims

    def read_result(self, rules: R, call: D, read: Answers) -> D:
        """Return a called deal with its result. Raises Refused if it is missing."""
        raise NotImplementedError

    def check_call(self, rules: R, called: Answers, deal: D | Unplayed) -> None:
        """Refuse bonuses in hand that were not called if they are claimed before play."""
        if rules.claim != "before_play" or isinstance(deal, Unplayed):
            return
        claimed = {(row["player"], row["bonus"]) for row in rows_of(called)}
        for claim in deal.claims:
            bonus = claim.bonus
            if bonus.flat and not bonus.is_seen_in_play and (claim.player, bonus.key) not in claimed:
                values: dict[str, Value] = {"bonus": bonus.label, "player": Name(claim.player)}
                text = say(
                    "{bonus} of {player} comes too late: here it is claimed before play, and the call does not have it",
                    **values,
                )
                raise Refused("bonuses", text)

    def check(self, rules: R, seating: Seating, answers: Answers, deal: D | Unplayed) -> None:
        """Refuse an impossible deal."""

    # What it pays.

    def score(self, rules: R, deal: D | Unplayed) -> Score:
        """Return the lines of one deal."""
        if isinstance(deal, Unplayed):
            return Score((Line(deal.reason, deal.rule),))
        return Score((*self.findings(rules, deal), *self.lines(rules, deal)), self.find_takers(rules, deal))

    def find_takers(self, rules: R, deal: D) -> tuple[str, ...]:
        """Return who takes the pot by this deal, nobody where there is none."""
        return ()

    def findings(self, rules: R, deal: D) -> Iterable[Line]:
        """Return the lines that move no points: how the deal ended."""
        if not (deal.revoke and rules.revoke_loses):
            return self.find_points(rules, deal)
        values: dict[str, Value] = {"player": Name(deal.revoke), "declarer": Name(deal.declarer)}
        text = say("{player} played a wrong card, so {declarer} wins game and announcements", **values)
        if deal.revoke == deal.declarer:
            text = say("{player} played a wrong card and so loses game and announcements", player=Name(deal.revoke))
        return [Line(text, self.cited.revoke)]

    def find_points(self, rules: R, deal: D) -> Iterable[Line]:
        """Return the end of the game by its card points."""
        raise NotImplementedError

    def lines(self, rules: R, deal: D) -> Iterable[Line]:
        """Return the lines of the game and of each bonus."""
        return (self.write_game(rules, deal), *[self.write_claim(rules, deal, claim) for claim in deal.claims])

    def write_game(self, rules: R, deal: D) -> Line:
        """Return the line of the game."""
        shares = self.settle(rules, deal, deal.won, deal.side)
        factors = tuple(contra(deal.contra, self.cited.contra))
        return Line(deal.ending, self.cited.game, rules.value_of(deal.contract), shares, factors)

    def write_claim(self, rules: R, deal: D, claim: Claim) -> Line:
        """Return the line of a bonus, which is a side's."""
        value = claim.bonus.announced if claim.risked else claim.bonus.silent
        shares = self.settle(rules, deal, deal.for_side(claim), deal.side)
        rule = rules.cite(claim.bonus, self.cited.bonus)
        return Line(describe(claim), rule, value, shares, tuple(contra(claim.contra, self.cited.contra)))

    def settle(self, rules: R, deal: D, won: bool, side: tuple[str, ...]) -> Shares:
        """Return the shares when a side `won` against all others, or lost, as the table writes.

        A fourth is on a sheet of plus points even with none, as they pay.
        """
        others = tuple([player for player in deal.players if player not in side])
        if rules.writing == "payments":
            return settle_sides(won, side, others)
        shares = tuple((player, 1) for player in (side if won else others))  # each winner writes once
        idle = deal.fourth and deal.fourth not in dict(shares)
        return (*shares, (deal.fourth, 0)) if idle else shares

    def make_tariff(self, rules: R) -> tuple[TariffTable, ...]:
        """Return the worth of games and bonuses; for further games only bonuses that differ from the first."""
        titles = Titles(
            say("The games, with each defender"),
            say("won"),
            say("lost"),
            say("Bonuses, with each opponent"),
            lambda contract: say("Bonuses that differ in the game {contract}", contract=contract.label),
        )
        return make_tariff(rules, partial(self.outcomes, rules), titles, rules.contracts[1:])

    def outcomes(self, rules: R, seating: Seating, answers: Answers) -> tuple[Outcome, ...]:
        """Return the payments of each end of a called deal: by role as long as the partner is a secret."""
        call = self.read_call(rules, seating, answers)
        if isinstance(call, Unplayed):
            return (Outcome(call.end, self.score(rules, call)),)
        revoked = self.revoke_ends and bool(call.revoke)
        if call.contract.individual or (call.is_secret and revoked):
            return ()
        if call.is_secret:
            return find_ends_by_role(call, partial(self.ends, rules))
        if revoked or call.gave_up:
            return (Outcome(call.contract.label, self.score(rules, call)),)
        return self.ends(rules, call)

    def ends(self, rules: R, call: D) -> tuple[Outcome, ...]:
        """Return the payments of each end that a called deal can have."""
        return find_ends(call, partial(self._score_end, rules), partial(self.can_end, rules))

    def _score_end(self, rules: R, deal: D) -> Score:
        return Score(tuple(self.lines(rules, deal)), self.find_takers(rules, deal))

    def can_end(self, rules: R, deal: D) -> bool:
        """Return whether a deal can end so: a Valat may have decided the game."""
        valat = self.deciding_valat(rules, deal)
        return valat is None or deal.for_side(valat) == deal.won

    def deciding_valat(self, rules: R, deal: D) -> Claim | None:
        """Return the Valat that decides the game, None if the card points do."""
        return deal.made_valat

    # The recorded cards.

    @cached_property
    def _individual(self) -> frozenset[str]:
        return frozenset(contract.key for contract in self.contracts.contracts if contract.individual)

    def read_entered(self, rules: R, seating: Seating, answers: Answers) -> Entered[K]:
        """Return the entries of a deal, for its audit."""
        forehand = str(answers.get("forehand", seating.playing[0]))
        alone = answers.get("contract") in self._individual
        declarer = forehand if alone else str(answers.get("declarer", ""))
        contract = self.find_contract(rules, answers) if declarer in seating.playing else None
        contra = answers.get("contra")
        result = {key: answers[key] for key in _RESULT if key in answers}
        return Entered(
            contract=contract,
            declarer=declarer,
            forehand=forehand,
            called=str(answers.get("called", "")),
            partner=str(answers.get("partner", "")),
            alone=bool(answers.get("alone")),
            contra=contra if isinstance(contra, int) else 0,
            given_up=bool(answers.get("gave_up") or answers.get("unplayed")),
            ended=bool(result.keys() - {"bonuses"}) or _tells_an_end(rules, result),
            result=result,
            questions=cache(partial(self.ask, rules, seating, None)),
        )

    def recording(self, rules: R, seating: Seating, deal: Entered[K]) -> Recording | None:
        """Return what can be recorded of a deal, None for one not played."""
        if deal.contract is None or deal.given_up:
            return None
        taken = deal.contract.taken
        talon = Pile("talon", say("Talon"), self.talon, apart=not taken, order=self.order_in(deal.contract))
        laid = Pile("discard", say("Laid away"), taken, apart=True)
        halves = self.halves if self.is_half_open(rules, deal.contract) else ()
        piles = (talon, laid) if taken else (talon,)
        return Recording(self.pack, self.hand, piles if self.talon else (), halves=halves)

    def order_in(self, contract: K) -> Phrase:
        """Return the order in which the cards of the talon are recorded in a contract."""
        return self.order

    def is_half_open(self, rules: R, contract: K) -> bool:
        """Return whether the declarer takes one half of the talon, and the contract does not say which."""
        return self.takes_half(contract) and not self.half_of(rules, contract)

    def takes_half(self, contract: K) -> bool:
        """Return whether the declarer takes one half of the talon."""
        return bool(self.halves) and 2 * contract.taken == self.talon

    def half_of(self, rules: R, contract: K) -> int:
        """Return the half of the talon that is taken in a contract, 0 for either."""
        return 0

    def judge(self, rules: R, seating: Seating, deal: Entered[K], record: Record) -> Verdict:
        """Return the verdict on a record of a deal. Raises Refused as `lay_out` does."""
        play = self.law(rules, deal.contract)
        if play is None:
            return Verdict("incomplete", counted={}, entered={})
        own = self.find_owed(rules, seating, deal)
        leader = self.leader(rules, deal)
        frame = Frame(play, deck_of(self.pack).all, self.hand, seating.playing, leader, self.broken, own)
        if deal.contract is None:
            heaps = [Heap(deal.declarer, record.pile("discard"))]
            return audit_tricks(TrickAudit(frame=frame, heaps=heaps, entered=deal.answers_to_check), record)
        return audit_tricks(self.audit(rules, deal, deal.contract, frame, record), record)

    def law(self, rules: R, contract: K | None) -> Play | None:
        """Return the law of play in a contract, None for one not known yet."""
        raise NotImplementedError

    def leader(self, rules: R, deal: Entered[K]) -> str:
        """Return the leader of the first trick."""
        return deal.declarer if deal.contract and rules.first_lead == "declarer" else deal.forehand

    def find_owed(self, rules: R, seating: Seating, deal: Entered[K]) -> Own:
        """Return the duties that follow from announcements."""
        return {}

    def audit(self, rules: R, entered: Entered[K], contract: K, frame: Frame, record: Record) -> TrickAudit:
        """Return the audit of a deal with a contract."""
        raise NotImplementedError
