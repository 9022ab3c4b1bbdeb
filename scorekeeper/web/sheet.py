"""The sheet of a night, its settlement, and the night as a file."""

import json

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.games.game import Standing as PartyStanding
from scorekeeper.ledger.settlement import Plan, settle
from scorekeeper.night.file import write_night
from scorekeeper.night.night import Night, seat_deal
from scorekeeper.night.replay import party_of
from scorekeeper.night.source import write_toml
from scorekeeper.phrase import Refused
from scorekeeper.storage.reading import (
    PAGE,
    Standing,
    document,
    find_deal,
    newest_page,
    night_now,
    party_sheets,
    sheet_page,
    stake_of,
)
from scorekeeper.storage.tables import NightRow
from scorekeeper.web.deals import call_of
from scorekeeper.web.page import night_at, page, refusal

pages = Blueprint("sheet", __name__)

_TYPES = {"toml": "application/toml", "json": "application/json"}


@pages.get("/n/<slug>")
def show(slug: str) -> Response:
    """Show a page of the sheet, the newest unless another is asked for."""
    guest, row, players = night_at(slug)
    night = night_now(row.id)
    newest = newest_page(night.number - 1)
    first = max(1, min(request.args.get("from", newest, type=int), newest))
    problem = ""
    try:
        next_seating = seat_deal(night, night.number)
    except Refused as refused:
        next_seating, problem = None, refusal(refused)
    called = find_deal(row.id, night.number)
    return page(
        "sheet.html",
        night=row,
        guest=guest,
        players=players,
        now=night,
        stake=stake_of(row),
        sheet=sheet_page(row.id, first),
        column=night.game.shows(night.rules_at(night.number)),
        party=_party(row.id, night),
        newest=newest,
        page_size=PAGE,
        next_seating=next_seating,
        problem=problem,
        called=call_of(night, called) if called and called.open else None,
    )


def _party(night_id: int, night: Night) -> PartyStanding | None:
    """How the party of the last deal stands, where the game has parties."""
    last = night.number - 1
    if night.game.tally is None or not last:
        return None
    return night.game.tally(night.rules_at(last), party_sheets(night_id, party_of(night, last)))


@pages.get("/n/<slug>/settle")
def settlement(slug: str) -> Response:
    """Show who pays whom how much, in the fewest payments."""
    guest, row, players = night_at(slug)
    return page(
        "settle.html",
        night=row,
        guest=guest,
        players=players,
        plan=_plan(players),
        stake=stake_of(row),
        share=_as_text(row, players),
    )


def _plan(players: list[Standing]) -> Plan:
    return settle({player.key: player.balance for player in players})


@pages.get("/n/<slug>/settle.txt")
def settlement_text(slug: str) -> Response:
    """Return the settlement as text to share."""
    _, row, players = night_at(slug)
    return Response(_as_text(row, players), mimetype="text/plain")


def _as_text(row: NightRow, players: list[Standing]) -> str:
    return render_template("settle.txt", night=row, players=players, plan=_plan(players), stake=stake_of(row))


@pages.get("/n/<slug>/night.<any(toml, json):form>")
def download(slug: str, form: str) -> Response:
    """Return the night as a file."""
    _, row, _ = night_at(slug)
    data = write_night(document(row))
    text = write_toml(data) if form == "toml" else json.dumps(data, ensure_ascii=False, indent=1)
    answer = Response(text, mimetype=_TYPES[form])
    answer.headers["Content-Disposition"] = f'attachment; filename="{row.slug}.{form}"'
    return answer
