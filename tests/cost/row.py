"""One line of what `python -m tests.cost` prints: what was measured, its budget, and how much of that is used."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tests.load.remote import ROOT


class Scale(NamedTuple):
    """How thoroughly to measure: where, how many requests, how often, and nights of how many deals, also audited.

    `program` is the checkout whose commands are measured.
    """

    folder: Path
    number: int = 120
    groups: int = 8
    short: int = 100
    long: int = 20_000
    audited: int = 10_000
    program: Path = ROOT


class Row(NamedTuple):
    """A line: name, measured value and budget as they are printed, and the part of the budget that is used."""

    name: str
    measured: str
    budget: str
    used: float


def budget(name: str, measured: float, unit: str, most: float) -> Row:
    """Return a row of something that has a unit of its own."""
    return Row(name, f"{measured:.4g} {unit}", f"{most:g} {unit}", measured / most)


def beside(name: str, ours: float, platform: str, bare: float, most: float) -> Row:
    """Return a row of so many milliseconds beside those of the bare platform in the same run."""
    factor = ours / bare
    told = f"{name} ({ours:.3g} ms) beside {platform} ({bare:.3g} ms)"
    return Row(told, f"{factor:.2f}×", f"{most:g}×", factor / most)


def flat(name: str, of: str, costs: Mapping[int, float], most: float) -> Row:
    """Return a row of the milliseconds that something costs with few and with many of what it could grow with."""
    (few, short), (many, long) = sorted(costs.items())
    told = f"{name} of {many} {of} ({long:.3g} ms) beside {few} ({short:.3g} ms)"
    return Row(told, f"{long / short:.2f}×", f"{most:g}×", long / short / most)
