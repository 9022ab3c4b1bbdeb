#!/bin/sh
# money-math 2.6.3, which computes amounts as texts such as "12.30", rounds amounts below 0 the wrong way: half of -0.01 is 0.01,
# a third of -2.00 is -0.65, and -0.03 to coins of 5 cents is 0.05. A third of the quotients by 3 and half of the halves are
# more than a cent off, two fifths of the amounts get another coin than the nearest, and roundUpTo5Cents gives amounts that
# no such coins make. Amounts above 0 are right. dinero.js 2.0.2 splits the same amounts right.
# Guess: -0.01 or 0.00, -0.67 and -0.05: the nearest cent or coin, with ties either way. The README has negative amounts in its
# examples (isNegative, subtract) and speaks of rounding to the whole cent.
# It matters: what people lose is negative and is split, halved and rounded to coins. Winners have their right amounts, losers
# pay some cents less, and some get money. The sum is no longer 0, and a test with winnings passes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund money-math@2.6.3 dinero.js@2.0.2
cat > round.mjs <<'ROUND'
import { allocate, dinero, toSnapshot } from "dinero.js";
import { EUR } from "dinero.js/currencies";
import money from "money-math";

const text = (cents) => (cents / 100).toFixed(2);
const cents = (amount) => Math.round(100 * Number(amount));
const shares = (amount, number) => allocate(dinero({ amount, currency: EUR }), Array(number).fill(1));
const off = (found, right) => Math.abs(found - right);
const ways = {
  "div by 3.00": { most: 0.51, right: (amount) => amount / 3, get: (amount) => money.div(text(amount), "3.00") },
  "mul by 0.50": { most: 0.51, right: (amount) => amount / 2, get: (amount) => money.mul(text(amount), "0.50") },
  "percent 50.00": { most: 0.51, right: (amount) => amount / 2, get: (amount) => money.percent(text(amount), "50.00") },
  roundTo5Cents: { most: 2.5, right: (amount) => amount, get: (amount) => money.roundTo5Cents(text(amount)) },
  roundUpTo5Cents: { most: 4, right: (amount) => amount, get: (amount) => money.roundUpTo5Cents(text(amount)) },
};
for (const [name, { most, right, get }] of Object.entries(ways)) {
  for (const sign of [1, -1]) {
    const wrong = [];
    for (let size = 1; size <= 1000; size += 1) {
      const found = cents(get(sign * size));
      const isNoCoin = name === "roundUpTo5Cents" && found % 5 !== 0;
      if (off(found, right(sign * size)) > most || isNoCoin) wrong.push(`${text(sign * size)} to ${text(found)}`);
    }
    const first = wrong.slice(0, 3).map((one) => `, ${one}`).join("");
    console.log(`${name}, ${sign < 0 ? "below" : "above"} 0: ${wrong.length} of 1000 wrong${first}`);
  }
}
for (const number of [2, 3]) {
  let wrong = 0;
  for (let size = -1000; size < 0; size += 1) {
    const found = shares(size, number).map((share) => toSnapshot(share).amount);
    const sum = found.reduce((before, share) => before + share);
    wrong += sum !== size || found.some((share) => off(share, size / number) >= 1);
  }
  console.log(`dinero.js, shares of ${number} below 0: ${wrong} of 1000 wrong`);
}
ROUND
node round.mjs | tee seen
# Seen:
cat > expected <<'SEEN'
div by 3.00, above 0: 0 of 1000 wrong
div by 3.00, below 0: 333 of 1000 wrong, -0.02 to 0.01, -0.05 to 0.00, -0.08 to -0.01
mul by 0.50, above 0: 0 of 1000 wrong
mul by 0.50, below 0: 500 of 1000 wrong, -0.01 to 0.01, -0.03 to 0.00, -0.05 to -0.01
percent 50.00, above 0: 0 of 1000 wrong
percent 50.00, below 0: 500 of 1000 wrong, -0.01 to 0.01, -0.03 to 0.00, -0.05 to -0.01
roundTo5Cents, above 0: 0 of 1000 wrong
roundTo5Cents, below 0: 400 of 1000 wrong, -0.03 to 0.05, -0.04 to 0.05, -0.08 to 0.00
roundUpTo5Cents, above 0: 0 of 1000 wrong
roundUpTo5Cents, below 0: 800 of 1000 wrong, -0.01 to 0.03, -0.02 to 0.01, -0.03 to -0.01
dinero.js, shares of 2 below 0: 0 of 1000 wrong
dinero.js, shares of 3 below 0: 0 of 1000 wrong
SEEN
diff expected seen
