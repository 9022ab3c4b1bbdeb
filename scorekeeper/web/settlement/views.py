"""Settling a night: what is open, plans of payments and their ticks, and carrying what is open to other nights."""

import json
from collections.abc import Callable, Sequence
from itertools import count

from flask import Blueprint, current_app, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.journal.act_json import read_act
from scorekeeper.journal.acts import Frozen, Paid
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.devices import sign
from scorekeeper.storage.engine.errors import Gone
from scorekeeper.storage.journal.idempotency import find_repeat, is_used
from scorekeeper.storage.journal.register import how_ended, slug_of, was_opened
from scorekeeper.storage.nights.carry_over import Other, bring, carry, other_nights
from scorekeeper.storage.projections.objections import Objecting, open_objections
from scorekeeper.storage.projections.settlement import transfers
from scorekeeper.storage.queries.nights import stake_of
from scorekeeper.storage.writing.entry import Sender, append, tick_payment
from scorekeeper.storage.writing.preview import Stale
from scorekeeper.web.access.current import NIGHT, AtNight, at_night, hosts, need_device, night_page
from scorekeeper.web.access.form_request import based_on, sender
from scorekeeper.web.core.i18n import refusal, speech
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.parsing import read_whole
from scorekeeper.web.core.rate_limits import tell_wait
from scorekeeper.web.opening.next_night import open_following
from scorekeeper.web.settlement.forms import CarryForm, SeenForm, TickForm
from scorekeeper.web.settlement.view_model import Settlement, settled_as, settlement_of

pages = Blueprint("settling", __name__, url_prefix=NIGHT)

_NIGHTS = 30  # so many other nights can be joined with one
_CHANGED = say("What is open was changed on another phone meanwhile. Here is how it stands now.")


@pages.get("/settle")
def show() -> Response:
    """Show what is still objected to, who pays whom how much, and what of it is paid."""
    return settle_page()


def settle_page(status: int = 200, error: str = "") -> Response:
    """Return the page that settles the night, with the reason why something cannot be."""
    at = at_night(again=bool(error))
    by = request.args.get("by")
    settlement = settlement_of(at.row, at.players, speech(), by)
    objections = open_objections(at.guest.night)
    return night_page(
        "settlement/settle.html",
        status,
        settlement=settlement,
        written=settled_as(at.now),
        stakes=at.now.stake_spans,
        objections=objections,
        transfers=transfers(at.row.id, at.guest.device),
        share=_as_text(at, settlement, objections),
        asked=by,
        pictured=at.row.number > 1,
        error=error,
    )


@pages.get("/settle.txt")
def text() -> Response:
    """Return the settlement as text to share."""
    at = at_night()
    settlement = settlement_of(at.row, at.players, speech(), request.args.get("by"))
    return Response(_as_text(at, settlement, open_objections(at.guest.night)), mimetype="text/plain")


def _as_text(at: AtNight, settlement: Settlement, objections: Sequence[Objecting]) -> str:
    return render_template(
        "settlement/settle.txt",
        settlement=settlement,
        written=settled_as(at.now),
        night=at.row,
        objections=objections,
    )


@pages.post("/settle/freeze")
def freeze() -> Response:
    """Freeze the plan that the page showed."""
    at = at_night()
    sent = sender()
    seen = SeenForm().seen.typed
    changed = seen != settlement_of(at.row, at.players, speech(), request.args.get("by")).seen
    act = _read_plan(seen, at.guest.player)
    try:
        if act is None or (changed and not find_repeat(at.guest.night, sent.request, act)):
            return settle_page(409, speech().say(_CHANGED))
    except Refused as refused:
        return settle_page(422, refusal(refused))
    return _book(act, sent, lambda: append(at.guest.night, sent, act), "plan")


@pages.post("/settle/tick")
def tick() -> Response:
    """Tick a payment as paid, in part or whole, or take that back."""
    at = at_night()
    sent = sender()
    seen = SeenForm().proposed.data
    try:
        act = TickForm().act(stake_of(at.row), at.guest.player)
    except Refused as refused:
        return settle_page(422, refusal(refused))
    proposed = None
    if seen is not None:
        proposed = _read_plan(seen, at.guest.player)
        is_new = act.plan > at.row.plan
        if is_new and seen != settlement_of(at.row, at.players, speech(), request.args.get("by")).seen:
            return settle_page(409, speech().say(_CHANGED))
    place = f"payment-{act.plan}-{act.debtor}-{act.creditor}"
    return _book(act, sent, lambda: tick_payment(at.guest.night, sent, proposed, act, based_on()), place)


