#!/bin/sh
# xlsx-calc 0.9.2 and fast-formula-parser 1.0.19, which compute formulas of spreadsheets in JavaScript, each leave out the
# second argument of one function: FLOOR(12.37, 0.05), down to coins of five cents, is 12 in xlsx-calc, and TRUNC(12.37, 2)
# is 12 in fast-formula-parser. The neighbours CEILING, ROUND and ROUNDDOWN are right. Gnumeric 1.12 (ssconvert) has 12.35
# and 12.37.
# Guess: 12.35 and 12.37, or an error, as both give for a function they do not know. The README of the second names TRUNC
# among those it supports; that of the first has 'FLOOR': Math.floor in a list that shows where new ones belong.
# It matters: payments are rounded down to coins, shares are cut to cents. Whole amounts are right, of all others the cents
# are gone, up to nearly a whole coin of one or two.
set -eu
command -v ssconvert >/dev/null || { echo "needs ssconvert (apt-get install gnumeric)"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx-calc@0.9.2 fast-formula-parser@1.0.19
cat > compute.cjs <<'COMPUTE'
const FastParser = require("fast-formula-parser");
const calculate = require("xlsx-calc");

function compute(formula) {
  const sheet = { A1: { f: formula } };
  calculate({ Sheets: { Night: sheet } });
  return sheet.A1.v;
}

const parse = (formula) => new FastParser().parse(formula, { sheet: "Night", row: 1, col: 1 });
console.log("xlsx-calc:", ...["FLOOR(12.37,0.05)", "FLOOR(12.37,0.5)", "CEILING(12.37,0.5)"].map(compute));
console.log("fast-formula-parser:", ...["TRUNC(12.37,2)", "TRUNC(-0.69,1)", "ROUNDDOWN(-0.69,1)"].map(parse));
COMPUTE
{
  node compute.cjs
  echo '"=FLOOR(12.37,0.05)","=FLOOR(12.37,0.5)","=CEILING(12.37,0.5)","=TRUNC(12.37,2)","=TRUNC(-0.69,1)"' > formulas.csv
  echo "Gnumeric: $(LC_ALL=C.UTF-8 ssconvert --recalc -T Gnumeric_stf:stf_csv formulas.csv fd://1)"
} | tee seen
# Seen:
cat > expected <<'SEEN'
xlsx-calc: 12 12 12.5
fast-formula-parser: 12 0 -0.6
Gnumeric: 12.35,12,12.5,12.37,-0.6
SEEN
diff expected seen
