#!/bin/sh
# iban-qr-code 1.0.0, which writes payment codes (EPC069-12), has test data of its own for each field that is not given:
# the amount 19.05, the bank DEZZZYYYXXX, the text "Testsubject". In a code of version 002 all three may be left out. Its
# README lists the fields with empty texts, as if that were what they are without a value.
# Guess: empty lines, as sepa-payment-qr-code 2.0.2 writes them, so that the debtor types the amount.
# It matters: the code looks right and asks for money that nobody owes, at a bank that does not exist. With `bic: ""` and
# `reason: ""` these two are empty; an amount cannot be left out, `amount: ""` becomes "EUR.00".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund iban-qr-code@1.0.0 sepa-payment-qr-code@2.0.2
cat > write.cjs <<'WRITE'
const { girocode } = require("iban-qr-code");
const sepa = require("sepa-payment-qr-code");

const [name, iban] = ["Anna Huber", "AT611904300234573201"];
const show = (told, text) => console.log(`${told}: ${text.split("\n").join("|")}`);

show("iban-qr-code", girocode({ version: "002", name, iban }));
show("with an amount", girocode({ version: "002", name, iban, amount: "12.30" }));
show("with empty texts", girocode({ version: "002", name, iban, bic: "", amount: "", reason: "" }));
show("sepa-payment-qr-code", sepa({ name, iban, amount: null }));
WRITE
node write.cjs | tee seen
# Seen:
cat > expected <<'SEEN'
iban-qr-code: BCD|002|2|SCT|DEZZZYYYXXX|Anna Huber|AT611904300234573201|EUR19.05|||Testsubject|
with an amount: BCD|002|2|SCT|DEZZZYYYXXX|Anna Huber|AT611904300234573201|EUR12.30|||Testsubject|
with empty texts: BCD|002|2|SCT||Anna Huber|AT611904300234573201|EUR.00||||
sepa-payment-qr-code: BCD|002|1|SCT||Anna Huber|AT611904300234573201|||||
SEEN
diff expected seen
