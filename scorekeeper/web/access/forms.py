"""The small forms of access: the PIN, whose phone it is, and what a host decides about a device."""

from werkzeug.security import check_password_hash

from scorekeeper.phrase import Refused, say
from scorekeeper.web.core.forms import SmallForm, TypedField


class PinForm(SmallForm):
    """A PIN: one to come in with, or a new one."""

    pin = TypedField()

    def check(self, kept: str) -> None:
        """Refuse another one than that of which the hash is kept."""
        if not check_password_hash(kept, self.pin.typed[:40]):
            raise Refused("pin", say("This is not the PIN of the night."))

    def read_new(self) -> str:
        """Return a new PIN. Raises Refused."""
        pin: str = self.pin.typed
        if not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 12):
            raise Refused("pin", say("A PIN has 4 to 12 digits."))
        return pin


class DeviceForm(SmallForm):
    """The device of which a host decides."""

    device = TypedField()


class WhoForm(SmallForm):
    """Whose phone it is: the key of a player, `nobody` or `onlooker`."""

    who = TypedField()
