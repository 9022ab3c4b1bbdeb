#!/bin/sh
# trueskill 0.0.2 (JavaScript, some 11,000 downloads a month) adds gamma to a player's uncertainty before each game, where
# the model adds the squares (a comment in its source says so, its README does not). So the uncertainty stops falling early:
# of two players who win in turn it is 2.13 after 50 games and never less than 2.12, by ts-trueskill 5.1.0 and trueskill
# 0.4.5 (Python) 1.14 and in the end 0.78. The level of mu - 3 sigma, which its README names, stays 4 points lower, and after
# 1,000 games one more win still moves both by 0.7 instead of 0.1. After a first game it differs by 0.05 only.
# Guess: the same as both others, which agree to 0.01: the README says that the package ports a Python library and that its
# results should match those of the calculator of Microsoft Research.
# It matters: who rates a round that meets every week finds regulars as uncertain as people who came a few times, and
# rankings that change with the last evening.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "trueskill==0.4.5"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund trueskill@0.0.2 ts-trueskill@5.1.0
cat > rate.cjs <<'RATE'
const { AdjustPlayers } = require("trueskill");
const { Rating, TrueSkill } = require("ts-trueskill");

const environment = new TrueSkill();
const models = {
  trueskill: (players, ranks) => {
    const played = players.map((skill, at) => ({ skill, rank: ranks[at] }));
    AdjustPlayers(played);
    return played.map(({ skill }) => skill);
  },
  "ts-trueskill": (players, ranks) => {
    const teams = players.map((skill) => [new Rating(...skill)]);
    return environment.rate(teams, ranks).map(([{ mu, sigma }]) => [mu, sigma]);
  },
};

function play(told, rate) {
  let players = [[25, 25 / 3], [25, 25 / 3]];
  for (let game = 1; game <= 1001; game++) {
    const before = players;
    players = rate(players, game % 2 ? [1, 2] : [2, 1]);
    if ([1, 10, 50, 1000, 1001].includes(game)) {
      const shown = players.map(([mu, sigma]) => `${mu.toFixed(2)} ± ${sigma.toFixed(2)}`).join(", ");
      const [mu, sigma] = players[0];
      const level = (mu - 3 * sigma).toFixed(1);
      console.log(`${told}, ${game}: ${shown}; level ${level}, moved ${(mu - before[0][0]).toFixed(2)}`);
    }
  }
}

for (const [name, rate] of Object.entries(models)) play(name, rate);
RATE
cat > rate.py <<'RATE'
from trueskill import Rating, rate_1vs1

one, other = Rating(), Rating()
for game in range(1, 1001):
    if game % 2:
        one, other = rate_1vs1(one, other)
    else:
        other, one = rate_1vs1(other, one)
    if game in (1, 10, 50, 1000):
        print(f"Python trueskill, {game}: {one.mu:.2f} ± {one.sigma:.2f}, {other.mu:.2f} ± {other.sigma:.2f}")
RATE
{
  node rate.cjs
  venv/bin/python rate.py
} | tee seen
# Seen:
cat > expected <<'SEEN'
trueskill, 1: 29.45 ± 7.24, 20.55 ± 7.24; level 7.7, moved 4.45
trueskill, 10: 24.29 ± 3.13, 25.71 ± 3.13; level 14.9, moved -1.51
trueskill, 50: 24.66 ± 2.13, 25.34 ± 2.13; level 18.3, moved -0.69
trueskill, 1000: 24.66 ± 2.12, 25.34 ± 2.12; level 18.3, moved -0.68
trueskill, 1001: 25.34 ± 2.12, 24.66 ± 2.12; level 19.0, moved 0.68
ts-trueskill, 1: 29.40 ± 7.17, 20.60 ± 7.17; level 7.9, moved 4.40
ts-trueskill, 10: 24.45 ± 2.81, 25.55 ± 2.81; level 16.0, moved -1.22
ts-trueskill, 50: 24.90 ± 1.14, 25.10 ± 1.14; level 21.5, moved -0.20
ts-trueskill, 1000: 24.95 ± 0.78, 25.05 ± 0.78; level 22.6, moved -0.09
ts-trueskill, 1001: 25.05 ± 0.78, 24.95 ± 0.78; level 22.7, moved 0.09
Python trueskill, 1: 29.40 ± 7.17, 20.60 ± 7.17
Python trueskill, 10: 24.45 ± 2.81, 25.55 ± 2.81
Python trueskill, 50: 24.90 ± 1.14, 25.10 ± 1.14
Python trueskill, 1000: 24.95 ± 0.78, 25.05 ± 0.78
SEEN
diff expected seen
