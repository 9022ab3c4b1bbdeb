"""Settling a night: what is open, plans of payments and their ticks, and carrying what is open to other nights."""

import json
from collections.abc import Callable, Sequence
from itertools import count

from flask import Blueprint, current_app, request
from werkzeug.wrappers import Response

from scorekeeper.ledger.journal import canonical
from scorekeeper.night.acts import Frozen, Paid
from scorekeeper.night.plain import read_act
from scorekeeper.phrase import Refused, say
from scorekeeper.storage import ticking
from scorekeeper.storage.access import Guest, sign
from scorekeeper.storage.book import Sender, append
from scorekeeper.storage.carrying import Other, bring, carry, other_nights
from scorekeeper.storage.objections import open_objections
from scorekeeper.storage.openings import slug_of, was_opened
from scorekeeper.storage.reading import stake_of
from scorekeeper.storage.repeats import find_repeat
from scorekeeper.storage.settling import transfers
from scorekeeper.storage.tables import EntryRow, NightRow
from scorekeeper.storage.weighing import Stale
from scorekeeper.web.following import open_following
from scorekeeper.web.frame import go
from scorekeeper.web.guests import NIGHT, at_night, hosts, need_device, night_page
from scorekeeper.web.holding import tell_wait
from scorekeeper.web.holes import holed_page
from scorekeeper.web.packing import pack
from scorekeeper.web.posted import CarryForm, SeenForm, TickForm
from scorekeeper.web.reader import refusal, speech
from scorekeeper.web.sending import based_on, sender
from scorekeeper.web.settlement import settlement_of
from scorekeeper.web.standing import settled, tell_plan
from scorekeeper.web.typed import read_whole

pages = Blueprint("settling", __name__, url_prefix=NIGHT)

_NIGHTS = 30  # so many other nights can be joined with one
_CHANGED = say("What is open was changed on another phone meanwhile. Here is how it stands now.")


@pages.get("/settle")
def show() -> Response:
    """Show what is still objected to, who pays whom how much, and what of it is paid."""
    return settle_page()


def settle_page(status: int = 200, error: str = "") -> Response:
    """Return the page that settles the night, with the reason why something cannot be."""
    at, asked = at_night(again=bool(error)), _asked()
    told, moved = settled(at, asked), transfers(at.row.id, at.guest.device)
    new = {"standing": told.standing, "plan": tell_plan(at, told, asked, error), "share": told.share}
    known = {"asked": asked, "pictured": at.row.number > 1}
    if error or asked is not None or moved or told.doubts:
        more = {"transfers": moved, "objections": told.doubts, "error": error}
        return pack(night_page("settle.html", status, **known, **new, **more))
    return pack(holed_page("settle.html", known, {}, new))


@pages.get("/settle.txt")
def text() -> Response:
    """Return the settlement as text to share."""
    return Response(settled(at_night(), _asked()).share, mimetype="text/plain")


def _asked() -> str | None:
    """Return which plan is asked for: by way of whom, "" for the fewest payments, None for the one that holds."""
    return request.args.get("by")


@pages.post("/settle/freeze")
def freeze() -> Response:
    """Freeze the plan that the page showed."""
    at = at_night()
    seen, now = SeenForm().seen.typed, settlement_of(at.row, at.players, _asked())
    act = _plan_seen(at.guest, seen)
    try:
        changed = seen != now.seen
        if act is None or (changed and not find_repeat(at.guest.night, sender().request, act)):
            return settle_page(409, speech().say(_CHANGED))
    except Refused as refused:
        return settle_page(422, refusal(refused))
    return _written(act, lambda: append(at.guest.night, sender(), act), "plan")


def _ask_first(act: Frozen | Paid) -> Response | None:
    """Return a page that asks whether to go on while deals are in doubt, None once they were shown or none is."""
    night = at_night().guest.night
    doubts = open_objections(night)
    seen = canonical([[doubt.number, doubt.place] for doubt in doubts])
    sure = not doubts or SeenForm().sure.typed == seen
    if sure or (isinstance(act, Paid) and not act.amount) or _is_sent(night):
        return None
    sent = [(name, value) for name, value in request.form.items(multi=True) if name not in ("sure", "csrf_token")]
    return night_page("sure.html", 409, objections=doubts, sent=sent, sure=seen, action=request.full_path.rstrip("?"))


