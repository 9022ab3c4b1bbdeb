"""The base of the forms that write into the journal, and the small forms of access."""

import re
import secrets
from collections.abc import Sequence
from typing import Any

from flask import abort
from werkzeug.datastructures import MultiDict
from wtforms import Field

from scorekeeper.journal.acts import Resolved
from scorekeeper.phrase import say
from scorekeeper.storage.writing.entry import Sender
from scorekeeper.web.core.forms import ActionField, SmallForm, TypedField, invalid

DECISIONS = ("end", "again", "host", "renew", "pin", "no pin")
_ID = re.compile(r"[0-9A-Za-z-]{8,64}")
_PLACE = re.compile(r"[1-9]\d?", re.ASCII)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)")


class VersionField(Field):
    """The version that the sender saw of a deal or payment, 0 by default."""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = read_version(valuelist[0] if valuelist else "")


def read_version(text: str) -> int:
    """Return the version that the sender saw, 0 by default."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


class Sent:
    """What each form that writes into the journal has sent: its hidden id and time, and ticked objections."""

    sent: MultiDict[str, str] | None

    @property
    def sent_id(self) -> str:
        """The request id that was sent, empty for none."""
        return self.sent.get("request", "") if self.sent else ""

    @property
    def form_id(self) -> str:
        """The request id of the form: that which was sent, else a new one."""
        return self.sent_id or secrets.token_hex(16)

    @property
    def resolves(self) -> list[str]:
        """The ticked objections."""
        return self.sent.getlist("resolves") if self.sent else []

    def sender(self, device: str) -> Sender:
        """Return the sender of the form. An invalid id is answered with 400."""
        if not self.sent or not _ID.fullmatch(self.sent_id):
            abort(400)
        made = self.sent.get("made", "")
        return Sender(device, self.sent_id, made if _MOMENT.fullmatch(made) else "")

    def resolutions(self, number: int, player: str) -> list[Resolved]:
        """Return the resolutions of the ticked objections, which the change of their deal corrects."""
        places = [int(text) if _PLACE.fullmatch(text) else 0 for text in self.resolves]
        return [Resolved(number=number, objection=place, how="corrected", player=player) for place in places]


class EntryForm(Sent, SmallForm):
    """A form that writes into the journal: the version seen and the button, and its hidden id and time."""

    based_on = VersionField()
    action = TypedField()


class JoinForm(SmallForm):
    """The PIN, and the player of the phone if it is chosen already."""

    pin = TypedField()
    who = TypedField()


class WhoForm(SmallForm):
    """The player of the phone: a key, `nobody` or `onlooker`."""

    who = TypedField()

    def validate_who(self, field: Any) -> None:
        if not field.typed:
            raise invalid(say("nothing was chosen"))


class DecisionForm(SmallForm):
    """A host's decision, and the device or the new PIN."""

    action = ActionField(*DECISIONS)
    device = TypedField()
    pin = TypedField()

    def validate_pin(self, field: Any) -> None:
        pin = field.typed
        if self.action.data == "pin" and not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 12):
            raise invalid(say("A PIN has 4 to 12 digits."))
