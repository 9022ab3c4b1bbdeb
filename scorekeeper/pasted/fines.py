"""Fines, one a line such as "Misdeal 0.50", or in two columns of a table."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from babel import Locale

from scorekeeper.money import MOST_COINS
from scorekeeper.pasted import table
from scorekeeper.pasted.lines import ENDS, clean_lines, is_title
from scorekeeper.pasted.table import Row
from scorekeeper.phrase import Refused, say
from scorekeeper.typed_numbers import Ambiguous, read_amount
from scorekeeper.value_checks import shorten

LONGEST_REASON = 60  # characters
_MOST_WORDS = 4  # of an amount, such as "1 000,50 Euro"
_CURRENCIES = ("EUR", "CHF", "CZK", "PLN", "HUF", "GBP", "USD")  # a night has its own; the fine only names one
_AMOUNT = ("betrag", "preis", "höhe", "euro", "eur", "€", "amount", "price", "costs")
_SEVERAL = re.compile(r"\d[.,]\d{1,2} ?(?:€|eur|euro|chf|fr\.?|kč)?[,;] |\d ?(?:€|euro?|ct|cent)[,;] ", re.IGNORECASE)
_DASHED = re.compile(r"^[-–−—] ")  # between a fine and its amount
_MISSING = say("it does not say what is fined and with how much, such as Misdeal 0.50")


class TypedFine(NamedTuple):
    """A fine as typed, with its `row`, and the `column` of its amount, None in a line that is no table."""

    row: Row
    column: int | None
    reason: str
    typed: str


def read_fines(key: str, text: str, locale: Locale) -> list[tuple[str, Decimal]]:
    """Return what is fined and with how much. Raises Refused for a line, or for a row and column.

    Raises Ambiguous for an amount that may be one or a thousand; its `plain` text has all lines with plain amounts.
    """
    found: list[tuple[str, Decimal]] = []
    plain: list[str] = []
    asked: Refused | None = None
    for fine in _typed(key, text, locale):
        try:
            amount = _read_amount(fine.typed, locale)
            typed = fine.typed
        except Ambiguous as ambiguous:
            amount = _read_amount(ambiguous.plain, locale)
            typed = ambiguous.plain
            asked = asked or _refuse(key, fine, ambiguous)
        except Refused as refused:
            raise _refuse(key, fine, refused) from None
        plain.append(f"{fine.reason} {typed}")
        try:
            _check(fine, amount)
        except Refused as refused:
            raise _refuse(key, fine, refused) from None
        found.append((fine.reason, amount))
    if asked:
        raise Ambiguous(key, text, "\n".join(plain), reason=asked.phrase)
    return found


def _check(fine: TypedFine, amount: Decimal) -> None:
    if not fine.reason or len(fine.reason) > LONGEST_REASON:
        raise Refused("", _MISSING)
    if not 0 < amount <= MOST_COINS or amount != round(amount, 3):
        raise Refused("", say("{value} is not an amount that can be paid", value=shorten(fine.typed)))


def _refuse(key: str, fine: TypedFine, refused: Refused) -> Refused:
    if fine.column is not None:
        return table.refuse(key, fine.row, fine.column, refused.phrase)
    number = fine.row.number
    line = shorten(" ".join(fine.row.cells))
    return Refused(key, say("line {number}, “{line}”: {reason}", number=number, line=line, reason=refused.phrase))


def _read_amount(typed: str, locale: Locale) -> Decimal:
    """Return an amount in any currency. Raises Refused."""
    problem: Refused | None = None
    for currency in _CURRENCIES:
        try:
            return read_amount("", table.plain_amount(typed), locale, currency)
        except Ambiguous as ambiguous:
            raise Ambiguous("", typed, ambiguous.plain) from None
        except Refused as refused:
            problem = problem or refused
    raise problem or Refused("", _MISSING)


def _is_amount(typed: str, locale: Locale) -> bool:
    try:
        _read_amount(typed, locale)
    except Ambiguous:
        return True
    except Refused:
        return False
    return True


def _typed(key: str, text: str, locale: Locale) -> Iterator[TypedFine]:
    rows = table.read_table(text)
    if not table.is_table(text):
        rows = clean_lines(key, rows)
        if len(rows) > 1 and rows[0].cells[0].endswith(":"):  # a title
            rows.pop(0)
        for row in rows:
            yield _split(key, row, locale)
        return
    rows = list(table.without_title(rows))
    if rows and table.is_total(rows[-1]):
        rows.pop()
    heading = None
    is_headed = len(rows) > 1 and not any(_is_amount(cell, locale) for cell in rows[0].cells)
    if is_headed and is_title(" ".join(rows[0].cells)):
        heading = rows.pop(0)
    column = _column_of_amounts(key, heading, rows, locale)
    aside = [place for place in range(table.width(rows)) if table.counts_rows(rows, place)]
    for row in rows:
        left = (place for place in row.filled if place not in (column, *aside) and not table.is_date(row.cell(place)))
        yield TypedFine(row, column, row.cell(next(left, len(row.cells))), row.cell(column))


def _split(key: str, row: Row, locale: Locale) -> TypedFine:
    """Return the fine of a line: its last words are the amount, as many as make one."""
    words = row.cells[0].split()
    for most in range(min(_MOST_WORDS, len(words)), 0, -1):
        typed = " ".join(words[-most:])
        if _is_amount(typed, locale):
            reason = " ".join(words[:-most]).rstrip(ENDS)
            if _SEVERAL.search(reason):
                raise _refuse(key, TypedFine(row, None, "", ""), Refused("", say("write one fine a line")))
            return TypedFine(row, None, reason, _DASHED.sub("", typed))
    if len(words) < 2 or _is_amount(f"1 {words[-1]}", locale):
        raise _refuse(key, TypedFine(row, None, "", ""), Refused("", _MISSING))
    return TypedFine(row, None, " ".join(words[:-1]), words[-1])


def _column_of_amounts(key: str, heading: Row | None, rows: Sequence[Row], locale: Locale) -> int:
    """Return the column in which most cells are amounts, but not the number of the row. Raises Refused."""
    found = []
    for column in range(table.width(rows)):
        cells = [row.cell(column) for row in rows if row.cell(column)]
        if 2 * sum(_is_amount(cell, locale) for cell in cells) >= len(cells) > 0:
            found.append(column)
    found = [column for column in found if not table.counts_rows(rows, column)] or found
    headed = [column for column in found if heading and table.is_word_of(heading.cell(column), _AMOUNT)]
    found = headed[:1] or found
    if not found:
        raise Refused(key, say("no column has amounts, such as 0.50 beside Misdeal"))
    if len(found) > 1:
        a, b = map(table.letter, found[:2])
        text = say("columns {a} and {b} both have numbers; write Amount above the column of the amounts", a=a, b=b)
        raise Refused(key, text)
    return found[0]
