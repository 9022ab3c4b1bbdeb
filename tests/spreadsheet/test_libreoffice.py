"""LibreOffice opens what is written: its own sums are the written ones, and no text becomes a formula."""

import csv
import shutil
import subprocess
from decimal import Decimal

import pytest
from openpyxl import load_workbook

from scorekeeper.language import Speech, find_locale
from scorekeeper.spreadsheet.csv_file import csv_lines
from scorekeeper.spreadsheet.table import Column, Table, amount_cell
from scorekeeper.spreadsheet.workbook import workbook_parts
from tests.spreadsheet.test_csv_file import COLUMNS as CSV_COLUMNS
from tests.spreadsheet.test_workbook import COLUMNS, HOSTILE

pytestmark = [
    pytest.mark.at_length,
    pytest.mark.skipif(not shutil.which("soffice"), reason="needs LibreOffice (Debian: libreoffice-calc)"),
]

# The reader's country, and sums that are worked out anew instead of being read.
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse">
<value>{locale}</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>0</value></prop></item></oor:items>"""
SHEETS = "csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true,false,false,false,-1"  # all, as they are shown


@pytest.fixture(params=["en-US", "de-AT"])
def convert(request, tmp_path):
    """Convert a file by LibreOffice in a folder of its own, as a reader of a country has it."""
    profile = tmp_path / "profile"
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(SETTINGS.format(locale=request.param))

    def run(file, form, *more):
        command = ["soffice", "--headless", f"-env:UserInstallation=file://{profile}", *more]
        command += ["--convert-to", form, "--outdir", str(tmp_path / "out"), str(file)]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        return sorted((tmp_path / "out").iterdir())

    run.locale = request.param
    return run


def number(text, locale):
    """An amount as the country writes it."""
    point, thousands = (".", ",") if locale == "en-US" else (",", ".")
    plain = "".join(sign for sign in text.replace(thousands, "").replace("\xa0", "") if sign in f"-0123456789{point}")
    return Decimal(plain.replace(point, "."))


def test_its_own_sums_are_the_written_ones_to_the_cent(convert, tmp_path):
    speech = Speech(find_locale((convert.locale,)))
    coins = [(123456, "EUR"), (-10, "EUR"), (5, "CHF"), (7, ""), (30, "EUR"), (-99999999, "CHF")]
    rows = [
        (f"Käthe {at}", "2026-11-27", at, currency, amount_cell(one, currency))
        for at, (one, currency) in enumerate(coins)
    ]
    file = tmp_path / "season.xlsx"
    file.write_bytes(b"".join(workbook_parts([Table("Season", COLUMNS, rows)], speech)))
    [shown] = convert(file, SHEETS)
    read = list(csv.reader(shown.read_text("utf-8").splitlines(), delimiter=";"))
    sums = {row[3]: number(row[4], convert.locale) for row in read if row[0] in ("Sum", "Summe")}
    expected = {"": 7, "EUR": Decimal("1234.76"), "CHF": Decimal("-999999.94")}
    assert sums == expected
    assert read[1][:2] == ["Käthe 0", "11/27/2026" if convert.locale == "en-US" else "27.11.2026"]
    assert "€" in read[1][4]


def test_a_text_of_a_workbook_stays_one(convert, tmp_path):
    file = tmp_path / "texts.xlsx"
    file.write_bytes(
        b"".join(
            workbook_parts([Table("x", [Column("a")], [(text,) for text in HOSTILE])], Speech(find_locale(("en",))))
        )
    )
    [copy] = convert(file, "xlsx")
    cells = [row[0] for row in load_workbook(copy).worksheets[0].iter_rows(min_row=2)]
    assert [(cell.value, cell.data_type) for cell in cells] == [(text, "s") for text in HOSTILE]


@pytest.mark.parametrize("separator", [44, 59, 9], ids=[",", ";", "tab"])
def test_no_text_of_a_csv_file_becomes_a_formula(separator, convert, tmp_path):
    texts = [*HOSTILE, 'late;"=1+1"', "late; =1+1", "a\t=1+1", "b\n=1+1", '"=1+1', "x;+1", "Käthe"]
    rows = [(text, text, "2026-01-31", "EUR", Decimal("-0.50")) for text in texts]
    file = tmp_path / "kitty.csv"
    file.write_text("".join(csv_lines(Table("", CSV_COLUMNS, rows))), "utf-8")
    [copy] = convert(file, "xlsx", f"--infilter=CSV:{separator},34,76")
    cells = [cell for row in load_workbook(copy).worksheets[0].iter_rows() for cell in row]
    assert [cell.value for cell in cells if cell.data_type == "f"] == []
    assert any("Käthe" in str(cell.value) for cell in cells)
