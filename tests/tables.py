"""Reads the tables that the program writes for others."""

import csv
from collections.abc import Iterable
from io import StringIO


def read_csv(text: str) -> list[list[str]]:
    """Return the rows of a CSV file, the heading first; it begins with a byte order mark."""
    assert text.startswith("\ufeff"), text[:20]
    return list(csv.reader(StringIO(text[1:], newline="")))


def csv_rows(text: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file by heading."""
    heading, *rows = read_csv(text)
    return [dict(zip(heading, row, strict=True)) for row in rows]


def joined(lines: Iterable[str]) -> list[dict[str, str]]:
    """Return the same of the lines of a file."""
    return csv_rows("".join(lines))
