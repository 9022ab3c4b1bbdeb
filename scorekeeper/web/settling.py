"""Settling a night: what is open, and the payments that settle it."""

from flask import Blueprint, render_template
from werkzeug.wrappers import Response

from scorekeeper.ledger.settlement import Plan, settle
from scorekeeper.storage.objections import Objecting, open_objections
from scorekeeper.storage.reading import Standing, stake_of
from scorekeeper.storage.tables import NightRow
from scorekeeper.web.page import night_at, page

pages = Blueprint("settling", __name__)


@pages.get("/n/<slug>/settle")
def show(slug: str) -> Response:
    """Show what is still objected to, and who pays whom how much, in the fewest payments."""
    guest, row, players = night_at(slug)
    doubts = open_objections(row.id)
    return page(
        "settle.html",
        night=row,
        guest=guest,
        players=players,
        plan=_plan(players),
        stake=stake_of(row),
        objections=doubts,
        share=_as_text(row, players, doubts),
    )


def _plan(players: list[Standing]) -> Plan:
    return settle({player.key: player.balance for player in players})


@pages.get("/n/<slug>/settle.txt")
def text(slug: str) -> Response:
    """Return the settlement as text to share."""
    _, row, players = night_at(slug)
    return Response(_as_text(row, players, open_objections(row.id)), mimetype="text/plain")


def _as_text(row: NightRow, players: list[Standing], doubts: list[Objecting]) -> str:
    return render_template(
        "settle.txt", night=row, players=players, plan=_plan(players), stake=stake_of(row), objections=doubts
    )
