#!/bin/sh
# mt-940 5.1.1, which reads bank statements (MT940), gives a credit that the bank takes back (mark RC in field 61) as a positive
# amount, as if the money had come a second time. What it reads does not add up to the closing balance of the same file. The
# right sign is an option that is off by default (`reversal_sign`; wolph/mt940#130 tells why, #131 added it).
# Guess: -12.30; a reversed debit (RD) is +12.30, and is so. bankstatementparser 0.0.29 and mt940js 1.3.5 have both.
# It matters: a transfer to a closed account comes back. The debt counts as paid twice instead of not at all, which nobody
# sees who does not compare the balance.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "mt-940==5.1.1" "bankstatementparser==0.0.29"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mt940js@1.3.5
cat > statement.sta <<'STATEMENT'
:20:STARTUMSE
:25:20041/00300234573
:28C:1/1
:60F:C261101EUR100,00
:61:2611021102D12,30NTRFNONREF
:86:Anna
:61:2611031103C20,00NTRFNONREF
:86:Bernd
:61:2611041104RC20,00NTRFNONREF
:86:Bernd, taken back
:61:2611051105RD12,30NTRFNONREF
:86:Anna, came back
:62F:C261105EUR100,00
-
STATEMENT
cat > read.py <<'READ'
from decimal import Decimal

import mt940
from bankstatementparser import Mt940Parser


def show(told, amounts):
    amounts = [Decimal(str(amount)) for amount in amounts]
    print(f"{told}:", *(f"{amount:+.2f}" for amount in amounts), f"from 100.00 to {100 + sum(amounts):.2f}")


for told, options in (("mt-940", None), ("mt-940 with reversal_sign", mt940.Options(reversal_sign=True))):
    read = mt940.parse("statement.sta", options=options)
    show(told, [one.data["amount"].amount for one in read])
print("  the closing balance as mt-940 reads it:", read.data["final_closing_balance"].amount)
show("bankstatementparser", Mt940Parser("statement.sta").parse()["amount"])
READ
cat > read.cjs <<'READ'
const { readFileSync } = require("fs");
const { Parser } = require("mt940js");

const amounts = new Parser().parse(readFileSync("statement.sta", "utf8"))[0].transactions.map(({ amount }) => amount);
const signed = amounts.map((amount) => (amount < 0 ? "" : "+") + amount.toFixed(2));
console.log(`mt940js: ${signed.join(" ")} from 100.00 to ${amounts.reduce((before, one) => before + one, 100).toFixed(2)}`);
READ
{
  venv/bin/python read.py
  node read.cjs
} | tee seen
# Seen:
cat > expected <<'SEEN'
mt-940: -12.30 +20.00 +20.00 +12.30 from 100.00 to 140.00
mt-940 with reversal_sign: -12.30 +20.00 -20.00 +12.30 from 100.00 to 100.00
  the closing balance as mt-940 reads it: 100.00 EUR
bankstatementparser: -12.30 +20.00 -20.00 +12.30 from 100.00 to 100.00
mt940js: -12.30 +20.00 -20.00 +12.30 from 100.00 to 100.00
SEEN
diff expected seen
