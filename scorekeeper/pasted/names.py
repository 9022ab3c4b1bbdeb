"""Names, one a line, or in a column of a table."""

from collections.abc import Iterator, Sequence

from scorekeeper.pasted import table
from scorekeeper.pasted.lines import check_pasted_name, clean_lines
from scorekeeper.pasted.table import FAMILY, Row
from scorekeeper.phrase import Refused, say

_GIVEN = ("vorname", "vornamen", "rufname", "first name", "given name", "forename")
_WHOLE = ("name", "names", "namen", "mitglied", "mitglieder", "member", "members", "spieler", "player", "players")
_HIGHEST = 5  # rows above a heading
_MOST_LINES = 1000  # more than three times as many as a group has members; each is checked with some care


def read_names(key: str, text: str) -> list[str]:
    """Return the names, each once. Raises Refused for a name that cannot be one, with its row and column."""
    if text.count("\n") > _MOST_LINES:
        raise Refused(key, say("at most {most} rows at once", most=_MOST_LINES))
    rows = table.read_table(text)
    if not table.is_table(text):
        rows = clean_lines(key, rows)
        colons = [row.cells[0].endswith(":") for row in rows]
        if colons and colons[0] and not all(colons):  # a title
            rows.pop(0)
        rows = [Row(row.number, [row.cells[0].rstrip(" :")]) for row in rows]
    heading = _find_heading(rows)
    if heading:
        rows = rows[rows.index(heading) + 1 :]
    elif table.is_table(text):
        rows = list(table.without_title(rows))
    if rows and (heading or table.is_table(text)) and table.is_total(rows[-1]):
        rows.pop()
    columns = _columns(key, heading, rows)
    return list(dict.fromkeys(_names(key, rows, columns, seen=table.is_table(text))))


def _find_heading(rows: Sequence[Row]) -> Row | None:
    """Return the row that says which column has the names; above it there is only a title."""
    for row in rows[:_HIGHEST]:
        if any(table.is_word_of(cell, (*_WHOLE, *FAMILY)) for cell in row.cells):
            return row
        if len(row.filled) > 1:
            break
    return None


def _columns(key: str, heading: Row | None, rows: Sequence[Row]) -> list[int]:
    """Return the columns of the names: of the whole ones, or of given and family names. Raises Refused."""
    for words in (_GIVEN, FAMILY), (_WHOLE,), (FAMILY,):
        found = [_find(heading, one) for one in words] if heading else []
        if found and None not in found:
            return [column for column in found if column is not None]
    words_in = [column for column in range(table.width(rows)) if _has_words(rows, column)]
    if len(words_in) > 1:
        a, b = map(table.letter, words_in[:2])
        text = say("columns {a} and {b} both have words; write Name above the column of the names", a=a, b=b)
        raise Refused(key, text)
    return words_in or [0]


def _find(heading: Row, words: Sequence[str]) -> int | None:
    return next((column for column, cell in enumerate(heading.cells) if table.is_word_of(cell, words)), None)


def _has_words(rows: Sequence[Row], column: int) -> bool:
    """Return whether most cells of a column may be names: no numbers, dates or addresses."""
    cells = [row.cell(column) for row in rows if row.cell(column)]
    words = [cell for cell in cells if not (table.is_number(cell) or table.is_date(cell) or "@" in cell or "/" in cell)]
    return 2 * len(words) > len(cells)


def _names(key: str, rows: Sequence[Row], columns: Sequence[int], *, seen: bool) -> Iterator[str]:
    """Yield the name of each row. Raises Refused, with the column where columns were `seen` and one has the names."""
    refused_column = columns[0] if seen and len(columns) == 1 else None
    for row in rows:
        name = " ".join(filter(None, map(row.cell, columns)))
        if not name:
            raise table.refuse(key, row, columns[0], say("a name is missing"))
        try:
            check_pasted_name(key, name)
        except Refused as refused:
            raise table.refuse(key, row, refused_column, refused.phrase) from None
        yield name
