"""A table as a browser pastes it from a spreadsheet: cells with a tab between them, as they are shown there."""

import csv
import re
from collections.abc import Collection, Iterable, Sequence
from io import StringIO
from itertools import pairwise
from string import ascii_uppercase
from typing import NamedTuple
from unicodedata import normalize

from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.value_checks import fold_signs

TOTAL = (
    *("total", "totals", "sum", "grand total", "total balance"),
    *("gesamt", "gesamtsumme", "gesamtsaldo", "summe", "summen", "insgesamt", "endstand"),
)
"""What stands at the beginning of a row that adds up the others."""

FAMILY = ("nachname", "familienname", "zuname", "last name", "surname", "family name")
"""What stands above a column of family names."""

_DATE = re.compile(
    r"\d{4}-\d\d-\d\d|\d{1,2}([./-]) ?\d{1,2}\1 ?(\d{4}|\d\d)|\d{1,2}\. ?\d{1,2}\."
    r"|\d{1,2}\.? ?[^\W\d_]{3,9}\.? ?(\d{4}|\d\d)"
)
_LONGEST = 500  # characters; a longer one may take quadratic time to normalize
_NUMBER = re.compile(r"[-+]? ?\d[\d ',.]*")
# A dash beside the sign of a currency.
_NOTHING = re.compile(r"([^-–−—\d]{0,9})[-–−—]([^-–−—\d]{0,9})")
# A negative amount in brackets, the sign of its currency inside or outside.
_BRACKETS = re.compile(r"([^()+\d]{0,9})\(([^()+]{1,40})\)([^()+\d]{0,9})")


class Row(NamedTuple):
    """A row with anything in it: its number in what was pasted, from 1, and its cells without empty ones at the end."""

    number: int
    cells: Sequence[str]

    def cell(self, column: int) -> str:
        """Return a cell, empty beyond the last."""
        return self.cells[column] if column < len(self.cells) else ""

    @property
    def filled(self) -> list[int]:
        """The columns with anything in them."""
        return [column for column, cell in enumerate(self.cells) if cell]


def is_table(text: str) -> bool:
    """Return whether a text was pasted from a spreadsheet with more than one column."""
    return "\t" in text


def read_table(text: str) -> list[Row]:
    """Return the rows with anything in them, each blank or line break in a cell as one blank."""
    lines: Iterable[Sequence[str]] = ([line] for line in text.splitlines())
    if is_table(text):
        try:  # a cell with a line break is in quotes
            lines = list(csv.reader(StringIO(text, newline=""), delimiter="\t", strict=True))
        except csv.Error:
            lines = (line.split("\t") for line in text.splitlines())
    rows = (Row(number, _trim(cells)) for number, cells in enumerate(lines, start=1))
    return [row for row in rows if row.cells]


def _trim(cells: Sequence[str]) -> list[str]:
    cleaned = [" ".join(cell.split()) for cell in cells]
    cleaned = [cell if len(cell) > _LONGEST else normalize("NFC", cell) for cell in cleaned]
    while cleaned and not cleaned[-1]:
        cleaned.pop()
    return cleaned


def width(rows: Iterable[Row]) -> int:
    """Return the number of columns."""
    return max((len(row.cells) for row in rows), default=0)


def without_title(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows without those at the top that have one cell where others have more: a title."""
    if any(len(row.filled) > 1 for row in rows):
        first = next(place for place, row in enumerate(rows) if len(row.filled) > 1)
        return rows[first:]
    return rows


def is_total(row: Row) -> bool:
    """Return whether a row adds up the others."""
    return bool(row.filled) and is_word_of(row.cells[row.filled[0]], TOTAL)


def is_word_of(cell: str, words: Collection[str]) -> bool:
    """Return whether a cell is one of the words, with a colon or not."""
    return cell.rstrip(" :.").casefold() in words


def is_date(cell: str) -> bool:
    """Return whether a cell is a date as some country writes it, such as 27.11.2026, 11/27/26 or 27. Nov."""
    return _DATE.fullmatch(fold_signs(cell)) is not None


def has_dates(rows: Sequence[Row], column: int) -> bool:
    """Return whether all cells of a column are dates."""
    return all(is_date(row.cell(column)) for row in rows if row.cell(column))


def is_number(cell: str) -> bool:
    """Return whether a cell is a number and no date."""
    return _NUMBER.fullmatch(fold_signs(cell)) is not None and not is_date(cell)


def plain_amount(typed: str) -> str:
    """Return an amount in a format for accounting as one with a minus sign, or with 0 for a dash beside a currency."""
    if found := _BRACKETS.fullmatch(typed):
        return "-" + "".join(found.groups())
    found = _NOTHING.fullmatch(typed)
    return "0".join(found.groups()) if found and any(found.groups()) else typed


def counts_rows(rows: Sequence[Row], column: int) -> bool:
    """Return whether a column has the numbers of the rows: each one more than the one before, with a point or not."""
    if len(rows) < 2:
        return False
    numbers = [row.cell(column).rstrip(".") for row in rows if row.cell(column)]
    if len(numbers) < len(rows) or not all(number.isascii() and number.isdigit() for number in numbers):
        return False
    return all(int(after) == int(before) + 1 for before, after in pairwise(numbers))


def refuse(key: str, row: Row, column: int | None, reason: Phrase) -> Refused:
    """Return the refusal of a cell, or of a whole row, in the words of a spreadsheet."""
    if column is None:
        return Refused(key, say("row {row}: {reason}", row=row.number, reason=reason))
    place = letter(column)
    return Refused(key, say("row {row}, column {column}: {reason}", row=row.number, column=place, reason=reason))


def letter(column: int) -> str:
    """Return the letters of a column, counted from 0: A, B, ..., Z, AA."""
    before, last = divmod(column, 26)
    return (letter(before - 1) if before else "") + ascii_uppercase[last]
