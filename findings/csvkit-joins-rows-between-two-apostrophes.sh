#!/bin/sh
# csvkit 2.2.0 (agate 1.14.2) guesses the quote of a file from its beginning. In a table in which two names begin with an
# apostrophe, which is set before texts such as "=Gerd" or "+43 Bernd" so that no spreadsheet program takes them for a
# formula, it takes the apostrophe for the quote: from the first one to the second one all is one cell. The names and
# numbers of the rows between are gone, and csvstat adds up what is left without a word.
# Guess: three rows with the apostrophes in the names, as Python's csv module and DuckDB have them: a quote is " unless
# one says otherwise.
# It matters: results of players add up to 0, here they add up to -3. With the cells in double quotes, or with `-y 0`,
# csvkit reads all rows.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "csvkit==2.2.0" "agate==1.14.2"
cat > "$folder/bare.csv" <<'CSV'
person,points
'=Gerd,4
Anna,-1
'+43 Bernd,-3
CSV
cat > "$folder/quoted.csv" <<'CSV'
person,points
"'=Gerd",4
Anna,-1
"'+43 Bernd",-3
CSV
read() {
  printf '%s\n' "$1$2: $("$folder/venv/bin/csvjson" $2 "$folder/$1")"
  echo "  sum: $("$folder/venv/bin/csvstat" $2 --columns points --sum "$folder/$1")"
}
{
  read bare.csv ""
  read bare.csv " -y 0"
  read quoted.csv ""
} | tee "$folder/seen"
# Seen:
cat > "$folder/expected" <<'SEEN'
bare.csv: [{"person": "=Gerd,4\nAnna,-1\n+43 Bernd", "points": -3.0}]
  sum: -3
bare.csv -y 0: [{"person": "'=Gerd", "points": 4.0}, {"person": "Anna", "points": -1.0}, {"person": "'+43 Bernd", "points": -3.0}]
  sum: 0
quoted.csv: [{"person": "'=Gerd", "points": 4.0}, {"person": "Anna", "points": -1.0}, {"person": "'+43 Bernd", "points": -3.0}]
  sum: 0
SEEN
diff "$folder/expected" "$folder/seen"
