#!/bin/sh
# spayd 3.0.4, which writes Czech payment codes (SPAYD) in JavaScript, refuses every amount below 1 and every amount with
# one decimal ("0.60", "480.5"); "480.50" and "12" pass. What it throws is a bare text without a message or a place.
# (tajnymag/spayd-js#27 asks for amounts below 1, pull request 29 has them; both are open.)
# Guess: all of them, as its README asks for an amount "in floating point number string", and as the format allows any
# number with at most two decimals.
# It matters: what people owe each other after an evening is often below one crown or euro; the code of that one payment is
# missing, and `error.message` of what was caught is undefined.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund spayd@3.0.4
cat > write.cjs <<'WRITE'
const spayd = require("spayd/cjs");

for (const amount of ["480.50", "12", "480.5", "0.60", "0.99", "1.00"]) {
  try {
    console.log(amount, spayd({ acc: "CZ6508000000192000145399", am: amount, cc: "CZK" }));
  } catch (error) {
    console.log(amount, typeof error, error, error.message);
  }
}
WRITE
node write.cjs | tee seen
# Seen:
cat > expected <<'SEEN'
480.50 SPD*1.0*ACC:CZ6508000000192000145399*AM:480.50*CC:CZK
12 SPD*1.0*ACC:CZ6508000000192000145399*AM:12*CC:CZK
480.5 string The am key is in wrong format! undefined
0.60 string The am key is in wrong format! undefined
0.99 string The am key is in wrong format! undefined
1.00 SPD*1.0*ACC:CZ6508000000192000145399*AM:1.00*CC:CZK
SEEN
diff expected seen
