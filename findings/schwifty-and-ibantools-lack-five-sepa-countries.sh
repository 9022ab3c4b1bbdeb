#!/bin/sh
# schwifty 2026.10.1 (Python) and ibantools 4.5.4 (JavaScript) accept the IBANs of Albania, Moldova, Montenegro, North
# Macedonia and Serbia, and say of each that its country is not in SEPA. The European Payments Council, which decides on it
# (EPC409-09), has had the first four in its list since October 2025 at the latest, Serbia since May 2026. The registry of
# IBANs that such libraries are made from still calls all five non-SEPA (seen by the maintainer of java-iban, pull request
# 229; Simplify/ibantools#685 asks for Serbia and is open).
# Guess: a release of October 2026 has the countries of 2025, as it has the lengths of their IBANs; or at least one of two
# independent libraries does, so that they disagree.
# It matters: whoever asks them before drawing a payment code in euros turns good accounts away; two libraries that agree
# are no second opinion if both copy one register.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "schwifty==2026.10.1"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ibantools@4.5.4
cat > ask.py <<'ASK'
from schwifty import IBAN

# The examples of the registry, and one of Austria.
for text in (
    "AL47212110090000000235698741",
    "MD24AG000225100013104168",
    "ME25505000012345678951",
    "MK07250120000058984",
    "RS35260005601001611379",
    "AT611904300234573201",
):
    iban = IBAN(text)
    print(f"schwifty {iban.country_code}: valid {iban.is_valid}, in SEPA {iban.in_sepa_zone}")
ASK
cat > ask.cjs <<'ASK'
const { isSEPACountry, isValidIBAN } = require("ibantools");

const texts = [
  "AL47212110090000000235698741",
  "MD24AG000225100013104168",
  "ME25505000012345678951",
  "MK07250120000058984",
  "RS35260005601001611379",
  "AT611904300234573201",
];
for (const text of texts) {
  const country = text.slice(0, 2);
  console.log(`ibantools ${country}: valid ${isValidIBAN(text)}, in SEPA ${isSEPACountry(country)}`);
}
ASK
{
  venv/bin/python ask.py
  node ask.cjs
} | tee seen
# Seen:
cat > expected <<'SEEN'
schwifty AL: valid True, in SEPA False
schwifty MD: valid True, in SEPA False
schwifty ME: valid True, in SEPA False
schwifty MK: valid True, in SEPA False
schwifty RS: valid True, in SEPA False
schwifty AT: valid True, in SEPA True
ibantools AL: valid true, in SEPA false
ibantools MD: valid true, in SEPA false
ibantools ME: valid true, in SEPA false
ibantools MK: valid true, in SEPA false
ibantools RS: valid true, in SEPA false
ibantools AT: valid true, in SEPA true
SEEN
diff expected seen
