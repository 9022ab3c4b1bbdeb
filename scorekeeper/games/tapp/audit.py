"""The recorded cards of a deal of Tapp Tarock: judged, counted, and compared with what was entered."""

from functools import partial

from scorekeeper.audit.context import Frame, Heap
from scorekeeper.audit.engine import TrickAudit, audit_tricks
from scorekeeper.audit.verdict import Verdict
from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.record import Cards, Record
from scorekeeper.games.game import Pile, Recording, Seating
from scorekeeper.games.questions import Answers
from scorekeeper.games.tapp.deal import ask
from scorekeeper.games.tapp.rules import HAND, IN_HAND, PACK, TALON, Contract, Rules
from scorekeeper.games.tarock.asking import find_contract
from scorekeeper.games.tarock.discard import Laying, split_talon, tarock_law
from scorekeeper.games.tarock.referee import DeclarerDeal, entered_result, lie_beside
from scorekeeper.phrase import say

_BROKEN = {"MUST_FOLLOW": "TT-51", "MUST_TAROCK": "TT-51", "HONOUR_DISCARDED": "TT-22", "TAROCK_NOT_FORCED": "TT-22"}


def judge_record(rules: Rules, seating: Seating, answers: Answers, record: Record) -> Verdict:
    """Return the verdict on a record of the deal with these answers. Raises Refused as `lay_out` does."""
    players = seating.playing
    contract = find_contract(rules.contracts, answers) if answers.get("declarer") in players else None
    leader = str(answers["declarer"]) if contract and rules.first_lead == "declarer" else players[0]
    frame = Frame(tarock_law(PACK), deck_of(PACK).all, HAND, players, leader, _BROKEN)
    if contract is None:
        heaps = [Heap("", record.pile("discard"))]
        return audit_tricks(TrickAudit(frame=frame, heaps=heaps, entered=entered_result(answers)), record)
    talon, rest = _part(rules, contract, record, str(answers["declarer"]))
    discard = record.pile("discard")
    deal = DeclarerDeal(
        players=players,
        questions=partial(ask, rules, seating, None),
        answers=answers,
        declarer=str(answers["declarer"]),
        bonuses=rules.bonuses,
        costly=rules.costly,
        laying=Laying(contract.taken, rules.discard_tarock),
        claimable="TT-37",
        early=tuple(bonus.key for bonus in IN_HAND) if rules.hand_bonus == "as_dealt" else (),
        besides=lie_beside(discard, rest, contract.taken, TALON - contract.taken),
        discard=discard,
        taken=talon,
    )
    audit = TrickAudit(
        frame=frame,
        heaps=[Heap(deal.declarer, discard), Heap(deal.declarer, talon, aside=False), Heap("", rest)],
        entered=entered_result(answers),
        unsaid={"bonuses": []},
        count=deal.count,
        same=deal.same,
        facts=deal.facts,
        check=deal.check,
        unclaimed=deal.unclaimed,
    )
    return audit_tricks(audit, record)


def recording(rules: Rules, seating: Seating, answers: Answers) -> Recording | None:
    """Return what can be recorded of the deal with these answers, None where nobody played."""
    contract = find_contract(rules.contracts, answers)
    if contract is None or answers.get("declarer") not in seating.playing:
        return None
    talon = Pile("talon", say("Talon"), TALON, order=say("The talon, in its order: the lower half, then the upper"))
    laid = Pile("discard", say("Laid away"), contract.taken, apart=True)
    known_half = rules.halves == "fixed" and contract.half
    halves = (say("the lower"), say("the upper")) if contract.taken and not known_half else ()
    return Recording(PACK, HAND, (talon, laid) if contract.taken else (talon,), halves=halves)


def _part(rules: Rules, contract: Contract, record: Record, declarer: str) -> tuple[Cards, Cards]:
    """Return the talon cards that only the declarer may have held, and those that count for the defenders (TT-20)."""
    talon = record.pile("talon")
    if not contract.taken:
        return (), talon
    half = record.half or (contract.half if rules.halves == "fixed" else 0)
    return split_talon(record, declarer, half)
