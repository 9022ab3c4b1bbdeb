#!/bin/sh
# pyexcel-ods 0.6.0 and pyexcel-ods3 0.6.1 give a cell with a currency as a text: -0.6 in euros is "-0.6 EUR", and 0 is "0 EUR".
# Numbers without a currency are numbers, and so are the same amounts read from XLSX by pyexcel-xlsx 0.6.1. If such a file
# is written to another one, the amounts are texts there, whose SUM is 0. pandas 2.2.2 and python-calamine 0.9.1 read -0.6.
# Guess: -0.6, as the file has it beside the currency (office:value), and as pyexcel has it in all other formats. The list of
# changes says "Recognize currency type", the documentation does not tell what becomes of it.
# It matters: the columns of points can be added up, those of debts cannot; after a copy each balance is 0 or missing, as if
# everybody had paid.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "pyexcel==0.7.6" "pyexcel-ods==0.6.0" "pyexcel-ods3==0.6.1" \
  "pyexcel-xlsx==0.6.1" "openpyxl==3.1.5" "odfpy==1.4.1" "pandas==2.2.2" "numpy==1.26.4" "python-calamine==0.9.1"
cat > read.py <<'READ'
import pandas
import pyexcel
import pyexcel_ods
import pyexcel_ods3
import pyexcel_xlsx
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P
from openpyxl import Workbook
from python_calamine import CalamineWorkbook

ROWS = (("Anna", 12, 1.2), ("Bernd", -6, -0.6), ("Clara", -6, -0.6), ("Dora", 0, 0))

document = OpenDocumentSpreadsheet()
table = Table(name="Debts")
document.spreadsheet.addElement(table)
book = Workbook()
book.active.title = "Debts"
for name, points, euros in ROWS:
    row = TableRow()
    table.addElement(row)
    for cell, shown in (
        (TableCell(valuetype="string"), name),
        (TableCell(valuetype="float", value=points), str(points)),
        (TableCell(valuetype="currency", currency="EUR", value=euros), f"{euros:.2f} €"),
    ):
        cell.addElement(P(text=shown))
        row.addElement(cell)
    book.active.append((name, points, euros))
    book.active.cell(book.active.max_row, 3).number_format = "#,##0.00 [$€-C07]"
document.save("debts.ods")
book.save("debts.xlsx")


def show(told, rows):
    print(f"{told}:", [row[1:3] for row in rows])


show("pyexcel-ods", pyexcel_ods.get_data("debts.ods")["Debts"])
show("pyexcel-ods3", pyexcel_ods3.get_data("debts.ods")["Debts"])
show("pyexcel-xlsx", pyexcel_xlsx.get_data("debts.xlsx")["Debts"])
show("pandas", pandas.read_excel("debts.ods", header=None, engine="odf").values.tolist())
show("python-calamine", CalamineWorkbook.from_path("debts.ods").get_sheet_by_name("Debts").to_python())
pyexcel.save_as(file_name="debts.ods", dest_file_name="copied.xlsx")
show("copied to XLSX", CalamineWorkbook.from_path("copied.xlsx").get_sheet_by_index(0).to_python())
READ
venv/bin/python -W ignore read.py | tee seen
# Seen:
cat > expected <<'SEEN'
pyexcel-ods: [[12, '1.2 EUR'], [-6, '-0.6 EUR'], [-6, '-0.6 EUR'], [0, '0 EUR']]
pyexcel-ods3: [[12, '1.2 EUR'], [-6, '-0.6 EUR'], [-6, '-0.6 EUR'], [0, '0 EUR']]
pyexcel-xlsx: [[12, 1.2], [-6, -0.6], [-6, -0.6], [0, 0]]
pandas: [[12, 1.2], [-6, -0.6], [-6, -0.6], [0, 0.0]]
python-calamine: [[12.0, 1.2], [-6.0, -0.6], [-6.0, -0.6], [0.0, 0.0]]
copied to XLSX: [[12.0, '1.2 EUR'], [-6.0, '-0.6 EUR'], [-6.0, '-0.6 EUR'], [0.0, '0 EUR']]
SEEN
diff expected seen
