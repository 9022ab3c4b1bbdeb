#!/bin/sh
# numeral 2.0.6 shows a balance that is 0 but for what floating point leaves of it, such as 0.1 + 0.2 - 0.3, as NaN, $NaN or,
# below 0, N$aN. numbro 2.5.0, its successor, shows the one below 0 as -$.00, without the digit before the point. Of 2,500
# sums of two debts of at most five euros less what was paid, 448 are NaN. Intl.NumberFormat and d3-format 3.1.3 have 0.00 for
# all. (adamwdraper/Numeral-js#492 of 2017 calls it new in 2.0.6 and is open.)
# Guess: $0.00 or -$0.00 with the format $0,0.00, as for every other amount below half a cent; numeral shows 0.000001 as 0.
# It matters: that somebody is even is what a settlement is for, and it is the one balance that cannot be read. Amounts
# that are not even are right, and so is 0.5 + 0.25 - 0.75, which a test may have.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund numeral@2.0.6 numbro@2.5.0 d3-format@3.1.3
cat > show.mjs <<'SHOW'
import { format } from "d3-format";
import numbro from "numbro";
import numeral from "numeral";

const ways = {
  numeral: (amount) => numeral(amount).format("$0,0.00"),
  numbro: (amount) => numbro(amount).formatCurrency({ mantissa: 2, thousandSeparated: true }),
  "d3-format": format("$,.2f"),
  Intl: (amount) => amount.toLocaleString("en-US", { style: "currency", currency: "USD" }),
};
const balances = { "0.1 + 0.2 - 0.3": 0.1 + 0.2 - 0.3, "0.3 - 0.1 - 0.2": 0.3 - 0.1 - 0.2, "0.5 + 0.25 - 0.75": 0, "-0.60": -0.6 };
for (const [told, way] of Object.entries(ways)) {
  console.log(`${told}:`, ...Object.entries(balances).map(([sum, amount]) => `${sum} = ${way(amount)}`));
  const seen = {};
  for (let one = 1; one <= 50; one += 1) {
    for (let other = 1; other <= 50; other += 1) {
      const shown = way(one / 10 + other / 10 - (one + other) / 10).replace("−", "-");
      seen[shown] = (seen[shown] ?? 0) + 1;
    }
  }
  console.log("  of 2,500 that are even:", JSON.stringify(seen));
}
SHOW
node show.mjs | tee seen
# Seen:
cat > expected <<'SEEN'
numeral: 0.1 + 0.2 - 0.3 = $NaN 0.3 - 0.1 - 0.2 = N$aN 0.5 + 0.25 - 0.75 = $0.00 -0.60 = -$0.60
  of 2,500 that are even: {"$0.00":2052,"$NaN":240,"N$aN":208}
numbro: 0.1 + 0.2 - 0.3 = $0.00 0.3 - 0.1 - 0.2 = -$.00 0.5 + 0.25 - 0.75 = $0.00 -0.60 = -$0.60
  of 2,500 that are even: {"$0.00":2292,"-$.00":208}
d3-format: 0.1 + 0.2 - 0.3 = $0.00 0.3 - 0.1 - 0.2 = $0.00 0.5 + 0.25 - 0.75 = $0.00 -0.60 = −$0.60
  of 2,500 that are even: {"$0.00":2500}
Intl: 0.1 + 0.2 - 0.3 = $0.00 0.3 - 0.1 - 0.2 = -$0.00 0.5 + 0.25 - 0.75 = $0.00 -0.60 = -$0.60
  of 2,500 that are even: {"$0.00":2292,"-$0.00":208}
SEEN
diff expected seen
