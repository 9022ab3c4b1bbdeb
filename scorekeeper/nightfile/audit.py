"""The recorded deals of a night, judged: the document of `audit --json`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from scorekeeper.audit.verdict import NOT_RECORDED, Difference, Excluded, Verdict, Violation
from scorekeeper.cards.record import Record
from scorekeeper.cards.thirds import write_thirds
from scorekeeper.games.game import Seating
from scorekeeper.games.questions import Question
from scorekeeper.journal.acts import Answered, Json, SlotAct
from scorekeeper.night.night import Night
from scorekeeper.night.pricing import play
from scorekeeper.nightfile.document import Document, Slot
from scorekeeper.phrase import Name, Phrase, Refused, Value, say

A = TypeVar("A", bound=Answered)


def audit_night(document: Document) -> dict[str, object]:
    """Return a night as `audit --json` prints it: a verdict on each deal. Raises Refused as `audit_slot` does."""
    return {"deals": [_deal(slot, audit_slot(document, slot)) for slot in document.slots]}


def audit_slot(document: Document, slot: Slot) -> Verdict:
    """Return the verdict on the cards of a deal. Raises Refused, with its number, for cards of a non-player."""
    try:
        return audit_deal(document.night, slot.act)
    except Refused as refused:
        raise Refused(refused.key, refused.phrase, slot.seating.number) from None


def audit_deal(night: Night, act: SlotAct) -> Verdict:
    """Return the verdict on the recorded cards of an act about a deal. Raises Refused as its game does."""
    if night.game.auditor is None or not act.play:
        return NOT_RECORDED
    return audit_record(night, act, act.play)


def audit_record(night: Night, act: SlotAct, record: Record) -> Verdict:
    """Return the verdict on a record of the deal that `act` is about, also on one without a card."""
    assert night.game.auditor, "a game that lets cards be recorded judges them"
    answers = act.answers if isinstance(act, Answered) else {}
    return night.game.auditor.audit(night.rules_at(act.number), act.seating, answers, record)


def find_offender(night: Night, number: int, verdict: Verdict) -> str:
    """Return the player whose revoke is proven, "" for none; only where the table sets the cost (G-6, HU-65)."""
    auditor = night.game.auditor
    if auditor is None or verdict.misfit or "revoke" in (verdict.counted or {}):
        return ""
    rules = night.rules_at(number)
    if auditor.penalty and auditor.penalty(rules) == rules:
        return ""
    return next((found.player for found in verdict.violations if found.reason in auditor.revokes), "")


def explain_price(night: Night, seating: Seating, answers: Json, verdict: Verdict) -> Phrase | None:
    """Return what a proven revoke that ends the deal comes to, who pays whom, None if it is entered or there is none.

    Without the partner who pays whom is not known yet.
    """
    auditor = night.game.auditor
    offender = str((verdict.counted or {}).get("revoke") or "")
    if not (auditor and auditor.voids and offender) or answers.get("revoke") == offender:
        return None
    played = any(found.trick for found in verdict.violations if found.player == offender)
    values: dict[str, Value] = {"player": Name(offender)}
    text = say("{player}’s breach ends the deal", **values)
    second = str((verdict.counted or {}).get("revoke_with") or "")
    if second:
        text = say("{players}: the breach of both ends the deal", players=(Name(offender), Name(second)))
    elif played:
        text = say("{player}’s wrong card ends the deal", **values)
    rules = night.rules_at(seating.number)
    told = {key: value for key, value in {**answers, **(verdict.counted or {})}.items() if value is not None}
    with suppress(Refused):
        result = play(night.game, rules, seating, told)
        points = result.sheet if night.game.sheet_column(rules) == "sheet" else result.payoff
        values |= {"text": text, "rule": result.score.lines[0].rule}
        others = {one: points[one] for one in seating.playing if one not in (offender, second)}
        values["payments"] = tuple(_list_payments(others))
        pays = say("{text} ({rule}): both pay {payments}", **values) if second else None
        text = pays or say("{text} ({rule}): {player} pays {payments}", **values)
        if min(others.values()) < 0:  # a partner pays, too
            values["payments"] = tuple(_list_payments({one: points[one] for one in seating.playing}))
            text = say("{text} ({rule}): {payments}", **(values | {"text": say("{player}’s side loses", **values)}))
    count = answers.get(auditor.voids)
    if isinstance(count, int | str):
        text = say("{text}; the {points} card points do not count", text=text, points=count)
    return text


def _list_payments(points: Mapping[str, int]) -> Iterator[Phrase]:
    """Yield what each player gets or, below 0, pays; those with the same amount together."""
    for amount in dict.fromkeys(filter(None, points.values())):
        players = tuple([Name(player) for player in points if points[player] == amount])
        values: dict[str, Value] = {"players": players, "amount": str(amount).replace("-", "−")}
        yield say("{players} {amount} each", **values) if len(players) > 1 else say("{players} {amount}", **values)


def without_price(differences: Iterable[Difference], price: Phrase | None) -> tuple[Difference, ...]:
    """Return the differences that the price of a revoke does not say already."""
    return tuple([one for one in differences if not price or None not in (one.entered, one.counted)])


def lose_by(night: Night, seating: Seating, answers: Json, offender: str) -> Mapping[str, int]:
    """Return what a deal pays if the side of `offender` loses it. Raises Refused for incomplete answers."""
    auditor = night.game.auditor
    if auditor is None or auditor.penalty is None:
        raise Refused("revoke", say("no rule of this game says what a wrong card costs"))
    rules = auditor.penalty(night.rules_at(seating.number))
    return play(night.game, rules, seating, {**answers, "revoke": offender}).payoff


def only_called(night: Night, act: A) -> A:
    """Return a deal with only the answers of its call, as if no result were entered."""
    questions = night.game.asked(night.rules_at(act.number), act.seating)
    called = {question.name for question in questions if question.stage == "call"}
    return replace(act, answers={name: value for name, value in act.answers.items() if name in called})


def ask_about(night: Night, act: SlotAct) -> tuple[Question, ...]:
    """Return the questions that matter with the answers to a deal."""
    answers = act.answers if isinstance(act, Answered) else {}
    return night.game.ask(night.rules_at(act.number), act.seating, answers)


def label_answers(night: Night, seating: Seating, asked: Iterable[Question]) -> dict[str, Phrase]:
    """Return the label of each possible answer to a deal, with the players that the questions `asked` have in it."""
    possible = night.game.asked(night.rules_at(seating.number), seating)
    return {question.name: question.label for question in (*possible, *asked)}


def found_something(document: dict[str, object]) -> bool:
    """Return whether an `audit --json` document has a deal that is neither clean nor unrecorded."""
    deals = document["deals"]
    assert isinstance(deals, list)
    return any(deal["verdict"] not in ("clean", "not recorded") for deal in deals)


def _deal(slot: Slot, verdict: Verdict) -> dict[str, object]:
    entry: dict[str, object] = {
        "number": slot.seating.number,
        "verdict": verdict.kind,
        "violations": [_violation(violation) for violation in verdict.violations],
        "undecided": [
            {"trick": one.trick, "player": one.player, "card": one.card}
            | ({} if one.searched else {"searched": False})
            | ({"lacking": list(one.lacking)} if one.lacking else {})
            for one in verdict.undecided
        ],
        "winners": [winner or None for winner in verdict.winners],
        "counted": dict(verdict.counted or {}),
        "entered": dict(verdict.entered or {}),
        "differences": [difference._asdict() for difference in verdict.differences],
    }
    if verdict.unclaimed:
        entry["unclaimed"] = [one.player for one in verdict.unclaimed]
    if verdict.unjudged:
        entry["unjudged"] = len(verdict.unjudged)
    if verdict.excluded:
        entry["excluded"] = [_excluded(one) for one in verdict.excluded]
    if verdict.remarks:
        entry["remarks"] = [_violation(remark) for remark in verdict.remarks]
    if verdict.misfit:
        entry["misfit"] = _violation(verdict.misfit)
    return entry


def _excluded(excluded: Excluded) -> dict[str, object]:
    """Return an entered fact that is impossible, spelled as in a night file."""
    spellings: dict[str, Callable[[int], object]] = {"thirds": write_thirds, "yes or no": bool, "number": int}
    numbers = {"entered": excluded.entered, "least": excluded.least, "most": excluded.most}
    spelled = {key: spellings[excluded.scale](number) for key, number in numbers.items()}
    cards = [seen._asdict() for seen in excluded.cards]
    return {"key": excluded.key, "of": list(excluded.of), **spelled, "cards": cards}


def _violation(violation: Violation) -> dict[str, object]:
    plain: dict[str, object] = {
        "trick": violation.trick,
        "player": violation.player or None,
        "card": violation.card,
        "reason": violation.reason,
        "legal": None if violation.legal is None else list(violation.legal),
    }
    if violation.seen:
        plain["seen"] = violation.seen._asdict()
    if violation.proof:
        plain["proof"] = [seen._asdict() for seen in violation.proof]
    return plain
