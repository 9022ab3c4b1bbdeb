"""The recorded deals of a night, judged: the document of `audit --json`."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.cards.verdict import NOT_RECORDED, Verdict, Violation
from scorekeeper.night.file import Document, Slot, seating_of
from scorekeeper.night.night import Facts, Night
from scorekeeper.phrase import Refused


def audit_night(document: Document) -> dict[str, Any]:
    """Return the `audit --json` document of a night (FORMATS). Raises Refused as `audit_slot` does."""
    return {"deals": [_deal(slot, audit_slot(document, slot)) for slot in document.slots]}


def audit_slot(document: Document, slot: Slot) -> Verdict:
    """Return the verdict on the recorded cards of a deal.

    Raises Refused, with the deal's number, for cards of somebody who did not play in it.
    """
    try:
        return audit_deal(document.night, slot.act.facts)
    except Refused as refused:
        raise Refused(refused.key, refused.phrase, slot.seating.number) from None


def audit_deal(night: Night, facts: Facts) -> Verdict:
    """Return the verdict on the recorded cards in the facts of an act about a deal. Raises Refused as its game does."""
    record = facts.get("play", {})
    if night.game.audit is None or not any(record.values()):
        return NOT_RECORDED
    return audit_record(night, facts, record)


def audit_record(night: Night, facts: Facts, record: Mapping[str, Any]) -> Verdict:
    """Return the verdict on a record of the deal that `facts` tell of, also on one without a card."""
    audit = night.game.audit
    assert audit, "a game that lets cards be recorded judges them"
    return audit(night.rules_at(facts["number"]), seating_of(facts), facts.get("answers", {}), record)


def only_called(night: Night, facts: Facts) -> dict[str, Any]:
    """Return the facts of a deal with those answers alone that belong to its call, as if no result were entered."""
    questions = night.game.ask(night.rules_at(facts["number"]), seating_of(facts), None)
    called = {question.name for question in questions if question.stage == "call"}
    answers = {name: value for name, value in facts["answers"].items() if name in called}
    return {**facts, "answers": answers}


def found_something(document: dict[str, Any]) -> bool:
    """Return whether an `audit --json` document has a deal that is neither clean nor unrecorded."""
    return any(deal["verdict"] not in ("clean", "not recorded") for deal in document["deals"])


def _deal(slot: Slot, verdict: Verdict) -> dict[str, Any]:
    return {
        "number": slot.seating.number,
        "verdict": verdict.kind,
        "violations": [_violation(violation) for violation in verdict.violations],
        "undecided": [undecided._asdict() for undecided in verdict.undecided],
        "winners": [winner or None for winner in verdict.winners],
        "counted": dict(verdict.counted or {}),
        "entered": dict(verdict.entered or {}),
        "differences": [difference._asdict() for difference in verdict.differences],
    }


def _violation(violation: Violation) -> dict[str, Any]:
    plain = {
        "trick": violation.trick,
        "player": violation.player or None,
        "card": violation.card,
        "reason": violation.reason,
        "legal": None if violation.legal is None else list(violation.legal),
    }
    return plain | ({"seen": violation.seen._asdict()} if violation.seen else {})
