"""Who comes into a round: its links and codes, its PIN, and what its hosts decide."""

from collections.abc import Callable

from flask import Blueprint, current_app, g, request, url_for
from werkzeug.security import generate_password_hash
from werkzeug.wrappers import Response

from scorekeeper.phrase import Refused, say
from scorekeeper.storage.limits import Limit, attempt, take_back
from scorekeeper.storage.round_tables import RoundRow
from scorekeeper.storage.rounds import (
    MOST_DROPS,
    ROUND_ROLES,
    RoundRole,
    change_round,
    end_membership,
    find_member,
    find_round,
    let_into_round,
    make_round_host,
    owners_in_round,
    role_of_round_link,
    round_devices,
    round_token,
    take_back_in,
)
from scorekeeper.web.frame import go, page
from scorekeeper.web.guests import device, is_slug, need_device
from scorekeeper.web.holding import JOINS_AT_NIGHT, JOINS_FROM_ONE, PINS, PINS_FROM_ONE, here, hold_back, tell_wait
from scorekeeper.web.members import ROUND, at_round, need_round_host, round_page
from scorekeeper.web.people import address, qr
from scorekeeper.web.posted import PinForm
from scorekeeper.web.reader import refusal
from scorekeeper.web.rounds import read_name
from scorekeeper.web.typed import read_whole

pages = Blueprint("roundpeople", __name__)

LINKS: tuple[RoundRole, ...] = ("member", "onlooker")


@pages.route("/jr/<round_slug>/<token>", methods=["GET", "POST"])
def join(round_slug: str, token: str) -> Response:
    """Let a device into a round by a link, after the PIN if the round has one."""
    row = find_round(round_slug) if is_slug(round_slug) else None
    role = role_of_round_link(row, token, str(current_app.secret_key)) if row else None
    asking = device()
    known = find_member(asking, row) if asking and row else None
    if row and known and (known.ended or role is None or _covers(known.role, role)):
        return go("rounds.show", round_slug=row.slug)
    if row is None or role is None:
        gone = say("This link lets nobody in any more. Scan the code again on a phone that is in.")
        return page("error.html", 404, code=404, text=gone)
    problem = None
    if request.method == "POST":
        try:
            return _let_in(row, role, asks_pin=bool(row.pin) and known is None)
        except Refused as refused:
            problem = refused
    asks = bool(row.pin) and known is None
    text = refusal(problem) if problem else ""
    answer = page("join_round.html", 422 if problem else 200, round=row, role=role, asks_pin=asks, problem=text)
    return tell_wait(answer, problem)


def _covers(known: RoundRole, role: RoundRole) -> bool:
    return ROUND_ROLES.index(known) >= ROUND_ROLES.index(role)


def _let_in(row: RoundRow, role: RoundRole, asks_pin: bool) -> Response:
    if asks_pin:
        _ask_pin(row)
    hold_back(Limit(f"join round {row.id}", JOINS_AT_NIGHT), Limit(f"join from {here()}", JOINS_FROM_ONE))
    let_into_round(need_device(), row, role)
    return go("rounds.show", round_slug=row.slug)


def _ask_pin(row: RoundRow) -> None:
    """Let nobody pass who does not know the PIN. Raises Refused."""
    counted: tuple[Limit, ...] = (
        Limit(f"round pin {row.id} {here()}", PINS_FROM_ONE),
        Limit(f"round pin {row.id}", PINS),
    )
    if attempt(*counted):
        counted = (counted[0]._replace(most=1),)  # others failed; who did not yet may try once
        hold_back(*counted)
    PinForm().check(row.pin)
    take_back(*counted)


@pages.route(ROUND + "/share", methods=["GET", "POST"])
def share() -> Response:
    """Show the links of a round, to an onlooker only the onlookers'; a host decides here about the round."""
    at, problem = at_round(), ""
    if request.method == "POST":
        need_round_host()
        try:
            _decide(at.row.id)
            return go("roundpeople.share", round_slug=at.row.slug)
        except Refused as refused:
            problem = refusal(refused)
    links = []
    for role in LINKS if at.member.is_member else LINKS[1:]:
        token = round_token(at.row, role, str(current_app.secret_key))
        url = address() + url_for("roundpeople.join", round_slug=at.row.slug, token=token)
        links.append((role, url, qr(url)))
    phones, owners = (round_devices(at.row.id), owners_in_round(at.row.id)) if at.member.is_host else ([], {})
    status = 422 if problem else 200
    shown = {"links": links, "phones": phones, "owners": owners, "most": MOST_DROPS, "problem": problem}
    return round_page("round_share.html", status, **shown)


_DECISIONS: dict[str, Callable[[int, str], None]] = {
    "end": end_membership,
    "again": take_back_in,
    "host": make_round_host,
}


def _decide(round_id: int) -> None:
    """Do what a host's form says. Raises Refused."""
    action = request.form.get("action", "")
    if action in _DECISIONS:
        _DECISIONS[action](round_id, request.form.get("device", ""))
    elif action == "renew":
        change_round(round_id, links=g.round.row.links + 1)
    elif action == "pin":
        change_round(round_id, pin=generate_password_hash(PinForm().read_new()))
    elif action == "no pin":
        change_round(round_id, pin="")
    elif action == "name":
        change_round(round_id, name=read_name())
    elif action == "drops":
        change_round(round_id, drops=_read_drops())
    else:
        raise Refused("action", say("nothing was chosen"))


def _read_drops() -> int:
    drops = read_whole("drops", request.form.get("drops", ""))
    if not 0 <= drops <= MOST_DROPS:
        raise Refused("drops", say("from 0 to {most} nights can be dropped", most=MOST_DROPS))
    return drops
