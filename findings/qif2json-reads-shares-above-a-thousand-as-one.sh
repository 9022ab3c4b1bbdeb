#!/bin/sh
# qif2json 0.4.0, which reads QIF, the files of Quicken and many programs for household accounts, reads the shares of a
# split transaction up to the sign of thousands: "$1,000.00" is 1, "$-2,250.50" is -2. The amount of the whole transaction
# is read right up to a million; from "1,234,567.00" on it is 1234. quiffen 4.0.1 reads all.
# Guess: 1000 and -2250.5, since the amount of the same transaction, written in the same way, is read right.
# It matters: a treasurer pays a hall for all and splits the bill among members. Shares below a thousand are right, so a
# test with small ones passes; larger ones nearly vanish, and no longer add up to the amount, which nothing compares.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "quiffen==4.0.1"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund qif2json@0.4.0
cat > account.qif <<'QIF'
!Type:Bank
D11/27/2026
T-3,500.50
PHall
SPlayers
$-2,250.50
SGuests
$-1,000.00
SDrinks
$-250.00
^
D11/28/2026
T1,234,567.00
PLottery
^
QIF
cat > read.cjs <<'READ'
const { parse } = require("qif2json");

const { transactions } = parse(require("fs").readFileSync("account.qif", "utf8"), { dateFormat: "us" });
for (const { payee, amount, division = [] } of transactions)
  console.log("qif2json", payee, amount, "shares", ...division.map((share) => share.amount));
READ
cat > read.py <<'READ'
from quiffen import Qif

(account,) = Qif.parse("account.qif", day_first=False).accounts.values()
for transaction in account.transactions["Bank"]:
    print("quiffen", transaction.payee, transaction.amount, "shares", *(share.amount for share in transaction.splits))
READ
{
  node read.cjs
  venv/bin/python read.py
} | tee seen
# Seen:
cat > expected <<'SEEN'
qif2json Hall -3500.5 shares -2 -1 -250
qif2json Lottery 1234 shares
quiffen Hall -3500.50 shares -2250.50 -1000.00 -250.00
quiffen Lottery 1234567.00 shares
SEEN
diff expected seen
