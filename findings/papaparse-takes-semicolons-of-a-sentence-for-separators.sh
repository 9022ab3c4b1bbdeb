#!/bin/sh
# Papa Parse 5.7.1, which guesses the separator of a CSV file, takes semicolons in a remark for it although all cells have commas
# between them: each row then is three cells, with the deal, all points and the beginning of the remark in the first. It
# compares by how much the number of cells differs from line to line, and counts what is behind the last line end as a
# line of one cell. So a table fares worse the more columns it has: with two semicolons in each of three to seven rows,
# from six columns on. From nine rows on it guesses right, as it looks at ten lines only. csv-string 4.1.1, clevercsv 0.8.5
# and DuckDB 2.0.1 have the comma in all of them.
# Guess: the comma, which gives the same number of cells in each line; in the heading there is no semicolon at all.
# (mholt/PapaParse#279 and #309 of 2016, closed, are about such ends of files where it found no separator.)
# It matters: the sheet of an evening has few rows, a column for each player, and remarks. No error is reported without a
# heading, and with one TooFewFields. `delimiter: ","` or `skipEmptyLines: true` helps.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "clevercsv==0.8.5" "duckdb==2.0.1"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund papaparse@5.7.1 csv-string@4.1.1
cat > guess.cjs <<'GUESS'
const { writeFileSync } = require("fs");
const { detect } = require("csv-string");
const { parse } = require("papaparse");

const names = ["Anna", "Bernd", "Clara", "Dora", "Emil", "Fritz", "Gerd", "Hanna"];
const sheet = (players, rows) => {
  const lines = [["Deal", ...names.slice(0, players), "Remark"].join()];
  for (let deal = 1; deal <= rows; deal += 1) {
    lines.push([deal, ...Array(players).fill(0), "Anna wins; 66 were needed; all agreed"].join());
  }
  return `${lines.join("\n")}\n`;
};
names.forEach((_, place) => writeFileSync(`sheet${place}.csv`, sheet(place + 1, 3)));
console.log(sheet(5, 3).trimEnd());
for (const [told, text, options] of [
  ["as it is", sheet(5, 3), {}],
  ["without the last line end", sheet(5, 3).trimEnd(), {}],
  ["skipEmptyLines", sheet(5, 3), { skipEmptyLines: true }],
]) {
  const { data, errors, meta } = parse(text, options);
  console.log(`Papa Parse, ${told}: ${meta.delimiter} cells ${data.map((row) => row.length).join(" ")}, errors ${errors.length}`);
}
console.log("  the second row:", JSON.stringify(parse(sheet(5, 3)).data[1]));
for (let rows = 1; rows <= 9; rows += 2) {
  const guessed = names.map((_, place) => `${place + 3} ${parse(sheet(place + 1, rows)).meta.delimiter}`);
  console.log(`rows ${rows}, columns:`, guessed.join("  "));
}
console.log("csv-string:", ...names.map((_, place) => detect(sheet(place + 1, 3))));
GUESS
cat > guess.py <<'GUESS'
import clevercsv
import duckdb

files = [f"sheet{place}.csv" for place in range(8)]
print("clevercsv:", *(clevercsv.detect_dialect(file).delimiter for file in files))
print("DuckDB:", *(duckdb.sql(f"SELECT delimiter FROM sniff_csv('{file}')").fetchall()[0][0] for file in files))
GUESS
{
  node guess.cjs
  venv/bin/python guess.py
} | tee seen
# Seen:
cat > expected <<'SEEN'
Deal,Anna,Bernd,Clara,Dora,Emil,Remark
1,0,0,0,0,0,Anna wins; 66 were needed; all agreed
2,0,0,0,0,0,Anna wins; 66 were needed; all agreed
3,0,0,0,0,0,Anna wins; 66 were needed; all agreed
Papa Parse, as it is: ; cells 1 3 3 3 1, errors 0
Papa Parse, without the last line end: , cells 7 7 7 7, errors 0
Papa Parse, skipEmptyLines: , cells 7 7 7 7, errors 0
  the second row: ["1,0,0,0,0,0,Anna wins"," 66 were needed"," all agreed"]
rows 1, columns: 3 ,  4 ,  5 ,  6 ,  7 ,  8 ,  9 ,  10 ,
rows 3, columns: 3 ,  4 ,  5 ,  6 ;  7 ;  8 ;  9 ;  10 ;
rows 5, columns: 3 ,  4 ,  5 ,  6 ;  7 ;  8 ;  9 ;  10 ;
rows 7, columns: 3 ,  4 ,  5 ,  6 ;  7 ;  8 ;  9 ;  10 ;
rows 9, columns: 3 ,  4 ,  5 ,  6 ,  7 ,  8 ,  9 ,  10 ,
csv-string: , , , , , , , ,
clevercsv: , , , , , , , ,
DuckDB: , , , , , , , ,
SEEN
diff expected seen
