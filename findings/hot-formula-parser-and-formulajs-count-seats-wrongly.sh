#!/bin/sh
# hot-formula-parser 4.0.0, which computes formulas of spreadsheets in JavaScript, gives MOD of a negative number as if the
# number were positive: MOD(-1, 4) is 1 and MOD(-3, 4) is 3. @formulajs/formulajs 4.6.1 has 3 and 1, but MOD(-4, 4) is 4.
# fast-formula-parser 1.0.19 and IronCalc 0.9.1 have 3, 1 and 0.
# (handsontable/hyperformula#1747, closed, is about a third result there, -1 and -3.)
# Guess: 3, 1 and 0: MOD(n, d) = n - d * INT(n / d), as Excel's documentation has it.
# It matters: seats are counted in a circle. Who sits before seat 0 is MOD(0 - 1, 4), the last one; by hot-formula-parser it
# is the next one. A whole round back, formulajs names a seat that is not there. Forwards all is right.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "ironcalc==0.9.1"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund hot-formula-parser@4.0.0 @formulajs/formulajs@4.6.1 fast-formula-parser@1.0.19
cat > count.cjs <<'COUNT'
const FastParser = require("fast-formula-parser");
const { MOD } = require("@formulajs/formulajs");
const { Parser } = require("hot-formula-parser");

const engines = {
  "hot-formula-parser": (number) => new Parser().parse(`MOD(${number},4)`).result,
  formulajs: (number) => MOD(number, 4),
  "fast-formula-parser": (number) => new FastParser().parse(`MOD(${number},4)`, { sheet: "Night", row: 1, col: 1 }),
};
for (const [name, mod] of Object.entries(engines))
  console.log(`MOD of -8 to 4 by 4, ${name}:`, ...Array.from({ length: 13 }, (_, place) => mod(place - 8)));
COUNT
cat > count.py <<'COUNT'
import ironcalc

model = ironcalc.create("seats", "en", "UTC", "en")
for row, number in enumerate(range(-8, 5), 1):
    model.set_user_input(0, row, 1, f"=MOD({number},4)")
model.evaluate()
print("MOD of -8 to 4 by 4, IronCalc:", *(model.get_formatted_cell_value(0, row, 1) for row in range(1, 14)))
COUNT
{
  node count.cjs
  venv/bin/python count.py
} | tee seen
# Seen:
cat > expected <<'SEEN'
MOD of -8 to 4 by 4, hot-formula-parser: 0 3 2 1 0 3 2 1 0 1 2 3 0
MOD of -8 to 4 by 4, formulajs: 4 1 2 3 4 1 2 3 0 1 2 3 0
MOD of -8 to 4 by 4, fast-formula-parser: 0 1 2 3 0 1 2 3 0 1 2 3 0
MOD of -8 to 4 by 4, IronCalc: 0 1 2 3 0 1 2 3 0 1 2 3 0
SEEN
diff expected seen
