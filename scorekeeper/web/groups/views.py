"""Rounds: a new one, its page, the next night, and which nights belong to it."""

import secrets
from collections.abc import Sequence
from itertools import count
from typing import NoReturn

from flask import Blueprint, abort, current_app, redirect, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.questions import shown
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.devices import find_guest, link_token, sign, was_let_in
from scorekeeper.storage.engine.errors import Gone
from scorekeeper.storage.engine.transactions import writing
from scorekeeper.storage.groups.rounds import (
    find_round,
    keep_round,
    nights_of_round,
    open_round,
    put_into_round,
    round_of,
    rounds_of,
    take_out_of_round,
)
from scorekeeper.storage.groups.season import Chosen, Total, add_up_season, open_nights, round_now
from scorekeeper.storage.journal.register import how_ended, slug_of
from scorekeeper.storage.journal.state import load_night, standings
from scorekeeper.storage.models import NightRow, RoundRow
from scorekeeper.storage.nights.carry_over import bring
from scorekeeper.storage.nights.home import cards_of
from scorekeeper.storage.projections.kitty import content_of_round
from scorekeeper.storage.queries.nights import find_night, nights_with
from scorekeeper.storage.writing.entry import Sender
from scorekeeper.storage.writing.opening import find_opened
from scorekeeper.web.access.current import NIGHT, AtNight, at_night, hosts, need_device, night_page
from scorekeeper.web.access.form_request import FormRequest, read_form
from scorekeeper.web.core.lifecycle import go, page
from scorekeeper.web.core.rate_limits import hold_back_opening, tell_wait
from scorekeeper.web.groups.current import ROUND, AtRound, at_round, page_asked, round_page
from scorekeeper.web.groups.forms import LastNightForm, NewGroupForm, NightGroupForm
from scorekeeper.web.opening.next_night import open_following

pages = Blueprint("rounds", __name__)

NIGHTS = 6  # on one page
_AT_ONCE = 60  # nights that are settled together


@pages.route("/rounds/new", methods=["GET", "POST"])
def new() -> Response:
    """Ask for the name of a round and open it."""
    form = NewGroupForm()
    if form.validate_on_submit():
        try:
            return go("rounds.show", round_slug=_open(form.name.typed, read_form()).slug)
        except Refused as refused:
            form.refuse(refused)
    return tell_wait(page("groups/new_group.html", form.status, form=form), form.refused)


def _open(name: str, sent: FormRequest) -> RoundRow:
    hold_back_opening()
    opening = sign(canonical(["round", sent.form_id, name]), str(current_app.secret_key))
    with writing():
        return open_round(need_device(), name, opening)


@pages.get(ROUND)
def show() -> Response:
    """Show the next night, who plays, and the nights of a round."""
    at = at_round()
    (number, most) = page_asked(NIGHTS)
    found = nights_of_round(at.row.id, most + 1, most * (number - 1))
    last = last_night(at.row)
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
        settles=last is not None and _hosts(at, last) and _is_open_elsewhere(people, last),
        people=people,
        kitty=content_of_round(at.row.id),
        games=GAMES,
    )


def last_night(row: RoundRow) -> NightRow | None:
    """Return the last night of a round, None where there is none or its row cannot be read."""
    return next(iter(nights_with(nights_of_round(row.id, 1)).rows), None)


def _is_open_elsewhere(people: Sequence[Total], last: NightRow) -> bool:
    """Return whether anybody has something else open in the season than in the last night."""
    here = {player.name: player.open(last.coins or 1) for player in standings(last.id)}
    in_all = {total.name: total.money[last.currency].open for total in people if last.currency in total.money}
    return any(amount != here.get(name, 0) for name, amount in in_all.items())


def way_in(at: AtRound, night: NightRow, endpoint: str = "sheet.show") -> str:
    """Return the address of a night for who is in the round: he comes in by its link, which asks him who he is."""
    if was_let_in(at.device, night.id):
        return url_for(endpoint, slug=night.slug, _anchor="now" if endpoint == "sheet.show" else None)
    token = link_token(night, "writer" if at.member.is_member else "onlooker", str(current_app.secret_key))
    return url_for("people.join", slug=night.slug, token=token)


