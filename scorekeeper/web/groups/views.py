"""Rounds: a new one, its page, its kitty, the next night, and which nights belong to it."""

import secrets
from itertools import count

from flask import Blueprint, current_app, redirect, request
from werkzeug.wrappers import Response

from scorekeeper.accounts.kitty import WAYS_OF_KITTY
from scorekeeper.games import GAMES
from scorekeeper.games.questions import shown
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.devices import sign, was_let_in
from scorekeeper.storage.engine.sql import writing
from scorekeeper.storage.groups.rounds import (
    is_in_round,
    keep_round,
    last_night,
    nights_of_round,
    open_round,
    put_into_round,
    round_of,
    rounds_of,
    take_out_of_round,
)
from scorekeeper.storage.groups.season import Chosen, add_up_season, is_open_elsewhere, open_nights, round_now
from scorekeeper.storage.journal.register import how_ended, slug_of
from scorekeeper.storage.journal.state import load_night
from scorekeeper.storage.nights.carry_over import bring, follow
from scorekeeper.storage.nights.home import cards_of
from scorekeeper.storage.projections.kitty import bookings_of_round, content_of_round
from scorekeeper.storage.queries.nights import nights_with
from scorekeeper.storage.writing.entry import Sender
from scorekeeper.storage.writing.opening import find_opened
from scorekeeper.web.access.current import NIGHT, at_night, hosts, need_device, night_page
from scorekeeper.web.core.lifecycle import go, page, page_number
from scorekeeper.web.core.rate_limits import hold_back_opening, tell_wait
from scorekeeper.web.groups.current import (
    ROUND,
    at_round,
    hosts_night,
    night_shown,
    page_asked,
    refuse_night,
    round_page,
    way_in,
)
from scorekeeper.web.groups.forms import LastNightForm, NewGroupForm, NightGroupForm

pages = Blueprint("rounds", __name__)

NIGHTS = 6  # on one page
_BOOKINGS = 50  # of the kitty, on one page
_AT_ONCE = 60  # nights that are settled together


@pages.route("/rounds/new", methods=["GET", "POST"])
def new() -> Response:
    """Ask for the name of a round and open it."""
    form = NewGroupForm()
    if form.validate_on_submit():
        try:
            opening = _opening_id(form)
            with writing():
                row = open_round(need_device(), form.name.typed, opening)
            return go("rounds.show", round_slug=row.slug)
        except Refused as refused:
            form.refuse(refused)
    return tell_wait(page("groups/new_group.html", form.status, form=form), form.refused)


def _opening_id(form: NewGroupForm | NightGroupForm) -> str:
    """Return the id under which a form opens a group, or raise HeldBack."""
    hold_back_opening()
    return sign(canonical(["round", form.form_id, form.name.typed]), str(current_app.secret_key))


@pages.get(ROUND)
def show() -> Response:
    """Show the next night, who plays, and the nights of a round."""
    at = at_round()
    (number, most) = page_asked(NIGHTS)
    found = nights_of_round(at.row.id, most + 1, most * (number - 1))
    last = last_night(at.row.id)
    people = sorted(add_up_season(round_now(at.row), Chosen()), key=lambda total: (-total.nights, total.name))
    nights, lost = nights_with(found[:most])
    cards, unreadable = cards_of(nights)
    links = {card.night.id: way_in(at, card.night) for card in cards}
    return round_page(
        "groups/group.html",
        cards=cards,
        links=links,
        more=len(found) > most,
        number=number,
        unreadable=[*lost, *unreadable],
        last=last,
        settles=last is not None and hosts_night(at, last) and is_open_elsewhere(people, last),
        people=people,
        kitty=content_of_round(at.row.id),
        games=GAMES,
    )


