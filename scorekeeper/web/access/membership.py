"""Access to nights and groups: the PIN, and a host's decisions about devices."""

from threading import Lock

from werkzeug.security import check_password_hash, generate_password_hash
from werkzeug.wrappers import Response

from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.membership import AccessKind, end_access, let_in_again, make_host, renew_links, set_pin
from scorekeeper.storage.access.rate_limits import Limit, attempt, take_back, this_window
from scorekeeper.web.access.forms import DecisionForm
from scorekeeper.web.core.lifecycle import error_page
from scorekeeper.web.core.rate_limits import NEW_PINS_FROM_ONE, PINS, PINS_FROM_ONE, check_limits, client_key, site_of

_OF_A_DEVICE = {"end": end_access, "again": let_in_again, "host": make_host}
_hashing = Lock()  # the slow hash of a PIN takes 32 MB


def dead_link_page() -> Response:
    """Return the error page of an invalid link."""
    return error_page(404, say("This link no longer works. Scan the code again on a phone that is in."))


def check_pin(name: str, pin_hash: str, typed: str) -> None:
    """Refuse a PIN that does not match the stored hash; failures are counted under `name`.

    Raises Refused.
    """
    counted: tuple[Limit, ...] = (Limit(f"{name} {client_key(site_of)}", PINS_FROM_ONE), Limit(name, PINS))
    window = this_window()  # the slow hash of many who try may end in the next one
    if attempt(*counted, window=window):
        counted = (counted[0]._replace(most=1),)  # after the failures of others each may still try once
        check_limits(*counted, window=window)
    with _hashing:
        if not check_password_hash(pin_hash, typed[:40]):
            raise Refused("pin", say("This is not the PIN of the night."))
    take_back(*counted, window=window)


def decide(kind: AccessKind, place: int, form: DecisionForm) -> None:
    """Carry out a decision about devices, links or the PIN. Raises Refused."""
    action = form.action.typed
    if action in _OF_A_DEVICE:
        _OF_A_DEVICE[action](kind, place, form.device.typed)
    elif action == "renew":
        renew_links(kind, place)
    elif action == "no pin":
        set_pin(kind, place, "")
    else:
        check_limits(Limit(f"new pin {client_key(site_of)}", NEW_PINS_FROM_ONE))
        with _hashing:
            hashed = generate_password_hash(form.pin.typed)
        set_pin(kind, place, hashed)
