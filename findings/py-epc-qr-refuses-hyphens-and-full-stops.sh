#!/bin/sh
# py-epc-qr 0.1.3, which writes payment codes (EPC069-12), refuses names and texts with anything but letters, digits and
# blanks: "Huber-Maier", "O'Neill", "Club e.V.", a text with a date such as 27.11.2026. It asks str.isalnum(), so that
# letters of any script pass. segno 1.6.6 (make_epc_qr) writes all of them.
# Guess: every sign of the basic set of SEPA (EPC217-08): letters, digits, blanks and / - ? : ( ) . , ' +, of which each
# bank takes all; what banks do not take are other scripts.
# It matters: names with a hyphen and texts with a date are common. A program that draws codes for members has one for Huber
# and none for Huber-Maier.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "py-epc-qr==0.1.3" "segno==1.6.6"
cat > write.py <<'WRITE'
from py_epc_qr.transaction import consumer_epc_qr
from segno.helpers import make_epc_qr

IBAN = "AT611904300234573201"


def written(write):
    try:
        write()
    except ValueError as error:
        return f"refused ({error})"
    return "written"


for name, text in (
    ("Anna Huber", "Tarock"),
    ("Νίκος Чеховић", "Tarock"),
    ("Anna Huber-Maier", "Tarock"),
    ("Anna O'Neill", "Tarock"),
    ("Anna Huber", "Tarock 27.11.2026"),
):
    told = written(lambda: consumer_epc_qr(beneficiary=name, iban=IBAN, amount=0.6, remittance=text))
    other = written(lambda: make_epc_qr(name=name, iban=IBAN, amount="0.60", text=text, encoding="utf-8"))
    print(f"{name} / {text}: {told}, segno: {other}")
WRITE
venv/bin/python write.py | tee seen
# Seen:
cat > expected <<'SEEN'
Anna Huber / Tarock: written, segno: written
Νίκος Чеховић / Tarock: written, segno: written
Anna Huber-Maier / Tarock: refused (beneficiary is not alphanumeric), segno: written
Anna O'Neill / Tarock: refused (beneficiary is not alphanumeric), segno: written
Anna Huber / Tarock 27.11.2026: refused (unstructered remittance is non alphanumeric), segno: written
SEEN
diff expected seen
