"""The same figures of the last release, measured by its own program in the same run."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.cost.measure import as_installed, python_of

_LINE = re.compile(r"(?P<name>.+?) +(?P<measured>[\d.e+]+)(×| \S+) +[\d.e+]+(×| \S+)( +OVER)?")


def measure_release(folder: Path, part: str) -> dict[str, float]:
    """Return the figures that the program of another checkout prints of a part, by their short names.

    It runs in that folder, with its own `.venv` if it has one. A part that it does not know has no figures.
    """
    command = [python_of(folder), "-m", "tests.cost", part]
    told = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, env=as_installed())
    return dict(read_figures(told.stdout))


def read_figures(told: str) -> Iterator[tuple[str, float]]:
    """Yield the short name and the measured figure of each line that the program has printed."""
    for found in filter(None, map(_LINE.fullmatch, told.splitlines())):
        yield shorten(found["name"]), float(found["measured"])


def shorten(name: str) -> str:
    """Return the name of a row without what was measured this time.

    That stands in brackets; the speed of an audit once had none.
    """
    return re.sub(r" \([^)]*\)| at [\d,]+ a second", "", name)
