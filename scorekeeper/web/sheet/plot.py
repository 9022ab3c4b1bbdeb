"""The plot of a night: how each player's balance ran, drawn as lines with their names at the end.

With the standings it is a picture to share: SVG, and PNG where `resvg-py` is installed and finds a font.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, NamedTuple

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.game import Column
from scorekeeper.night.awards import titles_of
from scorekeeper.storage.queries.nights import stake_of
from scorekeeper.storage.queries.sheets import Trace, courses
from scorekeeper.web.access.current import NIGHT, AtNight, at_night

pages = Blueprint("plot", __name__, url_prefix=NIGHT)

# In the units of the drawing, which on a phone are pixels: where the lines lie, and what the names beside them need.
SIZE = 358, 380
FRAME = _LEFT, _RIGHT, _TOP, _BOTTOM = 62, 262, 12, 350
PLAIN_FRAME = (
    f"{_LEFT} {_TOP - 4} {_RIGHT - _LEFT} {_BOTTOM - _TOP + 8}"  # where the lines stand without numbers and names
)
_BESIDE = _RIGHT + 10
_LABEL = 15
_POINTS = 160  # on one line; more could not be told apart
_TICKS = 6  # on one axis, at most
_LONGEST = 10  # letters of a name beside its line

# The picture.
_PROBE = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'
_LINES = ("#1d5c4b", "#9a2a1f", "#2b4f9e", "#7a4b00", "#7b2d8b", "#2a251f")
# The dashes of each line, as the plot has them.
_DASHES = ("", "21 9", "6 6", "24 6 6 6", "36 9", "12 6", "36 9", "12 6", "24 6 6 6", "6 6", "21 9", "3 9")
_WIDTH = 1080
_HEAD = 170
_ROW = 76
_PLOT = 560
_TITLE = 50
_EDGE, _ACROSS, _DOWN = 50, 3.9, 1.4  # where the plot begins, and how much wider and higher it is


class Curve(NamedTuple):
    """One player's line: its `points` as SVG has them, its end, and the height of the name beside it.

    Its `look`, from 0, goes by the seat, so that a player keeps it all night.
    """

    look: int
    course: Trace
    points: str
    end: float
    label: float
    short: str


class Tick(NamedTuple):
    """A mark on an axis: the number that it stands for, and where it lies."""

    value: int
    place: float


@pages.get("/plot")
def show() -> Response:
    """Lead to the plot on the whole sheet, as an earlier version linked to it."""
    return redirect(url_for("sheet.whole", _anchor="plot"), 303)


def draw_night(at: AtNight) -> dict[str, Any]:
    """Return what the plot of a night needs: what the sheet shows, unless that begins anew with each party."""
    night = at.now
    found = courses_at(at, "payoff" if night.in_parties else night.game.shows(night.rules_at(night.number)))
    return {
        "size": SIZE,
        "frame": FRAME,
        "beside": _BESIDE,
        "curves": draw(found, at.names),
        "heights": heights(found),
        "deals": [Tick(value, _across(value, night.number - 1)) for value in ticks(0, night.number - 1)],
    }


def courses_at(at: AtNight, column: Column) -> Sequence[Trace]:
    """Return how every player's points ran, in seat order; at a table where nothing is paid what the sheet says."""
    players = tuple(player.key for player in at.players)
    found = _courses(at.row.id, at.row.head, at.row.number - 1, column, players)
    is_paid = column == "sheet" or any(trace.highest[0] or trace.lowest[0] for trace in found)
    return found if is_paid else _courses(at.row.id, at.row.head, at.row.number - 1, "sheet", players)


# Two megabytes each of the longest night. All follows from the journal, which its head names.
@lru_cache(maxsize=8)
def _courses(night_id: int, head: str, deals: int, column: Column, players: tuple[str, ...]) -> Sequence[Trace]:
    return courses(night_id, deals, column)


