"""The audit of a deal: recording its cards, the verdict, and booking the counted result."""

from contextlib import suppress

from flask import Blueprint, abort, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.audit.verdict import (
    NOT_RECORDED,
    explain,
    explain_misfit,
    explain_proof,
    explain_remark,
    explain_unclaimed,
    explain_unjudged,
)
from scorekeeper.cards.record import NOTHING, Record
from scorekeeper.games.questions import Answers
from scorekeeper.journal.acts import Answered, Booked, Called, Corrected
from scorekeeper.nightfile.audit import ask_about, explain_price, find_offender, lose_by
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.access.devices import Guest
from scorekeeper.storage.journal.entries import Reused
from scorekeeper.storage.projections.objections import objections_to
from scorekeeper.storage.queries.nights import find_deal
from scorekeeper.storage.writing.entry import Stale, change_deal, preview_act
from scorekeeper.web.access.current import NIGHT, AtNight, at_night, night_page
from scorekeeper.web.access.forms import EntryForm
from scorekeeper.web.audit.record_draft import RecordDraft, fill, read_draft, tap, write_draft
from scorekeeper.web.audit.view_model import describe_record
from scorekeeper.web.core.allowance import WaitLonger
from scorekeeper.web.core.lifecycle import go, offer_again
from scorekeeper.web.core.slow_requests import Busy, Queue, give_way
from scorekeeper.web.deal.auditable import AuditableDeal, find_auditable
from scorekeeper.web.deal.draft import proposals_for
from scorekeeper.web.deal.forms import show_answers
from scorekeeper.web.deal.outcomes import describe_uncounted
from scorekeeper.web.deal.verdicts import ASKED

pages = Blueprint("audit", __name__, url_prefix=NIGHT)
_PAGES = Queue(waiting=8, rest=4)  # a page takes a fifth of the interpreter, which bookings share


@pages.route("/deals/<int:number>/audit", methods=["GET", "POST"])
def show(number: int) -> Response:
    """Show the recorded cards of a deal with the verdict, record cards, and save or remove them."""
    ASKED.wait_for_turn(at_night().guest.device)  # before it takes a place in the queue
    with _PAGES.turn():
        return _answer(number)


def _answer(number: int) -> Response:
    at = at_night()
    # The form is read with the version that it saw, so that it is the same if sent again.
    deal = find_deal(at.guest.night, number)
    form = EntryForm()
    case = find_auditable(at.now, number, deal, form.based_on.data)
    if case is None:
        abort(404)
    give_way()
    fields: MultiDict[str, str] = request.values
    draft = RecordDraft(case.recording, case.seating.playing, case.act.play)
    try:
        draft = _read(case, draft, fields)
        if request.method == "POST":
            return _save(at.guest, case, draft, form)
    except Refused as refused:
        if isinstance(refused, Reused):  # the deal has changed, but the page still shows the recorded cards
            case = find_auditable(at.now, number, deal) or case
        return _page(at, case, draft, fields, refused.phrase)
    return _page(at, case, draft, fields)


def _read(case: AuditableDeal, saved: RecordDraft, fields: MultiDict[str, str]) -> RecordDraft:
    """Return the draft of the fields, of the saved record where none is in them. Raises Refused."""
    draft = read_draft(fields, case.night.game, case.recording, case.seating.playing)
    if not fields or "edit" in fields:
        draft = draft._replace(record=saved.record)
    draft = tap(draft, fields)
    return fill(case, draft) if fields.keys() & {"put", "lead", "rest", "took"} else draft


@pages.errorhandler(Busy)
@pages.errorhandler(WaitLonger)
def _ask_again(error: Exception) -> Response:
    """Return a page that asks again by itself, or offers to send the form again."""
    answer = offer_again(429, say("The cards are judged in a moment: this was asked often, or others are asking too."))
    if request.method != "POST":
        answer.headers["Refresh"] = answer.headers["Retry-After"]
    return answer


