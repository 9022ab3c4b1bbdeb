#!/bin/sh
# tournament-pairings 2.0.1 (JavaScript) lets the leader of a Swiss tournament sit out in the third round of five players,
# though two with fewer points have not sat out yet, and the others could play without meeting again. It looks for the best
# sum over the pairs, in which two pairs of equal points count more than who is left over.
# Guess: Dora, who has no points and has not sat out: Anna plays Bernd, Clara plays Emil. The README says that of those who
# have not had a bye, players with the lowest total are preferred for it; it does so in the first two rounds, and in this one
# if nobody had met or nobody had sat out.
# It matters: who leads misses a round without having done anything, and at card tables without getting anything for it.
# Three rounds in a test with seven players or more may not show it; it comes later there.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund tournament-pairings@2.0.1
cat > pair.mjs <<'PAIR'
import { Swiss } from "tournament-pairings";

// First round: Bernd beats Emil, Clara beats Dora. Second round: Anna beats Dora, Bernd beats Clara.
const players = [
  { id: "Anna", score: 1, receivedBye: true, avoid: ["Dora"] },
  { id: "Bernd", score: 2, receivedBye: false, avoid: ["Emil", "Clara"] },
  { id: "Clara", score: 1, receivedBye: false, avoid: ["Dora", "Bernd"] },
  { id: "Dora", score: 0, receivedBye: false, avoid: ["Clara", "Anna"] },
  { id: "Emil", score: 0, receivedBye: true, avoid: ["Bernd"] },
];

const pair = (told, changed) => {
  const found = {};
  for (let time = 0; time < 200; time += 1) { // it shuffles the players first
    const matches = Swiss(players.map((player) => ({ ...player, ...changed })), 3);
    const shown = matches.map(({ player1, player2 }) => {
      return player2 === null ? `${player1} sits out` : [player1, player2].sort().join("-");
    });
    const round = shown.sort().join(", ");
    found[round] = (found[round] ?? 0) + 1;
  }
  for (const round of Object.keys(found).sort()) console.log(`${told}: ${round} (${found[round]} of 200)`);
};

pair("as it is", {});
pair("as if nobody had met", { avoid: [] });
pair("as if nobody had sat out", { receivedBye: false });
PAIR
node pair.mjs | tee seen
# Seen:
cat > expected <<'SEEN'
as it is: Anna-Clara, Bernd sits out, Dora-Emil (200 of 200)
as if nobody had met: Anna-Clara, Bernd-Emil, Dora sits out (200 of 200)
as if nobody had sat out: Anna-Clara, Bernd-Dora, Emil sits out (200 of 200)
SEEN
diff expected seen
