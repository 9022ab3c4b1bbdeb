#!/bin/sh
# yahtzee-api 1.1.1, which rolls and scores Yahtzee, gives 0 for Three of a Kind if four or five dice are alike, and 0 for
# Four of a Kind if five are: it asks for just three and just four. Its full houses and straights are right in all rolls;
# pyhtzee 1.2.7 scores all boxes by the rules.
# Guess: at least three and at least four alike give the sum of the dice (Hasbro's rules), as a Four of a Kind with a sixth
# face left in Three of a Kind is what players are glad of.
# It matters: one in eleven of the rolls that count there gets nothing, just the best ones. Who lets a program learn by it,
# or settles an argument about a sheet, takes 30 points away from five Sixes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "yahtzee-api==1.1.1" "pyhtzee==1.2.7"
cat > "$folder/score.py" <<'SCORE'
from itertools import product

from pyhtzee import Pyhtzee
from pyhtzee.classes import Category, Rule
from yahtzee_api.player import Player

BOXES = {
    "Three of a Kind": (6, Category.THREE_OF_A_KIND),
    "Four of a Kind": (7, Category.FOUR_OF_A_KIND),
    "Full House": (8, Category.FULL_HOUSE),
    "Small Straight": (9, Category.SMALL_STRAIGHT),
    "Large Straight": (10, Category.LARGE_STRAIGHT),
    "Yahtzee": (11, Category.YAHTZEE),
    "Chance": (12, Category.CHANCE),
}
by_pyhtzee = Pyhtzee(rule=Rule.YAHTZEE).scoring_functions


def score(dice):
    """Return what each box would get by yahtzee-api in the first turn."""
    player = Player("Anna")
    player.debug_roll([0] * 5, list(dice))
    return [points for points, *_ in player.t_scorecard]


for dice in ((6, 6, 6, 2, 1), (6, 6, 6, 6, 1), (6, 6, 6, 6, 6)):
    three, four = score(dice)[6:8]
    right = [by_pyhtzee[category](list(dice)) for _, category in list(BOXES.values())[:2]]
    print(*dice, f"as Three, Four of a Kind: yahtzee-api {three}, {four}; pyhtzee {right[0]}, {right[1]}")
rolls = {dice: score(dice) for dice in product(range(1, 7), repeat=5)}
for told, (place, category) in BOXES.items():
    right = {dice: by_pyhtzee[category](list(dice)) for dice in rolls}
    differ = sum(rolls[dice][place] != points for dice, points in right.items())
    print(f"{told}: {sum(map(bool, right.values()))} of {len(rolls)} rolls count, {differ} otherwise by yahtzee-api")
SCORE
"$folder/venv/bin/python" "$folder/score.py" | tee "$folder/seen"
# Seen:
cat > "$folder/expected" <<'SEEN'
6 6 6 2 1 as Three, Four of a Kind: yahtzee-api 21, 0; pyhtzee 21, 0
6 6 6 6 1 as Three, Four of a Kind: yahtzee-api 0, 25; pyhtzee 25, 25
6 6 6 6 6 as Three, Four of a Kind: yahtzee-api 0, 0; pyhtzee 30, 30
Three of a Kind: 1656 of 7776 rolls count, 156 otherwise by yahtzee-api
Four of a Kind: 156 of 7776 rolls count, 6 otherwise by yahtzee-api
Full House: 300 of 7776 rolls count, 0 otherwise by yahtzee-api
Small Straight: 1200 of 7776 rolls count, 0 otherwise by yahtzee-api
Large Straight: 240 of 7776 rolls count, 0 otherwise by yahtzee-api
Yahtzee: 6 of 7776 rolls count, 0 otherwise by yahtzee-api
Chance: 7776 of 7776 rolls count, 0 otherwise by yahtzee-api
SEEN
diff "$folder/expected" "$folder/seen"
