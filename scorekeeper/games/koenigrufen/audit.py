"""The recorded cards of a deal of Königrufen: judged, counted, and compared with what was entered."""

from collections.abc import Callable
from functools import partial
from typing import TypedDict

from scorekeeper.audit.context import Frame, Heap
from scorekeeper.audit.engine import Referee, audit_tricks
from scorekeeper.audit.verdict import Verdict
from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.record import Cards, Record
from scorekeeper.games.game import Pile, Recording, Seating
from scorekeeper.games.koenigrufen.asking import ask
from scorekeeper.games.koenigrufen.calling import CallingReferee
from scorekeeper.games.koenigrufen.contracts import TRISCHAKEN, Contract
from scorekeeper.games.koenigrufen.play import BROKEN, announced, law
from scorekeeper.games.koenigrufen.refereeing import NegativeReferee, TrischakenReferee
from scorekeeper.games.koenigrufen.rules import HALF, HAND, PACK, TALON, Rules
from scorekeeper.games.questions import Answers, Question
from scorekeeper.games.tarock.asking import find_contract
from scorekeeper.games.tarock.discard import Laying, Tarocks, split_talon
from scorekeeper.games.tarock.referee import entered_result, lie_aside
from scorekeeper.phrase import say

_ENTERED = ("points", "defender_points", "won", "tricks", "bonuses", "revoke")


class _About(TypedDict):
    """What every referee is told of a deal."""

    frame: Frame
    entered: Answers
    revoke_costs: bool
    revoke_ends: bool
    rules: Rules
    contract: Contract
    questions: Callable[[], tuple[Question, ...]]
    answers: Answers
    talon: Cards


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
    return audit_tricks(_referee(rules, seating, contract, {**answers, "declarer": declarer}, frame, record), record)


def _referee(
    rules: Rules, seating: Seating, contract: Contract, answers: Answers, frame: Frame, record: Record
) -> Referee:
    keys = ("revoke",) if answers.get("revoke") else _ENTERED  # then nothing else was entered of the result
    about: _About = {
        "frame": frame,
        "entered": entered_result(answers, keys),
        "revoke_costs": True,
        "revoke_ends": True,
        "rules": rules,
        "contract": contract,
        "questions": partial(ask, rules, seating, None),
        "answers": answers,
        "talon": record.pile("talon"),
    }
    if contract.positive:
        return _calling(about, record)
    kind = TrischakenReferee if contract is TRISCHAKEN else NegativeReferee
    return kind(heaps=[Heap("", about["talon"])], **about)


def _calling(about: _About, record: Record) -> CallingReferee:
    rules = about["rules"]
    contract = about["contract"]
    answers = about["answers"]
    declarer = str(answers["declarer"])
    taken = contract.taken
    talon = _part(contract, record, declarer)
    return CallingReferee(
        unsaid={"partner": answers.get("partner"), "alone": bool(answers.get("alone"))}
        | ({} if answers.get("revoke") else {"bonuses": []}),
        declarer=declarer,
        bonuses=rules.bonuses_in(contract),
        costly=rules.costly,
        laying=_laying(rules, contract),
        **lie_aside(declarer, record.pile("discard"), talon, taken, TALON - taken),
        **about,
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
