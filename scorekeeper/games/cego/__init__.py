"""Cego: four players with 54 Tarock cards; the declarer plays alone, mostly with the blind instead of the hand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import cast

from scorekeeper.audit.context import Frame, Heap
from scorekeeper.audit.engine import TrickAudit
from scorekeeper.audit.verdict import Verdict
from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.obligations import Owed, Own
from scorekeeper.cards.record import Record
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.cego.audit import RecordedCegoDeal, audit_raeuber, audit_ultimo
from scorekeeper.games.cego.rules import BLIND, FOLDER, HAND, PACK, PRESETS, CegoContract, Rules
from scorekeeper.games.cego.scoring import NEEDED, STEPS, CegoDeal, find_least, rule_of, write_lines
from scorekeeper.games.counts import Number
from scorekeeper.games.declarer.audit import DECLARER, UnplayedCards
from scorekeeper.games.declarer.claims import Unplayed
from scorekeeper.games.declarer.entered import Entered
from scorekeeper.games.declarer.game import Cited
from scorekeeper.games.disputes import tell_dispute
from scorekeeper.games.game import Outcome, Pile, Recording, Seating
from scorekeeper.games.questions import Answers, Flag, Question, who
from scorekeeper.games.rulebook import Row, TariffTable
from scorekeeper.games.score import Line, Score
from scorekeeper.games.tarock import counting
from scorekeeper.games.tarock.discard import DiscardRule
from scorekeeper.games.tarock.game import TalonCards, TarockGame
from scorekeeper.games.tarock.negative import count_negative
from scorekeeper.phrase import Name, Phrase, Refused, say

_AGAINST_SOLO = Flag("against_solo", say("Against a Solo"), mark="vs", rare=True)
_NO_TRICK = Flag("no_trick", say("The declarer took no trick"), stage="result", mark="none", rare=True)
_WON = Flag("won", say("Won"), stage="result", both=True, mark="w")
_TRICKS = Number("tricks", say("Tricks of the declarer"), 0, HAND, say("more than are played"), mark="*")
_OF_THIS_GAME = ("no_trick", "loser")
_BLIND = say("Blind")


class CegoGame(TarockGame[Rules, CegoContract, CegoDeal]):
    """What Cego has of its own: counts in pairs that are paid by steps, the blind, and games without card points."""

    # The questions.

    def ask_in(
        self, rules: Rules, seating: Seating, contract: CegoContract | None, answers: Answers | None
    ) -> Iterable[Question]:
        """Return the questions in a contract, or in all of them; without one it is not known yet."""
        loser = who("loser", say("Who took the most card points?"), seating.playing, "result", "max")
        no_trick = (_NO_TRICK,) if rules.no_trick == "forty" else ()
        if answers is None:
            return (_AGAINST_SOLO, *self.ask_counts(rules, None), *no_trick, _WON, _TRICKS, loser)
        if contract is None:
            return ()
        if contract.goal == "points":
            against = (_AGAINST_SOLO,) if contract.taken else ()
            return (*against, *self.ask_counts(rules, contract), *no_trick)
        if contract.goal == "few points":
            return (loser,)
        told = answers.get("tricks") is not None
        tricks = contract.goal == "tricks" and (told or answers.get("won") is None)
        return (*(() if told else (_WON,)), *((_TRICKS,) if tricks else ()))

    # The deal.

    def check_answers(self, rules: Rules, seating: Seating, contract: CegoContract, read: Answers) -> None:
        """Refuse answers that have no question in this contract, unless they are empty."""
        empty = ("against_solo", "no_trick")
        told = {key: value for key, value in read.items() if not (key in empty and value is False)}
        self.find_labels(rules, seating, contract, told)

    def read_further(self, rules: Rules, seating: Seating, read: Answers) -> Mapping[str, object]:
        """Return the further fields of a deal of Cego."""
        return {
            "against_solo": bool(read.get("against_solo")),
            "no_trick": bool(read.get("no_trick")),
            "loser": str(read.get("loser", "")),
        }

    def read_result(self, rules: Rules, call: CegoDeal, read: Answers) -> CegoDeal:
        """Return a called deal with its result. Raises Refused if it is missing or impossible."""
        contract = call.contract
        if contract.goal == "points":
            points = _read_points(read)
            if points is None and not call.no_trick:
                raise Refused("points", say("enter the card points"))
            won = points is not None and points >= NEEDED and not call.no_trick
            return replace(call, thirds=None if points is None else PACK.parts * points, won=won)
        if contract.goal == "few points":
            if not call.loser:
                raise Refused("loser", say("who took the most card points?"))
            return replace(call, won=call.loser != call.declarer)
        if "tricks" in read:
            return replace(call, won=read["tricks"] == contract.tricks)
        if "won" in read:
            return replace(call, won=bool(read["won"]))
        raise Refused("won", say("say whether the game was won, or how many tricks"))

    # What cannot have been.

    def check(self, rules: Rules, seating: Seating, answers: Answers, deal: CegoDeal | Unplayed) -> None:
        """Refuse card points that no cards make."""
        if not isinstance(deal, Unplayed) and deal.thirds is not None:
            self.check_counts(rules, seating, answers, deal)

    def divide(self, rules: Rules, seating: Seating, answers: Answers, deal: CegoDeal) -> Iterator[counting.Hypothesis]:
        """Yield how the cards of a deal are divided: the blind, or what was laid away for it, is the declarer's."""
        shape = counting.DealShape(PACK, HAND, len(seating.playing), talon=(BLIND, 0))
        least = 1 if rules.no_trick == "forty" else 0  # else a deal without a trick is none of its own
        mine, theirs = (0, HAND) if deal.no_trick else (least, 0)
        facts = counting.CardFacts(counting.PileFacts(tricks=mine), counting.PileFacts(tricks=theirs))
        yield counting.Hypothesis(shape, facts)

    # What it pays.

    def find_points(self, rules: Rules, deal: CegoDeal) -> Iterable[Line]:
        """Return the end of the game by its card points."""
        return [] if deal.thirds is None or deal.no_trick else [self.compare_points(rules, deal, deal.won)]

    def lines(self, rules: Rules, deal: CegoDeal) -> Iterable[Line]:
        """Return the lines that are written and paid."""
        return write_lines(rules, deal)

    def outcomes(self, rules: Rules, seating: Seating, answers: Answers) -> tuple[Outcome, ...]:
        """Return the payments of each end of a called deal."""
        call = self.read_call(rules, seating, answers)
        assert not isinstance(call, Unplayed), "here somebody always plays"
        return tuple([Outcome(label, Score(tuple(self.lines(rules, deal)))) for label, deal in _find_ends(rules, call)])

    def make_tariff(self, rules: Rules) -> tuple[TariffTable, ...]:
        """Return the worth of the games: by steps of card points, and those without."""
        steps = [(won, number) for won in (True, False) for number in (1, 2)]
        columns = tuple(_name_steps(number, won=won) for won, number in steps)
        counted, others, raeuber = (
            [one for one in cast("tuple[CegoContract, ...]", rules.contracts) if one.goal in goals]
            for goals in (("points",), ("tricks", "last trick"), ("few points",))
        )
        rows = [
            Row(one.label, tuple(_find_worth(rules, one, *step) for step in steps), (rule_of(one),), one.own)
            for one in counted
        ]
        further = [Row(one.label, (rules.value_of(one),) * 2, (rule_of(one),), one.own) for one in others]
        shared = [
            Row(one.label, (rules.value_of(one), 2 * rules.value_of(one)), (rule_of(one),), one.own) for one in raeuber
        ]
        found = (
            TariffTable(say("For card points, with each opponent"), columns, tuple(rows)),
            TariffTable(say("Other games, with each opponent"), (say("won"), say("lost")), tuple(further)),
            TariffTable(
                say("From the loser to each other player"), (say("any player"), say("who bid it")), tuple(shared)
            ),
        )
        return tuple(table for table in found if table.rows)

    # The recorded cards.

    def read_entered(self, rules: Rules, seating: Seating, answers: Answers) -> Entered[CegoContract]:
        """Return the entries of a deal, for its audit."""
        entered = super().read_entered(rules, seating, answers)
        more = {key: answers[key] for key in _OF_THIS_GAME if key in answers}
        return replace(entered, result={**entered.result, **more}, ended=entered.ended or bool(more))

    def recording(self, rules: Rules, seating: Seating, deal: Entered[CegoContract]) -> Recording | None:
        """Return what can be recorded of a deal; not where two cards are led at once (CE-43)."""
        if deal.contract is None or deal.contract.laid_out > 1:
            return None
        taken = deal.contract.taken
        laid = (Pile("discard", say("Laid away"), taken, apart=True),) if taken else ()
        return Recording(PACK, HAND, (Pile("talon", _BLIND, BLIND, apart=not taken), *laid))

    def law(self, rules: Rules, contract: CegoContract | None) -> Play | None:
        """Return the law of play (CE-41), None where two cards are led at once."""
        return None if contract and contract.laid_out > 1 else super().law(rules, contract)

    def leader(self, rules: Rules, deal: Entered[CegoContract]) -> str:
        """Return the leader of the first trick; cards that are laid out are the declarer's lead (CE-40)."""
        return deal.declarer if deal.contract and deal.contract.laid_out else super().leader(rules, deal)

    def find_owed(self, rules: Rules, seating: Seating, deal: Entered[CegoContract]) -> Own:
        """Return the duty to lead a card first (CE-16)."""
        if deal.contract is None or not deal.contract.first:
            return {}
        deck = deck_of(PACK)
        card = deck.card[deal.contract.first]
        owed = Owed("ANNOUNCED_CARD_DUE", card, deck.all & ~card)
        return {(seating.playing.index(deal.declarer), 0): (owed,)}

    def judge(self, rules: Rules, seating: Seating, deal: Entered[CegoContract], record: Record) -> Verdict:
        """Return the verdict on a record; only up to its first trick where a card laid out would win it (CE-43)."""
        verdict = super().judge(rules, seating, deal, record)
        if not (deal.contract and deal.contract.laid_out and verdict.winners[:1] == (deal.declarer,)):
            return verdict
        broken = tuple([found for found in verdict.violations if found.trick <= 1])
        return Verdict("violation" if broken else "incomplete", broken, counted={}, entered={})

    def discard_rule(self, rules: Rules, contract: CegoContract) -> DiscardRule:
        """Return that a declarer may lay any cards away (CE-12)."""
        return DiscardRule(contract.taken, "open")

    def share_talon(
        self, rules: Rules, entered: Entered[CegoContract], contract: CegoContract, record: Record
    ) -> TalonCards:
        """Return the blind, the declarer's in each game for card points, or what was laid away for it."""
        blind = record.pile("talon")
        if contract.taken:
            return TalonCards(blind, (), (UnplayedCards(DECLARER, record.pile("discard"), BLIND),))
        return TalonCards((), blind, (UnplayedCards(DECLARER, blind, BLIND),))

    def known_facts(self, rules: Rules, contract: CegoContract, record: Record) -> Mapping[str, object]:
        """Return how many cards the declarer may have kept, and whether a deal without a trick is one of its own."""
        return {"kept": contract.kept, "asks_tricks": rules.no_trick == "forty"}

    def audit(
        self, rules: Rules, entered: Entered[CegoContract], contract: CegoContract, frame: Frame, record: Record
    ) -> TrickAudit:
        """Return the audit of a deal with a contract."""
        if contract.goal == "points":
            return super().audit(rules, entered, contract, frame, record)
        blind = record.pile("talon")
        if contract.goal == "tricks":
            count, facts = count_negative(frame.players, contract, entered)
        elif contract.goal == "last trick":
            count, facts = audit_ultimo(frame.players, entered)
        else:
            count, facts = audit_raeuber(frame.players, entered, blind)
        return TrickAudit(
            frame=frame,
            heaps=[Heap("", blind)],
            entered=entered.answers_to_check,
            count=count,
            same=entered.same,
            facts=facts,
            consequences=tell_dispute,
            stops=lambda counted: counted.get("won") is False,
        )


