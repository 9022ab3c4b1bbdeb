"""The pages of access: joining, the player of a phone, links with QR codes, and devices."""

from collections.abc import Callable, Mapping, Sequence

from flask import Blueprint, abort, current_app, g, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.qr_codes import draw_qr
from scorekeeper.storage.access.devices import (
    CHOSEN_ADDRESS,
    LAST_ADDRESS,
    LINK_ROLES,
    Guest,
    introduce,
    let_in,
    players_of_devices,
    read_setting,
    role_of_link,
    store_setting,
)
from scorekeeper.storage.access.membership import NIGHT_ACCESS, Role, members_of
from scorekeeper.storage.access.rate_limits import Limit
from scorekeeper.storage.engine.sql import writing
from scorekeeper.storage.groups.group import group_at_hand, role_by_group
from scorekeeper.storage.journal.state import standings
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.web.access.current import (
    NIGHT,
    AtNight,
    at_night,
    device,
    guest_here,
    is_slug,
    need_device,
    need_guest,
    need_host,
    night_page,
    path_into,
)
from scorekeeper.web.access.forms import DecisionForm, JoinForm, WhoForm
from scorekeeper.web.access.membership import check_pin, dead_link_page, decide
from scorekeeper.web.core.allowed_hosts import is_local
from scorekeeper.web.core.i18n import set_names
from scorekeeper.web.core.lifecycle import go, page
from scorekeeper.web.core.rate_limits import JOINS_AT_NIGHT, JOINS_FROM_ONE, check_limits, client_key
from scorekeeper.web.core.server_address import ServerAddress

pages = Blueprint("people", __name__)

# The anchor of the page after a decision.
_PLACES = {"pin": "pin", "no pin": "pin", "renew": "links"}


@pages.route("/j/<slug>/<token>", methods=["GET", "POST"])
def join(token: str) -> Response:
    """Let a device in by a link, after the PIN if the night has one."""
    row = find_night(g.slug) if is_slug(g.slug) else None
    role = role_of_link(row, token, str(current_app.secret_key)) if row else None
    if row and role is None and (known := device()):  # the page of its group may show a link that was renewed since
        role = role_by_group(row.id, known)
    guest = guest_here() if row else None
    if guest and guest.ended:
        abort(410)
    if guest and (role is None or guest.is_at_least(role)):
        return go("sheet.show", _anchor="now")
    if row is None or role is None:
        return dead_link_page()
    form = JoinForm()
    asks_pin = bool(row.pin) and guest is None and role != "host"
    if form.validate_on_submit():
        with form.refusals():
            if asks_pin:
                check_pin(f"pin {row.slug}", row.pin, form.pin.typed)
            with writing():
                if guest is None:
                    check_limits(
                        Limit(f"join {row.slug}", JOINS_AT_NIGHT), Limit(f"join from {client_key()}", JOINS_FROM_ONE)
                    )
                if (own := request.host_url.rstrip("/")) in {address.url for address in _known_addresses()}:
                    store_setting(LAST_ADDRESS, own)
                let_in(need_device(), row, role)
                g.pop("guest", None)  # it was none until now
                if not form.who.typed:
                    return go("people.me")
                _introduce(need_guest(), form.who.typed)
                return go("sheet.show", _anchor="now")
    players = standings(row.id)
    set_names({player.key: player.name for player in players})
    return page(
        "access/join.html",
        form.status,
        form=form,
        night=row,
        token=token,
        game=GAMES[row.game],
        players=players,
        role=role,
        taken=set(players_of_devices(row.id).values()),
        asks_pin=asks_pin,
    )


@pages.route(NIGHT + "/me", methods=["GET", "POST"])
def me() -> Response:
    """Ask for the player of this phone; the answer can be changed at any time."""
    guest = at_night().guest
    form = WhoForm()
    if form.validate_on_submit():
        with form.refusals():
            _introduce(guest, form.who.typed)
            return go("sheet.show", _anchor="now")
    taken = players_of_devices(guest.night)
    taken.pop(guest.device, None)
    return night_page("access/me.html", form.status, taken=set(taken.values()), problem=form.problem)


