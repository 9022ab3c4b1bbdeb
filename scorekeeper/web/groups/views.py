"""The pages of a group: opening one, its nights, the next night, joining, and its links."""

import secrets
from itertools import count

from flask import Blueprint, current_app, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.clock import zones
from scorekeeper.games import GAMES
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.devices import let_in, let_into, link_token, role_of_link
from scorekeeper.storage.access.membership import GROUP_ACCESS, Role, find_member, members_of
from scorekeeper.storage.access.rate_limits import Limit
from scorekeeper.storage.engine.sql import writing
from scorekeeper.storage.groups.evenings import current_id, day_of_group, last_round
from scorekeeper.storage.groups.group import (
    add_to_group,
    group_of,
    groups_of,
    is_of_closed_season,
    keep_group,
    let_into_group_again,
    load_group,
    open_group,
    open_in_group,
    owners_in_group,
    remove_device,
    take_out_of_group,
)
from scorekeeper.storage.groups.members import add_members, member_of_device, members_of_group
from scorekeeper.storage.groups.nights import NightFilter, is_in_group, last_night, nights_of_group
from scorekeeper.storage.groups.results import group_now
from scorekeeper.storage.groups.season import add_up_season
from scorekeeper.storage.groups.treasurer import (
    has_several_to_settle,
    is_left_to_treasurers,
    leave_to_treasurers,
    treasurers_of,
)
from scorekeeper.storage.journal.register import how_ended, slug_of
from scorekeeper.storage.journal.state import load_night
from scorekeeper.storage.nights.carry_over import start_next_night
from scorekeeper.storage.nights.home import cards_of
from scorekeeper.storage.projections.kitty import content_of_group
from scorekeeper.storage.queries.nights import nights_with
from scorekeeper.storage.writing.entry import Sender, find_opened
from scorekeeper.value_checks import shorten
from scorekeeper.web.access.current import (
    NIGHT,
    at_night,
    device,
    hosts,
    is_slug,
    need_device,
    night_page,
    sign_opening,
)
from scorekeeper.web.access.forms import DECISIONS, JoinForm
from scorekeeper.web.access.membership import check_pin, dead_link_page, decide
from scorekeeper.web.access.views import share_links
from scorekeeper.web.core.lifecycle import go, page
from scorekeeper.web.core.rate_limits import (
    JOINS_AT_NIGHT,
    JOINS_FROM_ONE,
    check_limits,
    client_key,
    limit_openings,
)
from scorekeeper.web.groups.current import (
    GROUP,
    at_group,
    group_page,
    need_group_host,
    night_shown,
    read_page,
    refuse_night,
    way_in,
    ways_in,
)
from scorekeeper.web.groups.forms import GroupHostForm, LastNightForm, NewGroupForm, NightGroupForm
from scorekeeper.web.groups.settings import change_group

pages = Blueprint("groups", __name__)

LINKS: tuple[Role, ...] = ("member", "onlooker")
NIGHTS = 6  # on one page


@pages.route("/rounds/new", methods=["GET", "POST"])
def new() -> Response:
    """Show the form of a new group, and open it."""
    form = NewGroupForm()
    if form.validate_on_submit():
        with form.refusals():
            opening = _opening_id(form)
            with writing():
                row = open_group(need_device(), form.name.typed, opening, _zone_of(form))
                add_members(row, form.members.names)
            return go("groups.show", group_slug=row.slug)
    return page("groups/new_group.html", form.status, form=form)


def _opening_id(form: NewGroupForm | NightGroupForm) -> str:
    """Return the request id of a new group. Raises Refused."""
    limit_openings()
    return sign_opening("round", form.form_id, form.name.typed)


def _zone_of(form: NewGroupForm | NightGroupForm) -> str:
    """Return the time zone of the phone that opens a group, "" for that of the server where it did not say it."""
    return form.zone.typed if form.zone.typed in zones() else ""


@pages.get(GROUP)
def show() -> Response:
    """Show the next night, the members and the nights of a group."""
    at = at_group()
    number, most = read_page(request.args, NIGHTS)
    found = nights_of_group(at.row.id, most + 1, most * (number - 1))
    last = last_night(at.row.id)
    now = group_now(at.row)
    people = add_up_season(now, NightFilter())
    nights, lost = nights_with(found[:most])
    cards, unreadable = cards_of(nights)
    links = ways_in(at, [card.night for card in cards])
    return group_page(
        "groups/group.html",
        cards=cards,
        links=links,
        more=len(found) > most,
        number=number,
        unreadable=[*lost, *unreadable],
        last=last,
        settles=at.member.is_member and has_several_to_settle(now, at.device),
        played={total.member: total.evenings for total in people if total.numbers["nights"]},
        members=members_of_group(at.row.id),
        mine=member_of_device(at.row.id, at.device),
        drawn_today=last_round(current_id(at.row.id)) > 0,
        kitty=content_of_group(at.row.id),
        games=GAMES,
    )