@pages.post(ROUND + "/next")
def next_one() -> Response:
    """Open the next night: the people, seats, rules and stake of the last one, and the next dealer deals."""
    at = at_round()
    last = night_shown(at, LastNightForm().last.typed)
    if not is_in_round(last.id, at.row.id):
        refuse_night(at, last.slug)
    try:
        with writing():
            # Two who tap at once get the same night. One that was deleted since, or taken out, is followed by another.
            load_night(last.id, hold=True)
            keep_round(at.row.id)
            for place in count():
                parts = ["round", at.row.slug, last.slug, *([place] if place else [])]
                opening = sign(canonical(parts), str(current_app.secret_key))
                opened = find_opened(opening)
                if opened and is_in_round(opened.id, at.row.id):
                    break
                if not opened and not how_ended(slug_of(opening)):
                    # Only who opens it is its host: anybody in the group could else become host of any of its nights.
                    hold_back_opening(opening)
                    opened = follow(last, at.device, Sender(at.device.key, secrets.token_hex(16)), opening)
                    put_into_round(opened, at.row)
                    break
    except Refused as refused:
        return tell_wait(page("core/error.html", 422, code=422, text=refused.phrase), refused)
    assert opened is not None
    return go("sheet.show", slug=opened.slug) if was_let_in(at.device, opened.id) else redirect(way_in(at, opened), 303)


@pages.post(ROUND + "/settle")
def settle() -> Response:
    """Bring what is open in all nights that this phone hosts to the last one, where the fewest payments settle it."""
    at = at_round()
    form = LastNightForm()
    last = night_shown(at, form.last.typed)
    sent = form.sender(at.device.key)
    if not hosts_night(at, last):
        refuse_night(at, last.slug)
    others = [night for night in open_nights(at.row.id, at.device, _AT_ONCE) if night.id != last.id]
    try:
        if others:  # none where it was sent before
            bring(others, last, Sender(at.device.key, sent.request))
    except Refused as refused:
        return page("core/error.html", 422, code=422, text=refused.phrase)
    return go("settling.show", slug=last.slug)


@pages.route(NIGHT + "/round", methods=["GET", "POST"])
@hosts
def of_night() -> Response:
    """Put a night into a round of this phone, a new one or one that there is, or take it out."""
    at = at_night()
    form = NightGroupForm()
    mine = rounds_of(need_device(), ("member", "host"))
    if request.method == "POST":
        form.sender(at.guest.device)  # a form without an id is none of ours
        if form.validate():
            try:
                if form.action.data == "out":
                    take_out_of_round(at.row, at.guest.device)
                    return go("rounds.of_night")
                if form.action.data == "new":
                    if round_of(at.row.id):
                        raise Refused("round", say("the night already belongs to another group"))
                    opening = _opening_id(form)
                    with writing():
                        row = open_round(need_device(), form.name.typed, opening)
                else:
                    slug = form.round.typed
                    found = next((row for row in mine if row.slug == slug), None)
                    if found is None:
                        raise Refused("round", say("{value} is not a group of this phone", value=shown(slug)))
                    row = found
                put_into_round(at.row, row)
                return go("rounds.show", round_slug=row.slug)
            except Refused as refused:
                form.refuse(refused)
    return night_page(
        "groups/night_group.html", form.status, belongs=round_of(at.row.id), mine=mine, problem=form.problem
    )


@pages.get(ROUND + "/kitty")
def kitty() -> Response:
    """Show what lies in the kitty of a round, and the movements at its nights."""
    at = at_round()
    row = at.row
    number = page_number()
    found = bookings_of_round(row.id, _BOOKINGS + 1, _BOOKINGS * (number - 1))
    last = last_night(row.id)
    contents = content_of_round(row.id)
    return round_page(
        "groups/group_kitty.html",
        contents=contents,
        overdrawn=any(content.amount < 0 for content in contents),
        bookings=found[:_BOOKINGS],
        more=len(found) > _BOOKINGS,
        number=number,
        last=last,
        way=way_in(at, last, "kitty.show") if last else "",
        ways=WAYS_OF_KITTY,
    )
