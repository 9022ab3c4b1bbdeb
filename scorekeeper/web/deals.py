"""Deals: entering the next one, what it would pay, the reasons of every number, and changing a booked one."""

import re
import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from scorekeeper.games.game import Column, Seating
from scorekeeper.games.questions import Flag, Question
from scorekeeper.night.file import Act, seating_of
from scorekeeper.night.night import Night, Result, seat_deal
from scorekeeper.night.replay import read_result
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.storage.access import Guest
from scorekeeper.storage.book import Sender, Stale, Weighed, append, weigh
from scorekeeper.storage.reading import Deal, Standing, find_deal, night_now, stake_of
from scorekeeper.storage.tables import NightRow
from scorekeeper.web.answers import describe
from scorekeeper.web.forms import adjust_form, amounts_of, answers_of, question_form, read_note, unfinished
from scorekeeper.web.page import go, night_at, page, refusal, speech, writer_at

pages = Blueprint("deals", __name__)

_ID = re.compile(r"[0-9A-Za-z-]{8,64}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)")


def sender() -> Sender:
    """Return who sends the form at hand: the device, the id that the page made for it, and when it was filled in."""
    guest = writer_at(str((request.view_args or {})["slug"]))
    request_id, made = request.form.get("request", ""), request.form.get("made", "")
    if not _ID.fullmatch(request_id):
        abort(400)
    return Sender(guest.device, request_id, made if _MOMENT.fullmatch(made) else "")


def posted_form() -> Any:
    """Return the form that was sent, None on a page that is opened."""
    return request.form if request.method == "POST" else None


