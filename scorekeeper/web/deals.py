"""Deals: entering the next one, what it would pay, the reasons of every number, and changing a booked one."""

import secrets
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from scorekeeper.games.questions import Flag
from scorekeeper.night.file import Act, seating_of
from scorekeeper.night.night import Night
from scorekeeper.night.record import adds_cards, keep_cards
from scorekeeper.night.replay import read_entry_result
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.access import Guest
from scorekeeper.storage.book import Stale, append, weigh
from scorekeeper.storage.objections import objections_to
from scorekeeper.storage.reading import Deal, Standing, find_deal, known_about, night_now, stake_of
from scorekeeper.storage.tables import NightRow
from scorekeeper.web.differing import differs_page, stale_page
from scorekeeper.web.drafts import Draft, draft_deal, first_problem, problem_of
from scorekeeper.web.forms import adjust_form, amounts_of, answers_of, question_form, read_note, unfinished
from scorekeeper.web.offer import offer_undo
from scorekeeper.web.page import go, night_at, page, writer_at
from scorekeeper.web.recorder import find_case
from scorekeeper.web.seating import seat, seats_of
from scorekeeper.web.sending import based_on, posted_form, sender

pages = Blueprint("deals", __name__)


@pages.route("/n/<slug>/enter", methods=["GET", "POST"])
def enter(slug: str) -> Response:
    """Enter the next deal, or what is called so far."""
    guest = writer_at(slug)
    night = night_now(guest.night)
    if request.method != "POST":
        return _entry_page(slug, night, 200)
    number, kind = _number_of_form(), request.form.get("action", "")
    if kind in ("booked", "called"):
        return _book(slug, guest, night, number, kind)
    return _entry_page(slug, night, 200) if number == night.number else stale_page(slug, number)


def _book(slug: str, guest: Guest, night: Night, number: int, kind: str) -> Response:
    """Book what the form says, or say why not: what is wrong in it, or what somebody else booked meanwhile."""
    known, is_open = known_about(guest.night, number)
    seated = seat(night, number, known, request.form)
    form = question_form(night.game.ask(night.rules_at(number), seated.seating, None), request.form, {})
    answers = answers_of(form)
    # Who sits is left to the rotation, which decides when the act is written, unless somebody said it.
    called = known if is_open else {}
    act = Act(kind, keep_cards(called, {"number": number, "answers": answers, **seats_of(called), **seated.said}))
    try:
        if seated.refused or not form.validate() or (kind == "booked" and unfinished(form)):
            return _entry_page(slug, night, 422) if number == night.number else stale_page(slug, number)
        append(guest.night, sender(), act, based_on())
    except Refused:
        return _entry_page(slug, night, 422) if number == night.number else stale_page(slug, number)
    except Stale:
        return differs_page(slug, number, "enter", act)
    return go("sheet.show", slug=slug, _anchor=f"deal-{number}")


def _number_of_form() -> int:
    text = request.form.get("number", "")
    if not text.isascii() or not text.isdigit() or len(text) > 7 or not int(text):
        abort(400)
    return int(text)


def _entry_page(slug: str, night: Night, status: int) -> Response:
    guest, row, players = night_at(slug)
    deal = find_deal(row.id, night.number)
    try:
        draft = draft_deal(row.id, night, "booked", deal, night.number)
    except Stale as stale:
        return stale_page(slug, stale.number)
    frame = entry_frame(guest, row, players, night, draft)
    auditable = find_case(night, night.number, deal) is not None
    return page("enter.html", status, **frame, kind="booked", auditable=auditable)


def entry_frame(guest: Guest, row: NightRow, players: list[Standing], night: Night, draft: Draft) -> dict[str, Any]:
    """Return what a page needs to show the form of a deal."""
    return {
        "night": row,
        "guest": guest,
        "players": players,
        "now": night,
        "draft": draft,
        "request_id": request.form.get("request") or secrets.token_hex(16),
        "stake": stake_of(row),
        "alone": [field.name for field in draft.form if isinstance(field.question, Flag) and field.question.alone],
    }


@pages.post("/n/<slug>/preview")
def preview(slug: str) -> Response:
    """Return the part of an entry form that depends on what was answered so far."""
    writer_at(slug)
    guest, row, players = night_at(slug)
    night, number = night_now(row.id), _number_of_form()
    kind = "corrected" if request.form.get("kind") == "corrected" else "booked"
    if number > night.number:
        abort(400)
    try:
        draft = draft_deal(row.id, night, kind, find_deal(row.id, number), number)
    except Stale as stale:
        return page("_stale.html", 409, night=row, number=stale.number)
    return page("_preview.html", **entry_frame(guest, row, players, night, draft), kind=kind)


@pages.get("/n/<slug>/deals/<int:number>")
def show(slug: str, number: int) -> Response:
    """Show how every number of a deal came about, its history, and what somebody objects to."""
    return deal_page(slug, number)


