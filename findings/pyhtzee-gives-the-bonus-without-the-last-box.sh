#!/bin/sh
# pyhtzee 1.2.7, which plays Yahtzee and Yatzy, gives the bonus of the upper section by the five boxes that were filled
# before and the number of the last box (Aces 0 to Sixes 5) instead of its points. Three of each face make 63 points and no
# bonus, whichever box comes last; 62 points with no Twos at the end get one. Of all sheets with up to four of each face, 63
# points or more and each box as the last one, two thirds go without it. yahtzee-api 1.1.1 gives it right.
# Guess: 35 points (50 in Yatzy) for 63 points or more in the upper section, in any order, as the rules of both games have it
# and its own score_upper_section_bonus does.
# It matters: the bonus decides most games. Who trains or checks by it learns that three of each are not worth it, and a
# sheet with many Sixes hides it, since the rest is enough there.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "pyhtzee==1.2.7" "yahtzee-api==1.1.1"
cat > "$folder/play.py" <<'PLAY'
from itertools import product

from pyhtzee import Pyhtzee
from pyhtzee.classes import Category, Rule
from pyhtzee.utils import category_to_action_map
from yahtzee_api.player import Player

FACES = range(1, 7)


def dice(face, number):
    return [face] * number + [face % 6 + 1] * (5 - number)


def by_pyhtzee(counts, order, rule=Rule.YAHTZEE):
    game = Pyhtzee(seed=1, rule=rule)
    for face in order:
        game.dice = dice(face, counts[face - 1])
        game.take_action(category_to_action_map[Category(face - 1)])
    return game.scores[Category.UPPER_SECTION_BONUS]


def by_yahtzee_api(counts, order):
    player = Player("Anna")
    for face in order:
        player.debug_roll([0] * 5, dice(face, counts[face - 1]))
        player.end_turn(face - 1)
    return player.score


def show(counts, last):
    order = [face for face in FACES if face != last] + [last]
    points = sum(face * number for face, number in zip(FACES, counts))
    found = f"pyhtzee {by_pyhtzee(counts, order)}, as Yatzy {by_pyhtzee(counts, order, Rule.YATZY)}"
    print(f"{points} points, {last} last: {found}; yahtzee-api {by_yahtzee_api(counts, order)}")


for face in FACES:
    show((3, 3, 3, 3, 3, 3), face)
show((0, 0, 1, 4, 5, 3), 2)
show((3, 3, 3, 3, 3, 5), 1)
without = wrongly = right = 0
for counts in product(range(5), repeat=6):
    points = sum(face * number for face, number in zip(FACES, counts))
    for last in FACES:
        got = by_pyhtzee(counts, [face for face in FACES if face != last] + [last]) > 0
        right += points >= 63
        without += points >= 63 and not got
        wrongly += points < 63 and got
print(f"at most four of a face: {right} sheets with 63 or more, {without} without the bonus; {wrongly} below 63 with it")
PLAY
"$folder/venv/bin/python" "$folder/play.py" | tee "$folder/seen"
# Seen:
cat > "$folder/expected" <<'SEEN'
63 points, 1 last: pyhtzee 0, as Yatzy 0; yahtzee-api 35
63 points, 2 last: pyhtzee 0, as Yatzy 0; yahtzee-api 35
63 points, 3 last: pyhtzee 0, as Yatzy 0; yahtzee-api 35
63 points, 4 last: pyhtzee 0, as Yatzy 0; yahtzee-api 35
63 points, 5 last: pyhtzee 0, as Yatzy 0; yahtzee-api 35
63 points, 6 last: pyhtzee 0, as Yatzy 0; yahtzee-api 35
62 points, 2 last: pyhtzee 35, as Yatzy 50; yahtzee-api 0
75 points, 1 last: pyhtzee 35, as Yatzy 50; yahtzee-api 35
at most four of a face: 6246 sheets with 63 or more, 4304 without the bonus; 98 below 63 with it
SEEN
diff "$folder/expected" "$folder/seen"
