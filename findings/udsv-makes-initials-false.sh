#!/bin/sh
# udsv 0.7.3, which reads CSV in JavaScript, guesses what kind of cells a column has by its last filled cell alone. If that
# is a word such as "no", "y" or the initial F, T, N or Y, the column is one of true and false: whatever differs from the
# word for true becomes false. In a column of initials Anna, Bernd and Franz are all false; a remark "yes" in the last row
# makes all other remarks false. A last cell with a number makes numbers of the column, and of its words nothing. d3-dsv
# 3.0.1 (autoType), which goes by each cell, keeps the words.
# Guess: texts, since the rows above are no words for true and false; its README speaks of "schema inference and value
# typing".
# It matters: score sheets have initials for the declarer, and remarks. Nothing is reported, and one row more or less
# decides. `stringObjs` or `stringArrs` instead of `typedObjs` gives the texts, or a type "s" that is set in the schema.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund udsv@0.7.3 d3-dsv@3.0.1
cat > read.mjs <<'READ'
import { autoType, csvParse } from "d3-dsv";
import { inferSchema, initParser } from "udsv";

const sheet = `declarer,points,remark
A,-4,"valat, with all kings"
B,passed,
F,8,yes
`;
const write = (told, rows) => rows.forEach((row) => console.log(told, JSON.stringify(Object.values(row))));

write("udsv", initParser(inferSchema(sheet)).typedObjs(sheet));
const next = `${sheet}A,passed,Anna was late\n`;
write("one row more", initParser(inferSchema(next)).typedObjs(next));
write("d3-dsv", csvParse(sheet, autoType));
READ
node read.mjs | tee seen
# Seen:
cat > expected <<'SEEN'
udsv [false,-4,false]
udsv [false,null,null]
udsv [false,8,true]
one row more ["A","-4","valat, with all kings"]
one row more ["B","passed",null]
one row more ["F","8","yes"]
one row more ["A","passed","Anna was late"]
d3-dsv ["A",-4,"valat, with all kings"]
d3-dsv ["B","passed",null]
d3-dsv ["F",8,"yes"]
SEEN
diff expected seen
