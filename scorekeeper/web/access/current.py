"""Who asks for a page: the device, what it is at the night whose page it is, and whose phone is meant there."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, wraps
from typing import Any, TypeVar, cast

from flask import Flask, Response, abort, current_app, g, request, session, url_for
from werkzeug.local import LocalProxy
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.journal.hash_chain import canonical
from scorekeeper.night.night import Night
from scorekeeper.phrase import Name, Phrase, Value, say
from scorekeeper.storage.access import devices
from scorekeeper.storage.access.devices import Guest
from scorekeeper.storage.access.membership import Role
from scorekeeper.storage.groups.rounds import rounds_of
from scorekeeper.storage.journal.register import how_ended
from scorekeeper.storage.journal.state import NightRows, Standing, load_rows
from scorekeeper.storage.models import Device, NightRow, RoundRow
from scorekeeper.web.core.i18n import know_names
from scorekeeper.web.core.lifecycle import go, page

View = TypeVar("View", bound=Callable[..., Any])

NIGHT = "/n/<slug>"
"""What the addresses of a night's pages begin with: nobody sees one, or sends it anything, who may not."""

_OPEN_TO_ALL = ("people.me", "table.archive")  # pages to which an onlooker too may send something


class AtNight:
    """The night on whose page we are, and the device that asks, as a guest of it; loaded once, when it is needed."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest

    @cached_property
    def rows(self) -> NightRows:
        """The rows that booking makes the night from."""
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
        """The night as it is between two deals."""
        return self.rows.night

    @cached_property
    def device(self) -> Device:
        """The row of the device."""
        return need_device()

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of its players by key."""
        return {player.key: player.name for player in self.players}

    @cached_property
    def _owners(self) -> Mapping[str, str]:
        return devices.players_of_devices(self.guest.night)

    @cached_property
    def _earlier_owners(self) -> Mapping[str, list[tuple[int, str]]]:
        return devices.owners_of_devices(self.guest.night)

    def owner_of(self, device: str, seq: int = 0) -> str:
        """Return the player whose a device was when it wrote the entry `seq`, or is today; empty for nobody."""
        if not seq:
            return self._owners.get(device, "")
        return next((player for since, player in self._earlier_owners.get(device, ()) if since <= seq), "")

    def who_had(self, device: str, seq: int = 0) -> Value:
        """Return the name that others see for a device, at the entry `seq` or now."""
        owner = self.owner_of(device, seq)
        return Name(owner) if owner else say("Another phone")


def admit(app: Flask) -> None:
    """Find the guest before each page of a night, which knows the night by its address."""
    app.url_value_preprocessor(_take_slug)
    app.url_defaults(_put_slug)
    app.before_request(_check_access)


def _take_slug(endpoint: str | None, values: dict[str, Any] | None) -> None:
    if values and "slug" in values:
        g.slug = values.pop("slug")


def _put_slug(endpoint: str, values: dict[str, Any]) -> None:
    """Let an address on the page of a night be one of this night, where nothing else is said."""
    if "slug" in g and current_app.url_map.is_endpoint_expecting(endpoint, "slug"):
        values.setdefault("slug", g.slug)


def _check_access() -> None:
    rule = request.url_rule
    if rule is None or not rule.rule.startswith(NIGHT):
        return
    g.night = at = AtNight(need_guest())
    know_names(cast(Any, LocalProxy(lambda: at_night().names)))  # loaded by the first phrase that needs one
    if not at.guest.may_write and request.method == "POST" and request.endpoint not in _OPEN_TO_ALL:
        abort(403)


def device() -> Device | None:
    """Return the device that asks, None for one that never had any business here."""
    secret = session.get("device")
    return devices.find_device(secret) if isinstance(secret, str) else None


def need_device() -> Device:
    """Return the device that asks, registering it where it is new."""
    known = device()
    if known is None:
        session["device"] = devices.new_device()
        session.permanent = True
        known = devices.find_device(session["device"])
    assert known is not None
    return known


def round_asked() -> RoundRow | None:
    """Return the round for which the address or the form asks a new night, None where it asks for none."""
    slug = request.values.get("round", "")
    if not slug:
        return None
    asking = device()
    mine = rounds_of(asking, ("member", "host")) if asking else []
    return next((row for row in mine if row.slug == slug), None) or abort(404)


def is_slug(text: str) -> bool:
    """Return whether a part of an address can name a night."""
    return text.isalnum()


def guest_here() -> Guest | None:
    """Return what the device that asks is at the night in the address, None if it never had any business there."""
    if "guest" not in g:
        secret = session.get("device")
        g.guest = devices.find_guest(secret, g.slug) if isinstance(secret, str) and is_slug(g.slug) else None
    found: Guest | None = g.guest
    return found


def need_guest() -> Guest:
    """Return the same; for who is no guest the night does not exist."""
    found = guest_here()
    if found is None:
        abort(told_gone() or 404)
    if found.ended:
        abort(410)
    return found


def told_gone() -> AnyResponse | None:
    """Return what says how the night in the address ended, None where there was none or it is there.

    Who sends once more that it be deleted is answered as before.
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
    return page("core/error.html", 410, code=410, text=text[ending])


def writes(view: View) -> View:
    """Let only those see a view who may write."""

    @wraps(view)
    def checked(**values: Any) -> Any:
        if not at_night().guest.may_write:
            abort(403)
        return view(**values)

    return cast(View, checked)


def hosts(view: View) -> View:
    """Let only hosts see a view."""

    @wraps(view)
    def checked(**values: Any) -> Any:
        need_host(at_night().guest)
        return view(**values)

    return cast(View, checked)


def need_host(guest: Guest) -> None:
    """Answer 403 to who is not a host of the night."""
    if not guest.may_write:
        abort(403)
    if not guest.is_host:
        abort(page("core/error.html", 403, code=403, text=say("Only a host of this night may do that.")))


def at_night(again: bool = False) -> AtNight:
    """Return the night on whose page we are; loaded `again` where somebody may have written meanwhile."""
    if again:
        g.night = AtNight(need_guest())
    found: AtNight = g.night
    return found


def sign_opening(*parts: object) -> str:
    """Return the id under which a night is opened: the same on all phones for what is opened by the same parts.

    It is signed because the journal shows it, and whoever sends it becomes the host.
    """
    return devices.sign(canonical(parts), str(current_app.secret_key))


def path_into(night: NightRow, role: Role) -> str:
    """Return the path of the link that lets a phone into a night in this role."""
    return url_for("people.join", slug=night.slug, token=devices.link_token(night, role, str(current_app.secret_key)))


def night_page(template: str, /, status: int = 200, **values: Any) -> Response:
    """Return a rendered page of the night, its template knowing the guest, the night's row and its players."""
    at = at_night()
    know_names(at.names)
    return page(template, status, **{"guest": at.guest, "night": at.row, "players": at.players} | values)


def name_of_device(device: str, seq: int = 0) -> Phrase:
    """Return what to call the device that wrote the entry `seq`, or what it is called today."""
    if device in (devices.FROM_FILE, devices.AT_SERVER):
        return say("from a file") if device == devices.FROM_FILE else say("on the server")
    owner = at_night().owner_of(device, seq)
    return say("{player}’s phone", player=Name(owner)) if owner else say("an unnamed phone")
