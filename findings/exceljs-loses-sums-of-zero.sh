#!/bin/sh
# exceljs 4.4.0 gives a formula whose stored result is 0 as one without a result. Results other than 0 are there. A sheet
# that is copied into another workbook cell by cell has an empty cell there for whoever does not compute. SheetJS 0.18.5
# reads the 0. (exceljs/exceljs#2943 tells the line and is open; #1528 was closed without a change.)
# Guess: 0, as the file says and Excel shows; without a result is a formula that nobody has computed yet.
# It matters: what players win and lose adds up to 0, so of all sums the one that shows that nothing is missing is lost.
# Who takes it for "not computed" refuses a right sheet, and who takes it for 0 accepts one that was not computed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "XlsxWriter==3.2.9" "openpyxl==3.1.5"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 xlsx@0.18.5
cat > write.py <<'WRITE'
from xlsxwriter import Workbook

with Workbook("night.xlsx") as book:
    sheet = book.add_worksheet("Night")
    for row, cells in enumerate((("Anna", 6, 6), ("Bernd", -4, -4), ("Clara", -2, -1))):
        sheet.write_row(row, 0, cells)
    sheet.write_formula("B4", "=SUM(B1:B3)", value=0)
    sheet.write_formula("C4", "=SUM(C1:C3)", value=1)
WRITE
cat > read.cjs <<'READ'
const exceljs = require("exceljs");
const sheetjs = require("xlsx");

const read = async () => {
  const book = new exceljs.Workbook();
  await book.xlsx.readFile("night.xlsx");
  const sheet = book.getWorksheet("Night");
  const other = sheetjs.readFile("night.xlsx").Sheets.Night;
  for (const place of ["B4", "C4"]) {
    console.log(`${place}: exceljs ${JSON.stringify(sheet.getCell(place).value)}, SheetJS ${other[place].v}`);
  }
  const all = new exceljs.Workbook();
  const copy = all.addWorksheet("Night");
  sheet.eachRow((row, at) => row.eachCell((cell, column) => { copy.getCell(at, column).value = cell.value; }));
  await all.xlsx.writeFile("copied.xlsx");
};
read();
READ
cat > reread.py <<'REREAD'
from openpyxl import load_workbook

for file in ("night.xlsx", "copied.xlsx"):
    sheet = load_workbook(file, data_only=True)["Night"]
    print(f"{file}: openpyxl B4 {sheet['B4'].value}, C4 {sheet['C4'].value}")
REREAD
{
  venv/bin/python write.py
  node read.cjs
  venv/bin/python reread.py
} | tee seen
# Seen:
cat > expected <<'SEEN'
B4: exceljs {"formula":"SUM(B1:B3)"}, SheetJS 0
C4: exceljs {"formula":"SUM(C1:C3)","result":1}, SheetJS 1
night.xlsx: openpyxl B4 0, C4 1
copied.xlsx: openpyxl B4 None, C4 1
SEEN
diff expected seen
