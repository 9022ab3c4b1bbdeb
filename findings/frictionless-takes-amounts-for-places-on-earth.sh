#!/bin/sh
# frictionless 5.21.0, which describes, checks and reads tables, takes amounts with a decimal comma for places on Earth: 0,90 is
# longitude 0 and latitude 90, and -0,60 becomes [-0.0, 60.0], the place of 0,60. It does so in each column whose cells have at
# most 180 before the comma and 90 behind it, without a warning, and calls the table valid. DuckDB 2.0.1 has texts, or
# numbers with `decimal_separator`.
# Guess: texts, as for 250,50; or numbers, since it guesses the semicolon between the cells. The default format of a place is
# "lon, lat" in the specification (Table Schema), which says nothing about guessing one.
# It matters: spreadsheet programs write amounts so in most of Europe. Of 10,000 amounts below a hundred 9,100 have a place, and
# of debts below one even the sign is gone. With a schema that names `decimalChar` the amounts are right.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "frictionless==5.21.0" "duckdb==2.0.1"
cat > read.py <<'READ'
from pathlib import Path

import duckdb
from frictionless import Resource, Schema, validate

NAMES = ("Anna", "Bernd", "Clara")
TABLES = {
    "cents": ("0,90", "-0,60", "-0,30"),
    "euros": ("12,50", "-112,50", "100,00"),
    "over 180": ("250,50", "-112,50", "-138,00"),
}
for told, amounts in TABLES.items():
    rows = (f"{name};{amount}\n" for name, amount in zip(NAMES, amounts))
    Path("table.csv").write_text("Name;Amount\n" + "".join(rows))
    read = [row["Amount"] for row in Resource("table.csv").read_rows()]
    kind = Resource("table.csv").describe("table.csv").schema.get_field("Amount").type
    print(f"{told}: {kind}, valid {validate('table.csv').valid}:", *read)
    texts, numbers = (
        [amount for _, amount in duckdb.sql(f"from read_csv('table.csv'{option})").fetchall()]
        for option in ("", ", decimal_separator=','")
    )
    print("  DuckDB:", *texts, *numbers)
fields = [{"name": "Name", "type": "string"}, {"name": "Amount", "type": "number", "decimalChar": ","}]
schema = Schema.from_descriptor({"fields": fields})
print("over 180 with a schema:", *(row["Amount"] for row in Resource("table.csv", schema=schema).read_rows()))
amounts = [f"{cents // 100},{cents % 100:02}" for cents in range(10_000)]
place = Schema.from_descriptor({"fields": [{"name": "Amount", "type": "geopoint"}]}).get_field("Amount")
print("amounts below a hundred that are places:", sum(place.read_cell(amount)[1] is None for amount in amounts))
READ
venv/bin/python read.py | tee seen
# Seen:
cat > expected <<'SEEN'
cents: geopoint, valid True: [0.0, 90.0] [-0.0, 60.0] [-0.0, 30.0]
  DuckDB: 0,90 -0,60 -0,30 0.9 -0.6 -0.3
euros: geopoint, valid True: [12.0, 50.0] [-112.0, 50.0] [100.0, 0.0]
  DuckDB: 12,50 -112,50 100,00 12.5 -112.5 100.0
over 180: string, valid True: 250,50 -112,50 -138,00
  DuckDB: 250,50 -112,50 -138,00 250.5 -112.5 -138.0
over 180 with a schema: 250.50 -112.50 -138.00
amounts below a hundred that are places: 9100
SEEN
diff expected seen
