"""Deals: entering the next one, previews, the page of a deal, changes, undo and objections."""

import hashlib
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper import __version__
from scorekeeper.journal.act_json import slot_act_of
from scorekeeper.journal.acts import Adjusted, Answered, Booked, Called, Corrected, Objected, Resolved, Undone, Voided
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.night.record import adds_cards
from scorekeeper.night.result_json import read_entry_result, result_now
from scorekeeper.night.transitions import deals_to_come
from scorekeeper.night.undo import taken_back
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.journal.state import NightRows
from scorekeeper.storage.projections.objections import objections_to
from scorekeeper.storage.queries.nights import find_deal
from scorekeeper.storage.queries.sheets import sheets_before
from scorekeeper.storage.writing.entry import Stale, append, taken_in
from scorekeeper.web.access.current import NIGHT, AtNight, at_night, night_page, writes
from scorekeeper.web.access.forms import EntryForm
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.deal.auditable import find_auditable
from scorekeeper.web.deal.conflict import differs_page, stale_page
from scorekeeper.web.deal.draft import AnswersForm, DealForm, before_void
from scorekeeper.web.deal.forms import ResolutionForm, SlotForm, for_address, read_reason
from scorekeeper.web.deal.outcomes import describe_deal, latest_result

pages = Blueprint("deals", __name__, url_prefix=NIGHT)

DEALS_AHEAD = 8  # a party of Herzeln has as many tours

_LONGEST_ADDRESS = 4_000  # all browsers and proxies accept that


@pages.app_errorhandler(Stale)
def show_stale(stale: Stale) -> Response:
    """Show that a deal was changed meanwhile, wherever a page has no better answer."""
    return stale_page(at_night(reload=True), stale.number, EntryForm())


@pages.route("/enter", methods=["GET", "POST"])
@writes
def enter() -> Response:
    """Show the form of the next deal, or book its call or result."""
    at = at_night()
    sent = SlotForm()
    number = at.now.number if sent.fields is None else sent.read_number()
    books = sent.action in (Booked.kind, Called.kind)
    if not (books or sent.fields is None or sent.posted) and number != at.now.number:
        return go("deals.enter")  # the browser came back after the booking
    form = AnswersForm(at, sent, number)
    try:
        if not books or not form.book():
            return _entry_page(form)
    except Stale:
        return _stale_page(form)
    if request.accept_mimetypes.best == "application/json":  # our script opens the sheet itself
        return Response(status=201)
    return go("sheet.show", _anchor=f"deal-{number}")


def _entry_page(form: AnswersForm) -> Response:
    """Return the form of the next deal, with the error of a refused one. Raises Stale."""
    if form.number != form.at.now.number:
        return stale_page(form.at, form.number, form.sent)
    form.preview()
    if form.refused:
        return _enter_page(form, 422)
    return _redirect_to_address(form.sent, "deals.enter") or _enter_page(form)


def _stale_page(form: DealForm) -> Response:
    """Return both versions of a deal that was changed meanwhile, or a new form if this phone changed it before."""
    last = form.deal.history[-1] if form.deal else None
    if last and not form.sent.posted and last.device == form.at.guest.device:
        return redirect(request.path, 303)  # the browser came back after the change
    return differs_page(at_night(reload=True), form)


def _enter_page(form: AnswersForm, status: int = 200, practice: bool = False) -> Response:
    """Return the entry page of a deal, in `practice` without booking."""
    number = form.number
    night = form.night
    game = night.game
    return night_page(
        "deal/enter.html",
        status,
        now=night,
        draft=form,
        request_id=form.request_id,
        game=game,
        kind=Booked.kind,
        heading=night.heading_at(number),
        practice=practice,
        auditable=find_auditable(night, number, form.deal) is not None,
    )


def _redirect_to_address(form: SlotForm, endpoint: str, **values: Any) -> Response | None:
    """Redirect a posted preview to the address of its page, so that the browser's back button sends nothing again.

    None if that would lose data: reasons are private, and long addresses may be cut.
    """
    if not form.posted or form.note.strip():
        return None
    fields = for_address(form.fields or MultiDict())
    fields["based_on"] = str(form.based_on)
    query = urlencode(list(fields.items(multi=True)))
    return redirect(f"{url_for(endpoint, **values)}?{query}", 303) if len(query) <= _LONGEST_ADDRESS else None


