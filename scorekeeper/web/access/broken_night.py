"""The error pages of nights that were deleted during a request, or whose stored data contradict each other."""

from contextlib import suppress

from flask import Flask, current_app, g, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.night.result_json import MALFORMED
from scorekeeper.phrase import PLAIN, Refused, render, say
from scorekeeper.storage.engine.errors import FAILURES, Gone
from scorekeeper.storage.groups.group import load_group
from scorekeeper.storage.queries.nights import find_night, snapshot
from scorekeeper.storage.verify import Fault, verify_night
from scorekeeper.web.access.current import ended_page, is_slug
from scorekeeper.web.core.downloads import one_at_a_time
from scorekeeper.web.core.lifecycle import error_page, page, show_error


def handle_broken_nights(app: Flask) -> None:
    """Register error handlers for what is refused, and for nights that were deleted, or changed by another program."""
    app.register_error_handler(Gone, _show_gone)
    app.register_error_handler(Refused, _show_refused)
    app.register_error_handler(500, _show_broken)


def _show_gone(error: Gone) -> AnyResponse:
    """Return the page of a deleted night or group: that of the address, else another one."""
    text = say("A night or group that belongs to this has just been deleted. Nothing was saved.")
    return _gone_page() or error_page(410, text, stays=True)


def _show_refused(refused: Refused) -> AnyResponse:
    """Return the page of a refusal that no form shows. Of a night that is only read, it is a fault in its data."""
    if g.get("guest") and request.method != "POST":
        raise refused
    return error_page(422, refused.phrase)


def _show_broken(error: HTTPException) -> AnyResponse:
    with suppress(*FAILURES):
        if gone := _gone_page():
            return gone
    fault = _find_fault() if g.get("guest") else None
    if fault is None:
        return show_error(error)
    place = f"entry {fault.seq}" if fault.seq else "what stands beside the journal"
    reason = render(fault.reason, PLAIN)
    current_app.logger.error("night %s contradicts itself: %s: %s (%s)", g.slug, place, reason, request.path)
    return page("access/contradicted.html", 500, fault=fault)


def _gone_page() -> AnyResponse | None:
    """Return the error page of a deleted night or group in the address, None if it exists."""
    if "slug" in g and (gone := ended_page()):
        return gone
    slug = g.group.row.slug if "group" in g else (request.view_args or {}).get("group_slug", "")
    if not is_slug(slug) or load_group(slug):
        return None
    return error_page(410, say("A host has deleted this group."))


def _find_fault() -> Fault | None:
    """Return the first contradiction in the night of the page, None also if it cannot be verified now."""
    # A long night takes seconds; an entry that is booked meanwhile is no contradiction.
    with suppress(HTTPException, *FAILURES), one_at_a_time(), snapshot():
        try:
            row = find_night(g.slug)
        except MALFORMED:
            return Fault(None, 0, say("something cannot be read"))
        return verify_night(row) if row else None
    return None
