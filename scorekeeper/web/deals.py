"""Deals: entering the next one, what it would pay, the reasons of every number, and changing a booked one."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from scorekeeper.ledger.journal import Entry
from scorekeeper.night.acts import Answered, Booked, Called, Corrected, SlotAct, Undone
from scorekeeper.night.night import Night, Result
from scorekeeper.night.plain import slot_act_of
from scorekeeper.night.record import adds_cards
from scorekeeper.night.results import read_entry_result, result_now
from scorekeeper.night.slips import taken_back
from scorekeeper.phrase import Phrase, Refused
from scorekeeper.storage.book import append
from scorekeeper.storage.objections import objections_to
from scorekeeper.storage.reading import SlotHistory, find_deal, known_about
from scorekeeper.storage.repeats import Reused
from scorekeeper.storage.sheets import sheets_before
from scorekeeper.storage.weighing import Stale
from scorekeeper.web.called import tell_said
from scorekeeper.web.cases import find_case
from scorekeeper.web.differing import differs_page, stale_page
from scorekeeper.web.drafts import Draft, Slip, draft_deal, read_slip, version_seen
from scorekeeper.web.ends import ends_table
from scorekeeper.web.entry import enter_page, opened_page, tell_form
from scorekeeper.web.frame import go, page
from scorekeeper.web.guests import NIGHT, AtNight, at_night, night_page, writes
from scorekeeper.web.offer import offer_undo
from scorekeeper.web.packing import pack
from scorekeeper.web.reader import know_names, speech
from scorekeeper.web.sending import asks, based_on, form_id, place_to_look, pressed, sender, sent_form
from scorekeeper.web.wishes import Wish, draft_wish, read_reason, read_wish, way_back

pages = Blueprint("deals", __name__, url_prefix=NIGHT)
pages.add_app_template_global(ends_table)


@pages.route("/enter", methods=["GET", "POST"])
@writes
def enter() -> Response:
    """Enter the next deal, or what is called so far."""
    at = at_night()
    form = sent_form()
    if form is None:
        return pack(opened_page(at))
    number, action = _number_in(form), pressed()
    if action in _ACTIONS:
        return _book(at, number, _ACTIONS[action])
    if request.method != "POST" and number != at.now.number:  # come back to, after it was booked
        return go("deals.enter")
    return _entry_page(at.now, number, None, 200)


def _look() -> Response | None:
    """Return the answer that leads a form, which only asks what it would come to, to the page that says so, if any."""
    place = place_to_look() if request.method == "POST" else ""
    return Response(status=303, headers={"Location": place}) if place else None


_ACTIONS: Mapping[str, type[Booked | Called]] = {"booked": Booked, "called": Called}


def _book(at: AtNight, number: int, kind: type[Booked | Called]) -> Response:
    """Book what the form says, or say why not: what is wrong in it, or what somebody else booked meanwhile."""
    night_id, night = at.guest.night, at.now
    is_new = number == night.number and not at.rows.head.begun
    stands, is_open = (None, True) if is_new else known_about(night_id, number)
    slip = read_slip(night, number, stands if is_open else _call_seen(night_id, number), stands)
    act = None
    try:
        act = slip.act(kind)
        append(night_id, sender(), act, based_on(), seen=at.rows)
    except Reused as reused:
        if (deal := find_deal(night_id, number)) and deal.version != based_on():
            return differs_page(number, "enter", act)
        return _entry_page(night, number, slip, 422, reused)
    except Refused:
        return _entry_page(night, number, slip, 422)
    except Stale:
        return differs_page(number, "enter", act)
    return go("sheet.show", _anchor=f"deal-{number}")


def _call_seen(night_id: int, number: int) -> SlotAct | None:
    """Return what was called of a deal that is booked by now, as the form saw it: sent again it must say the same."""
    deal = find_deal(night_id, number) if based_on() else None
    seen = deal.at(based_on()).act if deal else None
    return seen if isinstance(seen, Called | Undone) else None


def _number_in(form: Any) -> int:
    text = form.get("number", "")
    if not text.isascii() or not text.isdigit() or len(text) > 7 or not int(text):
        abort(400)
    return int(text)


def _entry_page(night: Night, number: int, slip: Slip | None, status: int, refused: Refused | None = None) -> Response:
    """Return the form of the next deal, with what was read of it already and why that was refused."""
    if number != night.number:
        return stale_page(number)
    row = at_night().row
    deal = find_deal(row.id, number)
    try:
        said = slip or read_slip(night, number, deal.act if deal else None)
        draft = draft_deal(at_night().rows, said, Booked, version_seen(deal))
    except Stale as stale:
        return stale_page(stale.number)
    if not slip and (answer := _look()):
        return answer
    form = tell_form(night, deal, draft._replace(error=refused) if refused else draft)
    return pack(enter_page(night, form, status))


def entry_frame(night: Night, draft: Draft) -> dict[str, Any]:
    """Return what a page needs to show the form of a deal."""
    return {
        "now": night,
        "draft": draft,
        "request_id": form_id(),
        "stake": night.stake_at(draft.number),
        "number": draft.number,
        "shown": speech().show(draft.number),
    }


@pages.post("/preview")
def preview() -> Response:
    """Return the part of an entry form that depends on what was answered so far."""
    at, number = at_night(), _number_in(request.form)
    night = at.now
    kind = Corrected if request.form.get("kind") == Corrected.kind else Booked
    deal = find_deal(at.guest.night, number)
    try:
        if number > night.number:
            raise Stale(number, 0)
        draft = draft_deal(at.rows, read_slip(night, number, deal.act if deal else None), kind, based_on())
    except Stale as stale:
        return page("_stale.html", 409, number=stale.number, coming=night.number)
    know_names(at.names)
    return pack(page("_preview.html", **entry_frame(night, draft), kind=kind.kind))


@pages.get("/deals/<int:number>")
def show(number: int) -> Response:
    """Show how every number of a deal came about, its history, and what somebody objects to."""
    return deal_page(number)


def deal_page(number: int, status: int = 200, error: Phrase | None = None) -> Response:
    """Return the page of a deal, with the reason why an objection was refused."""
    at = at_night(again=error is not None)
    row = at.row
    deal = find_deal(row.id, number) if number <= row.number else None
    if deal is None:
        abort(404)
    case = find_case(at.now, number, deal)
    return pack(
        night_page(
            "deal.html",
            status,
            deal=deal,
            way_back=way_back(deal),
            slips=taken_back(deal.history),
            seating=deal.act.seating,
            stake=at.now.stake_at(number),
            objections=objections_to(row.id, number),
            auditable=case is not None,
            verdict=case.headline if case and case.act.play else None,
            undo=offer_undo(at.guest, row, at.now.game.shows(at.now.rules_at(number))),
            error=error,
            **_tell_history(row.id, at.now, deal),
        )
    )


def _tell_history(night_id: int, night: Night, deal: SlotHistory) -> dict[str, Any]:
    """The acts about a deal with their results and what was said, and which only add recorded cards to another."""
    said = [(entry, slot_act_of(entry)) for entry in deal.history]
    earlier = sheets_before(night_id, night, deal.number)
    acts = [(entry, act, _result(night, entry, entry == deal.entry, earlier)) for entry, act in said]
    recorded = {entry.seq: was.seq for (was, before), (entry, act) in pairwise(said) if adds_cards(before, act)}
    told = {entry.seq: tell_said(night, act) for entry, act in said if isinstance(act, Answered)}
    return {"acts": acts, "told": told, "recorded": recorded, "alike": list(_follow(recorded, deal.entry.seq))}


def _result(night: Night, entry: Entry, stands: bool, earlier: Sequence[Mapping[str, int]]) -> Result | None:
    if not entry.result:
        return None
    return result_now(night, entry, earlier) if stands else read_entry_result(night, entry)


def _follow(recorded: Mapping[int, int], seq: int) -> Iterator[int]:
    """Yield the acts before act `seq` from which it differs in nothing but the recorded cards."""
    while seq in recorded:
        seq = recorded[seq]
        yield seq


@pages.route("/deals/<int:number>/<any(correct, void, adjust):way>", methods=["GET", "POST"])
@writes
def change(number: int, way: str) -> Response:
    """Correct, void or replace a deal: first what it would change for everybody, then the booking."""
    at = at_night()
    deal = find_deal(at.guest.night, number) if 1 <= number <= at.now.number else None
    if not 1 <= number <= at.now.number or (way != "adjust" and (deal is None or deal.open)):
        abort(404)
    wish = read_wish(at.now, number, deal, way)
    try:
        if pressed() != "confirm":
            return _change_page(wish, deal)
        try:
            append(at.guest.night, sender(), wish.act(read_reason(way)), based_on(), seen=at.rows)
        except Refused as refused:
            return _change_page(wish, deal, refused)
    except Stale:
        if request.method != "POST" and deal and deal.history[-1].device == at.guest.device:
            return go("deals.change", number=number, way=way)  # come back to, after it was changed here
        return differs_page(number, way, wish.meant())
    return go("deals.show", number=number)


def _change_page(wish: Wish, deal: SlotHistory | None, refused: Refused | None = None) -> Response:
    """Return the form that changes a deal, with what that would change, and why it was refused. Raises Stale."""
    at, reused, way = at_night(), isinstance(refused, Reused), wish.way
    # Where its own form has changed the deal, what this would change now is shown.
    draft = draft_wish(at.rows, wish, deal.version if deal and reused else version_seen(deal))
    if refused:
        draft = draft._replace(error=refused)
    if not refused and (answer := _look()):
        return answer
    status = 422 if asks() and draft.error else 200
    frame = entry_frame(at.now, draft)
    if reused:
        frame["request_id"] = secrets.token_hex(16)
    told = {"way": way, "deal": deal, "amounts": wish.amounts, "kind": Corrected.kind}
    return night_page("change.html", status, **frame, **told, sent=asks())
