#!/bin/sh
# HeartsGym 0.43, in which programs play Hearts, has the rule of shooting the moon but never pays it: with the second trick
# in which points lie it takes the moon for lost, even if the same player wins both. Who takes all 13 hearts and the queen of
# spades is written 26 points, and the others none. So in each of 200 deals in which one player wins every trick; OpenSpiel
# 2.0.2 (hearts) pays the same deals the other way round, and all deals without a moon as HeartsGym does.
# Guess: the others get 26 points each, or the player 26 less (pagat.com), since 26 points never lie in one trick of four
# cards, and its source does one or the other and notes it ("Over The MOON!").
# It matters: it turns the best result of the game into the worst. Programs that learn here learn to give up a moon, and a
# deal replayed with it has the winner last.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check \
  "HeartsGym==0.43" "gym==0.26.2" "numpy==2.4.6" "open_spiel==2.0.2"
cat > "$folder/play.py" <<'PLAY'
"""Random deals, and deals in which one player has the highest cards of each suit and always leads the next."""

import random
from collections import Counter

import pyspiel
from HeartsGym import Card, Hearts

RANKS = "23456789TJQKA"
SUITS = "SCHD"  # as HeartsGym numbers them
ORDER = [suit + rank for suit in "CSDH" for rank in reversed(RANKS)]
HIGH = ["CA", "CK", "SA", "SK", "SQ", "DA", "HA", "HK", "HQ", "HJ", "HT", "H9", "H8"]


def deal(moon):
    pack = sorted(ORDER)
    random.shuffle(pack)
    if moon:
        pack = HIGH + [card for card in pack if card not in HIGH]
    return [pack[13 * at : 13 * at + 13] for at in range(4)]


def by_openspiel(hands, moon):
    """Play a deal and return the cards in the order played and the points of each player."""
    state = pyspiel.load_game("hearts(pass_cards=False)").new_initial_state()
    state.apply_action(0)
    dealt = [hands[at % 4][at // 4] for at in range(52)]
    played = []
    while not state.is_terminal():
        player = state.current_player()
        actions = {state.action_to_string(player, action)[::-1]: action for action in state.legal_actions()}
        if state.is_chance_node():
            state.apply_action(actions[dealt.pop(0)])
            continue
        card = next(card for card in ORDER if card in actions) if moon and player == 0 else random.choice(sorted(actions))
        played.append(card)
        state.apply_action(actions[card])
    return played, [26 - int(points) for points in state.returns()]


def by_heartsgym(hands, played):
    game = Hearts()
    game.reset()
    game.state["hands"] = [[Card(SUITS.index(card[0]), RANKS.index(card[1]) + 2) for card in hand] for hand in hands]
    game.state["currentPlayer"] = next(at for at, hand in enumerate(hands) if "C2" in hand)
    for name in played:
        hand = game.state["hands"][game.state["currentPlayer"]]
        at = hand.index(Card(SUITS.index(name[0]), RANKS.index(name[1]) + 2))
        action = game.state["actionKey"].index(at)
        assert game.isActionValid(action)
        game.step(action)
    return game.state["scores"], "MOON" in game.log


random.seed(9)
for told, moon in (("one player wins every trick", True), ("at random", False)):
    found, first = Counter(), None
    while found["deals"] < 200:
        hands = deal(moon)
        played, points = by_openspiel(hands, moon)
        if not moon and sorted(points) == [0, 26, 26, 26]:
            continue
        scores, noted = by_heartsgym(hands, played)
        first = first or (points, scores)
        found["deals"] += 1
        found["same points"] += points == scores
        found["moon noted"] += noted
        found["26 to the one who took all"] += sorted(scores) == [0, 0, 0, 26]
    print(f"{told}, first deal: OpenSpiel {first[0]}, HeartsGym {first[1]}")
    print("  " + ", ".join(f"{name} {number}" for name, number in found.items()))
PLAY
"$folder/venv/bin/python" "$folder/play.py" 2>/dev/null | tee "$folder/seen"
# Seen:
cat > "$folder/expected" <<'SEEN'
one player wins every trick, first deal: OpenSpiel [0, 26, 26, 26], HeartsGym [26, 0, 0, 0]
  deals 200, same points 0, moon noted 0, 26 to the one who took all 200
at random, first deal: OpenSpiel [0, 12, 0, 14], HeartsGym [0, 12, 0, 14]
  deals 200, same points 200, moon noted 0, 26 to the one who took all 0
SEEN
diff "$folder/expected" "$folder/seen"
