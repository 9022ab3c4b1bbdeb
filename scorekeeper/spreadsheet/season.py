"""The season of a group, or one of its evenings, as tables: its own, and one for each night; and a closed season."""

from collections.abc import Iterator, Sequence
from itertools import chain

from scorekeeper.language import Speech
from scorekeeper.phrase import say
from scorekeeper.spreadsheet.night import standings_table
from scorekeeper.spreadsheet.table import Cell, Column, Table, amount_cell, halves_cell
from scorekeeper.storage.groups.nights import NightFilter, nights_of_group
from scorekeeper.storage.groups.results import Amounts
from scorekeeper.storage.groups.season import COLUMNS, TIES, RankedTotal, RoundResult, SeasonTable
from scorekeeper.storage.groups.seasons import ClosedRow, ClosedTable
from scorekeeper.storage.journal.state import Standing, standings_at
from scorekeeper.storage.queries.nights import nights_with
from scorekeeper.telling.titles import title_of

_AT_ONCE = 50  # nights that are read together
_ALL = 100_000
_MONEY = ("money", "carried", "aside", "paid", "open")  # the columns of money


def season_tables(group_id: int, table: SeasonTable, chosen: NightFilter, speech: Speech) -> Iterator[Table]:
    """Yield the table of a season, then what each player has from each of its nights, the newest first."""
    yield _season_table(table, speech)
    ids = nights_of_group(group_id, _ALL, 0, chosen)
    for some in (ids[first : first + _AT_ONCE] for first in range(0, len(ids), _AT_ONCE)):
        rows = nights_with(some).rows  # those that can be read
        for row, standings in zip(rows, standings_at([row.id for row in rows]), strict=True):
            if all(map(_is_whole, standings)):
                yield standings_table(f"{row.day} {title_of(row, speech)}", row, standings, speech)


def closed_season_table(name: str, closed: ClosedTable, speech: Speech) -> Table:
    """Return the table of a closed season as it stood, with a row for each currency that a person has."""
    money = [key for key, column in closed.columns.items() if column.written == "amounts"]
    numbers = [key for key in closed.columns if key not in money]
    person = COLUMNS["name"]
    columns = [
        Column(speech.say(person.label)),
        Column(speech.say(say("place")), "number"),
        *(Column(speech.say(closed.columns[key].label), "number") for key in numbers),
    ]
    if money:
        columns.append(Column(speech.say(say("currency")), "currency"))
        columns += [Column(speech.say(closed.columns[key].label), "money", summed=True) for key in money]
    return Table(
        name, columns, chain.from_iterable(_rows_of_closed(row, closed, numbers, money) for row in closed.rows)
    )


def _rows_of_closed(
    row: ClosedRow, closed: ClosedTable, numbers: Sequence[str], money: Sequence[str]
) -> Iterator[Sequence[Cell]]:
    cells: list[Cell] = [
        halves_cell(row.numbers[key]) if closed.columns[key].written == "halves" else row.numbers[key]
        for key in numbers
    ]
    currencies = sorted({currency for key in money for currency in row.numbers[key] if currency})
    for currency in currencies or [""]:
        amounts = [amount_cell(row.numbers[key].get(currency, 0), currency) if currency else None for key in money]
        yield [row.name, row.rank, *cells, *([currency or None, *amounts] if money else ())]
        cells = [None] * len(cells)


def _is_whole(standing: Standing) -> bool:
    """Return whether the numbers of a row are numbers; SQLite takes values of any type."""
    numbers = (standing.balance, standing.paid, standing.brought, standing.beyond, standing.aside, standing.deals)
    return all(isinstance(number, int) for number in numbers)


def _season_table(table: SeasonTable, speech: Speech) -> Table:
    """Return the table of a season: a row for each person, where they have money of several currencies for each.

    Numbers that are no money stand in the first row of a person only, so that a sum has them once.
    """
    added = len(table.games) < 2
    extra = [key for key in table.columns if key.startswith("part") or key in ("missed", "cup", "best_cup")]

    def column(key: str, **more: bool) -> Column:
        of = COLUMNS.get(key) or table.columns[key]  # the same headings in every file
        return Column(speech.say(of.label), "number", **more)

    columns = [
        column("name")._replace(kind="text"),
        column("sum", summed=added),
        column("counted", summed=added),
        column("nights"),
        column("deals", summed=True),
        column("places", summed=True),
        column("best", summed=True),
        *map(column, extra),
        Column(speech.say(say("place")), "number"),
        Column(speech.say(say("level, but ahead"))),
    ]
    if table.currencies:
        columns.append(Column(speech.say(say("currency")), "currency"))
        columns += [column(key, summed=True)._replace(kind="money") for key in _MONEY]
    rows = chain.from_iterable(_rows_of(ranked, table, extra, added, speech) for ranked in table.rows)
    return Table(speech.say(say("Season table")), columns, rows)


def _rows_of(
    ranked: RankedTotal, table: SeasonTable, extra: Sequence[str], added: bool, speech: Speech
) -> Iterator[Sequence[Cell]]:
    place, total, ahead_by, _ = ranked
    numbers: list[Cell] = [
        *((total.points, total.counted) if added else (None, None)),
        total.nights,
        total.deals,
        halves_cell(total.places),
        halves_cell(total.best_places),
        *(_number(table.columns[key].of(total)) for key in extra),
        place,
        speech.say(TIES[ahead_by]) if ahead_by else None,
    ]
    amounts = [(currency, total.money[currency]) for currency in table.currencies if currency in total.money]
    money = [_money_cells(*one) for one in amounts] or [[None, *(None for _ in _MONEY)]]
    for cells in money:
        yield [total.name, *numbers, *(cells if table.currencies else ())]
        numbers = [None] * len(numbers)


def _money_cells(currency: str, money: Amounts) -> list[Cell]:
    """Return the cells of the money of one person in one currency."""
    amounts = (money.won, money.carried, money.aside, money.paid, money.open)
    return [currency, *(amount_cell(coins, currency) for coins in amounts)]


def _number(value: RoundResult | int | None) -> Cell:
    if not isinstance(value, RoundResult):
        return value
    return halves_cell(value.number) if value.halves else value.number
