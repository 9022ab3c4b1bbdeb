#!/bin/sh
# whist-core 0.9.2, which plays and rates Whist, lowers the rating of a side that wins if it is the second of the list, and
# raises that of the side that loses. It takes the difference between what the first side made and what was expected, and
# multiplies it for each side by 1 if that side has won and by -1 if it has lost. Where the first side wins, it is right.
# Besides, it adds up tricks above six where the formula has games won: all seven move both sides 13 times as far as one.
# Guess: who wins against equals rises and who loses falls, by the same amount, whichever side is named first (the Elo
# formula: K times result minus expectation, for each side from its own view).
# It matters: the sides come from the seats. Two who win all evenings from seats 2 and 4 sink to the bottom of the list.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "whist-core==0.9.2"
cat > "$folder/rate.py" <<'RATE'
from whist_core.scoring.elo import EloRater
from whist_core.scoring.score import Score
from whist_core.scoring.score_card import ScoreCard
from whist_core.scoring.team import Team
from whist_core.user.player import Player


def rate(*hands, evenings=1):
    """Return the ratings after evenings with these hands: the tricks above six of both sides."""
    anna, bernd, clara, dora = (Player(username=name, rating=1500) for name in ("Anna", "Bernd", "Clara", "Dora"))
    teams = [Team(players=[anna, clara]), Team(players=[bernd, dora])]
    for _ in range(evenings):
        card = ScoreCard()
        for hand in hands:
            card.add_score(Score(teams=teams, scores=list(hand)))
        EloRater.rate(teams, card)
    return f"Anna and Clara {anna.rating}, Bernd and Dora {bernd.rating}"


print("Anna and Clara make one trick more:", rate((1, 0)))
print("Bernd and Dora make one trick more:", rate((0, 1)))
print("Anna and Clara make all tricks:", rate((7, 0)))
print("Bernd and Dora make all tricks:", rate((0, 7)))
print("Anna and Clara win two hands of three, on ten evenings:", rate((1, 0), (0, 1), (1, 0), evenings=10))
print("Bernd and Dora win two hands of three, on ten evenings:", rate((0, 1), (1, 0), (0, 1), evenings=10))
RATE
"$folder/venv/bin/python" "$folder/rate.py" | tee "$folder/seen"
# Seen:
cat > "$folder/expected" <<'SEEN'
Anna and Clara make one trick more: Anna and Clara 1520, Bernd and Dora 1480
Bernd and Dora make one trick more: Anna and Clara 1520, Bernd and Dora 1480
Anna and Clara make all tricks: Anna and Clara 1760, Bernd and Dora 1240
Bernd and Dora make all tricks: Anna and Clara 1520, Bernd and Dora 1480
Anna and Clara win two hands of three, on ten evenings: Anna and Clara 1559, Bernd and Dora 1441
Bernd and Dora win two hands of three, on ten evenings: Anna and Clara 2026, Bernd and Dora 974
SEEN
diff "$folder/expected" "$folder/seen"
