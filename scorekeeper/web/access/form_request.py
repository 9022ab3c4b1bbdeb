"""What every form that writes into the journal carries: who sends it, under which id, and what it has seen."""

import re
import secrets
from typing import Any, NamedTuple

from flask import abort, request
from werkzeug.datastructures import MultiDict

from scorekeeper.storage.writing.entry import Sender
from scorekeeper.web.access.current import at_night

_ID = re.compile(r"[0-9A-Za-z-]{8,64}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)")


class FormRequest(NamedTuple):
    """The form in a request, read once by a view.

    `form` holds the fields that were sent, or those in the address of a page that says what a form would come to; it
    is None on a page that is opened. `query` holds the fields in the address. `based_on` is the version of the slot
    that the sender saw, `action` the value of the button, "" where none was pressed: no address presses one.
    `submitted` is False where the form is only to be shown, as in another language.
    """

    form: MultiDict[str, str] | None = None
    query: MultiDict[str, str] = MultiDict()
    request_id: str = ""
    based_on: int = 0
    action: str = ""
    made: str = ""
    submitted: bool = False

    @property
    def form_id(self) -> str:
        """The id that a page gives its form: that of the form which was sent, a new one where none was."""
        return self.request_id or secrets.token_hex(16)

    def sender(self, device: str) -> Sender:
        """Return who sends the form: a device, the id that the page made, and when the form was filled in.

        A form without an id that a page can have made is answered with 400.
        """
        if not _ID.fullmatch(self.request_id):
            abort(400)
        return Sender(device, self.request_id, self.made if _MOMENT.fullmatch(self.made) else "")


def read_form() -> FormRequest:
    """Return the form in the request at hand."""
    form: MultiDict[str, str] | None = request.form
    if request.method != "POST":
        form = request.args if "based_on" in request.args else None
    text = form.get("based_on", "0") if form is not None else "0"
    return FormRequest(
        form=form,
        query=request.args,
        request_id=request.form.get("request", ""),
        based_on=int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0,
        action=request.form.get("action", "") if request.method == "POST" else "",
        made=request.form.get("made", ""),
        submitted=form is not None and "language" not in request.values,
    )


def sender() -> Sender:
    """Return who sends the form at hand: the device, the id that the page made for it, and when it was filled in."""
    return read_form().sender(at_night().guest.device)


def form_id() -> str:
    """Return the id that a page gives its form: that of the form which was sent, a new one where none was."""
    return read_form().form_id


def pressed() -> str:
    """Return what the button says by which a form was sent, "" for one without such buttons; no address presses one."""
    return read_form().action


def posted_form() -> Any:
    """Return the form that was sent, None on a page that is opened."""
    return request.form if request.method == "POST" else None


def based_on() -> int:
    """Return the version of the slot that the sender saw."""
    return read_form().based_on
