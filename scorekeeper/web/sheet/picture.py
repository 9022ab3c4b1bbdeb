"""The end of a night as a picture to share: SVG, and PNG where `resvg-py` is installed and finds a font."""

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec

from flask import Blueprint, Response, abort, render_template

from scorekeeper.night.awards import titles_of
from scorekeeper.storage.queries.nights import stake_of
from scorekeeper.web.access.current import NIGHT, AtNight, at_night
from scorekeeper.web.sheet.plot import FRAME, Curve, courses_at, draw, heights

pages = Blueprint("picture", __name__, url_prefix=NIGHT)

_PROBE = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'
_LINES = ("#1d5c4b", "#9a2a1f", "#2b4f9e", "#7a4b00", "#7b2d8b", "#2a251f")
# The dashes of each line, as the plot has them.
_DASHES = ("", "21 9", "6 6", "24 6 6 6", "36 9", "12 6", "36 9", "12 6", "24 6 6 6", "6 6", "21 9", "3 9")
_WIDTH = 1080
_HEAD = 170
_ROW = 76
_PLOT = 560
_TITLE = 50
_LEFT, _ACROSS, _DOWN = 50, 3.9, 1.4  # where the plot begins, and how much wider and higher it is


@pages.get("/picture.<any(svg, png):kind>")
def show(kind: str) -> Response:
    """Return the picture."""
    if kind == "svg":
        return Response(_draw(at_night()), mimetype="image/svg+xml")
    if not can_paint():
        abort(404)
    return Response(_paint(_draw(at_night())), mimetype="image/png")


@lru_cache(maxsize=1)
def can_paint() -> bool:
    """Return whether this computer can make a PNG with letters on it; what is installed later, a new start finds."""
    if find_spec("resvg_py") is None:
        return False
    return _paint(_PROBE.format('<text y="20" font-family="sans-serif">A</text>')) != _paint(_PROBE.format(""))


def _paint(svg: str) -> bytes:
    painted: bytes = import_module("resvg_py").svg_to_bytes(svg_string=svg, sans_serif_family="DejaVu Sans")
    return painted


def _draw(at: AtNight) -> str:
    night = at.now
    found = courses_at(at, "payoff")
    stand = {course.player: course.balances[-1] for course in found}
    titles = titles_of({course.player: course.balances for course in found})
    ranked = sorted(at.players, key=lambda player: -stand[player.key])
    plot_top = _HEAD + _ROW * len(ranked)
    titles_top = plot_top + (_PLOT if night.number > 2 else 0)
    return render_template(
        "sheet/picture.html",
        now=night,
        night=at.row,
        stake=stake_of(at.row),
        ranked=ranked,
        stand=stand,
        titles=titles,
        curves=[_stretch(curve) for curve in draw(found, at.names)] if night.number > 2 else [],
        heights=[tick._replace(place=tick.place * _DOWN) for tick in heights(found)],
        size=(_WIDTH, titles_top + _TITLE * len(titles) + 60),
        tops=(_HEAD, plot_top, titles_top),
        ends=(_LEFT, _LEFT + (FRAME[1] - FRAME[0]) * _ACROSS),
        inks=_LINES,
        dashes=_DASHES,
        row=_ROW,
        line=_TITLE,
    )


def _stretch(curve: Curve) -> Curve:
    """Return a line of the plot as wide and high as the picture has room, in strokes that are even."""
    places = (point.split(",") for point in curve.points.split())
    points = [f"{_LEFT + (float(x) - FRAME[0]) * _ACROSS:.1f},{float(y) * _DOWN:.1f}" for x, y in places]
    return curve._replace(points=" ".join(points), label=curve.label * _DOWN)
