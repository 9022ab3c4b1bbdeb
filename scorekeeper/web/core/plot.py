"""A plot of balances: a line for each player with their name at its end."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.storage.queries.sheets import Trace

# In units of the drawing, which are pixels on a phone.
SIZE = 358, 380
FRAME = _LEFT, _RIGHT, _TOP, _BOTTOM = 62, 262, 12, 350
# The view box of the lines without numbers and names.
PLAIN_FRAME = f"{_LEFT} {_TOP - 4} {_RIGHT - _LEFT} {_BOTTOM - _TOP + 8}"
BESIDE = _RIGHT + 10
_LABEL = 15
_POINTS = 100  # on one line, two pixels apart
_TICKS = 6  # on one axis, at most
_LONGEST = 10  # letters of a name beside its line

# The dashes of each line.
DASHES = ("", "21 9", "6 6", "24 6 6 6", "36 9", "12 6", "36 9", "12 6", "24 6 6 6", "6 6", "21 9", "3 9")


class Curve(NamedTuple):
    """One player's line: its `points` in SVG's format, and the heights of its `end` and `label`.

    Its `look`, from 0, is that of the seat, the same all night.
    """

    look: int
    trace: Trace
    points: str
    end: float
    label: float
    short: str


class Tick(NamedTuple):
    """A mark on an axis: its number and its position."""

    value: int
    place: float


def draw(traces: Sequence[Trace], names: dict[str, str]) -> list[Curve]:
    """Return the lines of the players, the highest at the end first."""
    low, high = _range(traces)
    ends = [_down(trace.balances[-1], low, high) for trace in traces]
    curves = []
    for seat, (trace, end, label) in enumerate(zip(traces, ends, place_labels(ends), strict=True)):
        last = len(trace.numbers) - 1
        shown = {0, *range(last, -1, -max(1, -(-last // _POINTS)))}
        points = " ".join(
            f"{place_across(place, last):.1f},{_down(trace.balances[place], low, high):.1f}" for place in sorted(shown)
        )
        short = _shorten(names[trace.player], names.values())
        curves.append(Curve(seat % len(DASHES), trace, points, end, label, short))
    return sorted(curves, key=lambda curve: curve.label)


def heights(traces: Sequence[Trace]) -> list[Tick]:
    """Return the marks on the axis of points."""
    low, high = _range(traces)
    return [Tick(value, _down(value, low, high)) for value in ticks(low, high)]


def _range(traces: Iterable[Trace]) -> tuple[int, int]:
    low = min((trace.lowest[0] for trace in traces), default=0)
    high = max((trace.highest[0] for trace in traces), default=0)
    return (low, high) if low < high else (low - 1, high + 1)


def place_across(number: int, last: int) -> float:
    """Return the horizontal position of a number from 0 to `last`."""
    return _LEFT + (_RIGHT - _LEFT) * number / max(1, last)


def _down(points: int, low: int, high: int) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * (points - low) / (high - low)


def ticks(low: int, high: int) -> list[int]:
    """Return round numbers from `low` to `high`, with 0 if it is between them, as few as fit on an axis."""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if (high - low) // step < _TICKS:
                return list(range(-(-low // step) * step, high + 1, step))
        power *= 10


def place_labels(ends: Sequence[float]) -> list[float]:
    """Return the heights of names without overlap, each as near to the end of its line as possible."""
    order = sorted(range(len(ends)), key=lambda place: ends[place])
    placed = [ends[place] for place in order]
    for before, after in pairwise(range(len(placed))):
        placed[after] = max(placed[after], placed[before] + _LABEL)
    for place in reversed(range(len(placed))):
        lowest = _BOTTOM if place == len(placed) - 1 else placed[place + 1] - _LABEL
        placed[place] = min(placed[place], lowest)
    labels = dict(zip(order, placed, strict=True))
    return [labels[place] for place in range(len(ends))]


def _shorten(name: str, names: Iterable[str]) -> str:
    """Return a name shortened to fit: to its end if another begins alike."""
    if len(name) <= _LONGEST:
        return name
    begin = name[: _LONGEST - 1]
    alike = [other for other in names if other.startswith(begin)]
    return "…" + name[1 - _LONGEST :].lstrip() if len(alike) > 1 else begin.rstrip() + "…"
