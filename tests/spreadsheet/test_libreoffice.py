"""LibreOffice opens what is written: its own sums are the written ones, and no text becomes a formula."""

from decimal import Decimal

import pytest
from openpyxl import load_workbook

from scorekeeper.language import Speech, find_locale
from scorekeeper.spreadsheet.csv_file import csv_lines
from scorekeeper.spreadsheet.table import Column, Table, amount_cell
from scorekeeper.spreadsheet.workbook import workbook_parts
from tests.spreadsheet.libreoffice import LibreOffice, needs_libreoffice
from tests.spreadsheet.test_csv_file import COLUMNS as CSV_COLUMNS
from tests.spreadsheet.test_workbook import COLUMNS, HOSTILE

pytestmark = [pytest.mark.at_length, needs_libreoffice]


@pytest.fixture(params=["en-US", "de-AT"])
def office(request, tmp_path):
    return LibreOffice(tmp_path, request.param)


def test_its_own_sums_are_the_written_ones_to_the_cent(office, tmp_path):
    speech = Speech(find_locale((office.locale,)))
    coins = [(123456, "EUR"), (-10, "EUR"), (5, "CHF"), (7, ""), (30, "EUR"), (-99999999, "CHF")]
    rows = [
        (f"Käthe {at}", "2026-11-27", at, currency, amount_cell(one, currency))
        for at, (one, currency) in enumerate(coins)
    ]
    file = tmp_path / "season.xlsx"
    file.write_bytes(b"".join(workbook_parts([Table("Season", COLUMNS, rows)], speech)))
    [read] = office.sheets(file).values()
    sums = {row[3]: office.number(row[4]) for row in read if row[0] in ("Sum", "Summe")}
    expected = {"": 7, "EUR": Decimal("1234.76"), "CHF": Decimal("-999999.94")}
    assert sums == expected
    assert read[1][:2] == ["Käthe 0", "11/27/2026" if office.locale == "en-US" else "27.11.2026"]


def test_a_text_of_a_workbook_stays_one(office, tmp_path):
    file = tmp_path / "texts.xlsx"
    file.write_bytes(
        b"".join(
            workbook_parts([Table("x", [Column("a")], [(text,) for text in HOSTILE])], Speech(find_locale(("en",))))
        )
    )
    [copy] = office.convert(file, "xlsx")
    cells = [row[0] for row in load_workbook(copy).worksheets[0].iter_rows(min_row=2)]
    assert [(cell.value, cell.data_type) for cell in cells] == [(text, "s") for text in HOSTILE]


@pytest.mark.parametrize("separator", [44, 59, 9], ids=[",", ";", "tab"])
def test_no_text_of_a_csv_file_becomes_a_formula(separator, office, tmp_path):
    texts = [*HOSTILE, 'late;"=1+1"', "late; =1+1", "a\t=1+1", "b\n=1+1", '"=1+1', "x;+1", "Käthe"]
    rows = [(text, text, "2026-01-31", "EUR", Decimal("-0.50")) for text in texts]
    file = tmp_path / "kitty.csv"
    file.write_text("".join(csv_lines(Table("", CSV_COLUMNS, rows))), "utf-8")
    [copy] = office.convert(file, "xlsx", f"--infilter=CSV:{separator},34,76")
    cells = [cell for row in load_workbook(copy).worksheets[0].iter_rows() for cell in row]
    assert [cell.value for cell in cells if cell.data_type == "f"] == []
    assert any("Käthe" in str(cell.value) for cell in cells)
