"""Tables as a workbook (XLSX), a sheet for each, whose texts are never formulas and whose sums always are.

Texts stand in the table of shared strings: programs of Apple do not show those that are written while streaming.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from decimal import Decimal
from tempfile import TemporaryFile
from textwrap import wrap
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.utility import xl_range_abs
from xlsxwriter.worksheet import Worksheet

from scorekeeper.language import Speech
from scorekeeper.phrase import say
from scorekeeper.printing import measure
from scorekeeper.spreadsheet.table import Cell, Column, Table

_PIECE = 64 * 1024  # bytes
_LONGEST_NAME = 31  # units of UTF-16 in the name of a sheet
_NARROW = 9  # letters in a column
_WIDE = 60  # longer texts are broken
_LINE = 15  # points, the height of a line
_TEXT = {"align": "left", "valign": "top", "indent": 1}  # of texts, apart from a number before them
_DAY = 14  # the number of the format that a spreadsheet program shows as its reader's country writes dates
_FIRST_YEAR = 1901  # earlier days are no dates in a workbook
_UNFIT = re.compile("[\ud800-\udfff\ufffe\uffff]")  # not in XML
_FORBIDDEN = re.compile(r"[\[\]:*?/\\\x00-\x1f]")


def workbook_parts(tables: Iterable[Table], speech: Speech) -> Iterator[bytes]:
    """Yield the parts of the file of a workbook; one table is read after the other."""
    with TemporaryFile() as file:
        with Workbook(file) as book:
            writer = _Writer(book, speech)
            for table in tables:
                writer.add(table)
        file.seek(0)
        while part := file.read(_PIECE):
            yield part


def sheet_name(wished: str, taken: Iterable[str]) -> str:
    """Return the name of a sheet as Excel allows it, which none of those taken equals in any case of its letters."""
    name = _UNFIT.sub("�", _FORBIDDEN.sub("-", wished)).strip(" '") or "-"
    known = {one.casefold() for one in taken} | {"history"}  # that of Excel itself
    found = _cut(name, _LONGEST_NAME)
    number = 1
    while found.casefold() in known:
        number += 1
        end = f" ({number})"
        found = _cut(name, _LONGEST_NAME - len(end)) + end
    return found


def _cut(name: str, most: int) -> str:
    """Return the beginning of a name, so many units of UTF-16 at most."""
    units = name.encode("utf-16-le", "replace")[: 2 * most]
    return units.decode("utf-16-le", "ignore").rstrip(" '")


class _Writer:
    """Writes tables as sheets of a workbook; `names` are those of the sheets."""

    def __init__(self, book: Workbook, speech: Speech) -> None:
        self.book = book
        self.speech = speech
        self.names: list[str] = []
        self.formats: dict[tuple[object, ...], Any] = {}

    def add(self, table: Table) -> None:
        """Write a table as the next sheet: heading, rows, sums and chart."""
        self.names.append(sheet_name(table.name, self.names))
        sheet = self.book.add_worksheet(self.names[-1])
        sums = _Sums(table.columns)
        widths = [_NARROW] * len(table.columns)
        for place, column in enumerate(table.columns):
            sheet.write_string(0, place, _fit(column.heading), self._heading(column))
            widths[place] = max(widths[place], measure(column.heading))
        last = 0
        for last, row in enumerate(table.rows, 1):
            sums.add(row)
            for place, (column, cell) in enumerate(zip(table.columns, row, strict=True)):
                width = self._write(sheet, (last, place), column, cell, sums.currency_of(row))
                widths[place] = max(widths[place], width)
            if (lines := max(map(_lines, row))) > 1:
                sheet.set_row(last, lines * _LINE)
        after = self._write_sums(sheet, sums, last, widths) if last else 1
        for place, width in enumerate(widths):
            sheet.set_column(place, place, min(width, _WIDE) + 3)
        sheet.freeze_panes(1, 0)
        sheet.repeat_rows(0)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        self._draw(sheet, table, last, after + 1)

    def _write(self, sheet: Worksheet, at: tuple[int, int], column: Column, cell: Cell, currency: str) -> int:
        """Write a cell and return how wide it is."""
        if cell is None or cell == "":
            return 0
        if column.kind == "day" and (day := _day(cell)):
            sheet.write_datetime(*at, day, self._format(num_format=_DAY, **_TEXT))
            return 10
        if isinstance(cell, str):
            sheet.write_string(*at, _fit(cell), self._format(text_wrap=True, **_TEXT))
            return max(map(measure, cell.splitlines()), default=0)
        written, width = self._number(column, cell, currency)
        sheet.write_number(*at, _plain(cell), self._format(valign="top", **written))
        return width

    def _number(self, column: Column, cell: int | float | Decimal, currency: str) -> tuple[dict[str, str], int]:
        """Return the format of a number, and how wide it is."""
        if not isinstance(cell, Decimal) or column.kind != "money":  # the sum of halves is a Decimal, but no money
            return {}, len(str(cell)) + 1
        exponent = cell.as_tuple().exponent
        decimals = -exponent if isinstance(exponent, int) and exponent < 0 else 0
        written = money_format(currency, decimals, self.speech)
        return {"num_format": written}, len(f"{cell:,.{decimals}f}") + len(self.speech.sign(currency)) + 2

    def _write_sums(self, sheet: Worksheet, sums: "_Sums", last: int, widths: list[int]) -> int:
        """Write a line of sums for each currency below the last row, and return the number of the next row."""
        line = last
        for line, (currency, totals) in enumerate(sums.lines(), last + 1):
            text = self._format(bold=True, top=1, **_TEXT)
            sheet.write_string(line, 0, self.speech.say(say("Sum")), text)
            for place, column in enumerate(sums.columns):
                if place in totals:
                    formula = sums.formula(place, currency, last)
                    written, width = self._number(column, totals[place], currency)
                    shown = self._format(bold=True, top=1, **written)
                    sheet.write_formula(line, place, formula, shown, _plain(totals[place]))
                    widths[place] = max(widths[place], width + 1)
                elif place == sums.currency_at and currency:
                    sheet.write_string(line, place, currency, text)
                elif place:
                    sheet.write_blank(line, place, None, text)
        return line + 1

    def _draw(self, sheet: Worksheet, table: Table, last: int, below: int) -> None:
        """Draw the plotted columns below the table, if there are enough rows for a chart."""
        plotted = [place for place, column in enumerate(table.columns) if column.plotted]
        if not plotted or last < 2:
            return
        chart = self.book.add_chart({"type": table.chart})
        name = sheet.get_name()
        for place in plotted:
            series = {
                "name": [name, 0, place],
                "categories": [name, 1, 0, last, 0],
                "values": [name, 1, place, last, place],
            }
            chart.add_series(series)
        chart.set_x_axis({"label_position": "low"})
        chart.set_legend({"none": True} if len(plotted) == 1 else {"position": "bottom"})
        if len(plotted) == 1:
            chart.set_title({"name": [name, 0, plotted[0]]})
        chart.set_size({"width": 760, "height": 380})
        sheet.insert_chart(below, 0, chart)

    def _heading(self, column: Column) -> Any:
        """Return the format of a heading, which stands above its cells."""
        place = {"align": "right", "valign": "top"} if column.kind in ("number", "money") else _TEXT
        return self._format(bold=True, bottom=1, text_wrap=True, **place)

    def _format(self, **wished: object) -> Any:
        """Return a format of cells, the same object for the same wishes."""
        key = tuple(sorted(wished.items()))
        if key not in self.formats:
            self.formats[key] = self.book.add_format(wished)
        return self.formats[key]


class _Sums:
    """The sums of the summed columns of a table by currency, exact, and the formulas for them."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self.columns = columns
        self.currency_at = next((place for place, column in enumerate(columns) if column.kind == "currency"), None)
        self.money: dict[str, dict[int, Decimal | int]] = {}
        self.numbers: dict[int, Decimal | int] = {}

    def currency_of(self, row: Sequence[Cell]) -> str:
        """Return the currency of the money in a row."""
        return str(row[self.currency_at] or "") if self.currency_at is not None else ""

    def add(self, row: Sequence[Cell]) -> None:
        """Add the cells of a row."""
        currency = self.currency_of(row)
        for place, (column, cell) in enumerate(zip(self.columns, row, strict=True)):
            if column.summed and cell is not None and not isinstance(cell, str):
                sums = self.money.setdefault(currency, {}) if column.kind == "money" else self.numbers
                sums[place] = sums.get(place, 0) + (Decimal(cell) if isinstance(cell, float) else cell)

    def lines(self) -> list[tuple[str, dict[int, Decimal | int]]]:
        """Return the sums of each currency; those that are no money stand in the first line."""
        found = sorted(self.money.items()) or ([("", {})] if self.numbers else [])
        return [(currency, self.numbers | sums if not place else sums) for place, (currency, sums) in enumerate(found)]

    def formula(self, place: int, currency: str, last: int) -> str:
        """Return the formula for the sum of a column, of several currencies for that of one."""
        cells = xl_range_abs(1, place, last, place)
        if self.columns[place].kind != "money" or len(self.money) < 2 or self.currency_at is None:
            return f"=SUM({cells})"
        currencies = xl_range_abs(1, self.currency_at, last, self.currency_at)
        return f'=SUMIF({currencies},"{currency or "="}",{cells})'


def money_format(currency: str, decimals: int, speech: Speech) -> str:
    """Return how a workbook writes an amount of money: the sign of the currency where the locale has it."""
    pattern = speech.locale.currency_formats["standard"].pattern.partition(";")[0]
    number = "#,##0" + "." * bool(decimals) + "0" * decimals
    sign = f"[${speech.sign(currency)}]"
    return re.sub("[#0][#0,.]*", number, pattern).replace("\N{NO-BREAK SPACE}", " ").replace("¤", sign)


def _plain(number: int | float | Decimal) -> int | float:
    return float(number) if isinstance(number, Decimal) else number


def _day(cell: Cell) -> date | None:
    with suppress(ValueError):
        day = date.fromisoformat(str(cell))
        return day if day.year >= _FIRST_YEAR else None
    return None


def _lines(cell: Cell) -> int:
    """Return how many lines a cell takes; a program other than Excel does not find out by itself."""
    lines = cell.splitlines() if isinstance(cell, str) else []
    return sum(len(wrap(line, _WIDE)) if len(line) > _WIDE else 1 for line in lines) or 1


def _fit(text: str) -> str:
    return _UNFIT.sub("�", text)
