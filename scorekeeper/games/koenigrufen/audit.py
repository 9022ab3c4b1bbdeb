"""The recorded cards of a deal of Königrufen: judged, counted, and compared with what was entered."""

from functools import partial

from scorekeeper.audit.context import Frame, Heap
from scorekeeper.audit.engine import TrickAudit, audit_tricks
from scorekeeper.audit.verdict import Verdict
from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.record import Cards, Record
from scorekeeper.games.game import Pile, Recording, Seating
from scorekeeper.games.koenigrufen.asking import ask
from scorekeeper.games.koenigrufen.calling import CallingDeal
from scorekeeper.games.koenigrufen.contracts import TRISCHAKEN, Contract
from scorekeeper.games.koenigrufen.play import BROKEN, announced, law
from scorekeeper.games.koenigrufen.refereeing import UnsidedDeal
from scorekeeper.games.koenigrufen.rules import HALF, HAND, PACK, TALON, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.asking import find_contract
from scorekeeper.games.tarock.discard import Laying, Tarocks, split_talon
from scorekeeper.games.tarock.referee import DeclarerDeal, entered_result, lie_beside
from scorekeeper.phrase import say

_ENTERED = ("points", "defender_points", "won", "tricks", "bonuses", "revoke")


def judge_record(rules: Rules, seating: Seating, answers: Answers, record: Record) -> Verdict:
    """Return the verdict on a record of the deal with these answers. Raises Refused as `lay_out` does."""
    contract = find_contract(rules.contracts, answers)
    if contract is None:  # a deal that was agreed on: nobody knows what was played
        return Verdict("incomplete", counted={}, entered={})
    forehand = str(answers.get("forehand", seating.playing[0]))
    declarer = forehand if contract is TRISCHAKEN else str(answers.get("declarer", ""))
    leader = declarer if contract.kind == "negative" else forehand
    own = announced(rules, contract, seating.playing, answers)
    frame = Frame(law(rules, contract), deck_of(PACK).all, HAND, seating.playing, leader, BROKEN, own)
    answers = {**answers, "declarer": declarer}
    if contract.positive:
        return audit_tricks(_audit_calling(rules, seating, contract, answers, frame, record), record)
    talon = record.pile("talon")
    questions = partial(ask, rules, seating, None)
    deal = UnsidedDeal(
        players=seating.playing, rules=rules, contract=contract, questions=questions, answers=answers, talon=talon
    )
    trischaken = contract is TRISCHAKEN
    audit = TrickAudit(
        frame=frame,
        heaps=[Heap("", talon)],
        entered=_entered(answers),
        revoke_costs=True,
        revoke_ends=True,
        count=deal.count_trischaken if trischaken else deal.count_negative,
        same=deal.same,
        facts=deal.trischaken_facts if trischaken else deal.negative_facts,
        stops=lambda counted: not trischaken and counted.get("won") is False,
    )
    return audit_tricks(audit, record)


def _entered(answers: Answers) -> Answers:
    """Return what was entered of the result; nothing else of it was where a revoke ended the deal."""
    return entered_result(answers, ("revoke",) if answers.get("revoke") else _ENTERED)


def _audit_calling(
    rules: Rules, seating: Seating, contract: Contract, answers: Answers, frame: Frame, record: Record
) -> TrickAudit:
    """Return how a deal for card points is judged."""
    declarer = str(answers["declarer"])
    discard = record.pile("discard")
    taken, rest = _part(contract, record, declarer)
    deal = DeclarerDeal(
        players=seating.playing,
        questions=partial(ask, rules, seating, None),
        answers=answers,
        declarer=declarer,
        bonuses=rules.bonuses_in(contract),
        costly=rules.costly,
        laying=_laying(rules, contract),
        besides=lie_beside(discard, rest, contract.taken, TALON - contract.taken),
        discard=discard,
        taken=taken,
    )
    calling = CallingDeal(deal=deal, rules=rules, contract=contract, talon=record.pile("talon"))
    unsaid = {"partner": answers.get("partner"), "alone": bool(answers.get("alone"))}
    return TrickAudit(
        frame=frame,
        heaps=[Heap(declarer, discard), Heap(declarer, taken, aside=False), Heap("", rest)],
        entered=_entered(answers),
        unsaid=unsaid if answers.get("revoke") else {**unsaid, "bonuses": []},
        revoke_costs=True,
        revoke_ends=True,
        stands=calling.stands,
        count=calling.count,
        same=deal.same,
        facts=calling.facts,
        check=calling.check,
    )


def _laying(rules: Rules, contract: Contract) -> Laying:
    """Return what may be laid away: in suit games tarocks first (KR-21 to KR-23)."""
    if contract.kind != "suit":
        return Laying(contract.taken, rules.discard_tarock)
    suits: Tarocks = "forced" if rules.suit_discard == "tarocks_first" else "open"
    return Laying(contract.taken, "open", suits, rules.min_suit_cards)


def recording(rules: Rules, seating: Seating, answers: Answers) -> Recording | None:
    """Return what can be recorded of the deal with these answers, None where nobody played."""
    contract = find_contract(rules.contracts, answers)
    if contract is None or answers.get("gave_up"):
        return None
    if contract is not TRISCHAKEN and answers.get("declarer") not in seating.playing:
        return None
    order = say("The talon, in its order: the first half, then the second")
    if contract is TRISCHAKEN:
        order = say("The talon, in the order in which its cards go to the tricks")
    talon = Pile("talon", say("Talon"), TALON, apart=not contract.taken, order=order)
    laid = Pile("discard", say("Laid away"), contract.taken, apart=True)
    halves = (say("the first"), say("the second")) if contract.taken == HALF else ()
    return Recording(PACK, HAND, (talon, laid) if contract.taken else (talon,), halves=halves)


def _part(contract: Contract, record: Record, declarer: str) -> tuple[Cards, Cards]:
    """Return the talon cards that only the declarer may have held, and those that nobody took (KR-20)."""
    talon = record.pile("talon")
    if contract.taken != HALF:
        return (talon, ()) if contract.taken else ((), talon)
    return split_talon(record, declarer, record.half)
