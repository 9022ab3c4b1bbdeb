#!/bin/sh
# poker-ts 1.5.0, which plays Texas Hold'em and pays its pots, pays nothing to a player who was all in before the last round
# of betting, if two others go on. Anna puts in her last 100 before the flop, Bernd and Clara call: one pot of 300 for three.
# On the flop it becomes a pot of the two others, with their later bets in it, and Anna does not win it with any hand. If one
# of them has raised to 200 there is a side pot, she stays in the main pot and winners() names her, but she gets nothing: the
# chips are at no seat any more. If only two play, who was all in is paid.
# Guess: Anna plays for the 300 to the end and gets them if her hand is best; what is bet later is a side pot for the others
# (Robert's Rules of Poker). pokerkit 0.7.7 (Python) makes these pots.
# It matters: all in and called by two is an everyday hand. Who has won it sits there without chips, which nobody else has.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "pokerkit==0.7.7"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund poker-ts@1.5.0
cat > play.cjs <<'PLAY'
const { Table } = require("poker-ts");

/** Play a hand with Anna, who is all in with 100 before the flop, in seat 0. */
function play(stacks, actions, bet) {
  const table = new Table({ smallBlind: 5, bigBlind: 10 }, stacks.length);
  stacks.forEach((chips, seat) => table.sitDown(seat, chips));
  table.startHand(0);
  for (const action of actions) table.actionTaken(...action);
  table.endBettingRound();
  if (bet) {
    table.actionTaken("bet", bet);
    table.actionTaken("call");
    table.endBettingRound();
  }
  while (!table.areBettingRoundsCompleted()) {
    while (table.isBettingRoundInProgress()) table.actionTaken("check");
    table.endBettingRound();
  }
  const pots = table.pots().map(({ size, eligiblePlayers }) => `${size} for ${eligiblePlayers.length}`).join(", ");
  table.showdown();
  const named = table.winners().some((pot) => pot.some(([seat]) => seat === 0));
  const chips = table.seats().map((seat) => seat?.totalChips ?? 0);
  const brought = stacks.reduce((sum, stack) => sum + stack, 0);
  return { pots, named, paid: chips[0] > 0, lost: chips.reduce((sum, stack) => sum + stack, 0) < brought };
}

function show(how, stacks, actions, bet) {
  const hands = Array.from({ length: 1000 }, () => play(stacks, actions, bet));
  const count = (key) => (hands.some((hand) => hand[key]) ? "some" : "none"); // it shuffles with a generator of its own
  const told = `Anna is named in ${count("named")}, paid in ${count("paid")}, chips are lost in ${count("lost")}`;
  console.log(`${how}: pots ${hands[0].pots}; of 1000 hands ${told}`);
}

const ALL_IN = ["raise", 100];
show("two play", [100, 1000], [ALL_IN, ["call"]], 0);
show("called, then checked", [100, 1000, 1000], [ALL_IN, ["call"], ["call"]], 0);
show("called, then 50 bet", [100, 1000, 1000], [ALL_IN, ["call"], ["call"]], 50);
show("raised, then checked", [100, 1000, 1000], [ALL_IN, ["raise", 200], ["call"]], 0);
PLAY
cat > play.py <<'PLAY'
from pokerkit import Automation, NoLimitTexasHoldem

DONE = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
)
state = NoLimitTexasHoldem.create_state(DONE, True, 0, (5, 10), 10, (1000, 1000, 100), 3)  # Anna is the last one
state.complete_bet_or_raise_to(100)
state.check_or_call()
state.check_or_call()
state.complete_bet_or_raise_to(50)
state.check_or_call()
pots = ", ".join(f"{pot.amount} for {len(pot.player_indices)}" for pot in state.pots)
print("pokerkit, called, then 50 bet: pots", pots)
PLAY
{
  node play.cjs
  venv/bin/python play.py
} | tee seen
# Seen:
cat > expected <<'SEEN'
two play: pots 200 for 2; of 1000 hands Anna is named in some, paid in some, chips are lost in none
called, then checked: pots 300 for 2; of 1000 hands Anna is named in none, paid in none, chips are lost in none
called, then 50 bet: pots 400 for 2; of 1000 hands Anna is named in none, paid in none, chips are lost in none
raised, then checked: pots 300 for 3, 200 for 2; of 1000 hands Anna is named in some, paid in none, chips are lost in some
pokerkit, called, then 50 bet: pots 300 for 3, 100 for 2
SEEN
diff expected seen