@pages.route("/practice", methods=["GET", "POST"])
@writes
def practise() -> Response:
    """Enter the next deal without booking it, and show its result."""
    at = at_night()
    sent = SlotForm()
    number = at.now.number
    form = AnswersForm(at, sent, number)
    if sent.fields is not None and (sent.read_number() != number or form.is_stale):
        return go("deals.practise")
    form.preview()
    shows_result = sent.action == "try"
    if shows_result and form.change:
        return night_page("deal/practice.html", result=form.change.result, stake=at.now.stake_at(number))
    if not shows_result and (answer := _redirect_to_address(sent, "deals.practise")):
        return answer
    return _enter_page(form, 422 if shows_result else 200, practice=True)


@pages.post("/preview")
def preview() -> Response:
    """Return the part of an entry form that depends on the answers so far."""
    at = at_night()
    sent = SlotForm()
    number = sent.read_number()
    coming = at.now.number
    corrects = request.form.get("kind") == Corrected.kind
    try:
        if number > coming:
            raise Stale(number, 0)
        form = AnswersForm(at, sent, number, "correct" if corrects else "enter")
        form.strict = False
        form.preview()
    except Stale:
        return night_page("deal/_stale.html", 409, number=number, coming=coming)
    kind = Corrected.kind if corrects else Booked.kind
    practice = bool(request.form.get("practice"))
    return night_page("deal/_preview.html", now=at.now, draft=form, kind=kind, practice=practice)


@pages.get("/deals/<int:number>")
def show(number: int) -> Response:
    """Show the score lines of a deal, its history and its objections."""
    return _deal_page(at_night(), number)


def _deal_page(
    at: AtNight,
    number: int,
    status: int = 200,
    error: Phrase | None = None,
    objecting: ResolutionForm | None = None,
    place: int = 0,
) -> Response:
    """Return the page of a deal, with the `error` of a refused form.

    `objecting` is the refused form of an objection, or of the resolution of the one at a `place`.
    """
    night_id = at.row.id
    night = at.now
    deal = find_deal(night_id, number) if number <= night.number else None
    if deal is None:
        abort(404)
    case = find_auditable(night, number, deal)
    current = deal.entry
    acts = [(entry, slot_act_of(entry)) for entry in deal.history]
    earlier = sheets_before(night_id, night, number)
    results = {
        entry.seq: result_now(night, entry, earlier) if entry == current else read_entry_result(night, entry)
        for entry in deal.history
        if entry.result
    }
    former = before_void(deal) if isinstance(deal.act, Voided) else None
    # Acts that only add cards to the previous one, and those that differ from the current one only in cards.
    recorded = {entry.seq: was.seq for (was, before), (entry, act) in pairwise(acts) if adds_cards(before, act)}
    alike = [current.seq]
    while alike[-1] in recorded:
        alike.append(recorded[alike[-1]])
    return night_page(
        "deal/deal.html",
        status,
        deal=deal,
        way_back=former and ("adjust" if isinstance(former, Adjusted) else "correct"),
        slips=taken_back(deal.history),
        seating=deal.act.seating,
        stake=night.stake_at(number),
        objections=objections_to(night_id, number),
        auditable=case is not None,
        verdict=case.headline if case and case.act.play else None,
        latest=latest_result(at),
        error=error,
        objecting=objecting,
        place=place,
        acts=[(entry, act, results.get(entry.seq)) for entry, act in acts],
        answers={entry.seq: describe_deal(night, act) for entry, act in acts if isinstance(act, Answered)},
        recorded=recorded,
        alike=alike,
    )


@pages.route("/deals/<int:number>/<any(correct, void, adjust):way>", methods=["GET", "POST"])
@writes
def change(number: int, way: str) -> Response:
    """Correct, void or replace a deal: first show the changes for everybody, then book it."""
    at = at_night()
    if not 1 <= number <= at.now.number:
        abort(404)
    sent = SlotForm()
    form = (AnswersForm if way == "correct" else DealForm)(at, sent, number, way)
    if way != "adjust" and (form.deal is None or form.deal.open):
        abort(404)
    try:
        if sent.action != "confirm" or not form.book():
            return _change_page(form)
    except Stale:
        return _stale_page(form)
    return go("deals.show", number=number)