def _introduce(guest: Guest, who: str) -> None:
    """Store the player of a phone: a key, `nobody` or `onlooker`. Raises Refused."""
    introduce(guest, "" if who in ("nobody", "onlooker") else who, looks_on=who == "onlooker")


@pages.route(NIGHT + "/share", methods=["GET", "POST"])
def share() -> Response:
    """Show the links of a night (only the onlookers' to an onlooker), and its devices to a host."""
    at = at_night()
    guest = at.guest
    row = at.row
    form = DecisionForm()
    if request.method == "POST":
        need_host(guest)
        if form.validate():
            with form.refusals():
                decide(NIGHT_ACCESS, guest.night, form)
                return go("people.share", _anchor=_PLACES.get(form.action.typed, "devices"))
    roles: Sequence[Role] = LINK_ROLES if guest.may_write else ("onlooker",)
    return night_page(
        "access/share.html",
        form.status,
        links=share_links({role: path_into(row, role) for role in roles}),
        phones=members_of(NIGHT_ACCESS, row.id) if guest.is_host else [],
        group=group_at_hand(row.id, guest.device) if guest.is_host else None,
        form=form,
        addresses=server_addresses(),
    )


@pages.post(NIGHT + "/share/address")
def choose_address() -> Response:
    """Store the address of this server that a host chose for the codes; any other text goes back to the best one."""
    need_host(at_night().guest)
    known = _known_addresses()
    chosen = request.form.get("address", "")
    if known:
        store_setting(
            CHOSEN_ADDRESS, f"{chosen} {known[0].url}" if chosen in {address.url for address in known} else ""
        )
    return go("people.share", _anchor="links")


def link(at: AtNight, role: Role) -> str:
    """Return the address of the link to a night with this role."""
    return address() + path_into(at.row, role)


def share_links(paths: Mapping[Role, str]) -> list[tuple[Role, str, Markup, list[tuple[str, str]]]]:
    """Return the links with these paths: role, address, code, and those over other networks with their interfaces."""
    first, *others = server_addresses()
    return [
        (role, first.url + path, draw_code(first.url + path), [(other.url + path, other.interface) for other in others])
        for role, path in paths.items()
    ]


def address() -> str:
    """Return the best address of this server for other phones."""
    return server_addresses()[0].url


def draw_code(url: str) -> Markup:
    """Return the QR code of an address at this server, none where phones would not reach it."""
    return draw_qr(url) if server_addresses()[0].for_phones else Markup()


def server_addresses() -> list[ServerAddress]:
    """Return the addresses of this server for other phones, the best one first.

    That is the settled one, else the one that a host chose in this network, that of the browser unless it is only
    local, or the one which a phone used last. A server with a name of its own has no others.
    """
    if settled := current_app.config["SETTLED_ADDRESS"]:
        return [ServerAddress(settled)]
    used = request.host_url.rstrip("/")
    known = _known_addresses()
    is_only_here = is_local(request.host)
    if not is_only_here and used not in {address.url for address in known}:
        return [ServerAddress(used)]
    if not known:
        return [ServerAddress(used, for_phones="ADDRESSES" not in current_app.config)]
    chosen, _, best = read_setting(CHOSEN_ADDRESS).partition(" ")
    if best != known[0].url:  # the network is another one
        chosen = ""
    came = read_setting(LAST_ADDRESS)

    def place(address: ServerAddress) -> tuple[bool, ...]:
        return (address.url != chosen, address.url != used, not address.for_phones, address.url != came)

    known = [address._replace(for_phones=address.for_phones or address.url in (chosen, used)) for address in known]
    known.sort(key=place)
    return known if known[0].for_phones else [ServerAddress(used, for_phones=False), *known]


def _known_addresses() -> list[ServerAddress]:
    """Return the known addresses of this server for others; its network may change."""
    known: Callable[[], list[ServerAddress]] = current_app.config.get("ADDRESSES", list)
    return known()
