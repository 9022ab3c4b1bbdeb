#!/bin/sh
# @formulajs/formulajs 4.6.1 and @jspreadsheet/formula 2.0.2, which compute formulas of spreadsheets in JavaScript, read
# amounts with a decimal comma a hundredfold: NUMBERVALUE("0,60", ",", ".") is 60. They turn the comma into a point first
# and then drop the first point, as the sign of thousands. Where there is one such sign, that one is dropped: "1.234,50" is
# right. Where there are two, it is no number. IronCalc 0.9.1 reads all of them.
# Guess: 0.6, 12.3 and so on, since NUMBERVALUE is there for texts of other countries, and both separators are told.
# It matters: the amounts of an evening are below a thousand, those of a test with a sign of thousands are not. Everybody
# owes and gets a hundred times as much, so the sum is still 0; an amount above a thousand stays what it is.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "ironcalc==0.9.1"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @formulajs/formulajs@4.6.1 @jspreadsheet/formula@2.0.2
cat > read.cjs <<'READ'
const { NUMBERVALUE } = require("@formulajs/formulajs");
const compute = require("@jspreadsheet/formula");

for (const text of ["0,60", "-12,30", "999,99", "1.234,50", "1.234.567,50"])
  console.log(text, NUMBERVALUE(text, ",", "."), compute(`NUMBERVALUE("${text}",",",".")`, {}, 0, 0));
READ
cat > read.py <<'READ'
import ironcalc

model = ironcalc.create("amounts", "en", "UTC", "en")
texts = ("0,60", "-12,30", "999,99", "1.234,50", "1.234.567,50")
for row, text in enumerate(texts, 1):
    model.set_user_input(0, row, 1, f'=NUMBERVALUE("{text}",",",".")')
model.evaluate()
print("IronCalc", *(model.get_formatted_cell_value(0, row, 1) for row in range(1, len(texts) + 1)))
READ
{
  node read.cjs
  venv/bin/python read.py
} | tee seen
# Seen:
cat > expected <<'SEEN'
0,60 60 60
-12,30 -1230 -1230
999,99 99999 99999
1.234,50 1234.5 1234.5
1.234.567,50 NaN NaN
IronCalc 0.6 -12.3 999.99 1234.5 1234567.5
SEEN
diff expected seen
