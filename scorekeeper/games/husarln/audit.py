"""The recorded cards of a deal of Husarln: judged, counted, and compared with what was entered."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from scorekeeper.audit.context import Frame, Heap
from scorekeeper.audit.engine import TrickAudit, audit_tricks
from scorekeeper.audit.verdict import Verdict, Violation
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.packs import TAROCK, TAROCKS
from scorekeeper.cards.record import Record
from scorekeeper.games.game import Pile, Recording, Seating
from scorekeeper.games.husarln.contracts import CONTRACTS, HAND, TALON, Contract
from scorekeeper.games.husarln.deal import ask
from scorekeeper.games.husarln.play import BROKEN, law
from scorekeeper.games.husarln.rules import COUNTED_TAROCKS, Rules
from scorekeeper.games.questions import Answers
from scorekeeper.games.tarock.discard import Laying
from scorekeeper.games.tarock.referee import DECLARER, DEFENDERS, NOBODY, Beside, DeclarerDeal, entered_result
from scorekeeper.phrase import say

_DECK = deck_of(TAROCK)
_TAROCKS = _DECK.set_of(TAROCKS)
_TAROCK_KEYS = tuple(bonus.key for bonus in COUNTED_TAROCKS)
_CONTRACTS = {name: contract for contract in CONTRACTS for name in (contract.key, *contract.also)}


class _Away(NamedTuple):
    """The cards of a deal besides the tricks: what the declarer laid away, and the talon by what became of it."""

    discard: tuple[str, ...]
    bought: tuple[str, ...]
    rejected: tuple[str, ...]
    unseen: tuple[str, ...]


def judge_record(rules: Rules, seating: Seating, answers: Answers, record: Record) -> Verdict:
    """Return the verdict on a record of the deal with these answers. Raises Refused as `lay_out` does."""
    contract = _contract(seating, answers)
    away = _away(contract, record)
    frame = Frame(law(rules), _DECK.all, HAND, seating.playing, seating.playing[0], BROKEN)
    entered = entered_result(answers)
    heaps = _heaps(answers, away)
    if contract is None:
        return audit_tricks(TrickAudit(frame=frame, heaps=heaps, entered=entered), record)
    deal = DeclarerDeal(
        players=seating.playing,
        questions=partial(ask, rules, seating, None),
        answers=answers,
        declarer=str(answers["declarer"]),
        bonuses=rules.bonuses,
        costly=rules.costly,
        besides=_besides(rules, contract, away),
        discard=away.discard,
        laying=Laying(len(contract.bought)),
        early=_TAROCK_KEYS if rules.tarock_count == "as_dealt_plus_talon" else (),
        pile_only=("kings",) if rules.kings_pile == "tricks_only" else (),
        claimable="HU-31" if rules.claim == "until_next_deal" else "",
    )
    audit = TrickAudit(
        frame=frame,
        heaps=heaps,
        entered=entered,
        unsaid={"bonuses": []},
        revoke_costs=rules.revoke == "offender_side_loses",
        count=deal.count,
        same=deal.same,
        facts=deal.facts,
        check=partial(_check, rules, deal),
        unclaimed=deal.unclaimed,
    )
    return audit_tricks(audit, record)


def _check(rules: Rules, deal: DeclarerDeal, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
    """HU-21 to HU-23 as any declarer, and HU-16: a whole hand without a tarock, at a table that deals it again.

    The declarer's only where he laid none away either.
    """
    yield from deal.check(recorded, courses)
    for player, hand in zip(deal.players, recorded.hands, strict=True) if rules.no_tarock_redeal else ():
        away = _DECK.set_of(deal.discard) if player == deal.declarer else 0
        if hand.complete and not (hand.known | away) & _TAROCKS:
            yield Violation(0, player, "", "NO_TAROCK")


def _heaps(answers: Answers, away: _Away) -> list[Heap]:
    declarer = str(answers.get("declarer", ""))
    rest = (*away.rejected, *away.unseen)
    return [Heap(declarer, away.discard), Heap(declarer, away.bought, aside=False), Heap("", rest)]


def recording(rules: Rules, seating: Seating, answers: Answers) -> Recording | None:
    """Return what can be recorded of the deal with these answers, None where nobody played."""
    contract = _contract(seating, answers)
    if contract is None:
        return None
    talon = Pile("talon", say("Talon"), TALON, order=say("The talon, in its order"))
    laid = Pile("discard", say("Laid away"), len(contract.bought), apart=True)
    return Recording(TAROCK, HAND, (talon, laid) if contract.bought else (talon,))


def _contract(seating: Seating, answers: Answers) -> Contract | None:
    """Return the contract of a deal with a declarer."""
    return _CONTRACTS.get(str(answers.get("contract"))) if answers.get("declarer") in seating.playing else None


def _away(contract: Contract | None, record: Record) -> _Away:
    talon = record.pile("talon")
    discard = record.pile("discard")
    if contract is None:
        return _Away(discard, (), (), ())

    def at(places: Sequence[int]) -> tuple[str, ...]:
        return tuple([talon[place - 1] for place in places if place <= len(talon)])

    return _Away(discard, at(contract.bought), at(contract.rejected), at(contract.unseen))


def _besides(rules: Rules, contract: Contract, away: _Away) -> tuple[Beside, ...]:
    """Return the cards that are in no trick, by whom they count for."""
    rejected = DECLARER if rules.rejected_cards == "declarer" else DEFENDERS
    unseen = DEFENDERS if rules.counts_talon(contract) else NOBODY
    return (
        Beside(DECLARER, away.discard, len(contract.bought)),
        Beside(rejected, away.rejected, len(contract.rejected)),
        Beside(unseen, away.unseen, len(contract.unseen)),
    )
