#!/bin/sh
# briscola-gym 0.1.0, in which programs play Briscola for two, decides a trick by the points of the cards. 2, 4, 5, 6 and 7
# have none, so that of two of them in one suit the one that was led wins: a 7 played to a led 2 of the suit loses, in trumps
# too. Of all 6,240 tricks of two cards and a trump suit 160 go to the wrong player, and in 2,000 deals at random some trick
# does so in 828. naipes 0.1.0, which plays the Spanish Brisca with the same order of cards, agrees with the rule on all.
# Guess: the order of the game counts: ace, 3, king, knight, jack, 7, 6, 5, 4, 2 (pagat.com), whatever the cards are worth.
# It matters: no points lie in such a trick, but who wins it draws first and leads next. Programs that learn here learn that
# a 2 is as good as a 7, and a game replayed with it ends with other points than at the table.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps \
  "briscola-gym==0.1.0" "naipes==0.1.0" "numpy==2.4.6"
cat > "$folder/tricks.py" <<'TRICKS'
import random
from collections import Counter
from itertools import permutations, product

from briscola_gym.card import Card
from briscola_gym.game_rules import select_winner
from briscola_gym.seed import Seed
from naipes.core.cards import Card as SpanishCard
from naipes.games.brisca.rules import trick_winner_is_follower

ORDER = (2, 4, 5, 6, 7, 8, 9, 10, 3, 1)  # 8, 9 and 10 are jack, knight and king
NAMES = {1: "ace", 8: "jack", 9: "knight", 10: "king"}
SUITS = ("coins", "cups", "swords", "clubs")
PACK = list(product(ORDER, range(4)))
SHOWN = (((2, 0), (7, 0)), ((7, 0), (2, 0)), ((7, 0), (8, 0)), ((10, 0), (3, 0)), ((2, 3), (7, 3)), ((1, 0), (2, 3)))


def by_rule(led, played, trump):
    if led[1] == played[1]:
        return ORDER.index(played[0]) > ORDER.index(led[0])
    return played[1] == trump


def by_briscola_gym(led, played, trump):
    first, second, turned = (Card(rank, Seed.get_seed(suit)) for rank, suit in (led, played, (1, trump)))
    return bool(select_winner([first, second], turned))


def by_naipes(led, played, trump):
    first, second = (SpanishCard(rank + 2 if rank > 7 else rank, "OCEB"[suit]) for rank, suit in (led, played))
    return trick_winner_is_follower(first, second, "OCEB"[trump])


def name(card):
    return f"{NAMES.get(card[0], card[0])} of {SUITS[card[1]]}"


for led, played in SHOWN:
    told = ", ".join(
        f"{library} {'second' if winner(led, played, 3) else 'first'}"
        for library, winner in (("briscola-gym", by_briscola_gym), ("naipes", by_naipes))
    )
    print(f"{name(led)}, {name(played)}, clubs are trumps: {told}")
compared, wrong = Counter(), Counter()
for (led, played), trump in product(permutations(PACK, 2), range(4)):
    right = by_rule(led, played, trump)
    compared["tricks"] += 1
    compared["naipes right"] += by_naipes(led, played, trump) == right
    compared["briscola-gym right"] += by_briscola_gym(led, played, trump) == right
    if by_briscola_gym(led, played, trump) != right:
        wrong[led[1] == played[1] and {led[0], played[0]} <= {2, 4, 5, 6, 7}] += 1
print(", ".join(f"{told} {number}" for told, number in compared.items()))
print(f"wrong: {wrong[True]} between two cards of a suit without points, {wrong[False]} others")
random.seed(8)
deals = 0
for _ in range(2000):
    pack = random.sample(PACK, 40)
    trump = pack[-1][1]  # two hands of three are dealt and the last card is turned up; both play at random
    hands, talon, leader, missed = [pack[:3], pack[3:6]], pack[6:], 0, False
    while hands[0]:
        led, played = (hand.pop(random.randrange(len(hand))) for hand in (hands[leader], hands[1 - leader]))
        missed |= by_briscola_gym(led, played, trump) != by_rule(led, played, trump)
        leader = 1 - leader if by_rule(led, played, trump) else leader
        for player in (leader, 1 - leader):
            hands[player] += [talon.pop(0)] if talon else []
    deals += missed
print(f"with a wrong trick: {deals} of 2000 deals")
TRICKS
"$folder/venv/bin/python" "$folder/tricks.py" | tee "$folder/seen"
# Seen:
cat > "$folder/expected" <<'SEEN'
2 of coins, 7 of coins, clubs are trumps: briscola-gym first, naipes second
7 of coins, 2 of coins, clubs are trumps: briscola-gym first, naipes first
7 of coins, jack of coins, clubs are trumps: briscola-gym second, naipes second
king of coins, 3 of coins, clubs are trumps: briscola-gym second, naipes second
2 of clubs, 7 of clubs, clubs are trumps: briscola-gym first, naipes second
ace of coins, 2 of clubs, clubs are trumps: briscola-gym second, naipes second
tricks 6240, naipes right 6240, briscola-gym right 6080
wrong: 160 between two cards of a suit without points, 0 others
with a wrong trick: 828 of 2000 deals
SEEN
diff "$folder/expected" "$folder/seen"
