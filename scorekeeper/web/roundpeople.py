"""Who comes into a round: its links and codes, its PIN, and what its hosts decide."""

from flask import Blueprint, current_app, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.questions import shown as told
from scorekeeper.night.names import fold_name
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.doors import ROUND_DOOR, members_of
from scorekeeper.storage.forgetting import overwrite
from scorekeeper.storage.limits import Limit
from scorekeeper.storage.round_tables import RoundRow
from scorekeeper.storage.rounds import (
    MOST_DROPS,
    ROUND_ROLES,
    RoundRole,
    change_round,
    delete_round,
    find_member,
    find_round,
    let_into_round,
    owners_in_round,
    role_of_round_link,
    round_token,
)
from scorekeeper.web.doors import ask_pin, decide, door_page, shut_page
from scorekeeper.web.frame import go
from scorekeeper.web.guests import device, is_slug, need_device
from scorekeeper.web.holding import JOINS_AT_NIGHT, JOINS_FROM_ONE, here, hold_back
from scorekeeper.web.members import ROUND, at_round, need_round_host, round_page
from scorekeeper.web.people import address, qr
from scorekeeper.web.posted import DeletionForm, RoundForm
from scorekeeper.web.reader import refusal
from scorekeeper.web.rounds import read_name
from scorekeeper.web.sending import pressed
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
    if row and known and (known.ended or role is None or ROUND_ROLES.index(known.role) >= ROUND_ROLES.index(role)):
        return go("rounds.show", round_slug=row.slug)
    if row is None or role is None:
        return shut_page()
    problem, asks_pin = None, bool(row.pin) and known is None
    if request.method == "POST":
        try:
            return _let_in(row, role, asks_pin)
        except Refused as refused:
            problem = refused
    return door_page("join_round.html", problem, round=row, role=role, asks_pin=asks_pin)


def _let_in(row: RoundRow, role: RoundRole, asks_pin: bool) -> Response:
    if asks_pin:
        ask_pin(f"round pin {row.id}", row.pin)
    hold_back(Limit(f"join round {row.id}", JOINS_AT_NIGHT), Limit(f"join from {here()}", JOINS_FROM_ONE))
    let_into_round(need_device(), row, role)
    return go("rounds.show", round_slug=row.slug)


@pages.route(ROUND + "/share", methods=["GET", "POST"])
def share() -> Response:
    """Show the links of a round, to an onlooker only the onlookers'; a host decides here about the round."""
    at, problem = at_round(), ""
    if request.method == "POST":
        need_round_host()
        try:
            return _decide(at.row)
        except Refused as refused:
            problem = refusal(refused)
    links = []
    for role in LINKS if at.member.is_member else LINKS[1:]:
        token = round_token(at.row, role, str(current_app.secret_key))
        url = address() + url_for("roundpeople.join", round_slug=at.row.slug, token=token)
        links.append((role, url, qr(url)))
    phones, owners = (members_of(ROUND_DOOR, at.row.id), owners_in_round(at.row.id)) if at.member.is_host else ([], {})
    status = 422 if problem else 200
    shown = {"links": links, "phones": phones, "owners": owners, "most": MOST_DROPS, "problem": problem}
    return round_page("round_share.html", status, **shown)


def _decide(row: RoundRow) -> Response:
    """Do what a host's form says, and say where to go on. Raises Refused."""
    action = pressed()
    if action == "delete":
        return _delete(row)
    if action == "name":
        change_round(row.id, name=read_name())
    elif action == "drops":
        change_round(row.id, drops=_read_drops())
    else:
        decide(ROUND_DOOR, row.id)
    return go("roundpeople.share", round_slug=row.slug)


def _delete(row: RoundRow) -> Response:
    """Delete a round whose name was typed. Raises Refused where it was not."""
    typed = DeletionForm().typed.typed
    if fold_name(typed) != fold_name(row.name):
        raise Refused("typed", say("{value} is not the name of this round", value=told(typed)))
    delete_round(row)
    overwrite()
    return go("nights.start")


def _read_drops() -> int:
    drops = read_whole("drops", RoundForm().drops.typed)
    if not 0 <= drops <= MOST_DROPS:
        raise Refused("drops", say("from 0 to {most} nights can be dropped", most=MOST_DROPS))
    return drops
