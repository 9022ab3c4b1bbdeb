#!/bin/sh
# upnqr 0.1.0, which writes payment codes of Slovenia (UPN QR), takes the amount as a float and cuts off what is behind the
# cents of amount * 100: 0.29 becomes 28 cents, since 0.29 * 100 is 28.999999999999996. Of the amounts up to 100.00, 573 of
# 10,000 are a cent too low, none too high. With round() instead all are right.
# Guess: the amount as it is shown, since every amount in cents is given with two decimals and nothing is left to cut off.
# It matters: the code is valid, and its control number (the sum of lengths) fits. Who scans it pays a cent less, the debt
# stays open by one cent, and the bank's text and name are right. With the 42.00 of the README, and all whole amounts,
# nothing shows.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "upnqr==0.1.0" "pydantic==2.14.4" "qrcodegen==1.8.0" \
  "Pillow==12.0.0"
cat > write.py <<'WRITE'
import warnings
from datetime import date

warnings.simplefilter("ignore")  # it uses validators of pydantic 1
from upnqr import Data, Placnik, Prejemnik
from upnqr.upnqr import upn_string


def cents_in_code(amount):
    payer = Placnik("Ana Novak", "Cesta 1", "1000 Ljubljana")
    payee = Prejemnik("Miha Kos", "Pot 2", "2000 Maribor", "SI56263300012039086")
    data = Data(payer, payee, amount, "OTHR", "Tarok", date(2026, 12, 1), "SI99")
    return int(upn_string(data).split("\n")[8])


print(*(f"{amount}: {cents_in_code(amount)}" for amount in (0.28, 0.29, 0.57, 1.13, 4.35, 19.9, 42.0)))
off = [cents_in_code(cents / 100) - cents for cents in range(1, 10_001)]
print("up to 100.00:", off.count(-1), "a cent too low,", sum(one > 0 for one in off), "too high")
WRITE
venv/bin/python write.py | tee seen
# Seen:
cat > expected <<'SEEN'
0.28: 28 0.29: 28 0.57: 56 1.13: 112 4.35: 434 19.9: 1989 42.0: 4200
up to 100.00: 573 a cent too low, 0 too high
SEEN
diff expected seen
