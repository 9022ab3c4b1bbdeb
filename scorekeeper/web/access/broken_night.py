"""What is answered where a page broke because its night is gone by now, or what is kept of it contradicts itself."""

from contextlib import suppress

from flask import Flask, current_app, g, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.night.result_json import MALFORMED
from scorekeeper.phrase import PLAIN, render, say
from scorekeeper.storage.engine.errors import FAILURES, Gone
from scorekeeper.storage.groups.rounds import find_round
from scorekeeper.storage.queries.nights import find_night, one_moment
from scorekeeper.storage.verify import Fault, verify_night
from scorekeeper.web.access.current import is_slug, told_gone
from scorekeeper.web.core.export_throttle import one_at_a_time
from scorekeeper.web.core.lifecycle import page, show_error


def tell_contradictions(app: Flask) -> None:
    """Look, where a page broke, whether something was deleted meanwhile, or changed behind the program's back."""
    app.register_error_handler(Gone, _show_gone)
    app.register_error_handler(500, _show_broken)


def _show_gone(error: Gone) -> AnyResponse:
    """Say that what a request is about was deleted at the same moment, if not that of its address, then another."""
    text = say("A night or group that belongs to this has just been deleted. Nothing was saved.")
    return _told_gone() or page("core/error.html", 410, code=410, text=text, stays=True)


def _show_broken(error: Exception) -> tuple[str, int] | AnyResponse:
    with suppress(*FAILURES):
        if gone := _told_gone():
            return gone
    fault = _find_fault() if g.get("guest") else None
    if fault is None:
        return show_error(error)
    place = f"entry {fault.seq}" if fault.seq else "what stands beside the journal"
    reason = render(fault.reason, PLAIN)
    current_app.logger.error("night %s contradicts itself: %s: %s (%s)", g.slug, place, reason, request.path)
    return page("access/contradicted.html", 500, fault=fault)


def _told_gone() -> AnyResponse | None:
    """Return what says that the night or the round in the address is gone, None where it is there."""
    if "slug" in g and (gone := told_gone()):
        return gone
    slug = g.round.row.slug if "round" in g else (request.view_args or {}).get("round_slug", "")
    if not is_slug(slug) or find_round(slug):
        return None
    return page("core/error.html", 410, code=410, text=say("A host has deleted this group."))


def _find_fault() -> Fault | None:
    """Return the first thing in the night of the page that does not hold, None too where that cannot be asked now."""
    # A long night takes seconds; what is booked meanwhile contradicts nothing.
    with suppress(HTTPException, *FAILURES), one_at_a_time(), one_moment():
        try:
            row = find_night(g.slug)
        except MALFORMED:
            return Fault(None, 0, say("something cannot be read"))
        return verify_night(row) if row else None
    return None