def deal_page(slug: str, number: int, status: int = 200, error: str = "") -> Response:
    """Return the page of a deal, with the reason why an objection was refused."""
    guest, row, players = night_at(slug)
    deal = find_deal(row.id, number) if number <= row.number else None
    if deal is None:
        abort(404)
    night = night_now(row.id)
    acts = [(entry, read_entry_result(night, entry) if entry.result else None) for entry in deal.history]
    case, pairs = find_case(night, number, deal), pairwise(deal.history)
    recorded = {entry.seq: before.seq for before, entry in pairs if adds_cards(before.facts, entry.facts)}
    return page(
        "deal.html",
        status,
        night=row,
        guest=guest,
        players=players,
        deal=deal,
        acts=acts,
        recorded=recorded,
        alike=list(_follow(recorded, deal.entry.seq)),
        seating=seating_of(deal.entry.facts),
        stake=stake_of(row),
        objections=objections_to(row.id, number),
        auditable=case is not None,
        verdict=case.headline if case and "play" in case.facts else None,
        undo=offer_undo(guest, row),
        error=error,
    )


def _follow(recorded: Mapping[int, int], seq: int) -> Iterator[int]:
    """Yield the acts before act `seq` from which it differs in nothing but the recorded cards."""
    while seq in recorded:
        seq = recorded[seq]
        yield seq


@pages.route("/n/<slug>/deals/<int:number>/<any(correct, void, adjust):way>", methods=["GET", "POST"])
def change(slug: str, number: int, way: str) -> Response:
    """Correct, void or replace a deal: first what it would change for everybody, then the booking."""
    writer_at(slug)
    guest, row, players = night_at(slug)
    night = night_now(row.id)
    deal = find_deal(row.id, number) if 1 <= number <= night.number else None
    if not 1 <= number <= night.number or (way != "adjust" and (deal is None or deal.open)):
        abort(404)
    refused = None
    try:
        if request.form.get("action") == "confirm":
            try:
                # Sent again it must say the same, so what the form leaves open comes from the deal that it was about.
                about = deal.at(based_on()) if deal else None
                append(row.id, sender(), _confirmed(night, about, number, way), based_on())
                return go("deals.show", slug=slug, number=number)
            except Refused as error:
                refused = error
        draft = _draft_change(row.id, night, deal, number, way)
    except Stale:
        return differs_page(slug, number, way, _meant(night, deal, way))
    if refused:
        draft = draft._replace(error=problem_of(refused))
    amounts = adjust_form(night.players, posted_form(), _amounts_now(deal))
    status = 422 if request.method == "POST" and draft.error else 200
    frame = entry_frame(guest, row, players, night, draft)
    return page("change.html", status, **frame, way=way, deal=deal, amounts=amounts, kind="corrected")


def _meant(night: Night, deal: Deal | None, way: str) -> Act | None:
    """Return the act that a form means about the deal as it was when it was opened; None if it cannot be read."""
    if deal is None or not based_on():
        return None
    seen, number = deal._replace(history=deal.history[: based_on()]), deal.number
    try:
        if way == "correct":
            return _confirmed(night, seen, number, way)
        kind, facts = _replacement(night, seen, number, way)
    except Refused:
        return None
    return Act(kind, facts)


def _confirmed(night: Night, deal: Deal | None, number: int, way: str) -> Act:
    """Return the act that a confirmed form means. Raises Refused."""
    note = read_note(request.form.get("note"))
    if way != "correct" and not note:
        raise Refused("note", say("a reason is missing"))
    if way != "correct":
        kind, facts = _replacement(night, deal, number, way)
        return Act(kind, facts, note)
    known = deal.entry.facts if deal else {}
    seated = seat(night, number, known, request.form)
    asked = night.game.ask(night.rules_at(number), seated.seating, None)
    form = question_form(asked, request.form, known.get("answers", {}))
    if problem := problem_of(seated.refused) or first_problem(form):
        raise Refused(problem.key, Phrase("{reason}", (("reason", problem.text),)))  # in the reader's language already
    facts = {"number": number, **seats_of(known), **seated.said, "answers": answers_of(form)}
    return Act("corrected", keep_cards(known, facts), note)


def _replacement(night: Night, deal: Deal | None, number: int, way: str) -> tuple[str, dict[str, Any]]:
    """The act that takes the place of a deal: an adjustment as the form says, or nothing. Raises Refused."""
    facts: dict[str, Any] = {"number": number}
    if deal:
        facts |= seats_of(deal.entry.facts)
    if way == "void":
        return "voided", facts
    return "adjusted", facts | {"adjust": amounts_of(adjust_form(night.players, request.form, {}))}


def _draft_change(night_id: int, night: Night, deal: Deal | None, number: int, way: str) -> Draft:
    """Return the draft of a correction, or of what takes the place of a deal. Raises Stale."""
    draft = draft_deal(night_id, night, "corrected", deal, number)
    if way == "correct":
        return draft
    draft = draft._replace(weighed=None, error=None)
    if way == "adjust" and request.method != "POST":
        return draft
    try:
        kind, facts = _replacement(night, deal, number, way)
        return draft._replace(weighed=weigh(night_id, Act(kind, facts), draft.version))
    except Refused as refused:
        return draft._replace(error=problem_of(refused))


def _amounts_now(deal: Deal | None) -> Mapping[str, int]:
    amounts: Mapping[str, int] = deal.entry.facts.get("adjust", {}) if deal else {}
    return amounts
