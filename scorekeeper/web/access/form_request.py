"""What every form that writes into the journal carries: who sends it, under which id, and what it has seen."""

import re
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from flask import abort, request
from werkzeug.datastructures import MultiDict
from wtforms import Field

from scorekeeper.storage.writing.entry import Sender
from scorekeeper.web.core.forms import SmallForm, TypedField

_ID = re.compile(r"[0-9A-Za-z-]{8,64}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)")


class VersionField(Field):
    """The version of what is changed, as the sender saw it: 0 where the form does not say it."""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = _read_version(valuelist[0] if valuelist else "")


class EntryForm(SmallForm):
    """A form that writes into the journal: its id, when it was filled in, the version seen, the button."""

    request = TypedField()
    made = TypedField()
    based_on = VersionField()
    action = TypedField()

    @property
    def form_id(self) -> str:
        """The id that a page gives its form: that of the form which was sent, a new one where none was."""
        return self.request.data or secrets.token_hex(16)

    def sender(self, device: str) -> Sender:
        """Return who sends the form. One without an id that a page can have made is answered with 400."""
        return _sender_of(device, self.request.data or "", self.made.data or "")


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
        """Return who sends the form. One without an id that a page can have made is answered with 400."""
        return _sender_of(device, self.request_id, self.made)


def read_form() -> FormRequest:
    """Return the form in the request at hand."""
    form: MultiDict[str, str] | None = request.form
    if request.method != "POST":
        form = request.args if "based_on" in request.args else None
    return FormRequest(
        form=form,
        query=request.args,
        request_id=request.form.get("request", ""),
        based_on=_read_version(form.get("based_on", "") if form is not None else ""),
        action=request.form.get("action", "") if request.method == "POST" else "",
        made=request.form.get("made", ""),
        submitted=form is not None and "language" not in request.values,
    )


def _read_version(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def _sender_of(device: str, request_id: str, made: str) -> Sender:
    if not _ID.fullmatch(request_id):
        abort(400)
    return Sender(device, request_id, made if _MOMENT.fullmatch(made) else "")
