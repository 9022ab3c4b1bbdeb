#!/bin/sh
# endplay 0.5.12, which scores contracts of bridge, copies a contract without its double or redouble: a copy of 4♠ doubled
# and made counts 420, not 590. A contract that failed is doubled in the copy, though nobody doubled: 4♠ down three costs
# 500, not 150. `copy()` and copy.copy do so; copy.deepcopy keeps what was called. The copy also equals the contract, since
# `==` does not look at the double. What was not copied is scored right, in all 2,940 cases as bridgebots 0.0.12 has it.
# Guess: the copy counts what the contract counts, the more so as the two are equal.
# It matters: who keeps a copy before a correction, or looks for a changed result by comparing, has other points than were
# written at the table, and a correction from doubled to not doubled is none.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "endplay==0.5.12" "bridgebots==0.0.12"
cat > "$folder/copies.py" <<'COPIES'
from copy import deepcopy
from itertools import product

from bridgebots import BiddingSuit, calculate_score
from endplay.types import Contract, Vul

SUITS = {
    "C": BiddingSuit.CLUBS,
    "D": BiddingSuit.DIAMONDS,
    "H": BiddingSuit.HEARTS,
    "S": BiddingSuit.SPADES,
    "NT": BiddingSuit.NO_TRUMP,
}
for text in ("4SN=", "4SNX=", "4SNXX=", "4SN-3", "4SNX-3", "4SNXX-3"):
    contract = Contract(text)
    shallow, deep = contract.copy(), deepcopy(contract)
    points = [one.score(Vul.none) for one in (contract, shallow, deep)]
    print(f"{text}: {points[0]}, its copy {points[1]}, a deep copy {points[2]}; equal to the copy: {contract == shallow}")
print("4SNX= is 4SN=:", Contract("4SNX=") == Contract("4SN="))
cases = list(product(range(1, 8), SUITS, range(3), (Vul.none, Vul.both), range(14)))
same = 0
for level, suit, doubled, vulnerable, tricks in cases:
    contract = Contract(f"{level}{suit}N{'X' * doubled}{tricks - level - 6:+d}")
    same += contract.score(vulnerable) == calculate_score(level, SUITS[suit], doubled, tricks, vulnerable == Vul.both)
print(f"as bridgebots: {same} of {len(cases)}")
COPIES
"$folder/venv/bin/python" "$folder/copies.py" | tee "$folder/seen"
# Seen:
cat > "$folder/expected" <<'SEEN'
4SN=: 420, its copy 420, a deep copy 420; equal to the copy: True
4SNX=: 590, its copy 420, a deep copy 590; equal to the copy: True
4SNXX=: 880, its copy 420, a deep copy 880; equal to the copy: True
4SN-3: -150, its copy -500, a deep copy -150; equal to the copy: True
4SNX-3: -500, its copy -500, a deep copy -500; equal to the copy: True
4SNXX-3: -1000, its copy -500, a deep copy -1000; equal to the copy: True
4SNX= is 4SN=: True
as bridgebots: 2940 of 2940
SEEN
diff "$folder/expected" "$folder/seen"
