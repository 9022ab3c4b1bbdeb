"""What every form that writes into the journal carries: who sends it, under which id, and what it has seen."""

import re
import secrets
from typing import Any
from urllib.parse import urlencode

from flask import abort, request

from scorekeeper.storage.book import Sender
from scorekeeper.web.guests import at_night

_ID = re.compile(r"[0-9A-Za-z-]{8,64}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)")
_UNSAID = ("csrf_token", "request", "made", "action", "note", "based_on")  # what no address says
_LONGEST = 4_000  # letters in an address that every browser and proxy takes


def sender() -> Sender:
    """Return who sends the form at hand: the device, the id that the page made for it, and when it was filled in."""
    request_id, made = sent_id(), request.form.get("made", "")
    return Sender(at_night().guest.device, request_id, made if _MOMENT.fullmatch(made) else "")


def sent_id() -> str:
    """Return the id of the form that was sent; without one that a page can have made it is none of ours."""
    found = request.form.get("request", "")
    if not _ID.fullmatch(found):
        abort(400)
    return found


def form_id() -> str:
    """Return the id that a page gives its form: that of the form which was sent, a new one where none was."""
    return request.form.get("request") or secrets.token_hex(16)


def pressed() -> str:
    """Return what the button says by which a form was sent, "" for one without such buttons; no address presses one."""
    return request.form.get("action", "") if request.method == "POST" else ""


def posted_form() -> Any:
    """Return the form that was sent, None on a page that is opened."""
    return request.form if request.method == "POST" else None


def sent_form() -> Any:
    """Return the form at hand: sent, or in the address of what it would come to; None on a page that is opened."""
    if (posted := posted_form()) is not None:
        return posted
    return request.args if "based_on" in request.args else None


def asks() -> bool:
    """Whether the form at hand asks what it would come to, and not only to be shown in another language."""
    return sent_form() is not None and "language" not in request.values


def place_to_look() -> str:
    """Return the address of what the form that was sent would come to, so that coming back to it sends nothing again.

    It is empty where that would lose something: a reason is nobody’s business in an address, and long ones are cut.
    """
    told = [(name, text) for name, text in request.form.items(multi=True) if name not in _UNSAID]
    query = urlencode([*told, ("based_on", based_on())])
    fits = len(query) <= _LONGEST and not request.form.get("note", "").strip()
    return f"{request.script_root}{request.path}?{query}" if fits else ""


def based_on() -> int:
    """Return the version of the slot that the sender saw."""
    text = (sent_form() or {}).get("based_on", "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
