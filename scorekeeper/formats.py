"""The formats of a night as a file; what one of them needs is loaded when it is written."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.language import Speech

if TYPE_CHECKING:
    from scorekeeper.spreadsheet.table import Table
    from scorekeeper.storage.models import NightRow
    from scorekeeper.storage.transfer import Pace


class Format(NamedTuple):
    """A format: its media type, and the function that yields the parts of a night's file. It raises Broken.

    The function takes the night's row, the reader's language and the pace at which rows are read; `readable` is for
    files that people open, others are compared byte for byte.
    """

    mime: str
    parts: "Callable[[NightRow, Speech, Pace, bool], Iterator[bytes]]"


def _write_tables(form: str, row: "NightRow", speech: Speech, pace: "Pace", readable: bool) -> Iterator[bytes]:
    return table_parts(form, _tables(row, speech, pace), speech)


def _tables(row: "NightRow", speech: Speech, pace: "Pace") -> "list[Table]":
    """Return the deals of a night, and what each player has from it."""
    from scorekeeper.phrase import say
    from scorekeeper.spreadsheet.night import deals_table, standings_table
    from scorekeeper.storage.journal.state import standings
    from scorekeeper.storage.transfer import outline_sheet

    sheet = outline_sheet(row, pace)
    return [
        deals_table(sheet.night, sheet.slots, sheet.parties, Speech(speech.locale, sheet.names)),
        standings_table(speech.say(say("Settlement")), row, standings(row.id), speech),
    ]


def _toml(row: "NightRow", speech: Speech, pace: "Pace", readable: bool) -> Iterator[bytes]:
    from scorekeeper.nightfile.syntax import toml_parts
    from scorekeeper.nightfile.writer import write_outline
    from scorekeeper.storage.transfer import outline

    return (part.encode() for part in toml_parts(write_outline(outline(row, pace)), readable))


def _json(row: "NightRow", speech: Speech, pace: "Pace", readable: bool) -> Iterator[bytes]:
    from scorekeeper.nightfile.syntax import json_parts
    from scorekeeper.nightfile.writer import write_outline
    from scorekeeper.storage.transfer import outline

    parts = json_parts(write_outline(outline(row, pace)), indent=1 if readable else None)
    return (part.encode() for part in chain(parts, "" if readable else "\n"))


FORMATS: Mapping[str, Format] = {
    "xlsx": Format("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", partial(_write_tables, "xlsx")),
    "csv": Format("text/csv", partial(_write_tables, "csv")),
    "toml": Format("application/toml", _toml),
    "json": Format("application/json", _json),
}
TABLE_FORMATS = ("xlsx", "csv")
"""Those of any table; CSV has the first table of a file only."""


def table_parts(form: str, tables: "Iterable[Table]", speech: Speech) -> Iterator[bytes]:
    """Return the parts of a file of tables in one of the TABLE_FORMATS."""
    if form == "xlsx":
        from scorekeeper.spreadsheet.workbook import workbook_parts

        return workbook_parts(tables, speech)
    from scorekeeper.spreadsheet.csv_file import csv_lines

    return (line.encode() for line in csv_lines(next(iter(tables))))
