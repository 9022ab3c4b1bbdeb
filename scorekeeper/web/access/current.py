"""The current device, the night of the page, and the device's role there."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, wraps
from typing import Any, TypeVar, cast

from flask import Flask, Response, abort, current_app, g, request, session, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.local import LocalProxy
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.journal.hash_chain import canonical
from scorekeeper.night.night import Night
from scorekeeper.phrase import Name, Phrase, Value, say
from scorekeeper.storage.access import devices
from scorekeeper.storage.access.devices import Guest
from scorekeeper.storage.access.membership import Role
from scorekeeper.storage.groups.group import groups_of
from scorekeeper.storage.journal.register import how_ended
from scorekeeper.storage.journal.state import NightRows, Standing, load_rows
from scorekeeper.storage.models import Device, GroupRow, NightRow
from scorekeeper.web.core.i18n import set_names
from scorekeeper.web.core.lifecycle import error_page, go, page

View = TypeVar("View", bound=Callable[..., Any])

NIGHT = "/n/<slug>"
"""The prefix of a night's pages; only its guests have access to them."""

_OPEN_TO_ALL = ("people.me", "table.archive")  # POST is allowed to onlookers too


class AtNight:
    """The night of the page and the current guest; each part is loaded once, on first use."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest

    @cached_property
    def rows(self) -> NightRows:
        """The stored rows of the night."""
        return load_rows(self.guest.night)

    @property
    def row(self) -> NightRow:
        """The night's row."""
        return self.rows.row

    @property
    def players(self) -> Sequence[Standing]:
        """Its players."""
        return self.rows.players

    @property
    def now(self) -> Night:
        """The current state of the night."""
        return self.rows.night

    @cached_property
    def device(self) -> Device:
        """The row of the device."""
        return need_device()

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of its players by key."""
        return {player.key: player.name for player in self.players}

    @property
    def own_column(self) -> int:
        """The column of the guest's player on the sheet, from 1; 0 for none."""
        columns = [player.key for player in self.players if player.took_part]
        return columns.index(self.guest.player) + 1 if self.guest.player in columns else 0

    @cached_property
    def _owners(self) -> Mapping[str, list[tuple[int, str]]]:
        return devices.owners_of_devices(self.guest.night)

    def owner_of(self, device: str, seq: int = 0) -> str:
        """Return the player of a device at the entry `seq`, or now; empty for none."""
        return next((player for since, player in self._owners.get(device, ()) if not seq or since <= seq), "")

    def device_name(self, device: str, seq: int = 0) -> Value:
        """Return the name of a device for others, at the entry `seq` or now."""
        owner = self.owner_of(device, seq)
        return Name(owner) if owner else say("Another phone")


def protect_nights(app: Flask) -> None:
    """Check access before each page of a night, whose slug is in the address."""
    app.url_value_preprocessor(_pull_slug)
    app.url_defaults(_add_slug)
    app.before_request(_check_access)


def _pull_slug(endpoint: str | None, values: dict[str, Any] | None) -> None:
    if values and "slug" in values:
        g.slug = values.pop("slug")


def _add_slug(endpoint: str, values: dict[str, Any]) -> None:
    """Use the night of the page as the default in addresses."""
    if "slug" in g and current_app.url_map.is_endpoint_expecting(endpoint, "slug"):
        values.setdefault("slug", g.slug)


def _check_access() -> None:
    rule = request.url_rule
    if rule is None or not rule.rule.startswith(NIGHT):
        return
    g.night = at = AtNight(need_guest())
    set_names(cast(Any, LocalProxy(lambda: at_night().names)))  # loaded by the first phrase that needs one
    if not at.guest.may_write and request.method == "POST" and request.endpoint not in _OPEN_TO_ALL:
        abort(403)


def device() -> Device | None:
    """Return the current device, None if it is not registered."""
    secret = session.get("device")
    return devices.find_device(secret) if isinstance(secret, str) else None


