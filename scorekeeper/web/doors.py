"""What the doors of a night and of a round have in common: who knocks says the PIN, a host decides who stays."""

from collections.abc import Callable
from typing import Any

from flask import request
from werkzeug.security import generate_password_hash
from werkzeug.wrappers import Response

from scorekeeper.phrase import Refused, say
from scorekeeper.storage.doors import Door, end_access, let_in_again, make_host, renew_links, set_pin
from scorekeeper.storage.limits import Limit, attempt, take_back
from scorekeeper.web.frame import page
from scorekeeper.web.holding import PINS, PINS_FROM_ONE, here, hold_back, tell_wait
from scorekeeper.web.packing import pack
from scorekeeper.web.posted import DeviceForm, PinForm
from scorekeeper.web.reader import refusal
from scorekeeper.web.sending import pressed
from scorekeeper.web.tokens import mask


def door_page(template: str, problem: Refused | None, **told: Any) -> Response:
    """Return the page to which a link leads, packed: its own address is the secret that lets in, so it is masked there.

    Whoever waits in a bad network for this page has nothing of the program on the phone yet.
    """
    told |= {"problem": refusal(problem) if problem else "", "place_to_return": lambda: mask(request.path)}
    return tell_wait(pack(page(template, 422 if problem else 200, **told)), problem)


def shut_page() -> Response:
    """Return the page to which a link leads that lets nobody in."""
    text = say("This link lets nobody in any more. Scan the code again on a phone that is in.")
    return page("error.html", 404, code=404, text=text)


def ask_pin(name: str, pin: str) -> None:
    """Let nobody pass who does not know the PIN of which this is the hash; `name` counts who fails. Raises Refused."""
    counted: tuple[Limit, ...] = (Limit(f"{name} {here()}", PINS_FROM_ONE), Limit(name, PINS))
    if attempt(*counted):
        counted = (counted[0]._replace(most=1),)  # others failed; who did not yet may try once
        hold_back(*counted)
    PinForm().check(pin)
    take_back(*counted)


_DECISIONS: dict[str, Callable[[Door, int, str], None]] = {
    "end": end_access,
    "again": let_in_again,
    "host": make_host,
}


def decide(door: Door, place: int) -> None:
    """Do what a host's form says of the devices, the links or the PIN. Raises Refused."""
    action = pressed()
    if action in _DECISIONS:
        _DECISIONS[action](door, place, DeviceForm().device.typed)
    elif action == "renew":
        renew_links(door, place)
    elif action == "pin":
        set_pin(door, place, generate_password_hash(PinForm().read_new()))
    elif action == "no pin":
        set_pin(door, place, "")
    else:
        raise Refused("action", say("nothing was chosen"))
