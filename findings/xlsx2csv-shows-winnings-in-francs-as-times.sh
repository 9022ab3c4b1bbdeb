#!/bin/sh
# xlsx2csv 0.8.6 takes a cell for a date or a time if its format has one of the letters d, h, m, s, y anywhere, also in a text in
# quotes, such as "CHF" or "points": 0.75 becomes 18:00, 0 becomes 00:00, and 12.75 becomes what is left of the format
# once the letters are replaced, "c06f" #,##0.00, without the number. Negative amounts are right, and so are amounts
# with "EUR", "Kč" or [$CHF]. openpyxl 3.1.5, python-calamine 0.9.1 and SheetJS 0.18.5 have numbers in all formats.
# Guess: the numbers, since what stands in quotes is text (ECMA-376, 18.8.31), and since the same amounts below 0 are numbers.
# (dilshod/xlsx2csv pull request 186, open since 2019, tells of dates with a comma in quotes.)
# It matters: who owes stands there with the right amount, who gets has 00:00, a time or no number at all; what is left adds
# up to the debts. Who tests with euros sees nothing of it. `--ignore-formats date time` gives the numbers.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "xlsx2csv==0.8.6" "XlsxWriter==3.2.9" "openpyxl==3.1.5" \
  "python-calamine==0.9.1"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5
cat > write.py <<'WRITE'
from xlsxwriter import Workbook

FORMATS = ('"CHF" #,##0.00', '0 "points"', '#,##0.00 "USD"', "[$CHF] #,##0.00", '#,##0.00 "Kč"', '#,##0.00 "EUR"')
with Workbook("night.xlsx") as book:
    sheet = book.add_worksheet("Night")
    for row, code in enumerate(FORMATS):
        sheet.write_string(row, 0, code.replace('"', "'"))
        for column, number in enumerate((-13.5, 0, 0.75, 12.75), 1):
            sheet.write_number(row, column, number, book.add_format({"num_format": code}))
WRITE
cat > read.py <<'READ'
from openpyxl import load_workbook
from python_calamine import load_workbook as load

first = [list(row) for row in load_workbook("night.xlsx")["Night"].values]
second = load("night.xlsx").get_sheet_by_name("Night").to_python()
print("openpyxl and calamine agree:", first == second, "all numbers:", {tuple(row[1:]) for row in second})
READ
cat > read.cjs <<'READ'
const { readFile } = require("xlsx");

const sheet = readFile("night.xlsx").Sheets.Night;
for (const row of [1, 2]) console.log("SheetJS", ...["B", "C", "D", "E"].map((column) => sheet[column + row].v));
READ
{
  venv/bin/python write.py
  venv/bin/xlsx2csv -d ";" night.xlsx
  echo "without dates and times:"
  venv/bin/xlsx2csv -d ";" --ignore-formats date time -- night.xlsx | head -2
  venv/bin/python read.py
  node read.cjs
} | tee seen
# Seen:
cat > expected <<'SEEN'
'CHF' #,##0.00;-13.5;00:00;18:00;"""c06f"" #,##0.00"
0 'points';-13.5;00:00;18:00;"0 ""points"""
#,##0.00 'USD';-13.5;00:00;18:00;"#,##0.00 ""us11"""
[$CHF] #,##0.00;-13.5;0;0.75;12.75
#,##0.00 'Kč';-13.5;0;0.75;12.75
#,##0.00 'EUR';-13.5;0;0.75;12.75
without dates and times:
'CHF' #,##0.00;-13.5;0;0.75;12.75
0 'points';-13.5;0;0.75;12.75
openpyxl and calamine agree: True all numbers: {(-13.5, 0.0, 0.75, 12.75)}
SheetJS -13.5 0 0.75 12.75
SheetJS -13.5 0 0.75 12.75
SEEN
diff expected seen
