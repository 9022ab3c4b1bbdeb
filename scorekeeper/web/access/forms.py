"""The small forms of access: the PIN, whose phone it is, and what a host decides about devices, links and PIN."""

from typing import Any

from scorekeeper.phrase import say
from scorekeeper.web.core.forms import ActionField, SmallForm, TypedField, invalid

DECISIONS = ("end", "again", "host", "renew", "pin", "no pin")


class JoinForm(SmallForm):
    """The PIN to come in with, and whose phone it is, where that is said already."""

    pin = TypedField()
    who = TypedField()


class WhoForm(SmallForm):
    """Whose phone it is: the key of a player, `nobody` or `onlooker`."""

    who = TypedField()

    def validate_who(self, field: Any) -> None:
        if not field.typed:
            raise invalid(say("nothing was chosen"))


class DecisionForm(SmallForm):
    """What a host decides, and the device or the new PIN that it concerns."""

    action = ActionField(*DECISIONS)
    device = TypedField()
    pin = TypedField()

    def validate_pin(self, field: Any) -> None:
        pin = field.typed
        if self.action.data == "pin" and not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 12):
            raise invalid(say("A PIN has 4 to 12 digits."))
