#!/bin/sh
# Of a session that endplay 0.5.12 writes as PBN, bridgebots 0.0.12 reads the undoubled contracts only. endplay writes a
# doubled contract with a small x ("4Sx"), which bridgebots takes for no contract; a board that all passed, written as the
# standard has it ("Pass" and an empty result), is to bridgebots one without a result. parse_pbn leaves both out: it
# returns fewer boards, raises nothing and logs a warning for each. With a capital X all played boards are read, each with
# the points that endplay counts; those that all passed are not. endplay reads all that it wrote.
# Guess: every board of the session, since both know PBN; the standard (2.1, section 3.4) names Pass, X and XX.
# It matters: doubled contracts are those in which a session is decided. Who compares by the boards that were read ranks
# the pairs without their largest results, and a passed board, which counts 0 against a score elsewhere, counts nothing.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "endplay==0.5.12" "bridgebots==0.0.12"
cat > "$folder/session.py" <<'SESSION'
import logging
import random
import re
import sys
from collections import Counter
from pathlib import Path

from bridgebots import parse_pbn
from endplay.parsers import pbn
from endplay.types import Board, Contract, Deal, Player, Vul

logging.basicConfig(level=logging.CRITICAL)
KINDS = {"": "undoubled", "X": "doubled", "XX": "redoubled", None: "passed"}
SEATS, SUITS = "NESW", ("C", "D", "H", "S", "NT")


def deal():
    pack = [(suit, rank) for suit in range(4) for rank in "AKQJT98765432"]
    random.shuffle(pack)
    hands = [pack[at : at + 13] for at in range(0, 52, 13)]
    shown = (".".join("".join(rank for at, rank in hand if at == suit) for suit in range(4)) for hand in hands)
    return Deal("N:" + " ".join(shown))


def write(number, doubled):
    board = Board(deal(), dealer=Player.find(SEATS[(number - 1) % 4]), vul=Vul.none, board_num=number)
    board.contract = Contract("Pass")
    if doubled is not None:
        result = random.choice(("=", "-1", "-2"))
        board.contract = Contract(f"{random.randint(1, 5)}{random.choice(SUITS)}N{doubled}{result}")
    for name in ("event", "site", "date", "north", "east", "south", "west", "scoring"):
        setattr(board.info, name, "")
    return board


def read(text):
    path = Path(sys.argv[1])
    path.write_text(text)
    return parse_pbn(path)


random.seed(6)
wrote, small, large, again, same = Counter(), Counter(), Counter(), Counter(), 0
for number in range(1, 401):
    doubled = random.choice(list(KINDS))
    board = write(number, doubled)
    text = pbn.dumps([board])
    capital = re.sub(r'(?<=Contract ")(.*?)(x+)(?=")', lambda found: found[1] + found[2].upper(), text)
    if wrote[KINDS[doubled]] == 0:
        print(KINDS[doubled] + ":", *re.findall(r'\[(?:Contract|Result) ".*"\]', text))
    wrote[KINDS[doubled]] += 1
    small[KINDS[doubled]] += len(read(text))
    large[KINDS[doubled]] += len(found := read(capital))
    again[KINDS[doubled]] += pbn.loads(text)[0].contract.score(Vul.none) == board.contract.score(Vul.none)
    same += bool(found) and found[0].board_records[0].score == board.contract.score(Vul.none)
for kind, number in sorted(wrote.items()):
    print(f"{kind}: of {number} bridgebots {small[kind]}, with capital X {large[kind]}; endplay {again[kind]}")
print(f"with capital X the same points: {same} of {sum(large.values())}")
SESSION
"$folder/venv/bin/python" "$folder/session.py" "$folder/session.pbn" | tee "$folder/seen"
# Seen:
cat > "$folder/expected" <<'SEEN'
undoubled: [Contract "1C"] [Result "5"]
doubled: [Contract "4Dx"] [Result "9"]
redoubled: [Contract "5Sxx"] [Result "9"]
passed: [Contract "Pass"] [Result ""]
doubled: of 112 bridgebots 0, with capital X 112; endplay 112
passed: of 104 bridgebots 0, with capital X 0; endplay 104
redoubled: of 87 bridgebots 0, with capital X 87; endplay 87
undoubled: of 97 bridgebots 97, with capital X 97; endplay 97
with capital X the same points: 296 of 296
SEEN
diff "$folder/expected" "$folder/seen"
