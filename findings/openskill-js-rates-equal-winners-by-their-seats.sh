#!/bin/sh
# openskill 5.0.1 (JavaScript) rates players who win equally by the order of the list in its two partial models,
# bradleyTerryPart and thurstoneMostellerPart: a declarer loses against two defenders who were rated alike and win the same,
# the first of them stays at 25, the second rises. With the defenders the other way round it is the other one. The full
# models and the default (plackettLuce) rate both alike, and so do all models of openskill 6.2.0 (Python).
# Guess: equal ranks or scores between players of equal rating move them by the same amount, in every model. The README says
# that partial models are less exact, since players change by their neighbours only; not that the list makes the neighbours.
# It matters: where one plays alone, all others win or lose the same amount in each deal. Who sits first among them is a
# worse player after an evening, without having played worse.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "openskill==6.2.0"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund openskill@5.0.1
cat > rate.mjs <<'RATE'
import { rate, rating } from "openskill";
import * as models from "openskill/models";

const names = ["plackettLuce", "bradleyTerryFull", "bradleyTerryPart", "thurstoneMostellerFull", "thurstoneMostellerPart"];
const deal = [["Anna", 2], ["Bernd", 2], ["Clara", -4]];
const seats = { "Anna first": deal, "Bernd first": [deal[1], deal[0], deal[2]] };
for (const name of names) {
  for (const [told, players] of Object.entries(seats)) {
    const score = players.map(([, points]) => points);
    const rated = rate(players.map(() => [rating()]), { score, model: models[name] });
    const found = Object.fromEntries(players.map(([player], at) => [player, rated[at][0].mu.toFixed(2)]));
    console.log(`JavaScript ${name}, ${told}: Anna ${found.Anna}, Bernd ${found.Bernd}, Clara ${found.Clara}`);
  }
}
RATE
cat > rate.py <<'RATE'
from openskill import models

NAMES = ("PlackettLuce", "BradleyTerryFull", "BradleyTerryPart", "ThurstoneMostellerFull", "ThurstoneMostellerPart")
for name in NAMES:
    model = getattr(models, name)()
    anna, bernd, clara = (team[0].mu for team in model.rate([[model.rating()] for _ in range(3)], scores=[2, 2, -4]))
    print(f"Python {name}: Anna {anna:.2f}, Bernd {bernd:.2f}, Clara {clara:.2f}")
RATE
{
  node rate.mjs
  venv/bin/python rate.py
} | tee seen
# Seen:
cat > expected <<'SEEN'
JavaScript plackettLuce, Anna first: Anna 25.72, Bernd 25.72, Clara 23.57
JavaScript plackettLuce, Bernd first: Anna 25.72, Bernd 25.72, Clara 23.57
JavaScript bradleyTerryFull, Anna first: Anna 27.64, Bernd 27.64, Clara 19.73
JavaScript bradleyTerryFull, Bernd first: Anna 27.64, Bernd 27.64, Clara 19.73
JavaScript bradleyTerryPart, Anna first: Anna 25.00, Bernd 27.64, Clara 22.36
JavaScript bradleyTerryPart, Bernd first: Anna 27.64, Bernd 25.00, Clara 22.36
JavaScript thurstoneMostellerFull, Anna first: Anna 29.23, Bernd 29.23, Clara 16.54
JavaScript thurstoneMostellerFull, Bernd first: Anna 29.23, Bernd 29.23, Clara 16.54
JavaScript thurstoneMostellerPart, Anna first: Anna 25.00, Bernd 27.11, Clara 22.89
JavaScript thurstoneMostellerPart, Bernd first: Anna 27.11, Bernd 25.00, Clara 22.89
Python PlackettLuce: Anna 25.72, Bernd 25.72, Clara 23.57
Python BradleyTerryFull: Anna 27.64, Bernd 27.64, Clara 19.73
Python BradleyTerryPart: Anna 26.32, Bernd 26.32, Clara 22.36
Python ThurstoneMostellerFull: Anna 29.23, Bernd 29.23, Clara 16.54
Python ThurstoneMostellerPart: Anna 26.05, Bernd 26.05, Clara 22.89
SEEN
diff expected seen
