"""Settling a night: open amounts, plans of payments, their ticks, transfers to other nights, and the kitty."""

import json
from collections.abc import Sequence
from itertools import count

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.accounts.kitty import WAYS_OF_KITTY
from scorekeeper.banking.payment_codes import WRITERS
from scorekeeper.clock import today
from scorekeeper.journal.act_json import read_act
from scorekeeper.journal.acts import Called, Frozen, KittyStruck, Paid, Parted, Pooled
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.money import Stake
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.membership import find_member
from scorekeeper.storage.engine.errors import Gone
from scorekeeper.storage.engine.sql import writing
from scorekeeper.storage.groups.group import group_at_hand, group_of
from scorekeeper.storage.groups.tariff import fines_at
from scorekeeper.storage.groups.treasurer import last_gathering, may_hand_back
from scorekeeper.storage.journal.entries import find_repeat, find_sent
from scorekeeper.storage.journal.register import how_ended, slug_of, was_opened
from scorekeeper.storage.nights.carry_over import OtherNight, bring, carry, other_nights, start_next_night
from scorekeeper.storage.projections.kitty import Content, bookings_of_night, content_of_group
from scorekeeper.storage.projections.objections import open_objections
from scorekeeper.storage.projections.settlement import load_last_entries, load_payments, load_transfers
from scorekeeper.storage.queries.nights import find_deal, stake_of
from scorekeeper.storage.writing.entry import Stale, append, append_all, tick_payment
from scorekeeper.typed_numbers import read_whole
from scorekeeper.web.access.current import NIGHT, AtNight, at_night, hosts, night_page, sign_opening
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.rate_limits import limit_openings
from scorekeeper.web.settlement.bank_code import payments_to
from scorekeeper.web.settlement.forms import (
    EVERYBODY,
    AgreementForm,
    AllPaidForm,
    CarryForm,
    KittyForm,
    PurseForm,
    TickForm,
)
from scorekeeper.web.settlement.view_model import Settlement, settled_as

pages = Blueprint("settling", __name__, url_prefix=NIGHT)

_NIGHTS = 30  # other nights on the page of transfers
_CHANGED = say("What is open was changed on another phone meanwhile. Here is how it stands now.")
_PURSE_ACTS: dict[str, type[Pooled] | type[Parted]] = {"pool": Pooled, "part": Parted}


@pages.get("/settle")
def show() -> Response:
    """Show open objections, the payments, and their ticks."""
    return _settle_page(at_night())


@pages.errorhandler(Stale)
@pages.errorhandler(Refused)
def show_refused(problem: Stale | Refused) -> Response:
    """Show the current settlement with the reason of the refusal."""
    form = TickForm()
    form.refuse(Refused("", _CHANGED) if isinstance(problem, Stale) else problem)
    return _settle_page(at_night(reload=True), form, 409 if isinstance(problem, Stale) else 422)


def _settle_page(at: AtNight, form: TickForm | None = None, status: int = 200) -> Response:
    settlement = Settlement(at.rows, speech(), request.args.get("by"))
    objections = open_objections(at.guest.night)
    received = payments_to(settlement, at.guest.player)
    transfers = load_transfers(at.row.id, at.guest.device)
    written = settled_as(at.now)
    return night_page(
        "settlement/settle.html",
        status,
        settlement=settlement,
        written=written,
        shared_text=settlement.tell(written, objections),
        stakes=at.now.stake_spans,
        objections=objections,
        transfers=transfers,
        pictured=at.row.number > 1,
        to_me=[(debtor, settlement.amount(amount)) for debtor, amount in received] if at.guest.may_write else [],
        has_code=settlement.stake is not None and settlement.stake.currency in WRITERS,
        taken_back_in=_group_to_take_back(at, settlement) if transfers else "",
        parts={(form.debtor.data, form.creditor.data): form.part.data} if form else {},
        error=form.problem if form else None,
    )


def _group_to_take_back(at: AtNight, settlement: Settlement) -> str:
    """Return the address of the group in which this phone may take back that all was settled here, or an empty text."""
    gathering = last_gathering(at.row.id)
    if gathering is None or any(tick.due.paid for tick in settlement.dues):
        return ""
    row = group_at_hand(at.row.id, at.guest.device)
    return row.slug if row and may_hand_back(row, at.device, gathering, at.row) else ""


@pages.get("/settle.txt")
def text() -> Response:
    """Return the settlement as text to share."""
    at = at_night()
    settlement = Settlement(at.rows, speech(), request.args.get("by"))
    objections = open_objections(at.guest.night)
    return Response(settlement.tell(settled_as(at.now), objections), mimetype="text/plain")


