"""A plot: how each person's balance ran, drawn as lines with their names at the end."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.storage.queries.sheets import Trace

# In the units of the drawing, which on a phone are pixels: where the lines lie, and what the names beside them need.
SIZE = 358, 380
FRAME = _LEFT, _RIGHT, _TOP, _BOTTOM = 62, 262, 12, 350
PLAIN_FRAME = (
    f"{_LEFT} {_TOP - 4} {_RIGHT - _LEFT} {_BOTTOM - _TOP + 8}"  # where the lines stand without numbers and names
)
BESIDE = _RIGHT + 10
_LABEL = 15
_POINTS = 160  # on one line; more could not be told apart
_TICKS = 6  # on one axis, at most
_LONGEST = 10  # letters of a name beside its line

# The dashes of each line, as the plot has them.
DASHES = ("", "21 9", "6 6", "24 6 6 6", "36 9", "12 6", "36 9", "12 6", "24 6 6 6", "6 6", "21 9", "3 9")


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


def draw(found: Sequence[Trace], names: dict[str, str]) -> list[Curve]:
    """Return the lines of the players, the highest at the end first."""
    low, high = _range(found)
    ends = [_down(course.balances[-1], low, high) for course in found]
    curves = []
    for seat, (course, end, label) in enumerate(zip(found, ends, spread(ends), strict=True)):
        last = len(course.numbers) - 1
        shown = {0, *range(last, -1, -max(1, -(-last // _POINTS)))}
        points = " ".join(
            f"{place_across(place, last):.1f},{_down(course.balances[place], low, high):.1f}" for place in sorted(shown)
        )
        short = _shorten(names[course.player], names.values())
        curves.append(Curve(seat % len(DASHES), course, points, end, label, short))
    return sorted(curves, key=lambda curve: curve.label)


def heights(found: Sequence[Trace]) -> list[Tick]:
    """Return the marks on the axis of points."""
    low, high = _range(found)
    return [Tick(value, _down(value, low, high)) for value in ticks(low, high)]


def _range(found: Iterable[Trace]) -> tuple[int, int]:
    low = min((course.lowest[0] for course in found), default=0)
    high = max((course.highest[0] for course in found), default=0)
    return (low, high) if low < high else (low - 1, high + 1)


def place_across(number: int, last: int) -> float:
    """Return where one of the numbers from 0 to the last lies."""
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
