#!/bin/sh
# sepa-qr 0.0.2 writes the text of a payment code (EPC069-12) one line too early: `remittance`, for which its README has the name
# of an invoice, stands in the tenth line, where the reference of the creditor belongs (ISO 11649, RF and check digits). What
# is told to the payer only (`information`) stands in the eleventh, where the text belongs. sepa-payment-qr-code 2.0.2
# has the text in the eleventh. A code without an amount asks for 0.01, and 0.1 + 0.2 is EUR0.30000000000000004.
# Guess: ten is empty and eleven has the text, as a code may have one of the two; python-stdnum 2.2 finds no reference in it.
# (smhg/sepa-qr-php#5, closed, tells of the same lines in PHP, and of a banking app that reads them by their numbers.)
# It matters: the code is drawn, and name, account and amount are right. A banking app refuses the reference or leaves it out;
# and whoever gets the money cannot tell what it is for. With `information` instead of `remittance` the text is in its place.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "zxing-cpp==3.1.1" "pillow==12.0.0" "python-stdnum==2.2"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sepa-qr@0.0.2 sepa-payment-qr-code@2.0.2
cat > write.cjs <<'WRITE'
const { createWriteStream, writeFileSync } = require("fs");
const sepaQr = require("sepa-qr");
const other = require("sepa-payment-qr-code");

const payee = { name: "Anna Huber", iban: "AT611904300234573201" };
const codes = {
  text: { ...payee, amount: 12.5, remittance: "Night of 27 November" },
  both: { ...payee, amount: 12.5, remittance: "Night of 27 November", information: "Thank you" },
  instead: { ...payee, amount: 12.5, information: "Night of 27 November" },
  open: { ...payee },
  sum: { ...payee, amount: 0.1 + 0.2 },
};
for (const [name, options] of Object.entries(codes)) sepaQr(options).pipe(createWriteStream(`${name}.png`));
const write = other.default ?? other;
writeFileSync("other.txt", write({ ...payee, amount: 12.5, unstructuredReference: "Night of 27 November" }));
WRITE
cat > read.py <<'READ'
from pathlib import Path

from PIL import Image
from stdnum import iso11649
from zxingcpp import read_barcodes


def show(told, text):
    lines = text.split("\n") + [""] * 12
    print(f"{told}: {lines[7] or 'no amount'}; reference {lines[9]!r}, text {lines[10]!r}, to the payer {lines[11]!r}")
    return lines[9]


for name in ("text", "both", "instead", "open", "sum"):
    reference = show(f"sepa-qr, {name}", read_barcodes(Image.open(f"{name}.png").convert("L"))[0].text)
    if reference:
        print("  a reference by python-stdnum:", iso11649.is_valid(reference))
show("sepa-payment-qr-code", Path("other.txt").read_text())
READ
{
  node write.cjs
  venv/bin/python read.py
} | tee seen
# Seen:
cat > expected <<'SEEN'
sepa-qr, text: EUR12.5; reference 'Night of 27 November', text '', to the payer ''
  a reference by python-stdnum: False
sepa-qr, both: EUR12.5; reference 'Night of 27 November', text 'Thank you', to the payer ''
  a reference by python-stdnum: False
sepa-qr, instead: EUR12.5; reference '', text 'Night of 27 November', to the payer ''
sepa-qr, open: EUR0.01; reference '', text '', to the payer ''
sepa-qr, sum: EUR0.30000000000000004; reference '', text '', to the payer ''
sepa-payment-qr-code: EUR12.50; reference '', text 'Night of 27 November', to the payer ''
SEEN
diff expected seen