@pages.post(GROUP + "/next")
def next_one() -> Response:
    """Open the next night with the people, seats, rules and stake of the last one."""
    at = at_group()
    last = night_shown(at, LastNightForm().last.typed)
    if not is_in_group(last.id, at.row.id):
        refuse_night(at, last.slug)
    with writing():
        # Two taps at once open the same night. After a deleted or removed one another is opened.
        load_night(last.id, lock=True)
        keep_group(at.row.id)
        for place in count():
            opening = sign_opening("round", at.row.slug, last.slug, *([place] if place else []))
            opened = find_opened(opening)
            if opened and is_in_group(opened.id, at.row.id):
                break
            if not opened and not how_ended(slug_of(opening)):
                # Only the opener becomes its host, else any member could become host of any night.
                limit_openings(opening)
                sender = Sender(at.device.key, secrets.token_hex(16))
                opened = start_next_night(last, at.device, sender, day_of_group(at.row), opening)
                open_in_group(opened, at.row)
                break
    assert opened is not None
    return go("sheet.show", slug=opened.slug) if let_into(at.device, [opened.id]) else redirect(way_in(at, opened), 303)


@pages.route(NIGHT + "/round", methods=["GET", "POST"])
@hosts
def of_night() -> Response:
    """Put a night into a new or existing group of this phone, or take it out."""
    at = at_night()
    form = NightGroupForm()
    mine = groups_of(need_device(), ("member", "host"))
    if request.method == "POST":
        form.sender(at.guest.device)  # check its id
        if form.validate():
            with form.refusals():
                if form.action.data in ("agree", "withdraw"):
                    leave_to_treasurers(at.row.id, form.action.data == "agree")
                    return go("groups.of_night")
                if form.action.data == "out":
                    take_out_of_group(at.row, at.guest.device)
                    return go("groups.of_night")
                if form.action.data == "new":
                    if group_of(at.row.id):
                        raise Refused("round", say("the night already belongs to another group"))
                    opening = _opening_id(form)
                    with writing():
                        row = open_group(need_device(), form.name.typed, opening, _zone_of(form))
                else:
                    slug = form.group.typed
                    found = next((row for row in mine if row.slug == slug), None)
                    if found is None:
                        raise Refused("round", say("{value} is not a group of this phone", value=shorten(slug)))
                    row = found
                add_to_group(at.row, row)
                return go("groups.show", group_slug=row.slug)
    belongs = group_of(at.row.id)
    return night_page(
        "groups/night_group.html",
        form.status,
        belongs=belongs,
        treasurers=treasurers_of(belongs.id) if belongs else {},
        closed=is_of_closed_season(at.row.id),
        agreed=is_left_to_treasurers(at.row.id),
        mine=mine,
        problem=form.problem,
    )


@pages.route("/jr/<group_slug>/<token>", methods=["GET", "POST"])
def join(group_slug: str, token: str) -> Response:
    """Let a device into a group by a link, after the PIN if the group has one."""
    row = load_group(group_slug) if is_slug(group_slug) else None
    role = role_of_link(row, token, str(current_app.secret_key)) if row else None
    asking = device()
    known = find_member(asking, row) if asking and row else None
    if (
        row
        and known
        and (known.ended or role is None or GROUP_ACCESS.ranks.index(known.role) >= GROUP_ACCESS.ranks.index(role))
    ):
        return go("groups.show", group_slug=row.slug)
    if row is None or role is None:
        return dead_link_page()
    form = JoinForm()
    asks_pin = bool(row.pin) and known is None
    if form.validate_on_submit():
        with form.refusals():
            if asks_pin:
                check_pin(f"round pin {row.slug}", row.pin, form.pin.typed)
            check_limits(
                Limit(f"join round {row.slug}", JOINS_AT_NIGHT), Limit(f"join from {client_key()}", JOINS_FROM_ONE)
            )
            let_in(need_device(), row, role)
            asks_who = role != "onlooker" and bool(members_of_group(row.id))
            return go("members.me" if asks_who else "groups.show", group_slug=row.slug)
    return page("groups/join_group.html", form.status, form=form, group=row, token=token, role=role, asks_pin=asks_pin)


@pages.route(GROUP + "/share", methods=["GET", "POST"])
def share() -> Response:
    """Show the links of a group (only the onlookers' to an onlooker), and its phones and PIN to a host."""
    at = at_group()
    form = GroupHostForm(at.row.name)
    if request.method == "POST":
        need_group_host()
        if form.validate():
            with form.refusals():
                if form.action.data not in DECISIONS:  # of an earlier version's page
                    return change_group(at, form, "groups.share")
                if form.action.data == "end":
                    remove_device(at.row, form.device.typed)
                elif form.action.data == "again":
                    let_into_group_again(at.row, form.device.typed)
                else:
                    decide(GROUP_ACCESS, at.row.id, form)
                return go("groups.share", group_slug=at.row.slug)
    paths = {}
    for role in LINKS if at.member.is_member else LINKS[1:]:
        token = link_token(at.row, role, str(current_app.secret_key))
        paths[role] = url_for("groups.join", group_slug=at.row.slug, token=token)
    phones = members_of(GROUP_ACCESS, at.row.id) if at.member.is_host else []
    owners = owners_in_group(at.row.id) if phones else {}
    return group_page(
        "groups/group_share.html",
        form.status,
        links=share_links(paths),
        phones=phones,
        owners=owners,
        form=form,
    )
