"""The tables of a group as tables of a file: its season and one for each night, a closed season, lists."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from scorekeeper.language import Speech
from scorekeeper.phrase import Phrase, say
from scorekeeper.spreadsheet.night import standings_table
from scorekeeper.spreadsheet.table import Cell, Column, Kind, Table, amount_cell, halves_cell
from scorekeeper.storage.groups.columns import GroupColumn, RoundResult, Row
from scorekeeper.storage.groups.nights import NightFilter, nights_of_group
from scorekeeper.storage.groups.season import COLUMNS, TIES, SeasonTable
from scorekeeper.storage.groups.seasons import ClosedTable
from scorekeeper.storage.journal.state import standings_at
from scorekeeper.storage.queries.nights import nights_with
from scorekeeper.telling.titles import title_of

_AT_ONCE = 50  # nights that are read together
_ALL = 100_000
_KINDS: dict[str, Kind] = {"text": "text", "day": "day", "currency": "currency", "money": "money"}  # others are numbers


def list_table(name: str, columns: Mapping[str, GroupColumn], rows: Iterable[Row], speech: Speech) -> Table:
    """Return rows as a table with these columns by key.

    Where some are of the kind amounts, they stand last, after the currency: a row has one line for each currency, and
    what is no money stands in the first of them only, so that a sum has it once; the first column stands in all.
    """
    money = [key for key, column in columns.items() if column.kind == "amounts"]
    others = {key: column for key, column in columns.items() if key not in money}
    headings = [
        Column(speech.say(column.label), _KINDS.get(column.kind, "number"), column.summed, column.plotted)
        for column in others.values()
    ]
    if money:
        headings.append(Column(speech.say(say("currency")), "currency"))
        headings += [Column(speech.say(columns[key].label), "money", summed=True) for key in money]
    return Table(name, headings, chain.from_iterable(_lines(row, others, money, speech) for row in rows))


def _lines(
    row: Row, others: Mapping[str, GroupColumn], money: Sequence[str], speech: Speech
) -> Iterator[Sequence[Cell]]:
    cells = [_cell(column.kind, row.get(key), row.get("currency", ""), speech) for key, column in others.items()]
    if not money:
        yield cells
        return
    for currency in sorted({currency for key in money for currency in row[key] if currency}) or [None]:
        amounts = [amount_cell(row[key].get(currency, 0), currency) if currency else None for key in money]
        yield [*cells, currency, *amounts]
        cells = [cells[0], *[None] * (len(cells) - 1)]


def _cell(kind: str, value: object, currency: str, speech: Speech) -> Cell:
    if isinstance(value, RoundResult):
        return halves_cell(value.number) if value.halves else value.number
    if isinstance(value, Phrase):
        return speech.say(value)
    if kind == "money" and isinstance(value, int):
        return amount_cell(value, currency)
    if kind == "halves" and isinstance(value, int):
        return halves_cell(value)
    assert value is None or isinstance(value, str | int)
    return value


def season_tables(group_id: int, table: SeasonTable, chosen: NightFilter, speech: Speech) -> Iterator[Table]:
    """Yield the table of a season, then what each player has from each of its nights, the newest first."""
    yield _season_table(table, speech)
    ids = nights_of_group(group_id, _ALL, 0, chosen)
    for some in (ids[first : first + _AT_ONCE] for first in range(0, len(ids), _AT_ONCE)):
        rows = nights_with(some).rows  # those that can be read
        for row, standings in zip(rows, standings_at([row.id for row in rows]), strict=True):
            if all(standing.is_legible for standing in standings):
                yield standings_table(f"{row.day} {title_of(row, speech)}", row, standings, speech)


_PLACE = GroupColumn(say("place"), "whole")


def _season_table(table: SeasonTable, speech: Speech) -> Table:
    """Return the table of a season; the usual columns stand in every file."""
    usual = ("name", "sum", "counted", "nights", "deals", "places", "best")
    money = [key for key, column in COLUMNS.items() if column.kind == "amounts" and table.currencies]
    extra = [key for key, column in table.columns.items() if key not in usual and column.kind != "amounts"]
    level = {"place": _PLACE, "ahead": GroupColumn(say("level, but ahead"), "text")}
    columns = {key: COLUMNS.get(key) or table.columns[key] for key in (*usual, *extra)} | level
    columns |= {key: COLUMNS[key] for key in money}
    rows = [{**row.numbers, "place": row.place, "ahead": TIES.get(row.ahead_by)} for row in table.rows]
    if len(table.games) > 1:  # points of several games are no sum
        columns |= {key: columns[key]._replace(summed=False) for key in ("sum", "counted")}
        rows = [row | dict.fromkeys(("sum", "counted")) for row in rows]
    return list_table(speech.say(say("Season table")), columns, rows, speech)


def closed_season_table(name: str, closed: ClosedTable, speech: Speech) -> Table:
    """Return the table of a closed season as it stood."""
    numbers = {key: column._replace(summed=False) for key, column in closed.columns.items()}
    rows = [{**row.numbers, "name": row.name, "place": row.rank} for row in closed.rows]
    return list_table(name, {"name": COLUMNS["name"], "place": _PLACE} | numbers, rows, speech)
