"""Workbooks read back by openpyxl: types, values, formats, sums, charts and the names of sheets."""

import re
import tracemalloc
from datetime import datetime
from decimal import Decimal
from io import BytesIO
from zipfile import ZipFile

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from scorekeeper.language import Speech, find_locale
from scorekeeper.spreadsheet.table import Column, Table, amount_cell
from scorekeeper.spreadsheet.workbook import money_format, sheet_name, workbook_parts

ENGLISH = Speech(find_locale(("en-US",)))
AUSTRIAN = Speech(find_locale(("de-AT",)))
COLUMNS = (
    Column("person"),
    Column("day", "day"),
    Column("points", "number", summed=True, plotted=True),
    Column("currency", "currency"),
    Column("open", "money", summed=True),
)
HOSTILE = ("=1+1", "+43 660 1234567", "@SUM(A1)", "-2", "1e5", "00123456789012345678", "{=1}", "http://x.at", "_x0041_")


def table(rows, columns=COLUMNS, name="Season"):
    return Table(name, columns, rows)


def reread(*tables, speech=ENGLISH, values=False):
    return load_workbook(BytesIO(b"".join(workbook_parts(tables, speech))), data_only=values)


def money_rows(*amounts):
    rows = enumerate(amounts, 1)
    return [
        (f"N{number}", "2026-01-31", number, currency, amount_cell(coins, currency))
        for number, (coins, currency) in rows
    ]


def test_numbers_dates_and_money_have_their_types():
    sheet = reread(table([("Anna", "2026-11-27", -4, "EUR", Decimal("1234.50")), ("", "", 0.5, "", None)]))["Season"]
    name, day, points, currency, open_ = sheet[2]
    assert (name.value, name.data_type, currency.value) == ("Anna", "s", "EUR")
    assert (day.value, day.is_date, points.value, points.data_type) == (datetime(2026, 11, 27), True, -4, "n")
    assert (open_.value, open_.data_type, open_.number_format) == (1234.5, "n", "[$€]#,##0.00")
    assert [cell.value for cell in sheet[3]] == [None, None, 0.5, None, None]
    assert sheet.freeze_panes == "A2"


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_is_a_text_in_every_cell_and_heading(text):
    columns = (Column(text), *COLUMNS[1:])
    sheet = reread(table([(text, text, 1, text, None)], columns))["Season"]
    found = [sheet["A1"], sheet["A2"], sheet["B2"], sheet["D2"]]
    assert [(cell.value, cell.data_type, cell.hyperlink) for cell in found] == [(text, "s", None)] * 4


@given(st.text(max_size=20))
@example("\ufffe\uffff a")
@example("_x0007_\x07\x1f")
@settings(max_examples=50)
def test_any_text_makes_a_file_that_can_be_read(text):
    sheet = reread(table([(text, "", None, "", None)], name=text)).worksheets[0]
    assert (sheet["A2"].data_type, sheet["A2"].hyperlink) in (("s", None), ("n", None))


def test_sums_are_formulas_with_their_values_for_each_currency():
    rows = money_rows((10, "EUR"), (-20, "EUR"), (5, "CHF"), (30, "EUR"), (7, ""))
    formulas, values = (reread(table(rows), values=values)["Season"] for values in (False, True))
    found = [(values[line][3].value, formulas[line][4].value, values[line][4].value) for line in (7, 8, 9)]
    assert found == [
        (None, '=SUMIF($D$2:$D$6,"=",$E$2:$E$6)', 7),
        ("CHF", '=SUMIF($D$2:$D$6,"CHF",$E$2:$E$6)', 0.05),
        ("EUR", '=SUMIF($D$2:$D$6,"EUR",$E$2:$E$6)', 0.2),
    ]
    assert (formulas["C7"].value, values["C7"].value, formulas["C8"].value) == ("=SUM($C$2:$C$6)", 15, None)
    single = reread(table(rows[:2]))["Season"]
    assert single["E4"].value == "=SUM($E$2:$E$3)"


@pytest.mark.parametrize("speech", [ENGLISH, AUSTRIAN])
def test_a_sum_of_halves_is_no_money(speech):
    rows = [("Anna", "", 2.5, "EUR", Decimal(1)), ("Bernd", "", 2, "EUR", Decimal(-1))]
    sheet = reread(table(rows), speech=speech)["Season"]
    assert [sheet[cell].number_format for cell in ("C2", "C3", "C4")] == ["General"] * 3


