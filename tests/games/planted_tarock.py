"""A game of Tarock for four that nobody plays, to show what one more costs: its rules, its scoring and its audit.

Four play with 40 cards, nine each and four in the talon. In a Rufer the declarer takes the talon and calls a tarock,
whose holder plays with him in secret; in a Solo he plays alone and the talon counts for his opponents.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from scorekeeper.audit.context import Frame
from scorekeeper.audit.engine import TrickAudit
from scorekeeper.cards.packs import TAROCK, TRULL
from scorekeeper.cards.record import Record
from scorekeeper.games.counts import Number
from scorekeeper.games.game import Outcome, Seating
from scorekeeper.games.house_rules import SwitchValue, WholeSwitch, make_field
from scorekeeper.games.questions import Answers, Choice, Flag, Option, Question
from scorekeeper.games.rulebook import Book, Part
from scorekeeper.games.score import Line, Score, settle_sides
from scorekeeper.games.tarock.asking import (
    Undertaking,
    ask_bonuses,
    ask_contra,
    ask_contract,
    ask_partner,
    ask_side_counts,
    bonus_ways,
    find_contract,
    read_declarer,
)
from scorekeeper.games.tarock.claims import Bonus, PartnerDeal, read_claims, rows_of
from scorekeeper.games.tarock.counting import (
    Case,
    Custom,
    Division,
    Facts,
    check_deal,
    check_result,
    find_counted,
    find_facts,
    read_result,
)
from scorekeeper.games.tarock.discard import Laying, tarock_law
from scorekeeper.games.tarock.game import DeclarerGame, Entered
from scorekeeper.games.tarock.lines import contra, describe, possible_ends, possible_ends_by_role
from scorekeeper.games.tarock.referee import CallingDeal, audit_declarer, lie_beside
from scorekeeper.phrase import Card, Name, Phrase, Refused, say

PACK = TAROCK.without(["T2", "T3"])
HAND = 9
TALON = 4
THRESHOLD = sum(PACK.worth) // 2 + 1
CALLED = ("T20", "T19", "T18", "T17")
PAGAT = Bonus("pagat", say("Pagat"), 1, 2, holds=("T1",), ultimo=1)
TRULL_TAKEN = Bonus("trull", say("Trull"), 1, 2, holds=TRULL, of_side=True)
VALAT = Bonus("valat", say("Valat"), 4, 8, of_side=True)
BONUSES = (PAGAT, TRULL_TAKEN, VALAT)
SUMMARY = say("a partner by a tarock")


@dataclass(frozen=True, slots=True)
class Contract(Undertaking):
    value: int = 1
    called: bool = False


RUFER = Contract("rufer", say("Rufer"), "Ruf", TALON, called=True)
SOLO = Contract("solo", say("Solo"), "Solo", value=3)
CONTRACTS = (RUFER, SOLO)
Deal = PartnerDeal[Contract]


LEVELS = WholeSwitch((SwitchValue(2, say("{number}", number=2)),), 0, 3)


@dataclass(frozen=True)
class Rules:
    author: str = "Nobody"
    source: str = "Nowhere"
    summary: Phrase = SUMMARY
    players: tuple[int, ...] = (4,)
    offers: tuple[str, ...] = ("levels",)
    levels: int = make_field(LEVELS, "PT-4", say("How often contra may double"))


def ask(rules: Rules, seating: Seating, answers: Answers | None) -> tuple[Question, ...]:
    contract = None if answers is None else find_contract(CONTRACTS, answers)
    declarer = Choice("declarer", say("Declarer"), tuple(Option(name, Name(name)) for name in seating.playing))
    cards = tuple(Option(card, Phrase("{card}", (("card", Card(card)),))) for card in CALLED)
    calling = (
        Choice("called", say("Called tarock"), cards),
        replace(ask_partner(seating, (answers or {}).get("declarer")), label=say("Who held the called tarock?")),
        Flag("alone", say("It lay in the talon"), stage="result"),
    )
    ways = bonus_ways(BONUSES, rules.levels, ())
    return (
        declarer,
        ask_contract(CONTRACTS),
        *(calling if contract is None or contract.called else ()),
        *ask_contra(rules.levels, answers),
        ask_bonuses(seating, BONUSES, ways, rules.levels, answers),
        *ask_side_counts(PACK),
        Number("tricks", say("Tricks of the declarer’s side"), 0, HAND, say("more than are played")),
    )


def read_call(rules: Rules, seating: Seating, read: Answers) -> Deal:
    declarer, others = read_declarer(seating, read)
    contract = next(one for one in CONTRACTS if one.key == read["contract"])
    partner = str(read.get("partner", ""))
    return PartnerDeal(
        declarer,
        tuple(player for player in others if player != partner),
        contract,
        cast("int", read.get("contra", 0)),
        read_claims(BONUSES, cast("list[Answers]", rows_of(read))),
        partner=partner,
        alone=bool(read.get("alone")),
    )


def read_deal(rules: Rules, seating: Seating, read: Answers) -> Deal:
    call = read_call(rules, seating, read)
    if call.contract.called and not (call.partner or call.alone):
        raise Refused("partner", say("who held the called tarock is missing"))
    return read_result(PACK, THRESHOLD, call, read, call.made_valat)


def check(rules: Rules, seating: Seating, answers: Answers, deal: Deal) -> None:
    check_result(HAND, THRESHOLD, deal, answers)
    taken = deal.contract.taken
    usual = Division(PACK, HAND, len(seating.playing), taken, (0, TALON - taken))
    facts = find_facts(HAND, deal, answers)
    called = [str(answers["called"])] if "called" in answers else CALLED
    cases = [
        Case(usual, facts.plus(Facts(played=frozenset({card}))) if deal.partner else facts, card) for card in called
    ]
    decided = deal.made_valat is not None
    check_deal(deal, cases, find_counted(PACK, THRESHOLD, deal, answers, decided=decided), Custom())


def score(rules: Rules, deal: Deal) -> Score:
    return Score(tuple(_lines(deal, deal.won)))


def outcomes(rules: Rules, seating: Seating, answers: Answers) -> tuple[Outcome, ...]:
    call = read_call(rules, seating, answers)
    if call.contract.called and not (call.partner or call.alone):
        return possible_ends_by_role(call, lambda deal: possible_ends(deal, _lines))
    return possible_ends(call, _lines)


def _lines(deal: Deal, won: bool) -> Iterator[Line]:
    text = say("won by {declarer}") if won else say("lost by {declarer}")
    reason = Phrase(text.text, (("declarer", Name(deal.declarer)),))
    shares = settle_sides(won, deal.side, deal.defenders)
    yield Line(reason, "PT-2", deal.contract.value, shares, tuple(contra(deal.contra, "PT-4")))
    for claim in deal.claims:
        value = claim.bonus.announced if claim.announced else claim.bonus.silent
        shares = settle_sides(deal.for_side(claim), deal.side, deal.defenders)
        yield Line(describe(claim), "PT-3", value, shares, tuple(contra(claim.contra, "PT-4")))


def audit(rules: Rules, entered: Entered[Contract], frame: Frame, record: Record) -> TrickAudit:
    contract = entered.contract
    assert contract
    talon = record.pile("talon")
    discard = record.pile("discard")
    taken, rest = (talon, ()) if contract.taken else ((), talon)
    deal = CallingDeal(
        players=frame.players,
        entered=entered,
        bonuses=BONUSES,
        costly=(),
        laying=Laying(contract.taken),
        besides=lie_beside(discard, rest, contract.taken, TALON - contract.taken),
        discard=discard,
        taken=taken,
        calls=contract.called,
        talon=talon,
        threshold=THRESHOLD,
    )
    return audit_declarer(deal, frame, taken, rest)


TABLE = DeclarerGame[Rules, Contract](
    pack=PACK,
    hand=HAND,
    talon=TALON,
    contracts=lambda rules: {contract.key: contract for contract in CONTRACTS},
    marks={contract.key: contract.mark for contract in CONTRACTS},
    bonuses=BONUSES,
    ask=ask,
    law=lambda rules, contract: tarock_law(PACK),
    broken={"MUST_FOLLOW": "PT-5", "MUST_TAROCK": "PT-5", "HONOUR_DISCARDED": "PT-6", "TAROCK_NOT_FORCED": "PT-6"},
    audit=audit,
    order=lambda contract: say("The talon"),
)

PLANTED_TAROCK = TABLE.game(
    key="planted_tarock",
    title=say("Planted Tarock"),
    about=say("Nobody plays it."),
    presets={"nobody": Rules()},
    deal=read_deal,
    check=check,
    score=score,
    outcomes=outcomes,
    sheet_column=lambda rules: "sheet",
    book=Book((Part(Path(__file__).with_name("planted_tarock.toml")),), lambda rules: ()),
    piles={"talon": say("the talon"), "discard": say("what was laid away")},
)
