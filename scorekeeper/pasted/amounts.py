"""Amounts of people: a name and an amount a row, or evenings with their dates down and names across."""

import csv
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from io import StringIO
from typing import NamedTuple

from babel import Locale
from babel.numbers import get_decimal_symbol

from scorekeeper.money import MOST_COINS, coins_of
from scorekeeper.pasted import table
from scorekeeper.pasted.lines import ENDS, check_pasted_name, clean_lines, is_title
from scorekeeper.pasted.table import FAMILY, Row
from scorekeeper.people.names import fold_name
from scorekeeper.phrase import Money, Phrase, Refused, say
from scorekeeper.typed_numbers import Ambiguous, read_amount, read_day, read_whole
from scorekeeper.value_checks import shorten

MOST_PEOPLE = 300
# What stands above a column.
_NAME = ("name", "names", "namen", "person", "mitglied", "mitglieder", "member", "spieler", "player")
_POINTS = "punkte points"
_MONEY = (
    *("betrag", "saldo", "stand", "kontostand", "guthaben", "gewinn", "ergebnis", "euro", "eur", "€", "gesamt"),
    *("amount", "balance", "result", "total", "sum", "summe"),
)
_OPEN = ("offen", "open", "still owed")
_NIGHTS = ("abende", "spielabende", "teilnahmen", "nights", "evenings", "played")
_DATES = ("date", "day", "datum", "tag")
_ACCOUNT = ("account", "konto")  # above names, in a file of a program for accounts
_COSTS = ("cost", "kosten")  # in a file of a program for shared costs
_OF_NOBODY = (*table.TOTAL, *_COSTS, "original cost", "conversion rate")  # above columns beside those of people
_DASHES = ("-", "–", "−", "—")
_ABSENT = ("", *_DASHES, "x", "/")
_OWES = (
    *("owes", "owes us", "still owes", "schuldet", "schuldet noch", "schuldet uns"),
    *("minus", "im minus", "ist im minus", "in minus", "is minus"),
)
_GETS = (
    *("gets", "still gets", "is owed", "bekommt", "bekommt noch", "kriegt", "kriegt noch"),
    *("plus", "im plus", "ist im plus", "in plus", "is plus"),
)
_SURNAMES = ("Plus", "Minus", "PLUS", "MINUS")  # as a name is written
# Beside an amount they do not say who gets it: "Anna pays" may be done already.
_UNCLEAR = (
    *("pays", "paid", "has", "has to pay", "must pay", "owed", "debit", "credit", "still", "me", "in the red"),
    *("zahlt", "bezahlt", "gezahlt", "hat", "muss", "muss noch", "muss zahlen", "soll", "haben", "noch", "mir"),
)
_DEBTS = ("schulden", "schuld", "debts", "debt", "owes", "schuldet")  # above what is owed
_CREDITS = ("guthaben", "credits", "credit")
_POINTS_BEHIND = re.compile(r" ?(?:punkte?|pkte?|p|points?|pts?)\.?$", re.IGNORECASE)


class PersonAmount(NamedTuple):
    """The amount of a person as named in a list, in coins or points, and on how many evenings, 0 where unknown."""

    name: str
    amount: int
    evenings: int


class PastedAmounts(NamedTuple):
    """The amounts in the order of a list, and the ISO date of its last evening, empty where it has no dates."""

    people: Sequence[PersonAmount]
    last: str


