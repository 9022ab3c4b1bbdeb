"""The audit of a deal: its cards recorded by tapping, replayed and judged, and the counted result booked."""

from dataclasses import replace

from flask import Blueprint, abort, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.cards.record import NOTHING, Record
from scorekeeper.cards.verdict import (
    NOT_RECORDED,
    Turn,
    Verdict,
    explain,
    explain_misfit,
    explain_proof,
    explain_unclaimed,
)
from scorekeeper.night.acts import Answered, Booked, Called, Corrected
from scorekeeper.night.audit import find_offender, lose_by
from scorekeeper.phrase import Refused
from scorekeeper.storage.book import append
from scorekeeper.storage.reading import find_deal
from scorekeeper.storage.repeats import Reused
from scorekeeper.storage.weighing import Stale, Weighed, weigh
from scorekeeper.web.carrying import write_draft
from scorekeeper.web.cases import Case, find_case
from scorekeeper.web.differing import stale_page
from scorekeeper.web.drafts import left_open
from scorekeeper.web.forced import fill
from scorekeeper.web.frame import go
from scorekeeper.web.guests import NIGHT, at_night, night_page
from scorekeeper.web.reader import refusal
from scorekeeper.web.recorder import RecordDraft, tap
from scorekeeper.web.replayed import compare, ends, faces, may_lead, moves, tricks
from scorekeeper.web.sending import based_on, pressed, sender

pages = Blueprint("audit", __name__, url_prefix=NIGHT)


@pages.route("/deals/<int:number>/audit", methods=["GET", "POST"])
def show(number: int) -> Response:
    """Show the recorded cards of a deal with the verdict, or those in the making; save them, or take them away."""
    night_id, night = at_night().guest.night, at_night().now
    # Sent again it must say the same, so what is recorded belongs to the deal as the form saw it.
    deal = find_deal(night_id, number)
    case = find_case(night, number, deal, based_on() if request.method == "POST" else None)
    if case is None:
        abort(404)
    try:
        draft = _draft(case, request.values)
    except Refused as refused:
        return _page(case, _draft(case, MultiDict()), refusal(refused))
    if request.method != "POST":
        return _page(case, draft)
    try:
        return _save(night_id, case, draft, pressed())
    except Stale as stale:
        return stale_page(stale.number)
    except Refused as refused:
        if isinstance(refused, Reused):  # the deal is not as the form saw it, but what was recorded stays on the page
            case = find_case(night, number, deal) or case
        return _page(case, draft, refusal(refused))


def _save(night_id: int, case: Case, draft: RecordDraft, action: str) -> Response:
    """Save a record as `action` says, and go on from there. Raises Refused and Stale as `append` does."""
    if action not in ("record", "counted", "remove", "loses", "agreed"):
        abort(400)
    number, agreed = case.seating.number, action in ("loses", "agreed")
    act = _act(case, NOTHING if action == "remove" else draft.record, action == "counted")
    if not agreed or draft.record != case.act.play:
        append(night_id, sender(), act, based_on())
    if agreed:
        decided = _decided(case, draft.record) if action == "loses" else {}
        return go("deals.change", number=number, way="adjust", **decided)
    if isinstance(act, Booked):
        return go("sheet.show", _anchor=f"deal-{number}")
    return go("audit.show", number=number)


def _draft(case: Case, fields: MultiDict[str, str]) -> RecordDraft:
    """Return the record that fields carry, after what was tapped; without any the one that is saved. Raises Refused."""
    draft = case.read(fields)
    if not fields or "edit" in fields:
        draft = draft._replace(record=case.act.play)
    tapped = tap(draft, fields)
    return fill(case, tapped) if fields.keys() & {"put", "lead", "rest", "took"} else tapped


def _act(case: Case, record: Record, counted: bool) -> Answered:
    """Return the act that saves a record with its deal, if wished with the counted result. Raises Refused."""
    kind = Corrected if not case.open else Booked if counted else Called
    (number, dealer, playing), answers = case.seating, _count(case, record) if counted else case.act.answers
    return kind(number=number, dealer=dealer, playing=playing, answers=answers, play=record, note=case.act.note)


def _decided(case: Case, record: Record) -> dict[str, int]:
    """Return what the form of an agreed score begins with where the offender's side loses, nothing if nobody knows."""
    verdict = case.judge(record)
    offender = find_offender(case.night, case.seating.number, verdict)
    try:
        lost = lose_by(case.night, case.seating, dict(case.told.answers) | dict(verdict.counted or {}), offender)
    except Refused:
        return {}
    return {f"adjust-{player}": points for player, points in lost.items() if points}


def _count(case: Case, record: Record) -> dict[str, object]:
    """Return the answers as the cards of a record count. Raises Refused where they leave an announcement open."""
    told = {**case.told.answers, **(case.judge(record).counted or {})}
    answers = {key: value for key, value in told.items() if value is not None}
    if case.open and (missing := left_open(case.night, case.seating, answers)):
        raise missing
    return answers


def _page(case: Case, draft: RecordDraft, error: str = "") -> Response:
    guest = at_night().guest
    try:
        verdict = case.judge(draft.record)
    except Refused as refused:
        verdict, error = NOT_RECORDED, refusal(refused)
    return night_page(
        "audit.html",
        422 if error else 200,
        stake=case.night.stake_at(case.seating.number),
        case=case,
        draft=draft,
        verdict=verdict,
        making=guest.may_write and bool(error or request.values or not case.act.play),
        column=case.night.game.shows(case.night.rules_at(case.seating.number)),
        explain=explain,
        explain_misfit=explain_misfit,
        explain_proof=explain_proof,
        explain_unclaimed=explain_unclaimed,
        late=case.seating.number < case.night.number - 1,
        error=error,
        **_shown(case, draft, verdict),
        **(_offered(case, draft, verdict) if guest.may_write else {}),
    )


def _shown(case: Case, draft: RecordDraft, verdict: Verdict) -> dict[str, object]:
    """Return what a page shows of a record."""
    turn = _turn(case, draft, verdict)
    return {
        "headline": (verdict if draft.record else NOT_RECORDED).headline,
        "fields": write_draft(draft.record),
        "may_lead": may_lead(draft, verdict.turn),
        "turn": turn,
        "faces": faces(draft, turn),
        "tricks": list(moves(draft, verdict) if case.recording.laid else tricks(draft, verdict)),
        "compared": list(compare(case, verdict)),
        "ends": ends(draft, verdict),
    }


def _offered(case: Case, draft: RecordDraft, verdict: Verdict) -> dict[str, object]:
    """Return what a page offers to somebody who may write."""
    to_book = not verdict.misfit and bool(draft.record if case.open else verdict.differences)
    return {
        "changed": draft.record != case.act.play,
        "weighed": _weigh(case, draft.record) if to_book else None,
        "offender": find_offender(case.night, case.seating.number, verdict),
    }


def _weigh(case: Case, record: Record) -> Weighed | None:
    """Return what booking the counted result would change, None where the cards alone give no result."""
    try:
        return weigh(at_night().rows, _act(case, record, counted=True), case.version)
    except (Refused, Stale):
        return None


def _turn(case: Case, draft: RecordDraft, verdict: Verdict) -> Turn | None:
    """Return whose card is recorded next; of a card that is to be replaced, whose it is."""
    if not draft.spot.place:
        return verdict.turn
    number, place = draft.spot.place
    tricks = draft.record.tricks
    return case.judge(replace(draft.record, tricks=(*tricks[:number], tricks[number][:place]))).turn