@pages.post("/settle/freeze")
def freeze() -> Response:
    """Freeze the plan that the page showed."""
    at = at_night()
    form = AgreementForm()
    sender = form.sender(at.guest.device)
    seen = form.seen.typed
    changed = seen != Settlement(at.rows, speech(), request.args.get("by")).seen
    act = _read_plan(seen, at.guest.player)
    if act is None or (changed and not find_repeat(at.guest.night, sender.request, act)):
        raise Stale(0, 0)
    if question := _ask_first(at, form, act):
        return question
    append(at.guest.night, sender, act)
    return go("settling.show", _anchor="plan")


@pages.post("/settle/tick")
def tick() -> Response:
    """Tick a payment as paid, wholly or in part, or undo the tick."""
    at = at_night()
    form = TickForm()
    sender = form.sender(at.guest.device)
    act = form.act(stake_of(at.row), at.guest.player)
    proposed = None
    if (seen := form.proposed.data) is not None:
        proposed = _read_plan(seen, at.guest.player)
        is_new = act.plan > at.row.plan
        if is_new and seen != Settlement(at.rows, speech(), request.args.get("by")).seen:
            raise Stale(0, 0)
    if question := _ask_first(at, form, act):
        return question
    tick_payment(at.guest.night, sender, proposed, act, form.based_on.data)
    return go("settling.show", _anchor=f"payment-{act.plan}-{act.debtor}-{act.creditor}")


@pages.post("/settle/all")
def tick_all() -> Response:
    """Tick all payments that the page showed as paid, all or none of them."""
    at = at_night()
    form = AllPaidForm()
    sender = form.sender(at.guest.device)
    settlement = Settlement(at.rows, speech(), request.args.get("by"))
    ticks = settlement.unpaid
    if not find_sent(at.guest.night, sender.derive("payment 1").request):
        if form.payments.typed != settlement.unpaid_json:
            raise Stale(0, 0)
        if open_objections(at.guest.night):
            raise Refused("", say("decide the queries first"))
        proposed = _read_plan(settlement.seen, at.guest.player) if settlement.plan else None
        with writing():
            for place, tick in enumerate(ticks, 1):
                act = Paid(**tick.pair._asdict(), amount=tick.due.amount, player=at.guest.player)
                tick_payment(at.guest.night, sender.derive(f"payment {place}"), proposed, act, tick.due.version)
    return go("settling.show", _anchor="plan")


@pages.get("/end")
def end() -> Response:
    """Show what is left to do before the evening is over, and the ways to pass its result on."""
    at = at_night()
    settlement = Settlement(at.rows, speech())
    objections = open_objections(at.guest.night)
    called = (deal := find_deal(at.row.id, at.row.number)) is not None and isinstance(deal.act, Called)
    return night_page(
        "settlement/end.html",
        settlement=settlement,
        objections=objections,
        called=called,
        is_over=not (called or objections or settlement.payments),
        shared_text=settlement.tell(settled_as(at.now), objections),
        pictured=at.row.number > 1,
        group=group_at_hand(at.row.id, at.guest.device),
    )


@pages.post("/settle/purse")
def pool() -> Response:
    """Let players pay jointly, or separately again."""
    guest = at_night().guest
    form = PurseForm()
    sender = form.sender(guest.device)
    kind = _PURSE_ACTS.get(form.action.data or "")
    if kind is None:
        raise Refused("action", say("nothing was chosen"))
    append(guest.night, sender, kind(players=tuple(form.players.ticked), player=guest.player))
    return go("settling.show", _anchor="purses")


def _read_plan(seen: str, player: str) -> Frozen | None:
    try:
        content = json.loads(seen)
        facts = content if isinstance(content, dict) else {"payments": content}
        act = read_act(Frozen.kind, {**facts, "player": player})
    except (ValueError, RecursionError, Refused):
        return None
    assert isinstance(act, Frozen)
    return act


def _ask_first(at: AtNight, form: AgreementForm, act: Frozen | Paid) -> Response | None:
    """Return the page that asks for confirmation despite deals in doubt, None if it was given or there are none.

    It asks once: not if the plan was confirmed, or a payment of it ticked and not undone, after the last objection.
    A form that is sent again is answered as before.
    """
    doubts = open_objections(at.guest.night)
    if isinstance(act, Paid) and act.plan == at.row.plan:
        undone = [one.pair for one in load_payments(at.guest.night, act.plan) if one.due.version and not one.due.paid]
        last = load_last_entries(at.guest.night)
        seqs = [seq for pair, seq in last.items() if pair.plan == act.plan and pair not in undone]
        if max((doubt.remark.seq for doubt in doubts), default=0) < max(seqs, default=0):
            return None
    seen = canonical([[doubt.number, doubt.place] for doubt in doubts])
    sure = not doubts or form.sure.typed == seen
    if sure or (isinstance(act, Paid) and not act.amount) or find_sent(at.guest.night, form.form_id):
        return None
    fields = [(name, value) for name, value in request.form.items(multi=True) if name not in ("sure", "csrf_token")]
    address = url_for(request.endpoint or "", by=request.args.get("by"))
    return night_page(
        "settlement/confirm_payment.html", 409, objections=doubts, sent=fields, sure=seen, address=address
    )