class _Cells:
    """Reads the amounts of a table in one currency, "" for points; remembers those that may be one or a thousand.

    In a `sheet`, as opposed to lines of a text, amounts may stand as spreadsheet programs show them for accounting.
    `people` are known by name.
    """

    def __init__(self, key: str, locale: Locale, currency: str, sheet: bool, people: Iterable[str]) -> None:
        self.key = key
        self.locale = locale
        self.currency = currency
        self.sheet = sheet
        self.people = frozenset(map(fold_name, people))
        self.plain: dict[tuple[int, int], str] = {}
        self.asked: Refused | None = None
        self.known: dict[str, int | Refused] = {}

    def refuse(self, row: Row, column: int, reason: Phrase) -> Refused:
        """Return the refusal of a cell; lines of a text have no columns that their writer could see."""
        return table.refuse(self.key, row, column if self.sheet else None, reason)

    def is_known(self, name: str) -> bool:
        """Return whether somebody has this name."""
        return fold_name(name) in self.people

    def is_amount(self, typed: str) -> bool:
        """Return whether a text is an amount, exact or not."""
        try:
            self._read(typed)
        except Ambiguous:
            return True
        except Refused:
            return False
        return True

    def read(self, row: Row, column: int) -> int:
        """Return the amount of a cell. Raises Refused with its row and column."""
        typed = row.cell(column)
        try:
            try:
                return self._read(typed)
            except Ambiguous as ambiguous:
                self.asked = self.asked or self.refuse(row, column, ambiguous.phrase)
                self.plain[row.number, column] = ambiguous.plain
                return self._read(ambiguous.plain)
        except Refused as refused:
            raise self.refuse(row, column, refused.phrase) from None

    def ask(self, rows: Sequence[Row], text: str) -> None:
        """Raise Ambiguous, with a plain text, where a cell may be one or a thousand."""
        if not self.asked:
            return
        lines = [""] * max(row.number for row in rows)
        for row in rows:
            cells = [self.plain.get((row.number, column), cell) for column, cell in enumerate(row.cells)]
            lines[row.number - 1] = "\t".join(cells)
        raise Ambiguous(self.key, text, "\n".join(lines), reason=self.asked.phrase)

    def _read(self, typed: str) -> int:
        """Return the amount of a text; each is read once, as one table has the same ones often. Raises Refused."""
        if typed not in self.known:
            try:
                self.known[typed] = self._read_anew(typed)
            except Refused as refused:
                self.known[typed] = refused
        found = self.known[typed]
        if isinstance(found, Refused):
            raise found
        return found

    def _read_anew(self, typed: str) -> int:
        """Return the amount of a text, in a sheet also of (0.60) for -0.60 and of "€ -" for nothing."""
        plain = table.plain_amount(typed) if self.sheet else typed
        if plain == typed:
            return self._read_plain(typed)
        try:
            return self._read_plain(plain)
        except Ambiguous:
            raise
        except Refused:
            return self._read_plain(typed)  # is refused as it was typed

    def _read_plain(self, typed: str) -> int:
        if not self.currency:
            points = read_whole(self.key, _POINTS_BEHIND.sub("", typed) or typed)
            if abs(points) > MOST_COINS:
                raise Refused(self.key, say("{value} is not an amount that can be paid", value=shorten(typed)))
            return points
        amount = read_amount(self.key, typed, self.locale, self.currency)
        return coins_of(self.key, amount, self.currency, get_decimal_symbol(self.locale))


def read_amounts(
    key: str, text: str, locale: Locale, currency: str, *, owed: bool = False, people: Iterable[str] = ()
) -> PastedAmounts:
    """Return the amounts of a list in one currency, "" for points. Raises Refused with the row and the column.

    If they are `owed`, a column of what is open goes before one of results. The names of known `people` are read as
    they are, such as Otto Plus.
    Raises Ambiguous where an amount may be one or a thousand; its `plain` text has all rows with plain amounts.
    """
    text = _with_tabs(text)
    rows = table.read_table(text)
    cells = _Cells(key, locale, currency, table.is_table(text), people)
    if not cells.sheet:
        rows = _split_lines(cells, clean_lines(key, rows))
    if not rows:
        raise Refused(key, say("nobody stands there, such as Anna 12.50"))
    dates = _column_of_dates(cells, rows)
    found = _read_list(cells, rows, owed) if dates is None else _read_evenings(cells, rows, dates)
    if not found.people:
        raise Refused(key, say("nobody stands there, such as Anna 12.50"))
    if len(found.people) > MOST_PEOPLE:
        raise Refused(key, say("at most {most} people", most=MOST_PEOPLE))
    cells.ask(rows, text)
    return found


def _with_tabs(text: str) -> str:
    """Return a file that has semicolons between its cells, as programs write it in German, or commas with tabs."""
    if table.is_table(text):
        return text
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        if all(";" in line for line in lines):
            return _tabbed(csv.reader(StringIO(text, newline=""), delimiter=";"))
        rows = list(csv.reader(StringIO(text, newline="")))
    except csv.Error:  # a cell is longer than the module reads
        return text
    return _tabbed(rows) if _has_commas([row for row in rows if row]) else text