def draw(found: Sequence[Trace], names: dict[str, str]) -> list[Curve]:
    """Return the lines of the players, the highest at the end first."""
    low, high = _range(found)
    ends = [_down(course.balances[-1], low, high) for course in found]
    curves = []
    for seat, (course, end, label) in enumerate(zip(found, ends, spread(ends), strict=True)):
        last = len(course.numbers) - 1
        shown = {0, *range(last, -1, -max(1, -(-last // _POINTS)))}
        points = " ".join(
            f"{_across(place, last):.1f},{_down(course.balances[place], low, high):.1f}" for place in sorted(shown)
        )
        short = _shorten(names[course.player], names.values())
        curves.append(Curve(seat % len(_DASHES), course, points, end, label, short))
    return sorted(curves, key=lambda curve: curve.label)


def heights(found: Sequence[Trace]) -> list[Tick]:
    """Return the marks on the axis of points."""
    low, high = _range(found)
    return [Tick(value, _down(value, low, high)) for value in ticks(low, high)]


def _range(found: Iterable[Trace]) -> tuple[int, int]:
    low = min((course.lowest[0] for course in found), default=0)
    high = max((course.highest[0] for course in found), default=0)
    return (low, high) if low < high else (low - 1, high + 1)


def _across(number: int, last: int) -> float:
    return _LEFT + (_RIGHT - _LEFT) * number / max(1, last)


def _down(points: int, low: int, high: int) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * (points - low) / (high - low)


def ticks(low: int, high: int) -> list[int]:
    """Return round numbers from `low` to `high`, 0 among them if it lies there, as few as an axis has room for."""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if (high - low) // step < _TICKS:
                return list(range(-(-low // step) * step, high + 1, step))
        power *= 10


def spread(ends: Sequence[float]) -> list[float]:
    """Return where names stand so that none covers another, each as near to the end of its line as that allows."""
    order = sorted(range(len(ends)), key=lambda place: ends[place])
    placed = [ends[place] for place in order]
    for before, after in pairwise(range(len(placed))):
        placed[after] = max(placed[after], placed[before] + _LABEL)
    for place in reversed(range(len(placed))):
        lowest = _BOTTOM if place == len(placed) - 1 else placed[place + 1] - _LABEL
        placed[place] = min(placed[place], lowest)
    labels = [0.0] * len(ends)
    for place, label in zip(order, placed, strict=True):
        labels[place] = label
    return labels


def _shorten(name: str, names: Iterable[str]) -> str:
    """Return as much of a name as has room: its end where another begins alike."""
    if len(name) <= _LONGEST:
        return name
    begin = name[: _LONGEST - 1]
    alike = [other for other in names if other.startswith(begin)]
    return "…" + name[1 - _LONGEST :].lstrip() if len(alike) > 1 else begin.rstrip() + "…"


@lru_cache(maxsize=1)
def can_paint() -> bool:
    """Return whether this computer can make a PNG with letters on it; what is installed later, a new start finds."""
    if find_spec("resvg_py") is None:
        return False
    return _paint(_PROBE.format('<text y="20" font-family="sans-serif">A</text>')) != _paint(_PROBE.format(""))


def _paint(svg: str) -> bytes:
    painted: bytes = import_module("resvg_py").svg_to_bytes(svg_string=svg, sans_serif_family="DejaVu Sans")
    return painted


@pages.get("/picture.<any(svg, png):kind>")
def show_picture(kind: str) -> Response:
    """Return the picture: the standings, and below them the plot as wide and high as there is room."""
    if kind == "png" and not can_paint():
        abort(404)
    at = at_night()
    night = at.now
    found = courses_at(at, "payoff")
    stand = {course.player: course.balances[-1] for course in found}
    titles = titles_of({course.player: course.balances for course in found})
    ranked = sorted(at.players, key=lambda player: -stand[player.key])
    curves = []
    for curve in draw(found, at.names) if night.number > 2 else []:
        places = (point.split(",") for point in curve.points.split())  # a stretched drawing would have uneven strokes
        points = [f"{_EDGE + (float(x) - _LEFT) * _ACROSS:.1f},{float(y) * _DOWN:.1f}" for x, y in places]
        curves.append(curve._replace(points=" ".join(points), label=curve.label * _DOWN))
    plot_top = _HEAD + _ROW * len(ranked)
    titles_top = plot_top + (_PLOT if curves else 0)
    svg = render_template(
        "sheet/picture.html",
        now=night,
        night=at.row,
        stake=stake_of(at.row),
        ranked=[(_HEAD + _ROW * place, player, stand[player.key]) for place, player in enumerate(ranked)],
        titles=[(titles_top + _TITLE * place, title) for place, title in enumerate(titles)],
        curves=curves,
        heights=[tick._replace(place=tick.place * _DOWN) for tick in heights(found)],
        size=(_WIDTH, titles_top + _TITLE * len(titles) + 60),
        plot_top=plot_top,
        ends=(_EDGE, _EDGE + (_RIGHT - _LEFT) * _ACROSS),
        looks=list(zip(_LINES * 2, _DASHES, strict=True)),
    )
    return Response(svg, mimetype="image/svg+xml") if kind == "svg" else Response(_paint(svg), mimetype="image/png")