@pages.post(ROUND + "/next")
def next_one() -> Response:
    """Open the next night: the people, seats, rules and stake of the last one, and the next dealer deals."""
    at = at_round()
    last = _last_shown(at)
    if not _is_of(at.row, last):
        _refuse(at, last.slug)
    try:
        opened = _open_next(at, last)
    except Refused as refused:
        return tell_wait(page("core/error.html", 422, code=422, text=refused.phrase), refused)
    return go("sheet.show", slug=opened.slug) if was_let_in(at.device, opened.id) else redirect(way_in(at, opened), 303)


@pages.post(ROUND + "/settle")
def settle() -> Response:
    """Bring what is open in all nights that this phone hosts to the last one, where the fewest payments settle it."""
    at = at_round()
    last = _last_shown(at)
    sent = read_form().sender(at.device.key)
    if not _hosts(at, last):
        _refuse(at, last.slug)
    others = [night for night in open_nights(at.row.id, at.device, _AT_ONCE) if night.id != last.id]
    try:
        if others:  # none where it was sent before
            bring(others, last, Sender(at.device.key, sent.request))
    except Refused as refused:
        return page("core/error.html", 422, code=422, text=refused.phrase)
    return go("settling.show", slug=last.slug)


def _last_shown(at: AtRound) -> NightRow:
    """Return the night that the page showed as the last one. Raises Gone for one that was deleted since."""
    slug = LastNightForm().last.typed
    return find_night(slug) or _refuse(at, slug)


def _refuse(at: AtRound, slug: str) -> NoReturn:
    """Answer 400 to a form that no page shows with this night. Raises Gone where it or the round was deleted since."""
    if how_ended(slug) or find_round(at.row.slug) is None:
        raise Gone
    abort(400)


def _hosts(at: AtRound, night: NightRow) -> bool:
    """Return whether a night is of the round, and the phone a host of it."""
    guest = find_guest(session["device"], night.slug)
    return bool(_is_of(at.row, night) and guest and guest.is_host and not guest.ended)


def _open_next(at: AtRound, last: NightRow) -> NightRow:
    """Return the night that follows the last one that the page showed; two who tap at once get the same.

    Only who opens it is its host: whoever is in the round could otherwise make himself a host of any of its nights.
    One that was deleted since, or taken out of the round, is followed by another. Raises Refused.
    """
    with writing():
        load_night(last.id, hold=True)
        keep_round(at.row.id)
        for place in count():
            parts = ["round", at.row.slug, last.slug, *([place] if place else [])]
            opening = sign(canonical(parts), str(current_app.secret_key))
            found = find_opened(opening)
            if found and _is_of(at.row, found):
                return found
            if not found and not how_ended(slug_of(opening)):
                break
        opened = open_following(last, Sender(at.device.key, secrets.token_hex(16)), opening)
        put_into_round(opened, at.row)
    return opened


def _is_of(row: RoundRow, night: NightRow) -> bool:
    there = round_of(night.id)
    return there is not None and there.id == row.id


@pages.route(NIGHT + "/round", methods=["GET", "POST"])
@hosts
def of_night() -> Response:
    """Put a night into a round of this phone, a new one or one that there is, or take it out."""
    at = at_night()
    form = NightGroupForm()
    mine = rounds_of(need_device(), ("member", "host"))
    if request.method == "POST":
        sent = read_form()
        sent.sender(at.guest.device)  # a form without an id is none of ours
        if form.validate():
            try:
                return _decide(at, mine, form, sent)
            except Refused as refused:
                form.refuse(refused)
    return night_page(
        "groups/night_group.html", form.status, belongs=round_of(at.row.id), mine=mine, problem=form.problem
    )


def _decide(at: AtNight, mine: Sequence[RoundRow], form: NightGroupForm, sent: FormRequest) -> Response:
    """Do what a valid form says of a night and a group, one of `mine` or a new one. Raises Refused."""
    action = form.action.data
    if action == "out":
        take_out_of_round(at.row, at.guest.device)
        return go("rounds.of_night")
    if action == "new" and round_of(at.row.id):
        raise Refused("round", say("the night already belongs to another group"))
    slug = form.round.typed
    row = _open(form.name.typed, sent) if action == "new" else next((row for row in mine if row.slug == slug), None)
    if row is None:
        raise Refused("round", say("{value} is not a group of this phone", value=shown(slug)))
    put_into_round(at.row, row)
    return go("rounds.show", round_slug=row.slug)
