#!/bin/sh
# csvtojson 2.0.14 and json-2-csv 5.6.0, which read CSV in JavaScript, take a point in a heading for a step into an object. In
# a table with a column for each player, "J. Braun" and "J. Huber" become one player J with two results; and where one is
# called J, one of the two is gone: csvtojson keeps the column that stands last, json-2-csv the one of J. "Anna" beside
# "Anna B." stay two, since nothing follows the point. csv-parse 7.0.3 and Papa Parse 5.7.1 have the headings as they are.
# Guess: the headings as they are, in one way or the other all results; a heading is a name, RFC 4180 knows no other meaning.
# csvtojson's documentation tells of the objects and of `flatKeys: true`, which turns them off, but not that values are lost.
# (Keyang/node-csvtojson#477 and mrodrig/json-2-csv#282 ask about the objects; both are open.)
# It matters: initials with a point are how two players of one name are told apart. The points of a deal add up to 0, here
# they do not, and nothing says that a player is missing.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund csvtojson@2.0.14 json-2-csv@5.6.0 csv-parse@7.0.3 papaparse@5.7.1
cat > read.mjs <<'READ'
import { parse } from "csv-parse/sync";
import csvtojson from "csvtojson";
import { csv2json } from "json-2-csv";
import papa from "papaparse";

for (const names of ["J. Braun,J. Huber", "J,J. Huber", "J. Huber,J", "Anna,Anna B."]) {
  const table = `deal,${names}\n1,4,-4\n`;
  console.log(names);
  const show = (told, [row]) => console.log(`  ${told}: ${JSON.stringify(row)}`);
  show("csvtojson", await csvtojson().fromString(table));
  show("with flatKeys", await csvtojson({ flatKeys: true }).fromString(table));
  show("json-2-csv", csv2json(table));
  show("csv-parse", parse(table, { columns: true }));
  show("Papa Parse", papa.parse(table, { header: true }).data);
}
READ
node read.mjs | tee seen
# Seen:
cat > expected <<'SEEN'
J. Braun,J. Huber
  csvtojson: {"deal":"1","J":{" Braun":"4"," Huber":"-4"}}
  with flatKeys: {"deal":"1","J. Braun":"4","J. Huber":"-4"}
  json-2-csv: {"deal":1,"J":{" Braun":4," Huber":-4}}
  csv-parse: {"deal":"1","J. Braun":"4","J. Huber":"-4"}
  Papa Parse: {"deal":"1","J. Braun":"4","J. Huber":"-4"}
J,J. Huber
  csvtojson: {"deal":"1","J":{" Huber":"-4"}}
  with flatKeys: {"deal":"1","J":"4","J. Huber":"-4"}
  json-2-csv: {"deal":1,"J":4}
  csv-parse: {"deal":"1","J":"4","J. Huber":"-4"}
  Papa Parse: {"deal":"1","J":"4","J. Huber":"-4"}
J. Huber,J
  csvtojson: {"deal":"1","J":"-4"}
  with flatKeys: {"deal":"1","J. Huber":"4","J":"-4"}
  json-2-csv: {"deal":1,"J":-4}
  csv-parse: {"deal":"1","J. Huber":"4","J":"-4"}
  Papa Parse: {"deal":"1","J. Huber":"4","J":"-4"}
Anna,Anna B.
  csvtojson: {"deal":"1","Anna":"4","Anna B.":"-4"}
  with flatKeys: {"deal":"1","Anna":"4","Anna B.":"-4"}
  json-2-csv: {"deal":1,"Anna":4,"Anna B.":-4}
  csv-parse: {"deal":"1","Anna":"4","Anna B.":"-4"}
  Papa Parse: {"deal":"1","Anna":"4","Anna B.":"-4"}
SEEN
diff expected seen
