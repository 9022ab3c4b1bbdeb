"""The end of a night as a picture to share: SVG, and PNG where `resvg-py` is installed and finds a font."""

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from flask import Blueprint, Response, abort, render_template

from scorekeeper.night.titles import titles_of
from scorekeeper.storage.reading import stake_of
from scorekeeper.web.courses import courses_at
from scorekeeper.web.guests import NIGHT, at_night
from scorekeeper.web.plot import FRAME, draw, heights

pages = Blueprint("picture", __name__, url_prefix=NIGHT)

_PROBE = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'
_LINES = ("#1d5c4b", "#9a2a1f", "#2b4f9e", "#7a4b00", "#7b2d8b", "#2a251f")
_WIDTH, _HEAD, _ROW, _PLOT, _TITLE = 1080, 170, 76, 560, 50

_MEASURES: dict[str, Any] = {"frame": FRAME, "inks": _LINES, "row": _ROW, "line": _TITLE}


@pages.get("/picture.<any(svg, png):kind>")
def show(kind: str) -> Response:
    """Return the picture."""
    if kind == "svg":
        return Response(_draw(), mimetype="image/svg+xml")
    if not can_paint():
        abort(404)
    return Response(_paint(_draw()), mimetype="image/png")


@pages.app_template_global()
@lru_cache(maxsize=1)
def can_paint() -> bool:
    """Return whether this computer can make a PNG with letters on it; what is installed later, a new start finds."""
    return find_spec("resvg_py") is not None and _has_font()


def _has_font() -> bool:
    return _paint(_PROBE.format('<text y="20" font-family="sans-serif">A</text>')) != _paint(_PROBE.format(""))


def _paint(svg: str) -> bytes:
    painted: bytes = import_module("resvg_py").svg_to_bytes(svg_string=svg, sans_serif_family="DejaVu Sans")
    return painted


def _draw() -> str:
    at = at_night()
    night, found = at.now, courses_at(at, "payoff")
    stand = {course.player: course.balances[-1] for course in found}
    titles = titles_of({course.player: course.balances for course in found})
    ranked = sorted(at.players, key=lambda player: -stand[player.key])
    plot_top = _HEAD + _ROW * len(ranked)
    titles_top = plot_top + (_PLOT if night.number > 2 else 0)
    return render_template(
        "picture.html",
        now=night,
        night=at.row,
        stake=stake_of(at.row),
        ranked=ranked,
        stand=stand,
        titles=titles,
        curves=draw(found, at.names) if night.number > 2 else [],
        heights=heights(found),
        size=(_WIDTH, titles_top + _TITLE * len(titles) + 60),
        tops=(_HEAD, plot_top, titles_top),
        **_MEASURES,
    )
