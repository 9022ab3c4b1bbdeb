"""The sheet of a night, and its download."""

from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response

from scorekeeper.formats import FORMATS
from scorekeeper.games import GAMES
from scorekeeper.games.rulebook import in_force
from scorekeeper.storage.engine.sql import now
from scorekeeper.storage.groups.group import group_at_hand
from scorekeeper.storage.nights.home import find_welcome
from scorekeeper.telling.titles import title_of
from scorekeeper.web.access.current import NIGHT, AtNight, at_night, night_page
from scorekeeper.web.access.views import draw_code, link
from scorekeeper.web.core.downloads import answer_long_file
from scorekeeper.web.core.i18n import speech
from scorekeeper.web.core.slow_requests import in_pieces
from scorekeeper.web.deal.outcomes import latest_result
from scorekeeper.web.settlement.view_model import Settlement
from scorekeeper.web.sheet.plot import draw_night
from scorekeeper.web.sheet.view_model import first_of, make_body, sheet_body

pages = Blueprint("sheet", __name__, url_prefix=NIGHT)

_WHOLE = 500  # deals on a printed sheet; the totals of earlier ones are carried


@pages.get("")
def show() -> Response:
    """Show a page of the sheet, by default the newest."""
    at = at_night()
    return _page(at, sheet_body(at, request.args.get("from", type=int), request.script_root, speech().tag))


@pages.get("/offline")
def show_offline() -> Response:
    """Show the read-only sheet that a phone stores for the time without a server."""
    body = sheet_body(at_night(), None, request.script_root, speech().tag)
    return night_page("sheet/offline.html", table=body["table"], read=now())


@pages.get("/whole")
def whole() -> Response:
    """Show the whole sheet with the plot for printing."""
    at = at_night()
    drawn = draw_night(at) if at.row.number > 1 else {}
    body = make_body(at, first_of(at.now.number, None, _WHOLE), _WHOLE)
    night = at.now
    rules = night.rules_at(night.number)
    own = [setting.phrase for setting in in_force(rules, night.game.presets[night.preset], rules.offers) if setting.own]
    return _page(at, body, whole=True, settlement=Settlement(at.rows, speech()), own_rules=own, **drawn)


def _page(at: AtNight, body: dict[str, Any], **more: Any) -> Response:
    welcome: dict[str, object] = {}
    if at.guest.is_host and at.row.number == 1:  # show the code, and ask who the host is
        code, welcome["asks_who"] = find_welcome(at.guest, len(at.players))
        url = link(at, "writer")
        welcome["invitation"] = (url, draw_code(url)) if code else None
    return night_page(
        "sheet/sheet.html",
        game=GAMES[at.row.game],
        welcome=welcome,
        plotted=at.row.number > 1,
        paid=at.row.plan > 0 and not any(player.open(at.row.coins or 1) for player in at.players),
        group=group_at_hand(at.row.id, at.guest.device),
        latest=latest_result(at),
        **body,
        **more,
    )


@pages.get(f"/night.<any({', '.join(FORMATS)}):form>")
def download(form: str) -> Response:
    """Return the night as a file."""
    at = at_night()
    group = group_at_hand(at.row.id, at.guest.device)
    words = [group.name if group else "", title_of(at.row, speech()), at.row.day]
    return answer_long_file(words, form, lambda: FORMATS[form].parts(at.row, speech(), in_pieces, True))
