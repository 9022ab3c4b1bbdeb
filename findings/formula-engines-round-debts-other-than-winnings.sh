#!/bin/sh
# hot-formula-parser 4.0.0, @jspreadsheet/formula 2.0.2 and xlsx-calc 0.9.2, which compute formulas of spreadsheets in
# JavaScript, round halves of negative numbers up: ROUND(0.125, 2) is 0.13, ROUND(-0.125, 2) is -0.12, ROUND(2.5, 0) is 3
# and ROUND(-2.5, 0) is -2. They use Math.round, which does so. @formulajs/formulajs 4.6.1 and fast-formula-parser 1.0.19
# round away from zero. (formulajs/formulajs#228 tells of it and is closed since then; these three compute it themselves or
# with earlier code.)
# Guess: -0.13 and -3, as in Excel, whose function this is: halves go away from zero.
# It matters: one wins what another loses. Rounded to whole cents, or halves of points to whole ones, the two do not cancel
# any more: each pair of halves leaves one behind, and a check of the sum fails for a table in which nothing is wrong.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund hot-formula-parser@4.0.0 @jspreadsheet/formula@2.0.2 xlsx-calc@0.9.2 \
  @formulajs/formulajs@4.6.1 fast-formula-parser@1.0.19
cat > round.cjs <<'ROUND'
const compute = require("@jspreadsheet/formula");
const FastParser = require("fast-formula-parser");
const { ROUND } = require("@formulajs/formulajs");
const { Parser } = require("hot-formula-parser");
const calculate = require("xlsx-calc");

const cell = { sheet: "Night", row: 1, col: 1 };
const engines = {
  "hot-formula-parser": (amount, digits) => new Parser().parse(`ROUND(${amount},${digits})`).result,
  "@jspreadsheet/formula": (amount, digits) => compute(`ROUND(${amount},${digits})`, {}, 0, 0),
  "xlsx-calc": (amount, digits) => {
    const sheet = { A1: { f: `ROUND(${amount},${digits})` } };
    calculate({ Sheets: { Night: sheet } });
    return sheet.A1.v;
  },
  formulajs: ROUND,
  "fast-formula-parser": (amount, digits) => new FastParser().parse(`ROUND(${amount},${digits})`, cell),
};
for (const [name, round] of Object.entries(engines)) {
  const seen = [[0.125, 2], [-0.125, 2], [2.5, 0], [-2.5, 0], [150, -2], [-150, -2]].map((one) => round(...one));
  let cancel = 0;
  for (let eighths = 1; eighths < 200; eighths += 2) cancel += round(eighths / 8, 2) + round(-eighths / 8, 2) === 0;
  console.log(`${name}: ${seen.join(" ")}, ${cancel} of 100 pairs add up to 0`);
}
ROUND
node round.cjs | tee seen
# Seen:
cat > expected <<'SEEN'
hot-formula-parser: 0.13 -0.12 3 -2 200 -100, 0 of 100 pairs add up to 0
@jspreadsheet/formula: 0.13 -0.12 3 -2 200 -100, 0 of 100 pairs add up to 0
xlsx-calc: 0.13 -0.12 3 -2 200 -100, 0 of 100 pairs add up to 0
formulajs: 0.13 -0.13 3 -3 200 -200, 100 of 100 pairs add up to 0
fast-formula-parser: 0.13 -0.13 3 -3 200 -200, 100 of 100 pairs add up to 0
SEEN
diff expected seen
