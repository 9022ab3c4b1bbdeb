#!/bin/sh
# num2words 0.5.14, which writes amounts in words, takes a whole number of Python for cents: 12 dollars are "zero dollars,
# twelve cents", 12.0 and Decimal(12) are "twelve dollars, zero cents". So in most languages; in Romanian, Arabic, Korean
# and Thai the same 12 is a whole amount. Its documentation does not tell.
# (savoirfairelinux/num2words#426 and #553, open, tell of the cents, not that languages differ.)
# Guess: twelve dollars for 12, 12.0 and Decimal(12), which are equal in Python; at least the same in all languages.
# It matters: receipts of a club name amounts in words as well. Those with cents are right, round ones are a hundredth, by
# words against the digits beside them; and who counts in cents for that reason writes a hundred times as much in Romanian.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "num2words==0.5.14"
cat > write.py <<'WRITE'
from decimal import Decimal

from num2words import CONVERTER_CLASSES, num2words


def words(amount, language):
    return num2words(amount, to="currency", lang=language, currency="USD")


for amount in (12, 12.0, Decimal(12)):
    print(repr(amount), "|", words(amount, "en"), "|", words(amount, "fr"), "|", words(amount, "ro"))
found = {"cents": [], "whole": []}
for language in sorted(CONVERTER_CLASSES):
    try:
        told, cents, whole = (words(amount, language) for amount in (12, 0.12, 12.0))
    except (AttributeError, NotImplementedError, TypeError, ValueError):
        continue  # it writes no dollars
    if told in (cents, whole):
        found["cents" if told == cents else "whole"].append(language)
for kind, languages in found.items():
    print(f"12 is {kind}:", *languages)
WRITE
venv/bin/python write.py | tee seen
# Seen:
cat > expected <<'SEEN'
12 | zero dollars, twelve cents | zéro dollars et douze cents | doisprezece dollars și zero cents
12.0 | twelve dollars, zero cents | douze dollars et zéro cents | doisprezece dollars și zero cents
Decimal('12') | twelve dollars, zero cents | douze dollars et zéro cents | doisprezece dollars și zero cents
12 is cents: be ca ce cy de en en_IN eo es fi fr fr_BE fr_CH he hu it kn kz lt lv nl pl pt ru te tet tg uk
12 is whole: ar ko ro th
SEEN
diff expected seen