def test_ten_cents_a_thousand_times_are_a_hundred_euros():
    sheet = reread(table(money_rows(*[(10, "EUR")] * 1000)), values=True)["Season"]
    assert sheet["E1002"].value == 100


@pytest.mark.parametrize(
    ("speech", "currency", "decimals", "expected"),
    [
        (ENGLISH, "EUR", 2, "[$€]#,##0.00"),
        (AUSTRIAN, "EUR", 2, "[$€] #,##0.00"),
        (Speech(find_locale(("de-DE",))), "EUR", 2, "#,##0.00 [$€]"),
        (Speech(find_locale(("de-CH",))), "CHF", 2, "[$CHF] #,##0.00"),
        (ENGLISH, "JPY", 0, "[$¥]#,##0"),
    ],
)
def test_money_is_written_as_the_reader_writes_it(speech, currency, decimals, expected):
    assert money_format(currency, decimals, speech) == expected


def test_columns_are_as_wide_as_what_stands_in_them():
    rows = [
        ("Maximiliane Hohenlohe-Schillingsfürst", "2026-11-27", 1, "EUR", Decimal("-1234567.00")),
        ("x" * 500, "", 1, "", None),
    ]
    sheet = reread(table(rows[:1]), speech=AUSTRIAN)["Season"]
    assert sheet.column_dimensions["A"].width >= len(rows[0][0])
    assert sheet.column_dimensions["E"].width >= len("-€ 1.234.567,00")
    long = reread(table(rows))["Season"]
    assert long.column_dimensions["A"].width < 70
    assert long["A3"].alignment.wrap_text


def test_the_plotted_columns_have_a_native_chart():
    columns = (Column("deal", "number"), Column("Anna", "number", plotted=True), Column("=B", "number", plotted=True))
    file = b"".join(workbook_parts([table([(1, 2, -2), (2, 0, 0)], columns)], ENGLISH))
    with ZipFile(BytesIO(file)) as parts:
        chart = parts.read("xl/charts/chart1.xml").decode()
    assert re.findall("<c:f>(.*?)</c:f>", chart) == [
        *("Season!$B$1", "Season!$A$2:$A$3", "Season!$B$2:$B$3"),
        *("Season!$C$1", "Season!$A$2:$A$3", "Season!$C$2:$C$3"),
    ]
    assert "xl/charts/chart1.xml" not in ZipFile(BytesIO(b"".join(workbook_parts([table([])], ENGLISH)))).namelist()


def test_texts_are_shared_strings_that_programs_of_apple_show():
    with ZipFile(BytesIO(b"".join(workbook_parts([table(money_rows((1, "EUR")))], ENGLISH)))) as parts:
        assert "inlineStr" not in parts.read("xl/worksheets/sheet1.xml").decode()
        assert "N1" in parts.read("xl/sharedStrings.xml").decode()


@given(st.lists(st.text(max_size=40), max_size=8))
@example(["History", "a" * 40, "A" * 40, "a" * 31, "'x'", "", "2026-11-27 Round 1/2: [x]", "😀" * 20])
def test_names_of_sheets_are_what_excel_takes(wished):
    taken = []
    for name in wished:
        taken.append(sheet_name(name, taken))
    for name in taken:
        assert 0 < len(name.encode("utf-16-le", "surrogatepass")) / 2 <= 31
        assert not re.search(r"[\[\]:*?/\\\x00-\x1f]|^'|'$", name)
        assert name.casefold() != "history"
    assert len({name.casefold() for name in taken}) == len(taken)
    assert len({name.lower() for name in taken}) == len(taken)


def test_five_hundred_nights_take_less_than_40_mb():
    """With a chart each; what is counted is what Python has allocated at most."""

    def nights():
        for number in range(500):
            rows = [(f"Player {place} of {number}", "2026-01-31", place, "EUR", Decimal(place)) for place in range(8)]
            yield Table(f"2026-01-31 Table {number}", COLUMNS, rows, chart="column")

    tracemalloc.start()
    try:
        size = sum(map(len, workbook_parts(nights(), ENGLISH)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 40_000_000
    assert size < 3_000_000
