"""The group of the page, and access to it."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, NoReturn

from flask import Flask, Response, abort, g, request, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.formats import TABLE_FORMATS, table_parts
from scorekeeper.phrase import Refused, say
from scorekeeper.spreadsheet.table import Table
from scorekeeper.storage.access.devices import let_into
from scorekeeper.storage.access.membership import DeviceAccess, Role, find_member
from scorekeeper.storage.engine.errors import Gone
from scorekeeper.storage.groups.group import load_group
from scorekeeper.storage.groups.members import members_of_group
from scorekeeper.storage.journal.register import how_ended
from scorekeeper.storage.models import Device, GroupRow, NightRow
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.web.access.current import device, is_slug, path_into
from scorekeeper.web.core.downloads import answer_long_file
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.lifecycle import error_page, page, read_page_number
from scorekeeper.web.core.rate_limits import limit_openings

GROUP = "/r/<group_slug>"
"""The prefix of a group's pages."""

TABLE = f"<any({', '.join(TABLE_FORMATS)}):form>"
"""The ending of an address of a table to download."""

ALL_NIGHTS = 2000  # nights on a page with all of them
_MOST_NEW = 30  # names that a member adds at once, so that one act does not fill the list of members


class AtGroup(NamedTuple):
    """The group of the page, and the current device as its member."""

    row: GroupRow
    device: Device
    member: DeviceAccess


def protect_groups(app: Flask) -> None:
    """Check access before each page of a group; onlookers may only read."""
    app.before_request(_check)


def _check() -> None:
    rule = request.url_rule
    if rule is None or not rule.rule.startswith(GROUP):
        return
    assert request.view_args is not None
    g.group = _find(request.view_args.pop("group_slug"))
    if request.method == "POST" and not at_group().member.is_member:
        abort(403)


def _find(slug: str) -> AtGroup:
    asking = device()
    row = load_group(slug) if is_slug(slug) else None
    member = find_member(asking, row) if asking and row else None
    if asking is None or row is None or member is None:
        abort(404)
    if member.ended:
        abort(error_page(410, say("A host has removed this phone from this group.")))
    return AtGroup(row, asking, member)


def at_group() -> AtGroup:
    """Return the group of the page."""
    found: AtGroup = g.group
    return found


def need_group_host() -> None:
    """Abort with 403 unless the device is a host of the group."""
    member = at_group().member
    if not member.is_member:
        abort(403)
    if not member.is_host:
        abort(error_page(403, say("Only a host of this group may do that.")))


def limit_names(key: str, at: AtGroup, names: Sequence[str]) -> None:
    """Count an act that adds names to the members. Raises Refused, also for too many by who is no host."""
    new = set(names) - {member.name for member in members_of_group(at.row.id)}
    if len(new) > _MOST_NEW and not at.member.is_host:
        text = say("at most {most} new names at once; a host of the group can add more", most=_MOST_NEW)
        raise Refused(key, text)
    if new:
        limit_openings()


def read_page(query: MultiDict[str, str], most: int) -> tuple[int, int]:
    """Return the page number of a list in a query string, from 1, and its length: `most`, or all."""
    if query.get("page") == "all":
        return 1, ALL_NIGHTS
    return read_page_number(query), most


def group_page(template: str, /, status: int = 200, **values: Any) -> Response:
    """Return a rendered page of the group."""
    at = at_group()
    return page(template, status, group=at.row, member=at.member, **values)


def ways_in(at: AtGroup, nights: Sequence[NightRow], endpoint: str = "sheet.show") -> dict[int, str]:
    """Return the addresses of nights by id: links into those where the device is no guest yet."""
    known = let_into(at.device, [night.id for night in nights])
    anchor = "now" if endpoint == "sheet.show" else None
    role: Role = "writer" if at.member.is_member else "onlooker"
    return {
        night.id: url_for(endpoint, slug=night.slug, _anchor=anchor) if night.id in known else path_into(night, role)
        for night in nights
    }


def table_file(form: str, words: Sequence[str], tables: Iterable[Table]) -> Response:
    """Return tables of the group as a file with a name of its name and these words, one file at a time."""
    name = at_group().row.name
    return answer_long_file([name, *words], form, lambda: table_parts(form, tables, speech()))


def way_in(at: AtGroup, night: NightRow, endpoint: str = "sheet.show") -> str:
    """Return the address of one night, as `ways_in`."""
    return ways_in(at, [night], endpoint)[night.id]


def night_shown(at: AtGroup, slug: str) -> NightRow:
    """Return the night of a form. Raises Gone if it was deleted."""
    return find_night(slug) or refuse_night(at, slug)


def refuse_night(at: AtGroup, slug: str) -> NoReturn:
    """Abort with 400 for an invalid night in a form. Raises Gone if it or the group was deleted."""
    if how_ended(slug) or load_group(at.row.slug) is None:
        raise Gone
    abort(400)
