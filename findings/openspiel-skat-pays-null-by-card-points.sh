#!/bin/sh
# OpenSpiel 2.0.2 knows the contracts of Skat (Null, four suits, Grand), but what its game `skat` returns is the
# soloist's card points minus 60, divided by 120, whatever was played: a Null in which the soloist took tricks of 61 to
# 120 points is paid as won, and a Grand is worth no more than a game in diamonds. With 60 points nobody pays.
# Guess: the value of the game by the International Skat Order (base value times factor, won from 61 points on, a Null
# lost with the first trick), since the contract is chosen in the game and shown in its state.
# It matters: it plays Skat by the rules of the tricks, but cannot be asked what a deal of Skat costs.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "open_spiel==2.0.2"
cat > "$folder/play.py" <<'PLAY'
import random
import re
from collections import Counter

import pyspiel

random.seed(7)
game = pyspiel.load_game("skat")
deals, as_points, paid = Counter(), Counter(), Counter()
for _ in range(3000):
    state = game.new_initial_state()
    while not state.is_terminal():
        chances = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(random.choice(chances))
    shown = str(state)
    soloist = re.search(r"Solo Player: (\d)", shown)
    if soloist:
        contract = re.search("Game Type: (.*)", shown)[1].strip()
        points = int(re.search(r"Points \(Solo / Team\): \((\d+) /", shown)[1])
        returned = state.returns()[int(soloist[1])]
        deals[contract] += 1
        as_points[contract] += abs(returned - (points - 60) / 120) < 1e-9
        paid[contract] += returned > 0
for contract in sorted(deals):
    print(f"{contract}: {deals[contract]} deals, {as_points[contract]} return (points - 60) / 120, {paid[contract]} of them above 0")
PLAY
"$folder/venv/bin/python" "$folder/play.py" | tee "$folder/seen"
# Seen:
cat > "$folder/expected" <<'SEEN'
clubs: 522 deals, 522 return (points - 60) / 120, 122 of them above 0
diamonds: 495 deals, 495 return (points - 60) / 120, 113 of them above 0
grand: 455 deals, 455 return (points - 60) / 120, 123 of them above 0
hearts: 486 deals, 486 return (points - 60) / 120, 118 of them above 0
null: 545 deals, 545 return (points - 60) / 120, 23 of them above 0
spades: 488 deals, 488 return (points - 60) / 120, 119 of them above 0
SEEN
diff "$folder/expected" "$folder/seen"
