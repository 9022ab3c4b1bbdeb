"""The columns of the tables of a group: pages, files and commands show the same rows by a list of them."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from scorekeeper.phrase import Value

Kind = Literal["text", "day", "signed", "whole", "halves", "round", "currency", "money", "amounts", "share", "average"]
"""What the cells of a column are.

text: a text or phrase, before columns of other kinds; day: an ISO date, or empty; signed, whole: whole numbers, None
for who has none; halves: a number in halves; round: a `RoundResult`, or None; currency: the code of the row's money,
empty for points; money: coins of that currency; amounts: coins by currency; share, average: a `figures.Count`, of which
they show how many deals were won, and the points per deal.
"""
Row = Mapping[str, Any]
"""The cells of a row by the keys of their columns; what is missing stays empty."""


class GroupColumn(NamedTuple):
    """A column: its heading, the kind of its cells, and whether a workbook adds them up or has them in its chart."""

    label: Value
    kind: Kind
    summed: bool = False
    plotted: bool = False


class RoundResult(NamedTuple):
    """What a round of an evening counts for, in points or, with `halves`, in halves; `missed` where a rule gives it."""

    number: int
    halves: bool
    missed: bool