def need_device() -> Device:
    """Return the current device; a new one is registered."""
    known = device()
    if known is None:
        session["device"] = devices.new_device()
        session.permanent = True
        known = devices.find_device(session["device"])
    assert known is not None
    return known


def find_group(values: MultiDict[str, str]) -> GroupRow | None:
    """Return the group of a new night from its form or address, None without one. Aborts with 404 for other groups."""
    slug = values.get("round", "")
    if not slug:
        return None
    asking = device()
    mine = groups_of(asking, ("member", "host")) if asking else []
    return next((row for row in mine if row.slug == slug), None) or abort(404)


def is_slug(text: str) -> bool:
    """Return whether a part of an address can be a slug."""
    return text.isalnum()


def guest_here() -> Guest | None:
    """Return the current device as a guest of the night in the address, None if it never joined."""
    if "guest" not in g:
        secret = session.get("device")
        g.guest = devices.find_guest(secret, g.slug) if isinstance(secret, str) and is_slug(g.slug) else None
    found: Guest | None = g.guest
    return found


def need_guest() -> Guest:
    """Return the current guest; others are answered with 404 or 410."""
    found = guest_here()
    if found is None:
        abort(ended_page() or 404)
    if found.ended:
        abort(410)
    return found


def ended_page() -> AnyResponse | None:
    """Return the page that explains how the night in the address ended, None if it exists or never existed.

    A deletion that is sent again is answered as before.
    """
    ending = how_ended(g.slug) if is_slug(g.slug) else ""
    if not ending:
        return None
    if request.method == "POST" and request.endpoint == "table.delete":
        return go("nights.start")
    text = {
        "deleted": say("A host has deleted this night."),
        "pruned": say("This night has been moved to a file. Ask the person who runs the server."),
    }
    return error_page(410, text[ending])


def writes(view: View) -> View:
    """Allow a view only to guests with write access."""

    @wraps(view)
    def checked(**values: Any) -> Any:
        if not at_night().guest.may_write:
            abort(403)
        return view(**values)

    return cast(View, checked)


def hosts(view: View) -> View:
    """Allow a view only to hosts."""

    @wraps(view)
    def checked(**values: Any) -> Any:
        need_host(at_night().guest)
        return view(**values)

    return cast(View, checked)


def need_host(guest: Guest) -> None:
    """Abort with 403 unless the guest is a host."""
    if not guest.may_write:
        abort(403)
    if not guest.is_host:
        abort(error_page(403, say("Only a host of this night may do that.")))


def at_night(reload: bool = False) -> AtNight:
    """Return the night of the page; `reload` loads it anew after a possible change."""
    if reload:
        g.night = AtNight(need_guest())
    found: AtNight = g.night
    return found


def sign_opening(*parts: object) -> str:
    """Return the request id of a new night: the same on all phones for the same parts.

    It is signed because the journal shows it, and its sender becomes the host.
    """
    return devices.sign(canonical(parts), str(current_app.secret_key))


def path_into(night: NightRow, role: Role) -> str:
    """Return the path of the link to a night with this role."""
    return url_for("people.join", slug=night.slug, token=devices.link_token(night, role, str(current_app.secret_key)))


def night_page(template: str, /, status: int = 200, **values: Any) -> Response:
    """Return a rendered page of the night, with its guest, row and players, and whether the fewest points lead."""
    at = at_night()
    set_names(at.names)
    common = {
        "guest": at.guest,
        "night": at.row,
        "players": at.players,
        "names_json": json.dumps(at.names),
        "own_column": at.own_column,
        "fewest_lead": at.now.fewest_lead,
    }
    return page(template, status, **common | values)


def name_of_device(device: str, seq: int = 0) -> Phrase:
    """Return the name of a device, now or when it wrote the entry `seq`."""
    if device in (devices.FROM_FILE, devices.AT_SERVER):
        return say("from a file") if device == devices.FROM_FILE else say("on the server")
    owner = at_night().owner_of(device, seq)
    return say("{player}’s phone", player=Name(owner)) if owner else say("an unnamed phone")
