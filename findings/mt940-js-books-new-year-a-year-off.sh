#!/bin/sh
# mt940-js 1.0.0, which reads bank statements (MT940), gives the day of booking the year of the value date. Field 61 has
# that day without a year ("2701021231": value date 2 January 2027, booked on 31 December). What was booked on 31 December
# with the value of January has a day of booking twelve months late, the other way round twelve months early. mt-940 5.1.1
# has the year that is nearest.
# (It needs tslib without saying so; without it it does not start.)
# Guess: the nearest day, since booking and value are days apart, and the bank's own statement is of these days.
# It matters: card nights lie between the years, and a season ends with one. Payments are then missing in both years, or are
# counted in the wrong one, and statements of all other days of the year are right.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "mt-940==5.1.1"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mt940-js@1.0.0 tslib@2.8.1
cat > statement.sta <<'STA'
:20:STATEMENT
:25:12345678/1234567890
:28C:1/1
:60F:C261230EUR100,00
:61:2612311231C12,30NTRFNONREF
:86:Anna
:61:2701021231C8,00NTRFNONREF
:86:Bernd
:61:2612310102D20,30NTRFNONREF
:86:Hall
:62F:C270102EUR100,00
-
STA
cat > read.cjs <<'READ'
const { read } = require("mt940-js");

read(require("fs").readFileSync("statement.sta")).then(([statement]) => {
  for (const { description, valueDate, entryDate } of statement.transactions)
    console.log(`mt940-js ${description.trim()}: value ${valueDate}, booked ${entryDate}`);
});
READ
cat > read.py <<'READ'
import mt940

for transaction in mt940.parse("statement.sta"):
    data = transaction.data
    print(f"mt-940 {data['transaction_details']}: value {data['date']}, booked {data['entry_date']}")
READ
{
  node read.cjs
  venv/bin/python read.py
} | tee seen
# Seen:
cat > expected <<'SEEN'
mt940-js Anna: value 2026-12-31, booked 2026-12-31
mt940-js Bernd: value 2027-01-02, booked 2027-12-31
mt940-js Hall: value 2026-12-31, booked 2026-01-02
mt-940 Anna: value 2026-12-31, booked 2026-12-31
mt-940 Bernd: value 2027-01-02, booked 2026-12-31
mt-940 Hall: value 2026-12-31, booked 2027-01-02
SEEN
diff expected seen