def _change_page(form: DealForm) -> Response:
    """Return the form that changes a deal, with the preview and the error. Raises Stale."""
    at = form.at
    sent = form.sent
    if form.way != "adjust" or sent.submitted:
        form.preview()
    if not form.refused and (answer := _redirect_to_address(sent, "deals.change", number=form.number, way=form.way)):
        return answer
    return night_page(
        "deal/change.html",
        422 if sent.submitted and form.error else 200,
        form=form,
        now=at.now,
        number=form.number,
        stake=at.now.stake_at(form.number),
        kind=Corrected.kind,
        objections=objections_to(at.row.id, form.number),
        resolves=sent.resolves if sent.posted else sent.query.getlist("resolves"),
        note=sent.note,
    )


@pages.post("/deals/<int:number>/undo")
def undo(number: int) -> Response:
    """Undo the last act of the latest deal, as this phone saw it; twice on two phones is one undo."""
    at = at_night()
    form = EntryForm()
    version = form.based_on.data
    if number > at.row.number:
        abort(404)
    try:
        append(at.guest.night, form.sender(at.guest.device), Undone(number=number), version)
    except Stale:
        deal = find_deal(at.guest.night, number)
        # It may be undone already on another phone.
        if not deal or deal.version != version + 1 or deal.history[-1].kind != Undone.kind:
            changed = say("Deal {number} was changed on another phone meanwhile", number=number)
            return _deal_page(at_night(reload=True), number, 409, changed)
    except Refused as refused:
        return _deal_page(at_night(reload=True), number, 422, refused.phrase)
    return go("sheet.show", _anchor="now")


@pages.post("/deals/<int:number>/object", endpoint="make_objection")
@pages.post("/deals/<int:number>/objections/<int:place>", endpoint="resolve_objection")
def append_objection(number: int, place: int | None = None) -> Response:
    """Object to a deal, or resolve the objection at `place`; the points stay until then."""
    at = at_night()
    form = ResolutionForm()
    player = at.guest.player
    sender = form.sender(at.guest.device)
    try:
        if place is None:
            note = read_reason(form.note.typed, say("say in a sentence what is wrong"))
            objected = Objected(number=number, version=form.based_on.data, player=player, note=note)
            append(at.guest.night, sender, objected)
        else:
            note = read_reason(form.note.typed)
            resolved = Resolved(number=number, objection=place, how=form.how.typed, player=player, note=note)
            append(at.guest.night, sender, resolved)
    except Refused as refused:
        return _deal_page(at_night(reload=True), number, 422, refused.phrase, form, place or 0)
    if form.back.typed == "settle":
        return go("settling.show")
    return go("deals.show", number=number, _anchor="objections")


def plan_prefetches(rows: NightRows, language: str) -> list[tuple[int, str]]:
    """Return the numbers of the next deals, each with a key of its form: forms with the same key are the same."""
    known = find_deal(rows.row.id, rows.night.number)
    names = [[player.key, player.name] for player in rows.players]
    plan = []
    for coming, seating in deals_to_come(rows.night, DEALS_AHEAD):
        number = coming.number
        game = coming.game
        # Everything that determines the form of an unknown deal; of its number only the place in a party.
        place = (number - 1) % game.party_deals
        house = coming.house_at(number).settings_json
        basis = [game.key, coming.preset, house, coming.seats, coming.most, coming.dealer, place]
        facts: list[object] = [__version__, language, names, *basis]
        facts += [[key, *map(str, gone)] for key, gone in taken_in(rows, seating).items()]
        if known and number == known.number:
            facts.append(known.version)
        plan.append((number, hashlib.sha256(canonical(facts).encode()).hexdigest()[:12]))
    return plan


@pages.get("/ahead/<int:number>")
@writes
def prefetch_form(number: int) -> Response:
    """Show the entry page of one of the next deals."""
    at = at_night()
    if number < at.row.number:
        return Response(status=204)  # it is booked by now
    night = next((coming for coming, _ in deals_to_come(at.now, DEALS_AHEAD) if coming.number == number), None)
    if night is None:
        abort(404)
    form = AnswersForm(at, SlotForm(), number, night=night)
    form.preview()
    if form.error and form.error.key == "number":  # it is early, which is no error
        form.error = None
    return _enter_page(form)
