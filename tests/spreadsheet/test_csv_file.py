"""CSV: one form for every file, and no text that becomes a formula, whatever a program takes for a separator."""

import csv
from decimal import Decimal
from io import StringIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.spreadsheet.csv_file import csv_lines
from scorekeeper.spreadsheet.table import Column, Table, amount_cell, halves_cell
from tests.tables import read_csv

SIGNS = "=+-@＝＋－＠"
COLUMNS = (
    Column("name"),
    Column("reason"),
    Column("day", "day"),
    Column("currency", "currency"),
    Column("amount", "money"),
)
TEXTS = st.text(st.sampled_from([*SIGNS, *";\"\t\n\r, '|ax1\xa0\u200b\ufeff\u2028"]), max_size=12)


def written(*texts, heading="reason"):
    columns = (COLUMNS[0], Column(heading), *COLUMNS[2:])
    rows = [(one, other, "2026-01-31", "EUR", Decimal("-0.50")) for one, other in zip(texts, texts[::-1], strict=True)]
    return "".join(csv_lines(Table("", columns, rows)))


def cells(text, separator):
    """The cells as a program has them that splits at a separator, also where a line ends inside quotes for it."""
    found = []
    for lines in ([text], text.splitlines(keepends=True)):
        for part in lines:
            found += [cell for row in csv.reader(StringIO(part, newline=""), delimiter=separator) for cell in row]
    return found


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@given(st.lists(TEXTS, min_size=1, max_size=3))
@example(['late;"=1+1"'])
@example(['late;""=1+1'])
@example(["late\t =1+1", '"\n"+1'])
@example(['"=1+1'])
def test_no_text_begins_with_a_formula_for_any_separator(separator, texts):
    text = written(*texts, heading=texts[0])
    assert text[0] == "\ufeff"
    bare = [cell.strip(' "\xa0\u200b\ufeff\t\r\n\u2028') for cell in cells(text[1:], separator)]
    numbers = {"-0.50"} if separator == "," else set()
    assert [cell for cell in bare if cell[:1] and cell[0] in SIGNS and cell not in numbers] == []


def test_a_program_that_reads_commas_has_the_texts_in_one_line_each():
    text = written('late; "Cards"', "a, b\r\nc\td", "=1; -2")
    assert [row[0] for row in read_csv(text)[1:]] == ['late; "Cards"', "a, b c d", "'=1;' -2"]
    assert len(text.splitlines()) == 4


def test_a_program_that_guesses_the_quote_does_not_take_an_apostrophe():
    text = written("=Gerd", "Anna", "-5 agreed", "O'Neill")
    found = csv.Sniffer().sniff(text)
    assert (found.delimiter, found.quotechar) == (",", '"')
    names = ["name", "'=Gerd", "Anna", "'-5 agreed", "O'Neill"]
    assert [row[0] for row in csv.reader(StringIO(text[1:], newline=""), found)] == names


def test_money_has_the_decimals_of_its_currency_and_a_half_is_a_decimal():
    columns = (COLUMNS[3], COLUMNS[4], Column("places", "number"))
    money = [("EUR", 123456789), ("EUR", -5), ("JPY", 1200), ("TND", 1), ("", -7)]
    rows = [(currency, amount_cell(coins, currency), halves_cell(3)) for currency, coins in money]
    _, *found = read_csv("".join(csv_lines(Table("", columns, [*rows, ("", None, None)]))))
    assert [row[1] for row in found] == ["1234567.89", "-0.05", "1200", "0.001", "-7", ""]
    assert [row[2] for row in found] == ["1.5"] * 5 + [""]
