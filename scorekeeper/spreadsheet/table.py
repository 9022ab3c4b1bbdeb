"""A table as a value: its columns, and its rows of cells, which are read once."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Literal, NamedTuple

from scorekeeper.money import decimal_amount

Kind = Literal["text", "day", "number", "currency", "money"]
Cell = str | int | float | Decimal | None
"""By the kind of its column; None for an empty one.

text: a text; day: an ISO date, or empty; number: a whole number or one with a half; currency: the ISO 4217 code of the
money in the row, empty for points; money: an amount with the decimals of that currency, whole points without one.
"""


class Column(NamedTuple):
    """A column: its heading, the kind of its cells, and whether a workbook adds them up or has them in its chart."""

    heading: str
    kind: Kind = "text"
    summed: bool = False
    plotted: bool = False


class Table(NamedTuple):
    """A table with its name, all texts in the reader's language; at most one column is of the kind currency.

    A workbook has a chart of the plotted columns by the first one.
    """

    name: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Cell]]
    chart: Literal["line", "column"] = "line"


def amount_cell(coins: int, currency: str) -> Decimal | int:
    """Return whole coins as a cell of the kind money; points where the currency is empty."""
    return decimal_amount(coins, currency) if currency else coins


def halves_cell(halves: int) -> float | int:
    """Return a number of halves as a cell of the kind number."""
    return halves / 2 if halves % 2 else halves // 2
