"""Who comes into a round: its links and codes, its PIN, and what its hosts decide."""

from flask import Blueprint, current_app, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.phrase import Refused
from scorekeeper.storage.access.devices import let_in, link_token, role_of_link
from scorekeeper.storage.access.membership import ROUND_ACCESS, Role, find_member, load_changes, members_of
from scorekeeper.storage.access.rate_limits import Limit
from scorekeeper.storage.groups.rounds import (
    MOST_DROPS,
    change_round,
    delete_round,
    find_round,
    owners_in_round,
)
from scorekeeper.web.access.current import device, is_slug, need_device
from scorekeeper.web.access.forms import JoinForm
from scorekeeper.web.access.membership import ask_pin, dead_link_page, decide, join_page
from scorekeeper.web.access.views import address, qr
from scorekeeper.web.core.erasure import erase_soon
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.rate_limits import (
    JOINS_AT_NIGHT,
    JOINS_FROM_ONE,
    here,
    hold_back,
    hold_back_erasing,
    tell_wait,
)
from scorekeeper.web.groups.current import ROUND, AtRound, at_round, need_round_host, round_page
from scorekeeper.web.groups.forms import GroupHostForm

pages = Blueprint("roundpeople", __name__)

LINKS: tuple[Role, ...] = ("member", "onlooker")
_CHANGES = 50  # on the page


@pages.route("/jr/<round_slug>/<token>", methods=["GET", "POST"])
def join(round_slug: str, token: str) -> Response:
    """Let a device into a round by a link, after the PIN if the round has one."""
    row = find_round(round_slug) if is_slug(round_slug) else None
    role = role_of_link(row, token, str(current_app.secret_key)) if row else None
    asking = device()
    known = find_member(asking, row) if asking and row else None
    if (
        row
        and known
        and (known.ended or role is None or ROUND_ACCESS.ranks.index(known.role) >= ROUND_ACCESS.ranks.index(role))
    ):
        return go("rounds.show", round_slug=row.slug)
    if row is None or role is None:
        return dead_link_page()
    form = JoinForm()
    asks_pin = bool(row.pin) and known is None
    if form.validate_on_submit():
        try:
            if asks_pin:
                ask_pin(f"round pin {row.slug}", row.pin, form.pin.typed)
            hold_back(Limit(f"join round {row.slug}", JOINS_AT_NIGHT), Limit(f"join from {here()}", JOINS_FROM_ONE))
            let_in(need_device(), row, role)
            return go("rounds.show", round_slug=row.slug)
        except Refused as refused:
            form.refuse(refused)
    return join_page("groups/join_group.html", form, round=row, role=role, asks_pin=asks_pin)


@pages.route(ROUND + "/share", methods=["GET", "POST"])
def share() -> Response:
    """Show the links of a round, to an onlooker only the onlookers'; a host decides here about the round."""
    at = at_round()
    form = GroupHostForm(at.row.name)
    if request.method == "POST":
        need_round_host()
        if form.validate():
            try:
                return _decide(at, form)
            except Refused as refused:
                form.refuse(refused)
    links = []
    for role in LINKS if at.member.is_member else LINKS[1:]:
        token = link_token(at.row, role, str(current_app.secret_key))
        url = address() + url_for("roundpeople.join", round_slug=at.row.slug, token=token)
        links.append((role, url, qr(url)))
    phones = members_of(ROUND_ACCESS, at.row.id) if at.member.is_host else []
    changes = load_changes(at.row.id, _CHANGES) if at.member.is_member else []
    owners = owners_in_round(at.row.id) if phones or changes else {}
    answer = round_page(
        "groups/group_share.html",
        form.status,
        links=links,
        phones=phones,
        changes=changes,
        owners=owners,
        most=MOST_DROPS,
        form=form,
    )
    return tell_wait(answer, form.refused)


def _decide(at: AtRound, form: GroupHostForm) -> Response:
    """Do what a host's valid form says, and return where to go on. Raises Refused."""
    row = at.row
    action = form.action.data
    if action == "delete":
        hold_back_erasing()
        delete_round(row)
        erase_soon()
        return go("nights.start")
    if action == "name":
        change_round(row.id, at.member.key, name=form.name.data)
    elif action == "drops":
        change_round(row.id, at.member.key, drops=form.drops.data)
    else:
        decide(ROUND_ACCESS, row.id, form)
    return go("roundpeople.share", round_slug=row.slug)
