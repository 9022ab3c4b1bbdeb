"""Tapp Tarock: three players with 54 Tarock cards, one declarer against two defenders."""

from pathlib import Path

from scorekeeper.audit.context import Frame
from scorekeeper.audit.engine import TrickAudit
from scorekeeper.cards.record import Record
from scorekeeper.games.rulebook import Book, Part
from scorekeeper.games.tapp.deal import ask, check, read_deal
from scorekeeper.games.tapp.rules import ANNOUNCED, CONTRACTS, HAND, IN_HAND, PACK, PRESETS, TALON, Contract, Rules
from scorekeeper.games.tapp.scoring import make_tariff, outcomes, score
from scorekeeper.games.tarock.discard import Laying, split_talon, tarock_law
from scorekeeper.games.tarock.game import DeclarerGame, Entered
from scorekeeper.games.tarock.lines import pay_sheet
from scorekeeper.games.tarock.referee import DeclarerDeal, audit_declarer, lie_beside
from scorekeeper.phrase import Phrase, say


def _audit(rules: Rules, entered: Entered[Contract], frame: Frame, record: Record) -> TrickAudit:
    assert entered.contract
    number = entered.contract.taken
    # the talon cards that only the declarer may have held, and those that count for the defenders (TT-20)
    half = record.half or (entered.contract.half if rules.halves == "fixed" else 0)
    taken, rest = split_talon(record, entered.declarer, half) if number else ((), record.pile("talon"))
    discard = record.pile("discard")
    deal = DeclarerDeal(
        players=frame.players,
        entered=entered,
        bonuses=rules.bonuses,
        costly=rules.costly,
        laying=Laying(number, rules.discard_tarock),
        claimable="TT-37",
        early=tuple(bonus.key for bonus in IN_HAND) if rules.hand_bonus == "as_dealt" else (),
        besides=lie_beside(discard, rest, number, TALON - number),
        discard=discard,
        taken=taken,
    )
    return audit_declarer(deal, frame, taken, rest)


def _halves(rules: Rules, contract: Contract) -> tuple[Phrase, ...]:
    known = rules.halves == "fixed" and contract.half
    return (say("the lower"), say("the upper")) if contract.taken and not known else ()


_TABLE = DeclarerGame[Rules, Contract](
    pack=PACK,
    hand=HAND,
    talon=TALON,
    contracts=lambda rules: {contract.key: contract for contract in rules.contracts},
    marks={contract.key: contract.mark for contract in CONTRACTS},
    bonuses=ANNOUNCED,
    ask=ask,
    law=lambda rules, contract: tarock_law(PACK),
    broken={"MUST_FOLLOW": "TT-51", "MUST_TAROCK": "TT-51", "HONOUR_DISCARDED": "TT-22", "TAROCK_NOT_FORCED": "TT-22"},
    audit=_audit,
    order=lambda contract: say("The talon, in its order: the lower half, then the upper"),
    halves=_halves,
    leader=lambda rules, deal: deal.declarer if deal.contract and rules.first_lead == "declarer" else deal.forehand,
)
TAPP = _TABLE.game(
    key="tapp",
    title=say("Tapp Tarock"),
    about=say("Tarock for three with 54 cards: the declarer takes half of the talon and plays against the other two."),
    presets=PRESETS,
    deal=read_deal,
    check=check,
    score=score,
    outcomes=outcomes,
    book=Book((Part(Path(__file__).with_name("rules.toml")),), make_tariff),
    payoff=lambda rules, sheets: pay_sheet(sheets[-1]) if rules.writing == "credits" else dict(sheets[-1]),
    sheet_column=lambda rules: "sheet" if rules.writing == "credits" else "payoff",
    piles={"talon": say("the talon, the lower half first"), "discard": say("what was laid away")},
    half=say("which half of the talon was taken, the lower or the upper"),
)
