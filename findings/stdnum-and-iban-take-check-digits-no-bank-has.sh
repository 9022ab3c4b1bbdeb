#!/bin/sh
# python-stdnum 2.2, iban 0.0.14, ibankit 1.6.5 and fast-iban 1.2.0 take AT00..., AT01... and AT99... for valid IBANs where
# AT97..., AT98... and AT02... are the right ones: they test the remainder by 97 only, which is the same. schwifty 2026.10.1
# and ibantools 4.5.4 refuse them.
# Guess: refused, since check digits are 98 minus a remainder of 0 to 96, so 02 to 98 (ISO 13616, ISO 7064).
# (arthurdejong/python-stdnum#289, open, tells of such an IBAN that a bank refused; mdomke/schwifty#45 closed it there.)
# It matters: two libraries in one program, one in the page and one on the server, disagree; and a payment code is made for an
# account that no bank has. Three of 97 accounts have such a twin.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "python-stdnum==2.2" "schwifty==2026.10.1"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund iban@0.0.14 ibankit@1.6.5 fast-iban@1.2.0 ibantools@4.5.4
cat > ask.py <<'ASK'
from schwifty import IBAN
from stdnum import iban

ACCOUNTS = {"1904300234573232": ("97", "00"), "1904300234573214": ("98", "01"), "1904300234573293": ("02", "99")}
for account, tried in ACCOUNTS.items():
    for text in (f"AT{digits}{account}" for digits in tried):
        print(f"{text}: python-stdnum {iban.is_valid(text)}, schwifty {IBAN(text, allow_invalid=True).is_valid}")
ASK
cat > ask.cjs <<'ASK'
const iban = require("iban");
const { IBAN } = require("ibankit");
const { validateIBAN } = require("fast-iban");
const { isValidIBAN } = require("ibantools");

const accounts = { "1904300234573232": ["97", "00"], "1904300234573214": ["98", "01"], "1904300234573293": ["02", "99"] };
for (const [account, tried] of Object.entries(accounts)) {
  for (const text of tried.map((digits) => `AT${digits}${account}`)) {
    const found = { iban: iban.isValid(text), ibankit: IBAN.isValid(text), "fast-iban": validateIBAN(text) };
    console.log(`${text}:`, Object.entries({ ...found, ibantools: isValidIBAN(text) }).map((one) => one.join(" ")).join(", "));
  }
}
ASK
{
  venv/bin/python ask.py
  node ask.cjs
} | tee seen
# Seen:
cat > expected <<'SEEN'
AT971904300234573232: python-stdnum True, schwifty True
AT001904300234573232: python-stdnum True, schwifty False
AT981904300234573214: python-stdnum True, schwifty True
AT011904300234573214: python-stdnum True, schwifty False
AT021904300234573293: python-stdnum True, schwifty True
AT991904300234573293: python-stdnum True, schwifty False
AT971904300234573232: iban true, ibankit true, fast-iban true, ibantools true
AT001904300234573232: iban true, ibankit true, fast-iban true, ibantools false
AT981904300234573214: iban true, ibankit true, fast-iban true, ibantools true
AT011904300234573214: iban true, ibankit true, fast-iban true, ibantools false
AT021904300234573293: iban true, ibankit true, fast-iban true, ibantools true
AT991904300234573293: iban true, ibankit true, fast-iban true, ibantools false
SEEN
diff expected seen
