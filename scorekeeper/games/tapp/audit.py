"""The recorded cards of a deal of Tapp Tarock: judged, counted, and compared with what was entered."""

from itertools import chain

from scorekeeper.cards.deck import deck_of
from scorekeeper.cards.record import Cards, Record
from scorekeeper.cards.replay import Referee, audit_tricks
from scorekeeper.cards.setup import Frame, Heap, known
from scorekeeper.cards.verdict import Verdict
from scorekeeper.games.game import Pile, Recording, Seating
from scorekeeper.games.questions import Answers
from scorekeeper.games.tapp.deal import ask
from scorekeeper.games.tapp.rules import HAND, IN_HAND, PACK, TALON, Contract, Rules
from scorekeeper.games.tarock.play import tarock_law
from scorekeeper.games.tarock.referee import DECLARER, DEFENDERS, Beside, DeclarerReferee, entered_result
from scorekeeper.games.tarock.talon import split_talon
from scorekeeper.phrase import say

_BROKEN = {"MUST_FOLLOW": "TT-51", "MUST_TAROCK": "TT-51", "HONOUR_DISCARDED": "TT-22", "TAROCK_NOT_FORCED": "TT-22"}


def audit(rules: Rules, seating: Seating, answers: Answers, record: Record) -> Verdict:
    """Return the verdict on a record of the deal with these answers. Raises Refused as `lay_out` does."""
    answers = {key: value for key, value in answers.items() if value is not None}
    contract, declarer = _contract(rules, seating, answers), str(answers.get("declarer", ""))
    leader = declarer if contract and rules.first_lead == "declarer" else seating.playing[0]
    frame = Frame(tarock_law(PACK), deck_of(PACK).all, HAND, seating.playing, leader, _BROKEN)
    discard, entered = record.pile("discard"), entered_result(answers)
    if contract is None:
        return audit_tricks(Referee(frame=frame, heaps=[Heap("", discard)], entered=entered), record)
    taken, left = _part(rules, contract, record, declarer)
    referee = DeclarerReferee(
        frame=frame,
        heaps=[Heap(declarer, discard), Heap(declarer, taken, aside=False), Heap("", left)],
        entered=entered,
        unsaid={"bonuses": []},
        questions=ask(rules, seating, None),
        answers=answers,
        declarer=declarer,
        bonuses=rules.bonuses,
        costly=rules.costly,
        besides=(Beside(DECLARER, discard, contract.taken), Beside(DEFENDERS, left, TALON - contract.taken)),
        discard=discard,
        laid=contract.taken,
        taken=taken,
        tarocks=rules.discard_tarock,
        claimable="TT-37",
        early=tuple(bonus.key for bonus in IN_HAND) if rules.hand_bonus == "as_dealt" else (),
    )
    return audit_tricks(referee, record)


def recording(rules: Rules, seating: Seating, answers: Answers) -> Recording | None:
    """Return what can be recorded of the deal with these answers, None where nobody played."""
    contract = _contract(rules, seating, answers)
    if contract is None:
        return None
    talon = Pile("talon", say("Talon"), TALON, order=say("The talon, in its order: the lower half, then the upper"))
    laid = Pile("discard", say("Laid away"), contract.taken, apart=True)
    return Recording(PACK, HAND, (talon, laid) if contract.taken else (talon,))


def _contract(rules: Rules, seating: Seating, answers: Answers) -> Contract | None:
    """Return the contract of a deal with a declarer."""
    found = next((contract for contract in rules.contracts if contract.key == answers.get("contract")), None)
    return found if answers.get("declarer") in seating.playing else None


def _part(rules: Rules, contract: Contract, record: Record, declarer: str) -> tuple[Cards, Cards]:
    """Return the talon cards that only the declarer may have held, and those that count for the defenders (TT-20)."""
    talon = record.pile("talon")
    if not contract.taken:
        return (), talon
    half = record.half or (contract.half if rules.halves == "fixed" else 0)
    shown = (*record.hands.get(declarer, ()), *record.pile("discard"), *chain.from_iterable(record.tricks))
    return split_talon(talon, half, known(shown))
