#!/bin/sh
# swiss-pairing 1.4.3 (JavaScript) does not read maxPointsPerRound, the option that its README lists for the points of a
# match: it reads maxPerRound. With 2 points for a win it goes on as with 1, takes nearly everybody for one who has more
# than half of the points, and leaves out the lowest opponent in the tie-break (modified median). Of 300 tournaments at
# random of eight players and three rounds the tie-breaks are right in 18, and 62 put somebody behind who is ahead. With
# maxPerRound all who have more or less than half are counted right; for those with just half nobody is left out, though
# the rule leaves out the highest and the lowest (8 wrong orders). The winner is right in all.
# Guess: the listed option counts, and the modified median is that of the US Chess Federation (rule 34E1): more than half of
# the points, without the lowest opponent; less, without the highest; just half, without both.
# It matters: evenings that pay 2 for a win and 1 for a draw, or 20 a match as in bridge, rank their middle places by other
# numbers than they announced, without an error.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund swiss-pairing@1.4.3
cat > play.cjs <<'PLAY'
const swiss = require("swiss-pairing");

const NAMES = ["Anna", "Bernd", "Clara", "Dora", "Emil", "Fritz", "Gerda", "Hans"];
const listed = swiss({ maxPointsPerRound: 2 });
const meant = swiss({ maxPerRound: 2 });
let seed = 1;
const drawn = () => [0, 0, 1, 2, 2][(seed = (seed * 16807) % 2147483647) % 5];

function play(players, rounds) {
  const matches = [];
  for (let round = 1; round <= rounds; round++)
    for (const { home, away } of meant.getMatchups(round, players, matches)) {
      const points = drawn();
      matches.push({ round, home: { id: home, points }, away: { id: away, points: 2 - points } });
    }
  return matches;
}

/** Return the points of each player and the modified median by the rule; half of the points is the number of rounds. */
function byRule(players, matches, rounds) {
  const points = {}, met = {}, median = {};
  for (const { id } of players) [points[id], met[id]] = [0, []];
  for (const { home, away } of matches)
    for (const [own, other] of [[home, away], [away, home]]) {
      points[own.id] += own.points;
      met[own.id].push(other.id);
    }
  for (const { id } of players) {
    const scores = met[id].map((other) => points[other]).sort((one, other) => one - other);
    const kept = scores.slice(points[id] >= rounds ? 1 : 0, points[id] <= rounds ? -1 : undefined);
    median[id] = kept.reduce((sum, score) => sum + score, 0);
  }
  return { points, median };
}

for (const number of [6, 8])
  for (const rounds of [3, 4]) {
    const found = { listed: 0, meant: 0, half: 0, wrongListed: 0, wrongMeant: 0, shown: rounds > 3 || number > 6 };
    const players = NAMES.slice(0, number).map((id, at) => ({ id, seed: at + 1 }));
    for (let at = 0; at < 300; at++) {
      const matches = play(players, rounds);
      const { points, median } = byRule(players, matches, rounds);
      const same = (row) => row.tiebreaker === median[row.id];
      const right = (rows, chosen) => rows.filter(({ id }) => chosen(points[id])).every(same);
      const behind = (row, next) => row.wins === next.wins && median[row.id] < median[next.id];
      const wrong = (rows) => rows.slice(1).some((next, place) => behind(rows[place], next));
      const [one, other] = [listed, meant].map((pairing) => pairing.getStandings(rounds + 1, players, matches));
      found.listed += right(one, (own) => own !== rounds);
      found.meant += right(other, (own) => own !== rounds);
      found.half += right(other, (own) => own === rounds);
      found.wrongListed += wrong(one);
      found.wrongMeant += wrong(other);
      if (wrong(one) && !wrong(other) && !found.shown) {
        found.shown = true;
        for (const [told, rows] of Object.entries({ maxPointsPerRound: one, maxPerRound: other }))
          console.log(`${told}: ${rows.map(({ id, wins, tiebreaker }) => `${id} ${wins} (${tiebreaker})`).join(", ")}`);
        console.log(`by the rule: ${other.map(({ id, wins }) => `${id} ${wins} (${median[id]})`).join(", ")}`);
      }
    }
    const byListed = `listed option: tie-breaks right in ${found.listed}, wrong order in ${found.wrongListed}`;
    const byMeant = `right in ${found.meant}, of those with just half in ${found.half}, wrong order in ${found.wrongMeant}`;
    console.log(`${number} players, ${rounds} rounds, of 300 ${byListed}`);
    console.log(`  maxPerRound: ${byMeant}`);
  }
PLAY
node play.cjs | tee seen
# Seen:
cat > expected <<'SEEN'
maxPointsPerRound: Emil 6 (5), Bernd 3 (9), Dora 3 (5), Fritz 2 (9), Anna 2 (8), Clara 2 (6)
maxPerRound: Emil 6 (5), Bernd 3 (11), Dora 3 (7), Clara 2 (5), Fritz 2 (5), Anna 2 (4)
by the rule: Emil 6 (5), Bernd 3 (3), Dora 3 (2), Clara 2 (5), Fritz 2 (5), Anna 2 (4)
6 players, 3 rounds, of 300 listed option: tie-breaks right in 53, wrong order in 13
  maxPerRound: right in 300, of those with just half in 89, wrong order in 0
6 players, 4 rounds, of 300 listed option: tie-breaks right in 24, wrong order in 1
  maxPerRound: right in 300, of those with just half in 66, wrong order in 0
8 players, 3 rounds, of 300 listed option: tie-breaks right in 18, wrong order in 62
  maxPerRound: right in 300, of those with just half in 70, wrong order in 8
8 players, 4 rounds, of 300 listed option: tie-breaks right in 6, wrong order in 19
  maxPerRound: right in 300, of those with just half in 30, wrong order in 15
SEEN
diff expected seen
