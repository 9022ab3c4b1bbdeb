"""A table as CSV for other programs, in one form for every file.

It is UTF-8 with a byte order mark. Commas separate the cells, quotes stand around those that need them (RFC 4180), and
each row is one line, which ends with LF. The first line has the headings. Days are ISO dates; numbers have a decimal
point and no thousands sign. Money has the decimals of its currency, which a column of its own names.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import chain

from scorekeeper.spreadsheet.table import Cell, Table

_MARK = "\ufeff"
# A bare apostrophe before a text is the quote of a file for programs that guess it, as csvkit does.
_QUOTED = re.compile("[,\"']")
_BREAKS = re.compile("[\t\v\f\r\n\x1c-\x1e\x85\u2028\u2029]+")
# The beginnings of a formula: of a text, and of what a program has for one that splits at semicolons. Some programs
# accept full-width signs, and ignore what stands before one: blanks, signs without width, quotes that are doubled here.
_FORMULA = re.compile(
    '(?:^|(?<=;))(?=["\\s\x00-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]*[-=+@－＝＋＠])'
)


def csv_lines(table: Table) -> Iterator[str]:
    """Yield the lines of a table; no text in it is a formula, at whichever separator a program splits them."""
    headings = [column.heading for column in table.columns]
    mark = _MARK
    for row in chain([headings], table.rows):
        yield mark + _line(row)
        mark = ""


def _line(row: Iterable[Cell]) -> str:
    return ",".join(map(_written, row)) + "\n"


def _written(cell: Cell) -> str:
    """Return a cell as it is written; a text stands in one line, and gets an apostrophe where it would be a formula."""
    if isinstance(cell, str):
        text = _FORMULA.sub("'", _BREAKS.sub(" ", cell))
        return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text
    if cell is None:
        return ""
    return f"{cell:f}" if isinstance(cell, Decimal) else str(cell)
