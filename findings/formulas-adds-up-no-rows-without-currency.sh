#!/bin/sh
# formulas 1.3.4, which computes workbooks in Python, adds up nothing for SUMIF with the criterion "=", which stands for
# empty cells, and COUNTIF with it counts none. COUNTBLANK and the criterion "" find the same cells. pycel 1.0b30 and
# Gnumeric have 7 and 2.
# Guess: 7 and 2, since the other criteria and COUNTBLANK are right in the same sheet.
# It matters: a table with points and money has no currency in the rows of points. Their sum becomes 0, and no error
# shows it; the sums of each currency are right.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "formulas==1.3.4" "pycel==1.0b30" "openpyxl==3.1.5"
cat > "$folder/compute.py" <<'COMPUTE'
import sys

import formulas
from openpyxl import Workbook
from pycel import ExcelCompiler

ROWS = (("EUR", 10), (None, 3), ("CHF", 20), (None, 4))
SUMS = (
    '=SUMIF(A1:A4,"EUR",B1:B4)',
    '=SUMIF(A1:A4,"=",B1:B4)',
    '=SUMIF(A1:A4,"",B1:B4)',
    '=COUNTIF(A1:A4,"=")',
    "=COUNTBLANK(A1:A4)",
)
file = sys.argv[1]
book = Workbook()
sheet = book.active
sheet.title = "Season"
for row in ROWS:
    sheet.append(row)
for place, written in enumerate(SUMS, 1):
    sheet[f"C{place}"] = written
book.save(file)
by_formulas = formulas.ExcelModel().loads(file).finish().calculate()
by_pycel = ExcelCompiler(filename=file)
for place, written in enumerate(SUMS, 1):
    [cell] = [key for key in by_formulas if key.upper().endswith(f"'!C{place}")]
    other = "not known" if "COUNTBLANK" in written else int(by_pycel.evaluate(f"Season!C{place}"))
    print(f"{written}: formulas {int(by_formulas[cell].value[0, 0])}, pycel {other}")
COMPUTE
"$folder/venv/bin/python" -W ignore "$folder/compute.py" "$folder/season.xlsx" 2> "$folder/progress" | tee "$folder/seen"
# Seen:
cat > "$folder/expected" <<'SEEN'
=SUMIF(A1:A4,"EUR",B1:B4): formulas 10, pycel 10
=SUMIF(A1:A4,"=",B1:B4): formulas 0, pycel 7
=SUMIF(A1:A4,"",B1:B4): formulas 7, pycel 7
=COUNTIF(A1:A4,"="): formulas 0, pycel 2
=COUNTBLANK(A1:A4): formulas 2, pycel not known
SEEN
diff "$folder/expected" "$folder/seen"
