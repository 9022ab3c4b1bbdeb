#!/bin/sh
# IronCalc 0.9.1, which opens and computes workbooks, shows #VALUE! in each cell whose format has the sign of a currency of
# two letters or more in brackets, such as [$CHF] or [$Kč-405], as spreadsheet programs write such currencies. Signs of one
# letter, as in [$€-407] or [$$-409], and letters in quotes are shown. What is computed from these cells is right, and ISERROR
# says that none is an error. openpyxl 3.1.5 reads number and format. (ironcalc/IronCalc#934 is about [$$-409] and closed.)
# Guess: CHF 1,234.50, as € 1,234.50 is shown.
# It matters: a table of debts in euros looks right, the same one in francs, crowns or zloty has no amount that can be read.
# Who tests with euros and dollars sees nothing of it, nor does who reads the values.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "ironcalc==0.9.1" "XlsxWriter==3.2.9" "openpyxl==3.1.5"
cat > "$folder/show.py" <<'SHOW'
import sys

import ironcalc
from openpyxl import load_workbook
from xlsxwriter import Workbook

FORMATS = (
    "[$€] #,##0.00",
    "[$€-407]#,##0.00",
    "[$$-409]#,##0.00",
    '"CHF" #,##0.00',
    "[$CHF] #,##0.00",
    "[$CHF-807] #,##0.00",
    "[$EUR] #,##0.00",
    "#,##0.00 [$Kč-405]",
    "#,##0 [$Ft-40E]",
    "#,##0.00 [$zł-415]",
)
file = sys.argv[1]
with Workbook(file) as book:
    sheet = book.add_worksheet("Debts")
    for row, written in enumerate(FORMATS):
        sheet.write_number(row, 0, 1234.5, book.add_format({"num_format": written}))
        sheet.write_formula(row, 1, f"=2*A{row + 1}")
        sheet.write_formula(row, 2, f"=ISERROR(A{row + 1})")
model = ironcalc.load_from_xlsx(file, "en", "UTC", "en")
model.evaluate()
read = load_workbook(file)["Debts"]
for row, written in enumerate(FORMATS, 1):
    shown, doubled, wrong = (model.get_formatted_cell_value(0, row, column) for column in (1, 2, 3))
    assert read.cell(row, 1).number_format == written
    print(f"{written}: {shown.strip()}, doubled {doubled}, an error {wrong}; openpyxl {read.cell(row, 1).value}")
SHOW
"$folder/venv/bin/python" "$folder/show.py" "$folder/debts.xlsx" | tee "$folder/seen"
# Seen:
cat > "$folder/expected" <<'SEEN'
[$€] #,##0.00: € 1,234.50, doubled 2469, an error FALSE; openpyxl 1234.5
[$€-407]#,##0.00: €1,234.50, doubled 2469, an error FALSE; openpyxl 1234.5
[$$-409]#,##0.00: $1,234.50, doubled 2469, an error FALSE; openpyxl 1234.5
"CHF" #,##0.00: CHF 1,234.50, doubled 2469, an error FALSE; openpyxl 1234.5
[$CHF] #,##0.00: #VALUE!, doubled 2469, an error FALSE; openpyxl 1234.5
[$CHF-807] #,##0.00: #VALUE!, doubled 2469, an error FALSE; openpyxl 1234.5
[$EUR] #,##0.00: #VALUE!, doubled 2469, an error FALSE; openpyxl 1234.5
#,##0.00 [$Kč-405]: #VALUE!, doubled 2469, an error FALSE; openpyxl 1234.5
#,##0 [$Ft-40E]: #VALUE!, doubled 2469, an error FALSE; openpyxl 1234.5
#,##0.00 [$zł-415]: #VALUE!, doubled 2469, an error FALSE; openpyxl 1234.5
SEEN
diff "$folder/expected" "$folder/seen"