def _is_sent(night_id: int) -> bool:
    """Return whether something came under the id of the form before: it is answered as it was then."""
    return bool(EntryRow.get_or_none(EntryRow.night == night_id, EntryRow.request == sender().request))


def _plan_seen(guest: Guest, seen: str) -> Frozen | None:
    """Return the plan that the page showed, None for what no page has shown."""
    try:
        told = json.loads(seen)
        facts = told if isinstance(told, dict) else {"payments": told}
        act = read_act(Frozen.kind, {**facts, "player": guest.player})
    except (ValueError, RecursionError, Refused):
        return None
    assert isinstance(act, Frozen)
    return act


@pages.post("/settle/tick")
def tick() -> Response:
    """Tick a payment as paid, in part or whole, or take that back."""
    at = at_night()
    try:
        act = TickForm().act(stake_of(at.row), at.guest.player)
    except Refused as refused:
        return settle_page(422, refusal(refused))
    seen = SeenForm().proposed.data
    proposed = None if seen is None else _plan_seen(at.guest, seen)
    if seen is not None and act.plan > at.row.plan and seen != _seen_now():
        return settle_page(409, speech().say(_CHANGED))
    place = f"payment-{act.plan}-{act.debtor}-{act.creditor}"
    return _written(act, lambda: ticking.tick(at.guest.night, sender(), proposed, act, based_on()), place)


def _seen_now() -> str:
    at = at_night()
    return settlement_of(at.row, at.players, _asked()).seen


def _written(act: Frozen | Paid, write: Callable[[], object], place: str) -> Response:
    try:
        if question := _ask_first(act):
            return question
        write()
    except Stale:
        return settle_page(409, speech().say(_CHANGED))
    except Refused as refused:
        return settle_page(422, refusal(refused))
    return go("settling.show", _anchor=place)


@pages.route("/carry", methods=["GET", "POST"])
@hosts
def join_nights() -> Response:
    """Carry what is open to another night, the next one or one that there is, or bring other nights' here."""
    row = at_night().row
    others = other_nights(row, need_device(), _NIGHTS)
    if request.method != "POST":
        return _carry_page(others)
    try:
        target = _carry(row, {other.night.slug: other.night for other in others})
    except Refused as refused:
        return tell_wait(_carry_page(others, refusal(refused)), refused)
    return go("settling.show", slug=target.slug)


def _carry(row: NightRow, others: dict[str, NightRow]) -> NightRow:
    """Do what the form says and return the night in which it is to be settled. Raises Refused."""
    form, sent = CarryForm(), sender()
    way, chosen = form.way.typed, form.night.ticked
    if way in ("next", "another"):
        return _open_next(row, sent, read_whole("next", form.next.typed))
    if way not in ("to", "from") or not chosen or not all(slug in others for slug in chosen):
        raise Refused("night", say("nothing was chosen"))
    if way == "to":
        carry(row, others[chosen[0]], sent)
        return others[chosen[0]]
    bring([others[slug] for slug in chosen], row, sent)
    return row


def _open_next(row: NightRow, sent: Sender, place: int) -> NightRow:
    """Return the night that follows a night at this place, from 0; opened by whoever comes first. Raises Refused.

    Every host of the night that it follows is a host of it, unless his access there was ended.
    """
    if place < 0 or (place and not was_opened(slug_of(_opening_id(row, place - 1)))):
        raise Refused("next", say("nothing was chosen"))
    return open_following(row, sent, _opening_id(row, place), carries=True)


def _opening_id(row: NightRow, place: int) -> str:
    """Return the id under which a next night of a night is opened: the same on all phones that press at once.

    It is signed because the journal shows it, and whoever sends it becomes the host.
    """
    return sign(canonical(["next", row.slug, place]), str(current_app.secret_key))


def _carry_page(others: Sequence[Other], error: str = "") -> Response:
    at = at_night(again=bool(error))
    return night_page(
        "carry.html",
        422 if error else 200,
        settlement=settlement_of(at.row, at.players),
        others=others,
        opened=next(place for place in count() if not was_opened(slug_of(_opening_id(at.row, place)))),
        error=error,
    )
