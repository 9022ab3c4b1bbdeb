"""The plot of a night, and the picture to share with plot and standings.

The picture is an SVG, also a PNG if `resvg-py` is installed and finds a font.
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from flask import Blueprint, abort, render_template
from werkzeug.wrappers import Response

from scorekeeper.games.game import Column
from scorekeeper.night.distinctions import titles_of
from scorekeeper.storage.queries.nights import stake_of
from scorekeeper.storage.queries.sheets import Trace, load_traces
from scorekeeper.web.access.current import NIGHT, AtNight, at_night
from scorekeeper.web.core.lifecycle import go
from scorekeeper.web.core.plot import BESIDE, DASHES, FRAME, SIZE, Tick, draw, heights, place_across, ticks

pages = Blueprint("plot", __name__, url_prefix=NIGHT)

# The picture.
_PROBE = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'
_LINES = ("#1d5c4b", "#9a2a1f", "#2b4f9e", "#7a4b00", "#7b2d8b", "#2a251f")
_WIDTH = 1080
_HEAD = 170
_ROW = 76
_PLOT = 560
_TITLE = 50
_EDGE = 50  # left of the plot
_ACROSS = 3.9  # the scale
_DOWN = 1.4


@pages.get("/plot")
def show() -> Response:
    """Redirect to the plot on the whole sheet, for links of an earlier version."""
    return go("sheet.whole", _anchor="plot")


def draw_night(at: AtNight) -> dict[str, Any]:
    """Return the variables of the plot: of the column of the sheet, in a game of parties of the payoffs."""
    night = at.now
    found = traces_at(at, "payoff" if night.in_parties else night.game.sheet_column(night.rules_at(night.number)))
    return {
        "size": SIZE,
        "frame": FRAME,
        "beside": BESIDE,
        "curves": draw(found, at.names),
        "heights": heights(found),
        "deals": [Tick(value, place_across(value, night.number - 1)) for value in ticks(0, night.number - 1)],
    }


def traces_at(at: AtNight, column: Column) -> Sequence[Trace]:
    """Return the balances of all players by seat; if nothing is paid, those of the sheet."""
    players = tuple(player.key for player in at.players)
    found = _load_traces(at.row.id, at.row.head, at.row.number - 1, column, players)
    is_paid = column == "sheet" or any(trace.highest[0] or trace.lowest[0] for trace in found)
    return found if is_paid else _load_traces(at.row.id, at.row.head, at.row.number - 1, "sheet", players)


# Two megabytes each for the longest night. All follows from the journal, whose head is in the key.
@lru_cache(maxsize=8)
def _load_traces(night_id: int, head: str, deals: int, column: Column, players: tuple[str, ...]) -> Sequence[Trace]:
    return load_traces(night_id, deals, column)


@pages.get("/picture.<any(svg, png):kind>")
def show_picture(kind: str) -> Response:
    """Return the picture: the standings and below them the plot."""
    if kind == "png" and not can_paint():
        abort(404)
    at = at_night()
    night = at.now
    found = traces_at(at, "payoff")
    balances = {trace.player: trace.balances[-1] for trace in found}
    titles = titles_of({trace.player: trace.balances for trace in found})
    ranked = sorted(at.players, key=lambda player: -balances[player.key])
    curves = []
    for curve in draw(found, at.names) if night.number > 2 else []:
        places = (point.split(",") for point in curve.points.split())  # a stretched drawing would have uneven strokes
        points = [f"{_EDGE + (float(x) - FRAME[0]) * _ACROSS:.1f},{float(y) * _DOWN:.1f}" for x, y in places]
        curves.append(curve._replace(points=" ".join(points), label=curve.label * _DOWN))
    plot_top = _HEAD + _ROW * len(ranked)
    titles_top = plot_top + (_PLOT if curves else 0)
    svg = render_template(
        "sheet/picture.html",
        now=night,
        night=at.row,
        stake=stake_of(at.row),
        ranked=[(_HEAD + _ROW * place, player, balances[player.key]) for place, player in enumerate(ranked)],
        titles=[(titles_top + _TITLE * place, title) for place, title in enumerate(titles)],
        curves=curves,
        heights=[tick._replace(place=tick.place * _DOWN) for tick in heights(found)],
        size=(_WIDTH, titles_top + _TITLE * len(titles) + 60),
        plot_top=plot_top,
        ends=(_EDGE, _EDGE + (FRAME[1] - FRAME[0]) * _ACROSS),
        looks=list(zip(_LINES * 2, DASHES, strict=True)),
    )
    return Response(svg, mimetype="image/svg+xml") if kind == "svg" else Response(_paint(svg), mimetype="image/png")


@lru_cache(maxsize=1)
def can_paint() -> bool:
    """Return whether this computer can make a PNG with letters; checked once per start."""
    if find_spec("resvg_py") is None:
        return False
    return _paint(_PROBE.format('<text y="20" font-family="sans-serif">A</text>')) != _paint(_PROBE.format(""))


def _paint(svg: str) -> bytes:
    painted: bytes = import_module("resvg_py").svg_to_bytes(svg_string=svg, sans_serif_family="DejaVu Sans")
    return painted
