"""The recorded cards of a deal of Husarln: judged, counted, and compared with the entries."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from scorekeeper.audit.context import Frame
from scorekeeper.audit.engine import TrickAudit
from scorekeeper.audit.verdict import Violation
from scorekeeper.audit.worlds import Course, Recorded
from scorekeeper.cards.cardset import deck_of
from scorekeeper.cards.packs import TAROCK, TAROCKS
from scorekeeper.cards.record import Record
from scorekeeper.games.husarln.deal import ask
from scorekeeper.games.husarln.rules import BONUSES, BY_NAME, COUNTED_TAROCKS, HAND, TALON, Contract, Rules
from scorekeeper.games.tarock.discard import Laying, tarock_law
from scorekeeper.games.tarock.game import DeclarerGame, Entered
from scorekeeper.games.tarock.referee import DECLARER, DEFENDERS, NOBODY, Beside, DeclarerDeal, audit_declarer
from scorekeeper.phrase import say

_DECK = deck_of(TAROCK)
_TAROCKS = _DECK.set_of(TAROCKS)
_TAROCK_KEYS = tuple(bonus.key for bonus in COUNTED_TAROCKS)
_EMPEROR = ("T21", "SK", "T1")


def _audit(rules: Rules, entered: Entered[Contract], frame: Frame, record: Record) -> TrickAudit:
    contract = entered.contract
    assert contract
    talon = record.pile("talon")
    discard = record.pile("discard")

    def at(places: Sequence[int]) -> tuple[str, ...]:
        return tuple([talon[place - 1] for place in places if place <= len(talon)])

    rejected = at(contract.rejected)
    unseen = at(contract.unseen)
    deal = DeclarerDeal(
        players=frame.players,
        entered=entered,
        bonuses=rules.bonuses,
        costly=rules.costly,
        besides=(
            Beside(DECLARER, discard, contract.taken),
            Beside(DECLARER if rules.rejected_cards == "declarer" else DEFENDERS, rejected, len(contract.rejected)),
            Beside(DEFENDERS if rules.counts_talon(contract) else NOBODY, unseen, len(contract.unseen)),
        ),
        discard=discard,
        laying=Laying(contract.taken),
        early=_TAROCK_KEYS if rules.tarock_count == "as_dealt_plus_talon" else (),
        pile_only=("kings",) if rules.kings_pile == "tricks_only" else (),
        claimable="HU-31" if rules.claim == "until_next_deal" else "",
    )
    return audit_declarer(
        deal,
        frame,
        at(contract.bought),
        (*rejected, *unseen),
        revoke_costs=rules.revoke == "offender_side_loses",
        check=partial(_check, rules, deal),
    )


def _check(rules: Rules, deal: DeclarerDeal, recorded: Recorded, courses: tuple[Course, ...]) -> Iterator[Violation]:
    """HU-21 to HU-23 as any declarer, and HU-16: a whole hand without a tarock, at a table that deals it again.

    The declarer's only if none was laid away either.
    """
    yield from deal.check(recorded, courses)
    for player, hand in zip(deal.players, recorded.hands, strict=True) if rules.no_tarock_redeal else ():
        away = _DECK.set_of(deal.discard) if player == deal.declarer else 0
        if hand.complete and not (hand.known | away) & _TAROCKS:
            yield Violation(0, player, "", "NO_TAROCK")


TABLE = DeclarerGame[Rules, Contract](
    pack=TAROCK,
    hand=HAND,
    talon=TALON,
    contracts=lambda rules: BY_NAME,
    marks={},
    penalty=lambda rules: replace(rules, revoke="offender_side_loses"),
    bonuses=BONUSES,
    ask=ask,
    law=lambda rules, contract: tarock_law(TAROCK, _EMPEROR if rules.emperors_trick else ()),  # HU-46
    broken={
        "MUST_FOLLOW": "HU-46",
        "MUST_TAROCK": "HU-46",
        "HONOUR_DISCARDED": "HU-22",
        "TAROCK_NOT_FORCED": "HU-23",
        "NO_TAROCK": "HU-16",
    },
    audit=_audit,
    order=lambda contract: say("The talon, in its order"),
)