def based_on() -> int:
    """Return the version of the slot that the sender saw."""
    text = request.form.get("based_on", "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


UNFINISHED = say("something was announced: was it made?")


class End(NamedTuple):
    """One way in which a called deal can end, and the points of each player."""

    label: Phrase
    points: Mapping[str, int]


class Draft(NamedTuple):
    """A deal as a form has it so far: who sits, what is asked, and what the answers would bring."""

    number: int
    version: int
    seating: Seating
    form: Any
    outcomes: tuple[End, ...]
    column: Column
    weighed: Weighed | None
    error: tuple[str, str]

    @property
    def result(self) -> Result | None:
        """What would be booked, None while something is missing or wrong."""
        return self.weighed.result if self.weighed else None

    @property
    def shown(self) -> Mapping[str, int]:
        """The points that the result would add to the sheet, by player."""
        points: Mapping[str, int] = getattr(self.result, self.column)
        return points


def draft_deal(night_id: int, night: Night, kind: str, deal: Deal | None, number: int) -> Draft:
    """Return the draft of the form at hand; on a page that is opened, of what is known about the slot."""
    known = deal.entry.facts if deal else {}
    posted = posted_form()
    seating, error = _seating(night, number, known, posted)
    rules, answers = night.rules_at(number), known.get("answers", {})
    given = answers_of(question_form(night.game.ask(rules, seating, None), posted, answers))
    questions = night.game.ask(rules, seating, given)
    form = question_form(questions, posted, answers)
    valid = form.validate() and not error[0]
    asked = {question.name for question in questions}
    answers = {name: value for name, value in answers_of(form).items() if name in asked}
    version = based_on() if posted is not None else deal.version if deal else 0
    column = night.game.shows(rules)
    draft = Draft(number, version, seating, form, ends_of(night, seating, questions, answers), column, None, error)
    if not valid:
        return draft
    if kind != "called" and unfinished(form):
        return draft._replace(error=("bonuses", speech().say(UNFINISHED)))
    facts = {"number": number, "dealer": seating.dealer, "playing": list(seating.playing), "answers": answers}
    try:
        return draft._replace(weighed=weigh(night_id, Act(kind, facts), version))
    except Refused as refused:
        return draft._replace(error=(refused.key, refusal(refused)))


def _seating(night: Night, number: int, known: Mapping[str, Any], posted: Any) -> tuple[Seating, tuple[str, str]]:
    """Who sits: as the form says, else as it was called or booked, else as the rotation has it."""
    dealer, playing = known.get("dealer", ""), tuple(known.get("playing", ()))
    if posted is not None and posted.getlist("playing"):
        dealer = posted.get("dealer", "")
        playing = _in_order(night, dealer, posted.getlist("playing"))
    try:
        return seat_deal(night, number, dealer, playing), ("", "")
    except Refused as refused:
        return Seating(number, night.dealer, playing or night.here), (refused.key, refusal(refused))


def _in_order(night: Night, dealer: str, chosen: list[str]) -> tuple[str, ...]:
    """The chosen players from forehand on."""
    players = night.players
    place = players.index(dealer) + 1 if dealer in players else 0
    return tuple(player for player in players[place:] + players[:place] if player in chosen)


class Call(NamedTuple):
    """A deal whose result is open: who sits, what was called in words, and what each end would bring."""

    seating: Seating
    said: list[tuple[Phrase, Phrase]]
    ends: tuple[End, ...]


def call_of(night: Night, deal: Deal) -> Call:
    """Return what was called in an open slot."""
    seating, answers = seating_of(deal.entry.facts), deal.entry.facts["answers"]
    questions = night.game.ask(night.rules_at(deal.number), seating, answers)
    told = [
        (question.label, describe(question, answers[question.name]))
        for question in questions
        if question.name in answers
    ]
    return Call(seating, [(label, text) for label, text in told if text], ends_of(night, seating, questions, answers))


def ends_of(
    night: Night, seating: Seating, questions: tuple[Question, ...], answers: Mapping[str, object]
) -> tuple[End, ...]:
    """Return what each end would bring, once enough is called to know."""
    rules = night.rules_at(seating.number)
    called = {question.name for question in questions if question.stage == "call"}
    try:
        outcomes = night.game.outcomes(rules, seating, {name: answers[name] for name in answers if name in called})
    except Refused:
        return ()
    ends = [(outcome.label, outcome.score.totals(seating.playing)) for outcome in outcomes]
    if night.game.shows(rules) == "payoff":
        return tuple(End(label, night.game.paid(rules, (sheet,))) for label, sheet in ends)
    return tuple(End(label, sheet) for label, sheet in ends)


@pages.route("/n/<slug>/enter", methods=["GET", "POST"])
def enter(slug: str) -> Response:
    """Enter the next deal, or what is called so far."""
    guest = writer_at(slug)
    night = night_now(guest.night)
    if request.method == "GET":
        return _entry_page(slug, night, 200)
    act = request.form.get("action", "")
    if act not in ("booked", "called"):
        return _entry_page(slug, night, 200)
    return _book(slug, guest, night, act)


def _book(slug: str, guest: Guest, night: Night, kind: str) -> Response:
    number = _number_of_form()
    seating, error = _seating(night, number, {}, request.form)
    if number > night.number or error[0]:
        return _entry_page(slug, night, 422)
    rules = night.rules_at(number)
    form = question_form(night.game.ask(rules, seating, None), request.form, {})
    if not form.validate() or (kind == "booked" and unfinished(form)):
        return _entry_page(slug, night, 422)
    facts = {"number": number, "dealer": seating.dealer, "playing": list(seating.playing), "answers": answers_of(form)}
    try:
        append(guest.night, sender(), Act(kind, facts), based_on())
    except Refused:
        return _entry_page(slug, night, 422)
    except Stale as stale:
        return _differs_page(slug, stale, night, seating, answers_of(form))
    return go("sheet.show", slug=slug, _anchor=f"deal-{number}")


def _number_of_form() -> int:
    text = request.form.get("number", "")
    if not text.isascii() or not text.isdigit() or len(text) > 7 or not int(text):
        abort(400)
    return int(text)


def _entry_page(slug: str, night: Night, status: int) -> Response:
    guest, row, players = night_at(slug)
    deal = find_deal(row.id, night.number)
    draft = draft_deal(row.id, night, "booked", deal, night.number)
    return page(
        "enter.html", status, **_frame(guest, row, players, night, draft), called=deal is not None, kind="booked"
    )


def _frame(guest: Guest, row: NightRow, players: list[Standing], night: Night, draft: Draft) -> dict[str, Any]:
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
    return page("_draft.html", **_frame(guest, row, players, night, draft), kind=kind)


def _differs_page(slug: str, stale: Stale, night: Night, seating: Seating, answers: Mapping[str, object]) -> Response:
    """Show what stands in a slot beside what somebody wanted to write into it."""
    guest, row, _ = night_at(slug)
    deal = find_deal(row.id, stale.number)
    try:
        rules = night.rules_at(seating.number)
        mine = night.game.score(rules, night.game.deal(rules, seating, answers))
    except Refused:
        mine = None
    return page(
        "differs.html",
        409,
        night=row,
        guest=guest,
        number=stale.number,
        deal=deal,
        theirs=read_result(deal.entry.result) if deal and deal.entry.result else None,
        mine=mine.lines if mine else (),
        mine_totals=mine.totals(seating.playing) if mine else {},
        seating=seating,
        answers=answers,
        request_id=secrets.token_hex(16),
    )


@pages.get("/n/<slug>/deals/<int:number>")
def show(slug: str, number: int) -> Response:
    """Show how every number of a deal came about, and its history."""
    guest, row, players = night_at(slug)
    deal = find_deal(row.id, number)
    if deal is None:
        abort(404)
    acts = [(entry, read_result(entry.result) if entry.result else None) for entry in deal.history]
    seating = seating_of(deal.entry.facts)
    return page(
        "deal.html", night=row, guest=guest, players=players, deal=deal, acts=acts, seating=seating, stake=stake_of(row)
    )


@pages.route("/n/<slug>/deals/<int:number>/<any(correct, void, adjust):way>", methods=["GET", "POST"])
def change(slug: str, number: int, way: str) -> Response:
    """Correct, void or replace a deal: first what it would change for everybody, then the booking."""
    writer_at(slug)
    guest, row, players = night_at(slug)
    night, deal = night_now(row.id), find_deal(row.id, number)
    if number > night.number or (way != "adjust" and (deal is None or deal.open)):
        abort(404)
    try:
        draft = _draft_change(row.id, night, deal, number, way)
        if request.form.get("action") == "confirm" and draft.weighed:
            note = read_note(request.form.get("note"))
            append(row.id, sender(), draft.weighed.act._replace(note=note), based_on())
            return go("deals.show", slug=slug, number=number)
    except Refused as refused:
        draft = draft._replace(error=(refused.key, refusal(refused)))
    except Stale as stale:
        return page("stale.html", 409, night=row, guest=guest, number=stale.number)
    frame = _frame(guest, row, players, night, draft)
    amounts = adjust_form(night.players, posted_form(), _amounts_now(deal))
    status = 422 if request.method == "POST" and draft.error[0] else 200
    return page("change.html", status, **frame, way=way, deal=deal, amounts=amounts, kind="corrected")


def _draft_change(night_id: int, night: Night, deal: Deal | None, number: int, way: str) -> Draft:
    """Return the draft of a correction, or of what takes the place of a deal. Raises Stale."""
    draft = draft_deal(night_id, night, "corrected", deal, number)
    if way == "correct":
        return draft
    draft = draft._replace(weighed=None, error=("", ""))
    if way == "adjust" and request.method == "GET":
        return draft
    facts: dict[str, Any] = {"number": number}
    if deal:
        facts |= {"dealer": deal.entry.facts["dealer"], "playing": deal.entry.facts["playing"]}
    try:
        if way == "adjust":
            facts["adjust"] = amounts_of(adjust_form(night.players, request.form, {}))
        kind = "adjusted" if way == "adjust" else "voided"
        return draft._replace(weighed=weigh(night_id, Act(kind, facts), draft.version))
    except Refused as refused:
        return draft._replace(error=(refused.key, refusal(refused)))


def _amounts_now(deal: Deal | None) -> Mapping[str, int]:
    amounts: Mapping[str, int] = deal.entry.facts.get("adjust", {}) if deal else {}
    return amounts