def _read_points(read: Answers) -> int | None:
    """Return the declarer's card points, None without a count. Raises Refused for two that are not the pack."""
    counts = {key: cast("int", read[key]) for key in ("points", "defender_points") if key in read}
    for key, thirds in counts.items():
        if thirds % 3:
            raise Refused(key, say("the cards of a pile are counted in pairs, so its count is whole"))
    whole = {key: thirds // 3 for key, thirds in counts.items()}
    if len(whole) == 2 and sum(whole.values()) != PACK.points:
        values = {"points": whole["points"], "defenders": whole["defender_points"], "pack": PACK.points}
        text = say("{points} and {defenders} card points do not add up to {pack}", **values)
        raise Refused("defender_points", text)
    if "defender_points" in whole:
        return PACK.points - whole["defender_points"]
    return whole.get("points")


def _find_ends(rules: Rules, call: CegoDeal) -> Iterator[tuple[Phrase, CegoDeal]]:
    """Yield the ends that a called deal can have, and the deal with each."""
    goal = call.contract.goal
    if goal == "few points":
        for player in call.players[:4]:
            yield say("{player} takes the most card points", player=Name(player)), replace(call, loser=player)
    elif goal != "points":
        for won, label in ((True, say("game won")), (False, say("game lost"))):
            yield label, replace(call, won=won)
    else:
        for won in (True, False):
            for steps in STEPS:
                halves = PACK.parts * find_least(steps, won=won)
                yield _name_steps(steps, won=won), replace(call, thirds=halves, won=won, no_trick=False)
        if rules.no_trick == "forty":
            yield say("without a trick"), replace(call, won=False, no_trick=True)


def _name_steps(steps: int, *, won: bool) -> Phrase:
    """Return the name of the counts with so many steps."""
    least = find_least(steps, won=won)
    if won:
        return say("won with {least} to {most}", least=least, most=least + 4)
    return say("lost with {least} to {most}", least=least, most=least + 4)


def _find_worth(rules: Rules, contract: CegoContract, won: bool, steps: int) -> int:
    """Return what one opponent pays or gets in a game for card points with so many steps."""
    halves = PACK.parts * find_least(steps, won=won)
    deal = CegoDeal("a", ("b", "c", "d"), contract, thirds=halves, won=won)
    return sum(line.each for line in write_lines(rules, deal))


TABLE = CegoGame(
    pack=PACK,
    hand=HAND,
    talon=BLIND,
    needed=NEEDED,
    whole=True,  # CE-2
    contracts=Rules.game,
    make=CegoDeal,
    audited=RecordedCegoDeal,
    pile=say("Count the blind, or what was laid away for it, with the declarer’s tricks."),
    order=_BLIND,
    cited=Cited("CE-3", "CE-21", "CE-21", "CE-21"),
    broken={
        "OUT_OF_TURN": "CE-40",
        "MUST_FOLLOW": "CE-41",
        "MUST_TAROCK": "CE-41",
        "ANNOUNCED_CARD_DUE": "CE-16",
        "KEPT_TOO_MANY": "CE-13",
        "WRONG_HAND": "CE-10",
        "WRONG_LENGTH": "CE-12",
    },
)
CEGO = TABLE.game(
    FOLDER,
    key="cego",
    title=say("Cego"),
    about=say("The Tarock of Baden, for four with 54 cards: the declarer plays alone, mostly with the blind."),
    presets=PRESETS,
    pack=lambda rules, players: say("54 cards, 11 each, 10 in the blind"),
    piles={"talon": say("the blind"), "discard": say("what was laid away")},
)
