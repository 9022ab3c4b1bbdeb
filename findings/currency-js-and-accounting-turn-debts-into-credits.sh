#!/bin/sh
# currency.js 2.0.4 and accounting 0.4.1 (accounting.js) read an amount with a minus sign (U+2212) as one without: −0,60 €
# becomes 0.6. They drop what is neither a digit nor a hyphen. JavaScript's own Intl.NumberFormat writes negative amounts with
# that sign in Croatian, Slovenian, Swedish, Norwegian and Finnish, as a program with good typography does in any language.
# A hyphen before number or currency they read, and brackets.
# Guess: -0.6, or an error; a hyphen that stands behind the number is refused by currency.js as NaN, too.
# (letehaha/budget-tracker#572, actualbudget/actual#6247 and bank2ynab/bank2ynab#528 met such signs in files of banks and spreadsheets.)
# It matters: who owes 60 cents gets 60 cents, and the sum of the table is off by twice the debt. No error shows it, and in
# German and English a test passes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund currency.js@2.0.4 accounting@0.4.1
cat > read.cjs <<'READ'
const accounting = require("accounting");
const currency = require("currency.js");

const read = (text, decimal, separator) => {
  return [currency(text, { decimal, separator }).value, accounting.unformat(text, decimal)];
};

for (const text of ["-0,60 €", "-€ 0,60", "\u22120,60 €", "\u2212€ 0,60", "(0,60 €)", "0,60- €"]) {
  console.log(text, ...read(text, ",", "."));
}
for (const language of ["de-AT", "en-IE", "fr-FR", "cs-CZ", "hr-HR", "sl-SI", "sv-SE", "nb-NO", "fi-FI"]) {
  const format = new Intl.NumberFormat(language, { style: "currency", currency: "EUR" });
  const parts = Object.fromEntries(format.formatToParts(-1234567.5).map(({ type, value }) => [type, value]));
  const sums = [0, 0];
  for (const amount of [1.2, -0.6, -0.6]) {
    read(format.format(amount), parts.decimal, parts.group).forEach((value, at) => { sums[at] += 100 * value; });
  }
  console.log(`${language}: the sum of 1.20, -0.60, -0.60 in cents: currency.js ${sums[0]}, accounting ${sums[1]}`);
}
READ
node read.cjs | tee seen
# Seen:
cat > expected <<'SEEN'
-0,60 € -0.6 -0.6
-€ 0,60 -0.6 -0.6
−0,60 € 0.6 0.6
−€ 0,60 0.6 0.6
(0,60 €) -0.6 -0.6
0,60- € NaN 0.6
de-AT: the sum of 1.20, -0.60, -0.60 in cents: currency.js 0, accounting 0
en-IE: the sum of 1.20, -0.60, -0.60 in cents: currency.js 0, accounting 0
fr-FR: the sum of 1.20, -0.60, -0.60 in cents: currency.js 0, accounting 0
cs-CZ: the sum of 1.20, -0.60, -0.60 in cents: currency.js 0, accounting 0
hr-HR: the sum of 1.20, -0.60, -0.60 in cents: currency.js 240, accounting 240
sl-SI: the sum of 1.20, -0.60, -0.60 in cents: currency.js 240, accounting 240
sv-SE: the sum of 1.20, -0.60, -0.60 in cents: currency.js 240, accounting 240
nb-NO: the sum of 1.20, -0.60, -0.60 in cents: currency.js 240, accounting 240
fi-FI: the sum of 1.20, -0.60, -0.60 in cents: currency.js 240, accounting 240
SEEN
diff expected seen
