"""What is answered where a page broke because its night is gone by now, or what is kept of it contradicts itself."""

from contextlib import suppress

from flask import Flask, current_app, g, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.night.results import MALFORMED
from scorekeeper.phrase import PLAIN, render, say
from scorekeeper.storage.check import Fault, verify_night
from scorekeeper.storage.failures import FAILURES
from scorekeeper.storage.reading import find_night, one_moment
from scorekeeper.web.frame import page, show_error
from scorekeeper.web.guests import told_gone
from scorekeeper.web.turns import one_at_a_time


def tell_contradictions(app: Flask) -> None:
    """Look, where a page of a night broke, whether it was deleted meanwhile, or changed behind the program's back."""
    app.register_error_handler(500, _show_broken)


def _show_broken(error: Exception) -> tuple[str, int] | AnyResponse:
    if not g.get("guest"):
        return show_error(error)
    with suppress(*FAILURES):
        if gone := told_gone():
            return gone
    fault = _find_fault()
    if fault is None:
        return show_error(error)
    place, reason = f"entry {fault.seq}" if fault.seq else "what stands beside the journal", render(fault.reason, PLAIN)
    current_app.logger.error("night %s contradicts itself: %s: %s (%s)", g.slug, place, reason, request.path)
    return page("contradicted.html", 500, fault=fault)


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
