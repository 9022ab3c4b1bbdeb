"""Rows of a paper sheet: in shorthand, in one cell or several, or with a column of points for each player."""

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from scorekeeper.nightfile.shorthand.grammar import AGREED, REST, Names, named_by
from scorekeeper.pasted import table
from scorekeeper.pasted.table import Row
from scorekeeper.phrase import Refused
from scorekeeper.typed_numbers import Ambiguous, read_whole

_NOT_THERE = ("", "-", "–", "−", "—", "x", "/")  # in the column of a player who did not play


class PastedRows(NamedTuple):
    """Rows in shorthand, and the total of each player by key, if the table has a row of totals.

    `numbered` says whether the table has a column with the numbers of the rows.
    """

    lines: list[str]
    totals: Mapping[str, str]
    numbered: bool = False


def read_paper_rows(key: str, text: str, names: Names, reason: str) -> PastedRows:
    """Return the rows in shorthand; points of players are agreed points with the `reason`, or what stands beside them.

    Raises Refused for a number that cannot be read, with its row and column.
    """
    rows = table.read_table(text)
    if not table.is_table(text):
        return PastedRows([row.cells[0] for row in rows], {})
    rows = list(table.without_title(rows))
    if columns := _columns_of(rows, names):
        return _read_points(key, rows[1:], columns, names, reason)
    if rows and table.is_total(rows[-1]):
        rows.pop()
    first = next((place for place, row in enumerate(rows) if table.is_number(row.cell(0).rstrip("."))), 0)
    if table.counts_rows(rows[first:], 0):  # what stands above the numbers is a heading
        return PastedRows(_join(rows[first:], {0}), {}, numbered=True)
    return PastedRows(_join(rows, set()), {})


def _columns_of(rows: Sequence[Row], names: Names) -> dict[str, int]:
    """Return the column of each player whose name stands in the first row, none unless there are points below two."""
    if len(rows) < 2:
        return {}
    heading = rows[0]
    found: dict[str, int] = {}
    for column, cell in enumerate(heading.cells):
        players = named_by(names, cell) if cell else []
        if len(players) == 1 and players[0] not in found:
            found[players[0]] = column
    below = [rows[1].cell(column) for column in found.values()]
    return found if len(found) > 1 and any(table.is_number(table.plain_amount(cell)) for cell in below) else {}


def _read_points(key: str, rows: Sequence[Row], columns: Mapping[str, int], names: Names, reason: str) -> PastedRows:
    totals: dict[str, str] = {}
    if rows and table.is_total(rows[-1]):
        totals = {player: table.plain_amount(rows[-1].cell(column)) for player, column in columns.items()}
        rows = rows[:-1]
    aside = [place for place in range(table.width(rows)) if place not in columns.values()]
    lines = []
    for row in rows:
        points = [_read_cell(key, row, columns[player]) if player in columns else REST for player in names]
        remarks = [row.cell(place) for place in aside]
        said = [cell for cell in remarks if cell and not table.is_number(cell.rstrip(".")) and not table.is_date(cell)]
        lines.append(" ".join([AGREED, *points, *(said or [reason])]))
    return PastedRows(lines, totals, any(table.counts_rows(rows, place) for place in aside))


def _read_cell(key: str, row: Row, column: int) -> str:
    cell = row.cell(column)
    if cell in _NOT_THERE:
        return REST
    try:
        return str(read_whole(key, table.plain_amount(cell)))
    except Ambiguous as ambiguous:  # it is shown in the row before anything is booked
        return ambiguous.plain
    except Refused as refused:
        raise table.refuse(key, row, column, refused.phrase) from None


def _join(rows: Sequence[Row], aside: Set[int]) -> list[str]:
    """Return each row as one line, without the columns `aside` and without dates."""
    aside = aside | {place for place in range(table.width(rows)) if table.has_dates(rows, place)}
    return [" ".join(row.cells[place] for place in row.filled if place not in aside) for row in rows]
