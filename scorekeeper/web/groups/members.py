"""The members of a group: the list, their presence, and the person of this phone."""

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from scorekeeper.clock import today
from scorekeeper.people.names import fold_name
from scorekeeper.phrase import say
from scorekeeper.spreadsheet.table import Column, Table
from scorekeeper.storage.engine.sql import writing
from scorekeeper.storage.groups.group import seat_device_this_evening
from scorekeeper.storage.groups.members import (
    add_members,
    choose_member,
    mark_members,
    member_of_device,
    members_of_group,
    remove_member,
    spell_as_members,
)
from scorekeeper.storage.groups.people import (
    counted_people,
    give_seats,
    join_people,
    part_people,
    seats_of,
    spellings_of,
)
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.rate_limits import limit_openings
from scorekeeper.web.groups.current import (
    GROUP,
    TABLE,
    AtGroup,
    at_group,
    group_page,
    limit_names,
    need_group_host,
    read_page,
    table_file,
)
from scorekeeper.web.groups.forms import MembersForm, SeatsForm, WhoInGroupForm

pages = Blueprint("members", __name__, url_prefix=GROUP)

_SEATS = 20  # on one page


@pages.route("/members", methods=["GET", "POST"])
def show() -> Response:
    """Show the members of a group; mark their presence, add or remove some, join two into one or part them."""
    at = at_group()
    form = MembersForm()
    if form.validate_on_submit():
        if form.action.data in ("remove", "join", "part"):
            need_group_host()
        with form.refusals():
            _change(at, form)
            return go("members.show", group_slug=at.row.slug)
    return group_page(
        "groups/members.html",
        form.status,
        form=form,
        members=members_of_group(at.row.id),
        people=counted_people(at.row.id),
        spellings=spellings_of(at.row.id),
    )


def _change(at: AtGroup, form: MembersForm) -> None:
    """Carry out a valid form. Raises Refused."""
    if form.action.data == "add":
        names = spell_as_members(at.row.id, form.names.names)
        limit_names("names", at, names)
        add_members(at.row, names)
    elif form.action.data == "here":
        mark_members(at.row, *form.marks())
    elif form.action.data == "join":
        join_people(at.row, form.member.data or 0, form.other.data or 0, at.member.key)
    elif form.action.data == "part":
        part_people(at.row, form.other.data or 0, at.member.key)
    else:
        remove_member(at.row, form.member.data or 0, at.member.key)


@pages.get(f"/members.{TABLE}")
def download(form: str) -> Response:
    """Return the list of members as a file."""
    reader = speech()
    name = reader.say(say("Members"))
    columns = [Column(reader.say(say("person"))), Column(reader.say(say("here today")))]
    here = reader.say(say("yes"))
    rows = [(member.name, here if member.here else "") for member in members_of_group(at_group().row.id)]
    return table_file(form, [name, today(at_group().row.zone)], [Table(name, columns, rows)])


@pages.route("/members/<int:member>", methods=["GET", "POST"])
def seats(member: int) -> Response:
    """Show the nights of a member; a host gives some of them to another one."""
    at = at_group()
    need_group_host()
    people = counted_people(at.row.id)
    name = next((one.name for one in people if one.id == member), "")
    if not name:
        abort(404)
    form = SeatsForm()
    if form.validate_on_submit():
        with form.refusals():
            chosen = [int(seat) for seat in form.seat.ticked if seat.isascii() and seat.isdigit() and len(seat) < 10]
            give_seats(at.row, member, chosen, form.to.data or 0, form.new_name(), at.member.key)
            return go("members.show", group_slug=at.row.slug)
    number, most = read_page(request.args, _SEATS)
    seats = seats_of(at.row.id, member, most + 1, most * (number - 1))
    return group_page(
        "groups/seats.html",
        form.status,
        form=form,
        name=name,
        one=member,
        people=[one for one in people if one.id != member],
        seats=seats[:most],
        more=len(seats) > most,
        number=number,
    )


@pages.route("/me", methods=["GET", "POST"])
def me() -> Response:
    """Ask for the person of this phone; the answer can be changed at any time."""
    at = at_group()
    form = WhoInGroupForm()
    if form.validate_on_submit():
        with form.refusals():
            with writing():
                name = form.new_name()
                if name:
                    limit_openings()
                    add_members(at.row, [name])
                found = next(
                    (one.id for one in members_of_group(at.row.id) if fold_name(one.name) == fold_name(name)),
                    form.who.data,
                )
                choose_member(at.row, at.device, found or None)
                seat_device_this_evening(at.row, at.device)
            return go("groups.show", group_slug=at.row.slug)
    return group_page(
        "groups/who.html",
        form.status,
        form=form,
        members=members_of_group(at.row.id),
        mine=member_of_device(at.row.id, at.device),
    )
