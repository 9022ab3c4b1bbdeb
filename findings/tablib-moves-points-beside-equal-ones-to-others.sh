#!/bin/sh
# tablib 3.10.0 reads an ODS file without the repetitions of cells: equal numbers side by side, which spreadsheet programs
# write as one cell with a count (table:number-columns-repeated), are one number, and what stands to the right of them moves
# to the left. Of a deal with -4, -4 and 8 Anna has -4, Bernd 8 and Clara an empty cell. pandas 2.2.2 (with odfpy 1.4.1, which
# tablib uses too) and python-calamine 0.9.1 read what is written. (jazzband/tablib pull request 616 has it and is open.)
# Guess: -4, -4, 8, as OpenDocument defines the attribute, and as tablib reads the same table from XLSX or CSV.
# It matters: where one plays alone, the others win or lose the same. With three players two of three deals are wrong, with
# four each one, the points are those of somebody else, and no error shows it; deals where all differ are right. Files that
# tablib or pandas have written have no repetitions, so a test with them passes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "tablib[ods]==3.10.0" "odfpy==1.4.1" "pandas==2.2.2" \
  "python-calamine==0.9.1"
cat > read.py <<'READ'
from itertools import groupby
from pathlib import Path

import pandas
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P
from python_calamine import load_workbook
from tablib import Dataset


def write(rows):
    """Write a table as LibreOffice does: equal cells side by side as one with a count."""
    document = OpenDocumentSpreadsheet()
    table = Table(name="Night")
    for row in rows:
        line = TableRow()
        for value, same in groupby(row):
            count = len(list(same))
            repeated = {"numbercolumnsrepeated": count} if count > 1 else {}
            number = {} if isinstance(value, str) else {"value": value}
            cell = TableCell(valuetype="float" if number else "string", **number, **repeated)
            cell.addElement(P(text=str(value)))
            line.addElement(cell)
        table.addElement(line)
    document.spreadsheet.addElement(table)
    document.save("night.ods")


def ways():
    """Yield how each library reads the rows below the heading."""
    yield "tablib", [list(row) for row in Dataset().load(Path("night.ods").read_bytes(), "ods")]
    yield "pandas", pandas.read_excel("night.ods", engine="odf").values.tolist()
    yield "calamine", load_workbook("night.ods").get_sheet_by_index(0).to_python()[1:]


for names in (["Anna", "Bernd", "Clara"], ["Anna", "Bernd", "Clara", "Dora"]):
    others = len(names) - 1
    deals = []
    for number in range(1, 13):
        alone = (number + 1) % len(names)
        deals.append([number, *(4 * others if place == alone else -4 for place in range(len(names)))])
    write([["Deal", *names], *deals])
    for told, read in ways():
        wrong = sum(list(row) != deal for row, deal in zip(read, deals, strict=True))
        print(f"{len(names)} players, {told}: {wrong} of {len(deals)} deals wrong; the first:", *(repr(cell) for cell in read[0]))
READ
venv/bin/python read.py | tee seen
# Seen:
cat > expected <<'SEEN'
3 players, tablib: 8 of 12 deals wrong; the first: 1.0 -4.0 8.0 ''
3 players, pandas: 0 of 12 deals wrong; the first: 1 -4 -4 8
3 players, calamine: 0 of 12 deals wrong; the first: 1.0 -4.0 -4.0 8.0
4 players, tablib: 12 of 12 deals wrong; the first: 1.0 -4.0 12.0 -4.0 ''
4 players, pandas: 0 of 12 deals wrong; the first: 1 -4 -4 12 -4
4 players, calamine: 0 of 12 deals wrong; the first: 1.0 -4.0 -4.0 12.0 -4.0
SEEN
diff expected seen
