"""What every form that writes into the journal carries: who sends it, under which id, and what it has seen."""

import re
from typing import Any

from flask import abort, request

from scorekeeper.storage.book import Sender
from scorekeeper.web.guests import at_night

_ID = re.compile(r"[0-9A-Za-z-]{8,64}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)")


def sender() -> Sender:
    """Return who sends the form at hand: the device, the id that the page made for it, and when it was filled in."""
    request_id, made = request.form.get("request", ""), request.form.get("made", "")
    if not is_id(request_id):
        abort(400)
    return Sender(at_night().guest.device, request_id, made if _MOMENT.fullmatch(made) else "")


def is_id(text: str) -> bool:
    """Return whether a page can have made this id for a form."""
    return _ID.fullmatch(text) is not None


def posted_form() -> Any:
    """Return the form that was sent, None on a page that is opened."""
    return request.form if request.method == "POST" else None


def based_on() -> int:
    """Return the version of the slot that the sender saw."""
    text = request.form.get("based_on", "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