@pages.route("/carry", methods=["GET", "POST"])
@hosts
def join_nights() -> Response:
    """Carry open amounts to the next night or an existing one, or bring those of other nights here."""
    at = at_night()
    others = other_nights(at.row, at.device, _NIGHTS)
    form = CarryForm()
    if form.is_submitted():
        with form.refusals():
            return go("settling.show", slug=_carry(at, others, form))
        at = at_night(reload=True)
    joinable = [other for other in others if other.open]
    opened = next(place for place in count() if not was_opened(slug_of(sign_opening("next", at.row.slug, place))))
    return night_page(
        "settlement/carry.html",
        form.status,
        unsettled=Settlement(at.rows, speech()).unsettled,
        others=others,
        carries=any(not other.there for other in others),
        joinable=joinable,
        brings=any(not other.here for other in joinable),
        opened=opened,
        next_place=max(opened - 1, 0),
        form=form,
    )


def _carry(at: AtNight, others: Sequence[OtherNight], form: CarryForm) -> str:
    """Carry out the form and return the slug of the night with the open amounts. Raises Refused.

    The first form opens a next night, at a place from 0. Every host of this night is a host of it, unless their access
    was ended.
    """
    sender = form.sender(at.guest.device)
    way = form.way.typed
    nothing = say("nothing was chosen")
    if way in ("next", "another"):
        place = read_whole("next", form.next.typed)
        if place < 0 or (place and not was_opened(slug_of(sign_opening("next", at.row.slug, place - 1)))):
            raise Refused("next", nothing)
        opening = sign_opening("next", at.row.slug, place)
        with writing():
            limit_openings(opening)
            return start_next_night(at.row, at.device, sender, today(), opening, carries=True).slug
    slugs = form.night.ticked
    nights = {other.night.slug: other.night for other in others}
    if way not in ("to", "from") or not slugs or not all(slug in nights for slug in slugs):
        if any(how_ended(slug) for slug in slugs):
            raise Gone
        raise Refused("night", nothing)
    if way == "to":
        carry(at.row, nights[slugs[0]], sender)
        return slugs[0]
    bring([nights[slug] for slug in slugs], at.row, sender)
    return at.row.slug


@pages.route("/kitty", methods=["GET", "POST"])
def show_kitty() -> Response:
    """Show the kitty and its movements in this night, and book a movement."""
    at = at_night()
    form = KittyForm()
    if form.is_submitted():
        with form.refusals():
            sitting = [player.key for player in at.players if player.state != "left"]
            acts = form.acts(stake_of(at.row), at.guest.player, sitting)
            append_all(at.guest.night, form.sender(at.guest.device), acts)
            return go("settling.show_kitty")
        at = at_night(reload=True)
    return _kitty_page(at, form)


@pages.post("/kitty/strike")
def strike_kitty() -> Response:
    """Undo a movement of the kitty."""
    guest = at_night().guest
    form = KittyForm()
    with form.refusals():
        act = KittyStruck(place=read_whole("place", form.place.typed), player=guest.player)
        append(guest.night, form.sender(guest.device), act)
        return go("settling.show_kitty")
    return _kitty_page(at_night(reload=True), form)


def _kitty_page(at: AtNight, form: KittyForm) -> Response:
    row = at.row
    group = group_of(row.id)
    member = find_member(at.device, group) if group else None
    ours = group if member and not member.ended else None  # for others the group does not exist
    tonight = Content(row.currency, row.kitty)
    fines = fines_at(ours, stake_of(row)) if ours else []
    contents = content_of_group(ours.id) if ours else [tonight] if tonight.amount >= 0 else []
    return night_page(
        "settlement/kitty.html",
        form.status,
        tonight=tonight,
        belongs=ours,
        contents=contents,
        overdrawn=any(content.amount < 0 for content in contents),
        bookings=bookings_of_night(row.id),
        ways=WAYS_OF_KITTY,
        fines=[
            (reason, coins, speech().decimal(Stake(coins, row.currency)) if row.currency else coins)
            for reason, coins in fines
        ],
        everybody=EVERYBODY,
        form=form,
    )
