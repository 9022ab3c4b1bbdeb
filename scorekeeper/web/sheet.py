"""The sheet of a night, and the night as a file."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from tempfile import SpooledTemporaryFile
from typing import Any, NamedTuple

from flask import Blueprint, request
from werkzeug.wrappers import Response
from werkzeug.wsgi import wrap_file

from scorekeeper.games import GAMES
from scorekeeper.language import Speech
from scorekeeper.night.export import write_outline
from scorekeeper.night.source import json_parts, toml_parts
from scorekeeper.spreadsheet import night_csv
from scorekeeper.storage.exporting import outline, tell_deals
from scorekeeper.storage.home import welcomes
from scorekeeper.storage.reading import one_moment
from scorekeeper.storage.rounds import round_at_hand
from scorekeeper.storage.tables import NightRow
from scorekeeper.web.guests import NIGHT, AtNight, at_night, night_page
from scorekeeper.web.holes import holed_page
from scorekeeper.web.offer import offer_undo
from scorekeeper.web.packing import pack
from scorekeeper.web.people import invitation
from scorekeeper.web.plot import draw_night
from scorekeeper.web.reader import speech
from scorekeeper.web.settlement import settlement_of
from scorekeeper.web.sheetbody import SheetBody, first_of, make_body, sheet_body
from scorekeeper.web.turns import in_pieces, one_at_a_time

pages = Blueprint("sheet", __name__, url_prefix=NIGHT)

_IN_MEMORY = 256 * 1024  # bytes of a file; the rest of a longer one waits on the disk
_TYPES = {"toml": "application/toml", "json": "application/json", "csv": "text/csv"}

_WHOLE = 500  # deals on a sheet to print; of a longer night it carries the earlier ones forward


@pages.get("")
def show() -> Response:
    """Show a page of the sheet, the newest unless another is asked for."""
    at = at_night()
    body, welcome = sheet_body(at, request.args.get("from", type=int)), _welcome(at)
    if welcome:
        return _page(at, body, welcome)
    return pack(holed_page("sheet.html", _told(at, body), {"game": GAMES[at.row.game], "welcome": {}}, _new(at, body)))


@pages.get("/whole")
def whole() -> Response:
    """Show the whole sheet, to print."""
    at = at_night()
    drawn = draw_night() if at.row.number > 2 else {}
    body = make_body(at, first_of(at.now.number, None, _WHOLE), _WHOLE)
    told = {"whole": True, "settlement": settlement_of(at.row, at.players), **drawn}
    return _page(at, body, _welcome(at), **told)


def _page(at: AtNight, body: SheetBody, welcome: Mapping[str, object], **more: Any) -> Response:
    """Return a sheet that is made for this phone alone."""
    told = {**_told(at, body), "game": GAMES[at.row.game], "welcome": welcome, **_new(at, body), **more}
    shown = night_page("sheet.html", **told)
    return shown if welcome.get("invitation") else pack(shown)  # beside a link into the night stand typed names


class Meeting(NamedTuple):
    """A round as the nights that belong to it name it."""

    slug: str
    name: str


def _told(at: AtNight, body: SheetBody) -> dict[str, Any]:
    """What around a sheet is another thing on some phones, or after some acts."""
    meeting, game = round_at_hand(at.row.id, at.guest.device), GAMES[at.row.game]
    return {
        "plotted": at.row.number > 2,
        "meeting": meeting and Meeting(meeting.slug, meeting.name),
        "newest": body.newest,
        "called": body.called,
        "coming": tuple(body.coming) if game.heading else (),
        "problem": body.problem,
    }


def _new(at: AtNight, body: SheetBody) -> dict[str, object]:
    """What of a sheet is new after each act, with the form that takes it back for a moment."""
    undo = offer_undo(at.guest, at.row, body.column)
    return {"table": body.table, "legend": body.legend, **({"undo": undo} if undo else {})}


def _welcome(at: AtNight) -> dict[str, object]:
    """What a host sees before the first deal: the code for the others until all have it, and who he is himself."""
    if not at.guest.is_host or at.row.number > 1:
        return {}
    code, who = welcomes(at.guest, len(at.players))
    return {"invitation": invitation(at.guest) if code else None, "asks_who": who}


@pages.get("/night.<any(toml, json, csv):form>")
def download(form: str) -> Response:
    """Return the night as a file. It is written aside, so that who reads it slowly keeps nobody waiting."""
    with one_at_a_time():
        row = at_night().row
        with ExitStack() as unless_done:
            file = unless_done.enter_context(SpooledTemporaryFile(max_size=_IN_MEMORY))
            with one_moment():
                for part in in_pieces(_write(row, form)):
                    file.write(part.encode())
            unless_done.pop_all()  # the answer closes it
    answer = Response(wrap_file(request.environ, file), mimetype=_TYPES[form], direct_passthrough=True)
    answer.content_length = file.tell()
    file.seek(0)
    answer.headers["Content-Disposition"] = f'attachment; filename="{row.slug}.{form}"'
    return answer


def _write(row: NightRow, form: str) -> Iterator[str]:
    if form == "csv":
        told = tell_deals(row, in_pieces)
        return night_csv(told.night, told.slots, told.parties, Speech(speech().locale, told.names))
    data = write_outline(outline(row, in_pieces))
    return json_parts(data, indent=1) if form == "json" else toml_parts(data, readable=True)