def _read_plan(seen: str, player: str) -> Frozen | None:
    """Return the plan that the page showed, None for what no page has shown."""
    try:
        content = json.loads(seen)
        facts = content if isinstance(content, dict) else {"payments": content}
        act = read_act(Frozen.kind, {**facts, "player": player})
    except (ValueError, RecursionError, Refused):
        return None
    assert isinstance(act, Frozen)
    return act


def _book(act: Frozen | Paid, sent: Sender, append_act: Callable[[], object], anchor: str) -> Response:
    """Append an act, or ask first whether to go on while deals are in doubt."""
    try:
        if question := _ask_first(act, sent):
            return question
        append_act()
    except Stale:
        return settle_page(409, speech().say(_CHANGED))
    except Refused as refused:
        return settle_page(422, refusal(refused))
    return go("settling.show", _anchor=anchor)


def _ask_first(act: Frozen | Paid, sent: Sender) -> Response | None:
    """Return a page that asks whether to go on while deals are in doubt, None once they were shown or none is.

    What came under the id of the form before is answered as it was then.
    """
    night_id = at_night().guest.night
    doubts = open_objections(night_id)
    seen = canonical([[doubt.number, doubt.place] for doubt in doubts])
    sure = not doubts or SeenForm().sure.typed == seen
    if sure or (isinstance(act, Paid) and not act.amount) or is_used(night_id, sent.request):
        return None
    fields = [(name, value) for name, value in request.form.items(multi=True) if name not in ("sure", "csrf_token")]
    action = request.full_path.rstrip("?")
    return night_page("settlement/sure.html", 409, objections=doubts, sent=fields, sure=seen, action=action)


@pages.route("/carry", methods=["GET", "POST"])
@hosts
def join_nights() -> Response:
    """Carry what is open to another night, the next one or one that there is, or bring other nights' here."""
    at = at_night()
    others = other_nights(at.row, need_device(), _NIGHTS)
    if request.method != "POST":
        return _carry_page(at, others)
    try:
        slug = _carry(at, others, CarryForm(), sender())
    except Refused as refused:
        return tell_wait(_carry_page(at_night(again=True), others, refusal(refused)), refused)
    return go("settling.show", slug=slug)


def _carry(at: AtNight, others: Sequence[Other], form: CarryForm, sent: Sender) -> str:
    """Do what the form says and return the slug of the night in which it is to be settled. Raises Refused.

    A next night is opened by whoever comes first. Every host of the night that it follows is a host of it, unless his
    access there was ended.
    """
    way = form.way.typed
    if way in ("next", "another"):
        place = read_whole("next", form.next.typed)
        if place < 0 or (place and not _is_opened(at, place - 1)):
            raise Refused("next", say("nothing was chosen"))
        return open_following(at.row, sent, _opening_id(at, place), carries=True).slug
    slugs = form.night.ticked
    nights = {other.night.slug: other.night for other in others}
    if way not in ("to", "from") or not slugs or not all(slug in nights for slug in slugs):
        if any(how_ended(slug) for slug in slugs):
            raise Gone
        raise Refused("night", say("nothing was chosen"))
    if way == "to":
        carry(at.row, nights[slugs[0]], sent)
        return slugs[0]
    bring([nights[slug] for slug in slugs], at.row, sent)
    return at.row.slug


def _carry_page(at: AtNight, others: Sequence[Other], error: str = "") -> Response:
    return night_page(
        "settlement/carry.html",
        422 if error else 200,
        settlement=settlement_of(at.row, at.players, speech()),
        others=others,
        opened=next(place for place in count() if not _is_opened(at, place)),
        error=error,
    )


def _is_opened(at: AtNight, place: int) -> bool:
    return was_opened(slug_of(_opening_id(at, place)))


def _opening_id(at: AtNight, place: int) -> str:
    """Return the id under which the next night at a place, from 0, is opened: the same on all phones.

    It is signed because the journal shows it, and whoever sends it becomes the host.
    """
    return sign(canonical(["next", at.row.slug, place]), str(current_app.secret_key))