def _save(guest: Guest, case: AuditableDeal, draft: RecordDraft, form: EntryForm) -> Response:
    """Save a record, and redirect to the next page. Raises Refused and Stale as `append` does."""
    action = form.action.data
    sender = form.sender(guest.device)
    if action not in ("record", "counted", "remove", "loses", "agreed"):
        abort(400)
    number = case.seating.number
    agreed = action in ("loses", "agreed")
    record = NOTHING if action == "remove" else draft.record
    act = _act(case, record, _count(guest.night, case, record) if action == "counted" else None)
    if not agreed or draft.record != case.act.play:
        resolved = form.resolutions(number, guest.player) if action == "counted" else ()
        change_deal(guest.night, sender, act, form.based_on.data, resolved)
    if agreed:
        points: dict[str, int] = {}
        if action == "loses":
            verdict = case.judge(draft.record)
            offender = find_offender(case.night, number, verdict)
            with suppress(Refused):  # too few answers
                answers = {**case.entered.answers, **(verdict.counted or {})}
                lost = lose_by(case.night, case.seating, answers, offender)
                points = {f"adjust-{player}": amount for player, amount in lost.items() if amount}
        return go("deals.change", number=number, way="adjust", resolves=form.resolves, **points)
    if isinstance(act, Booked):
        return go("sheet.show", _anchor=f"deal-{number}")
    return go("audit.show", number=number)


def _act(case: AuditableDeal, record: Record, counted: Answers | None = None) -> Answered:
    """Return the act that saves a record, with the counted answers if given."""
    kind = Corrected if not case.open else Called if counted is None else Booked
    number, dealer, playing = case.seating
    answers = case.act.answers if counted is None else counted
    return kind(number=number, dealer=dealer, playing=playing, answers=answers, play=record, note=case.act.note)


def _count(night_id: int, case: AuditableDeal, record: Record) -> Answers:
    """Return the answers that follow from the cards of a record, and those that earlier deals require.

    Raises Refused if an announcement stays open.
    """
    counted = {**case.entered.answers, **(case.judge(record).counted or {})}
    answers = {key: value for key, value in counted.items() if value is not None}
    if not case.open:
        return answers
    number = case.seating.number
    questions = case.night.game.ask(case.night.rules_at(number), case.seating, answers)
    asked = {question.name for question in questions}
    proposals = {key: proposal.answer for key, proposal in proposals_for(night_id, case.night, number).items()}
    required = {
        key: answer for key, answer in proposals.items() if answer is not None and key in asked - answers.keys()
    }
    if required:
        answers |= required
        questions = case.night.game.ask(case.night.rules_at(number), case.seating, answers)
    if missing := show_answers(questions, answers).unfinished:
        raise missing
    return answers


def _page(
    at: AtNight, case: AuditableDeal, draft: RecordDraft, fields: MultiDict[str, str], error: Phrase | None = None
) -> Response:
    night = case.night
    number = case.seating.number
    try:
        verdict = case.judge(draft.record)
    except Refused as refused:
        verdict = NOT_RECORDED
        error = refused.phrase
    give_way()
    change = None
    price = explain_price(night, case.seating, case.entered.answers, verdict)
    counted = any(value is not None for value in (verdict.counted or {}).values())
    if at.guest.may_write and not verdict.misfit and (counted if case.open else verdict.differences):
        with suppress(Refused, Stale):  # too few cards for a result
            act = _act(case, draft.record, _count(at.guest.night, case, draft.record))
            give_way()
            change = preview_act(at.rows, act, case.version)
    give_way()
    asked = ask_about(night, case.act)
    described = describe_record(case, draft, verdict, price, asked)
    give_way()
    return night_page(
        "audit/audit.html",
        422 if error else 200,
        stake=night.stake_at(number),
        case=case,
        answers=describe_uncounted(asked, case.act.answers),
        draft=draft,
        verdict=verdict,
        making=at.guest.may_write and bool(error or fields or not case.act.play),
        column=night.game.sheet_column(night.rules_at(number)),
        explain=explain,
        explain_misfit=explain_misfit,
        explain_proof=explain_proof,
        explain_remark=explain_remark,
        explain_unclaimed=explain_unclaimed,
        explain_unjudged=explain_unjudged,
        late=number < night.number - 1,
        error=error,
        headline=(verdict if draft.record else NOT_RECORDED).headline,
        fields=list(write_draft(draft.record)),
        changed=draft.record != case.act.play,
        change=change,
        offender=find_offender(night, number, verdict),
        price=price,
        objections=objections_to(at.row.id, number),
        resolves=None if request.method != "POST" else fields.getlist("resolves"),
        **described,
    )
