#!/bin/sh
# petl 1.7.30, which extracts and transforms tables, makes whole numbers of amounts that are numbers already:
# convertnumbers, which is there for texts such as "-0.60" from a CSV file, tries int() first, and int(-0.6) is 0. From an
# XLSX or a JSON file 12.30 becomes 12, and Decimal("-0.60") becomes 0. Texts are right. pandas 2.2.2 (to_numeric) leaves
# numbers as they are.
# Guess: numbers stay as they are. The documentation says that it converts all field values to numbers where possible, and
# of numparser that it tries int() and float() in this order, which for texts loses nothing.
# It matters: debts below one are gone, as if everybody had paid; others lose their cents, winnings as well as debts, and
# nothing is reported. The same table read from CSV is right, so a test with texts passes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "petl==1.7.30" "openpyxl==3.1.5" "pandas==2.2.2" "numpy<2.3"
cat > convert.py <<'CONVERT'
from decimal import Decimal

import pandas
import petl

NIGHT = [["name", "result"], ["Anna", 12.3], ["Bernd", -11.7], ["Clara", -0.6]]
petl.toxlsx(NIGHT, "night.xlsx")
petl.tojson(NIGHT, "night.json")
petl.tocsv(NIGHT, "night.csv")


def show(told, table):
    print(told, list(petl.values(petl.convertnumbers(table), "result")))


show("XLSX", petl.fromxlsx("night.xlsx"))
show("JSON", petl.fromjson("night.json"))
show("CSV", petl.fromcsv("night.csv"))
show("decimals", [["result"], [Decimal("12.30")], [Decimal("-0.60")]])
print("without it", list(petl.values(petl.fromxlsx("night.xlsx"), "result")))
print("pandas", pandas.to_numeric(pandas.read_excel("night.xlsx")["result"]).tolist())
CONVERT
venv/bin/python convert.py | tee seen
# Seen:
cat > expected <<'SEEN'
XLSX [12, -11, 0]
JSON [12, -11, 0]
CSV [12.3, -11.7, -0.6]
decimals [12, 0]
without it [12.3, -11.7, -0.6]
pandas [12.3, -11.7, -0.6]
SEEN
diff expected seen
