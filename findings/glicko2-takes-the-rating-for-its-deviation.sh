#!/bin/sh
# glicko2 2.1.0 (Python) puts the player's rating where the formula of the new volatility has its deviation (step 5 of
# Glickman's "Example of the Glicko-2 system"). So the volatility, and with it rating and deviation, depend on the height of
# the scale: the same results against opponents as much stronger or weaker give another rating at 1500 than at 2100. glicko2
# 1.2.2, glicko2-lite 5.0.0 and glicko2.ts 1.3.2 (JavaScript) give the same everywhere. Glickman's own example, in which the
# player has 1500, comes out as printed there.
# Guess: only differences of ratings count, so moving all by 600 moves the result by 600.
# It matters: whose results swing is to become volatile and move faster. By this package that happens at 1500 a little more
# than it should, and hardly to anybody far from it; a test with the published example does not tell.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "glicko2==2.1.0"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund glicko2@1.2.2 glicko2-lite@5.0.0 glicko2.ts@1.3.2
cat > rate.py <<'RATE'
from glicko2 import Player


def show(told, moved, player):
    print(f"Python, {told} moved by {moved}: {player.rating - moved:.2f}, {player.rd:.2f}, {player.vol:.5f}")


for moved in (0, 600):
    player = Player(1500 + moved, 200, 0.06)
    player.update_player([1400 + moved, 1550 + moved, 1700 + moved], [30, 100, 300], [1, 0, 0])
    show("Glickman's example", moved, player)
for moved in (0, 300, 600):
    player = Player(1500 + moved, 50, 0.06)
    for month in range(12):
        player.update_player([1500 + moved] * 10, [50] * 10, [month % 2] * 10)
    show("ten lost and ten won in turn", moved, player)
RATE
cat > rate.cjs <<'RATE'
const { Glicko2 } = require("glicko2");
const { Glicko2: Typed } = require("glicko2.ts");
const lite = require("glicko2-lite");

const LEVELS = { "Glickman's example": [0, 600], "ten lost and ten won in turn": [0, 300, 600] };
const example = (moved) => [[[1400 + moved, 30, 1], [1550 + moved, 100, 0], [1700 + moved, 300, 0]]];
const months = (moved) => [...Array(12).keys()].map((month) => Array(10).fill([1500 + moved, 50, month % 2]));
const show = (name, told, moved, rating, rd, vol) => {
  const shown = [(rating - moved).toFixed(2), rd.toFixed(2), vol.toFixed(5)].join(", ");
  console.log(`${name}, ${told} moved by ${moved}: ${shown}`);
};

for (const [told, levels] of Object.entries(LEVELS))
  for (const moved of levels) {
    const [periods, deviation] = told[0] === "G" ? [example(moved), 200] : [months(moved), 50];
    for (const [name, System] of [["glicko2", Glicko2], ["glicko2.ts", Typed]]) {
      const system = new System({ tau: 0.5 });
      const player = system.makePlayer(1500 + moved, deviation, 0.06);
      for (const matches of periods)
        system.updateRatings(matches.map(([rating, rd, won]) => [player, system.makePlayer(rating, rd, 0.06), won]));
      show(name, told, moved, player.getRating(), player.getRd(), player.getVol());
    }
    let now = { rating: 1500 + moved, rd: deviation, vol: 0.06 };
    for (const matches of periods) now = lite(now.rating, now.rd, now.vol, matches, { tau: 0.5 });
    show("glicko2-lite", told, moved, now.rating, now.rd, now.vol);
  }
RATE
{
  venv/bin/python rate.py
  node rate.cjs
} | tee seen
# Seen:
cat > expected <<'SEEN'
Python, Glickman's example moved by 0: 1464.05, 151.52, 0.05999
Python, Glickman's example moved by 600: 1464.05, 151.52, 0.06000
Python, ten lost and ten won in turn moved by 0: 1511.10, 35.29, 0.06386
Python, ten lost and ten won in turn moved by 300: 1510.32, 34.73, 0.06004
Python, ten lost and ten won in turn moved by 600: 1510.31, 34.73, 0.05999
glicko2, Glickman's example moved by 0: 1464.05, 151.52, 0.06000
glicko2.ts, Glickman's example moved by 0: 1464.05, 151.52, 0.06000
glicko2-lite, Glickman's example moved by 0: 1464.05, 151.52, 0.06000
glicko2, Glickman's example moved by 600: 1464.05, 151.52, 0.06000
glicko2.ts, Glickman's example moved by 600: 1464.05, 151.52, 0.06000
glicko2-lite, Glickman's example moved by 600: 1464.05, 151.52, 0.06000
glicko2, ten lost and ten won in turn moved by 0: 1511.01, 35.22, 0.06340
glicko2.ts, ten lost and ten won in turn moved by 0: 1511.01, 35.22, 0.06340
glicko2-lite, ten lost and ten won in turn moved by 0: 1511.01, 35.22, 0.06340
glicko2, ten lost and ten won in turn moved by 300: 1511.01, 35.22, 0.06340
glicko2.ts, ten lost and ten won in turn moved by 300: 1511.01, 35.22, 0.06340
glicko2-lite, ten lost and ten won in turn moved by 300: 1511.01, 35.22, 0.06340
glicko2, ten lost and ten won in turn moved by 600: 1511.01, 35.22, 0.06340
glicko2.ts, ten lost and ten won in turn moved by 600: 1511.01, 35.22, 0.06340
glicko2-lite, ten lost and ten won in turn moved by 600: 1511.01, 35.22, 0.06340
SEEN
diff expected seen
