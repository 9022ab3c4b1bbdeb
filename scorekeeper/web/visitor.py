"""Who asks for a page: the device, and what it may do at the night whose page it is."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from flask import abort, g, session

from scorekeeper.phrase import say
from scorekeeper.storage.access import Guest, find_device, find_guest, new_device
from scorekeeper.storage.reading import Standing, find_night, standings
from scorekeeper.storage.tables import Device, NightRow
from scorekeeper.web.frame import page
from scorekeeper.web.reader import know_players

View = TypeVar("View", bound=Callable[..., Any])


def device() -> Device | None:
    """Return the device that asks, None for one that never had any business here."""
    secret = session.get("device")
    return find_device(secret) if isinstance(secret, str) else None


def need_device() -> Device:
    """Return the device that asks, registering it where it is new."""
    known = device()
    if known is None:
        session["device"] = new_device()
        session.permanent = True
        known = find_device(session["device"])
    assert known is not None
    return known


def is_slug(text: str) -> bool:
    """Return whether a part of an address can name a night."""
    return text.isalnum()


def find_visitor(slug: str) -> Guest | None:
    """Return what the device that asks is at a night, None for a stranger."""
    if "guest" not in g:  # a page asks more than once, always for the night in its address
        secret = session.get("device")
        g.guest = find_guest(secret, slug) if isinstance(secret, str) and is_slug(slug) else None
    found: Guest | None = g.guest
    return found


def guest_at(slug: str) -> Guest:
    """Return what the device that asks is at a night; for a stranger the night does not exist."""
    found = find_visitor(slug)
    if found is None:
        abort(404)
    if found.ended:
        abort(410)
    return found


def writer_at(slug: str) -> Guest:
    """Return the device's role at a night where it may write."""
    found = guest_at(slug)
    if not found.may_write:
        abort(403)
    return found


def host_at(slug: str) -> Guest:
    """Return the device's role at a night whose host it is."""
    found = writer_at(slug)
    if not found.is_host:
        abort(page("error.html", 403, code=403, text=say("Only a host of this night may do that.")))
    return found


def writes(view: View) -> View:
    """Let nobody see the page of a night who may not write there."""
    return _only(writer_at, view)


def hosts(view: View) -> View:
    """Let nobody see the page of a night who is not a host of it."""
    return _only(host_at, view)


def _only(check: Callable[[str], Guest], view: View) -> View:
    @wraps(view)
    def checked(slug: str, **values: Any) -> Any:
        check(slug)
        return view(slug=slug, **values)

    return cast(View, checked)


def night_at(slug: str) -> tuple[Guest, NightRow, list[Standing]]:
    """Return the role, the row and the players of the night on whose page we are, and name its players.

    The templates know them from now on.
    """
    guest, row = guest_at(slug), find_night(slug)
    assert row is not None
    players = standings(row.id)
    know_players(players)
    g.shown = {"guest": guest, "night": row, "players": players}
    return guest, row, players
