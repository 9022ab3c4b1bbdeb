#!/bin/sh
# js-money 0.6.3 and its successor ts-money 0.4.8 hand the odd cents of `allocate` to the first ones in the list, also to who
# has a share of 0: of 1.00 for three, the fourth gets a cent. Of a debt of 1.00 he gets a cent, too, and the three pay 1.01.
# dinero.js 2.0.2 gives him nothing. (davidkalosi/js-money#5 of 2015 and macor161/ts-money#5 tell of it; the behaviour is there.)
# Guess: a share of 0 is 0, of winnings and of debts.
# It matters: who sits out a deal or did not eat is in the list with 0. He gets or pays a cent each time, debts get a credit,
# and the sum, which one checks, is right. Where he stands last in the list, nothing shows.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund js-money@0.6.3 ts-money@0.4.8 dinero.js@2.0.2
cat > share.mjs <<'SHARE'
import { allocate, dinero, toSnapshot } from "dinero.js";
import { EUR } from "dinero.js/currencies";
import JsMoney from "js-money";
import tsMoney from "ts-money";

const libraries = {
  "js-money": (cents, shares) => new JsMoney(cents, "EUR").allocate(shares).map(({ amount }) => amount),
  "ts-money": (cents, shares) => new tsMoney.Money(cents, "EUR").allocate(shares).map(({ amount }) => amount),
  "dinero.js": (cents, shares) => {
    return allocate(dinero({ amount: cents, currency: EUR }), shares).map((one) => toSnapshot(one).amount);
  },
};
for (const shares of [[0, 1, 1, 1], [1, 1, 1, 0]]) {
  for (const cents of [100, -100]) {
    for (const [name, split] of Object.entries(libraries)) {
      console.log(`${cents} cents by shares of ${shares}: ${name} ${split(cents, shares)}`);
    }
  }
}
SHARE
node share.mjs | tee seen
# Seen:
cat > expected <<'SEEN'
100 cents by shares of 0,1,1,1: js-money 1,33,33,33
100 cents by shares of 0,1,1,1: ts-money 1,33,33,33
100 cents by shares of 0,1,1,1: dinero.js 0,34,33,33
-100 cents by shares of 0,1,1,1: js-money 1,-33,-34,-34
-100 cents by shares of 0,1,1,1: ts-money 1,-33,-34,-34
-100 cents by shares of 0,1,1,1: dinero.js 0,-34,-33,-33
100 cents by shares of 1,1,1,0: js-money 34,33,33,0
100 cents by shares of 1,1,1,0: ts-money 34,33,33,0
100 cents by shares of 1,1,1,0: dinero.js 34,33,33,0
-100 cents by shares of 1,1,1,0: js-money -33,-33,-34,0
-100 cents by shares of 1,1,1,0: ts-money -33,-33,-34,0
-100 cents by shares of 1,1,1,0: dinero.js -34,-33,-33,0
SEEN
diff expected seen