def _tabbed(rows: Iterable[Sequence[str]]) -> str:
    return "\n".join("\t".join(" ".join(cell.split()) for cell in cells) for cells in rows)


def _has_commas(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether commas stand between cells, below a heading, and not in amounts such as Anna 12,50."""
    if not rows or len(rows[0]) < 2 or {len(row) for row in rows} != {len(rows[0])}:
        return False
    is_headed = any(table.is_word_of(cell.strip(), _NAME + _DATES + _ACCOUNT) for cell in rows[0])
    return is_headed and not any(re.search(r"\s[-+−]?\d+$", row[0]) for row in rows)


def _split_lines(cells: _Cells, rows: Sequence[Row]) -> list[Row]:
    """Return lines as rows of two cells. Raises Refused for a line without an amount, but for titles."""
    split = [_split(cells, row) for row in rows]
    first = next((place for place, row in enumerate(split) if len(row.cells) > 1), len(rows))
    for place, row in enumerate(split):
        if len(row.cells) == 1 and first < len(rows) and (place > first or not is_title(row.cells[0])):
            raise table.refuse(cells.key, row, None, say("no amount stands at its end, such as Anna 12.50"))
    return split


def _split(cells: _Cells, row: Row) -> Row:
    """Return a line such as "Anna Huber 12.50" as a row of two cells: its last words are the amount."""
    words = row.cells[0].split()
    for most in range(min(4, len(words) - 1), 0, -1):
        amount = " ".join(words[-most:])
        if cells.is_amount(amount) or (most == 1 and amount in _DASHES):
            return Row(row.number, _with_sign(cells, row, " ".join(words[:-most]), amount))
    return row


def _with_sign(cells: _Cells, row: Row, typed: str, amount: str) -> list[str]:
    """Return the name and the signed amount of "Anna owes" and "0.60". Raises Refused where it is not clear."""
    key = cells.key
    name = typed.rstrip(ENDS)
    if called := next((one for one in (typed, name) if cells.is_known(one)), ""):
        return [called, amount]
    words = name.split()
    lasts = range(min(3, len(words) - 1), 0, -1)
    verb = next((one for last in lasts if _is_direction(one := " ".join(words[-last:]))), "")
    rest = words[: len(words) - len(verb.split())]
    if any(table.is_word_of(word, (*_OWES, *_GETS)) for word in rest[1:]):  # such as "Anna owes Bernd"
        raise _refuse_direction(key, row, name)
    person = " ".join(rest)
    if verb in _SURNAMES and person[-1] not in ENDS and not cells.is_known(person):
        told = say(
            "{value} may be a name: add it to the members first, or write a sign, such as +5", value=shorten(name)
        )
        raise table.refuse(key, row, None, told)
    return [person.rstrip(ENDS), _signed(key, row, verb, amount)] if verb else [name, amount]


def _is_direction(text: str) -> bool:
    """Return whether a text says, or may say, who gets an amount."""
    return table.is_word_of(text, (*_OWES, *_GETS, *_UNCLEAR))


def _signed(key: str, row: Row, verb: str, amount: str) -> str:
    """Return an amount with the sign of a word such as "owes". Raises Refused where it has one, or it is not clear."""
    if table.is_word_of(verb, _UNCLEAR) or amount[:1] in "-+−–—(":
        raise _refuse_direction(key, row, f"{verb} {amount}")
    return f"-{amount}" if table.is_word_of(verb, _OWES) else amount


def _refuse_direction(key: str, row: Row, text: str) -> Refused:
    told = say("{value}: plus gets money, minus owes it, such as Anna -12.50", value=shorten(text))
    return table.refuse(key, row, None, told)


def _column_of_dates(cells: _Cells, rows: Sequence[Row]) -> int | None:
    """Return the column with the date of each evening, None for a list of people, which has one column of amounts."""
    for column in range(table.width(rows)):
        dated = [row for row in rows if table.is_date(row.cell(column))]
        if len(dated) > 1 and 2 * len(dated) >= len(rows):
            others = [place for place in range(table.width(dated)) if place != column]
            return column if sum(_has_amounts(cells, dated, place) for place in others) > 1 else None
    return None


def _read_list(cells: _Cells, rows: Sequence[Row], owed: bool) -> PastedAmounts:
    """Read a name and an amount a row, perhaps with the number of evenings."""
    above = rows
    rows = list(table.without_title(rows))
    titles = list(above[: len(above) - len(rows)])
    total = rows.pop() if len(rows) > 1 and table.is_total(rows[-1]) else None
    heading = rows.pop(0) if _is_heading(cells, rows[0]) else None
    numbering = 0 if table.counts_rows(rows, 0) else None
    numbers = [place for place in range(table.width(rows)) if place != numbering and _has_amounts(cells, rows, place)]
    nights = _headed(heading, numbers, _NIGHTS)
    numbers = [column for column in numbers if column != nights]
    points = _POINTS.split()
    kinds = [_OPEN] * owed + ([_MONEY, points] if cells.currency else [points, _MONEY])
    headed = next((one for words in kinds if (one := _headed(heading, numbers, words)) is not None), None)
    amounts = [headed] if headed is not None else numbers
    if len(amounts) > 1:
        a, b = map(table.letter, amounts[:2])
        text = say("columns {a} and {b} both have numbers; write Amount above the column of the amounts", a=a, b=b)
        raise Refused(cells.key, text)
    if not amounts:
        raise Refused(cells.key, say("no column has amounts, such as 12.50 beside Anna"))
    others = [column for column in range(table.width(rows)) if column not in (*numbers, numbering, nights)]
    named = _headed(heading, others, _NAME)
    named = named if named is not None else next(iter(others), 0)
    aside = [one for one in others if one != named and not (heading and table.is_word_of(heading.cell(one), FAMILY))]
    taken: dict[str, int] = {}
    people = []
    for row in rows:
        name = _read_name(cells, row, named)
        folded = fold_name(name)
        if folded in taken:
            text = say("{name} stands in row {row} already", name=name, row=taken[folded])
            raise cells.refuse(row, named, text)
        taken[folded] = row.number
        evenings = read_whole(cells.key, row.cell(nights)) if nights is not None and row.cell(nights) else 0
        amount = 0 if row.cell(amounts[0]) in _DASHES else cells.read(row, amounts[0])
        verb = next((row.cell(other) for other in aside if _is_direction(row.cell(other))), "")
        if verb and _signed(cells.key, row, verb, row.cell(amounts[0])).startswith("-"):
            amount = -amount
        people.append(PersonAmount(name, amount, evenings))
    titles += [Row(heading.number, [heading.cell(amounts[0])])] if heading else []
    if any(person.amount > 0 for person in people):
        _refuse_debts(cells.key, titles)
    if total and cells.is_amount(total.cell(amounts[0])):
        _check_total(cells, total, amounts[0], sum(person.amount for person in people))
    return PastedAmounts(people, "")


def _is_heading(cells: _Cells, row: Row) -> bool:
    """Return whether a first row says what stands below; any other is of somebody whose amount is mistyped."""
    if any(table.is_word_of(cell, (*_NAME, *_ACCOUNT, *_POINTS.split(), *_MONEY, *_NIGHTS)) for cell in row.cells):
        return True
    return any(table.is_word_of(cell, _DEBTS) for cell in row.cells) and not any(map(cells.is_amount, row.cells))


def _refuse_debts(key: str, titles: Iterable[Row]) -> None:
    """Refuse a title such as "Debts" above amounts without a minus."""
    for row in titles:
        words = " ".join(row.cells).split()
        kinds = [any(table.is_word_of(word, kind) for word in words) for kind in (_DEBTS, _CREDITS)]
        if kinds == [True, False]:
            raise _refuse_direction(key, row, " ".join(words).rstrip(" :"))


def _headed(heading: Row | None, columns: Sequence[int], words: Collection[str]) -> int | None:
    return next((one for one in columns if heading and table.is_word_of(heading.cell(one), words)), None)


def _has_amounts(cells: _Cells, rows: Sequence[Row], column: int) -> bool:
    """Return whether most cells of a column are amounts, or numbers that are none in this currency."""
    filled = [row.cell(column) for row in rows if row.cell(column)]
    return 2 * sum(cells.is_amount(cell) or table.is_number(cell) for cell in filled) >= len(filled) > 0


def _read_name(cells: _Cells, row: Row, column: int) -> str:
    name = row.cell(column)
    if not name:
        raise cells.refuse(row, column, say("a name is missing"))
    if cells.is_known(name):
        return name
    try:
        check_pasted_name(cells.key, name)
    except Refused as refused:
        raise cells.refuse(row, column, refused.phrase) from None
    return name


def _read_evenings(cells: _Cells, rows: Sequence[Row], dates: int) -> PastedAmounts:
    """Read a table with the evenings down and the people across; an empty cell is one who was absent."""
    dated = [place for place, row in enumerate(rows) if table.is_date(row.cell(dates)) and not _adds_up(row, dates)]
    heading = rows[dated[0] - 1] if dated[0] else None
    if heading is None:
        raise Refused(cells.key, say("no row with the names stands above the first evening"))
    evenings = rows[dated[0] : dated[-1] + 1]
    columns = _columns_of_people(cells, heading, evenings, dates)
    shares_costs = any(table.is_word_of(cell, _COSTS) for cell in heading.cells)
    sums = Counter[int]()
    played = Counter[int]()
    for row in evenings:
        if not table.is_date(row.cell(dates)):
            text = say("{value} is not a date like 2026-11-21", value=shorten(row.cell(dates)))
            raise cells.refuse(row, dates, text)
        for column in columns:
            if row.cell(column).casefold() not in _ABSENT:
                sums[column] += cells.read(row, column)
                played[column] += 1
        if shares_costs and (rest := sum(sums.values())):
            text = say("the amounts add up to {sum}, not to 0", sum=Money(rest, cells.currency))
            raise table.refuse(cells.key, row, None, text)
    for total in (row for row in rows[dated[-1] + 1 :] if _adds_up(row, dates)):
        for column in filter(total.cell, columns):
            _check_total(cells, total, column, sums[column])
    people = [PersonAmount(name, sums[column], played[column]) for column, name in columns.items() if played[column]]
    return PastedAmounts(people, _last_day(cells, evenings, dates))


def _adds_up(row: Row, dates: int) -> bool:
    """Return whether a row adds up the evenings; some programs write a date there too."""
    cells = ["" if column == dates and table.is_date(cell) else cell for column, cell in enumerate(row.cells)]
    return table.is_total(Row(row.number, cells))


def _last_day(cells: _Cells, evenings: Sequence[Row], dates: int) -> str:
    """Return the ISO date of the last evening, empty where it is written in words or without a year."""
    days = [""]
    for evening in evenings:
        with suppress(Refused):
            days.append(read_day(cells.key, evening.cell(dates), cells.locale))
    return max(days)


def _columns_of_people(cells: _Cells, heading: Row, evenings: Sequence[Row], dates: int) -> dict[int, str]:
    """Return the name above each column with amounts. Raises Refused for a column without one, and for one twice."""
    columns: dict[int, str] = {}
    taken: dict[str, int] = {}
    for column in range(table.width(evenings)):
        filled = [row.cell(column) for row in evenings if row.cell(column).casefold() not in _ABSENT]
        is_aside = column == dates or (column < dates and table.counts_rows(evenings, column))
        if is_aside or not any(map(cells.is_amount, filled)) or table.is_word_of(heading.cell(column), _OF_NOBODY):
            continue
        name = _read_name(cells, heading, column)
        if table.is_word_of(name, (*_MONEY, *_POINTS.split())) and not cells.is_known(name):
            raise cells.refuse(heading, column, say("{value} is not a name", value=name))
        folded = fold_name(name)
        if folded in taken:
            text = say("{name} stands in column {column} already", name=name, column=table.letter(taken[folded]))
            raise cells.refuse(heading, column, text)
        taken[folded] = column
        columns[column] = name
    return columns


def _check_total(cells: _Cells, total: Row, column: int, right: int) -> None:
    """Refuse a row of totals that is not the sum of the cells above, in which one may be missing or mistyped."""
    stated = cells.read(total, column)
    if stated != right:
        values = {"stated": Money(stated, cells.currency), "sum": Money(right, cells.currency)}
        text = say("the total is {stated}, and the cells above add up to {sum}", **values)
        raise cells.refuse(total, column, text)
