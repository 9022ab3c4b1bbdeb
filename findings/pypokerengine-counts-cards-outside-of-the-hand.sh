#!/bin/sh
# pypokerengine 1.0.1, which plays Texas Hold'em between programs, breaks ties by the two hole cards even if they are in
# neither player's best five, and loses what does not divide. On a board of A K Q J 10 a pair of Fours in the hand beats 3 2;
# on one of 9 9 5 5 A a Queen in the hand beats a Ten. Of 20,000 deals between two at random it gives another result than
# treys 0.1.8 in 4 of 100. A pot of 100 for three equal winners pays 33 each, the last chip is gone.
# Guess: the best five of seven cards decide and equal hands share (Robert's Rules of Poker), the odd chip goes to the first
# seat after the button.
# It matters: programs that are trained with it learn that high hole cards win boards that everybody plays.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "pypokerengine==1.0.1" "treys==0.1.8"
cat > "$folder/play.py" <<'PLAY'
import random
from types import SimpleNamespace

from pypokerengine.engine.card import Card
from pypokerengine.engine.game_evaluator import GameEvaluator
from pypokerengine.engine.hand_evaluator import HandEvaluator
from pypokerengine.engine.pay_info import PayInfo
from pypokerengine.engine.player import Player
from treys import Card as Treys
from treys import Evaluator

WINS = {1: "the first wins", 0: "they share", -1: "the second wins"}
treys = Evaluator()


def sign(number):
    return (number > 0) - (number < 0)


def by_engine(board, one, other):
    shown, *hands = ([Card.from_str(card[1] + card[0]) for card in cards] for cards in (board, one, other))
    first, second = (HandEvaluator.eval_hand(hand, shown) for hand in hands)
    return sign(first - second)


def by_treys(board, one, other):
    shown, *hands = ([Treys.new(card[0] + card[1].lower()) for card in cards] for cards in (board, one, other))
    first, second = (treys.evaluate(shown, hand) for hand in hands)
    return sign(second - first)


def show(board, one, other):
    cards = [text.split() for text in (board, one, other)]
    print(f"{board}, {one} against {other}: {WINS[by_engine(*cards)]}; treys {WINS[by_treys(*cards)]}")


show("AS KD QH JC TS", "4D 4C", "3D 2C")
show("9S 9D 5H 5C AS", "QD 3C", "TD 4H")
show("KS KD 9H 7C 4S", "AD 3C", "AC 2H")
random.seed(1)
pack = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
deals = [random.sample(pack, 9) for _ in range(20_000)]
split = [(deal[:5], deal[5:7], deal[7:]) for deal in deals]
otherwise = [cards for cards in split if by_engine(*cards) != by_treys(*cards)]
shared = sum(by_treys(*cards) == 0 for cards in otherwise)
print(f"of {len(deals)} deals {len(otherwise)} otherwise than treys, {shared} of them to be shared")

players = []
for name, paid in (("Anna", 30), ("Bernd", 30), ("Clara", 30), ("Dora", 10)):
    player = Player(name, 0)
    player.add_holecard([Card.from_str(card) for card in ("D4", "C4")])
    player.pay_info.amount = paid
    player.pay_info.status = PayInfo.FOLDED if name == "Dora" else PayInfo.PAY_TILL_END
    players.append(player)
board = [Card.from_str(card) for card in ("SA", "DK", "HQ", "CJ", "ST")]
table = SimpleNamespace(get_community_card=lambda: board, seats=SimpleNamespace(players=players))
prizes = GameEvaluator.judge(table)[2]
print("a pot of 100 pays", {player.uuid: prizes[seat] for seat, player in enumerate(players)})
PLAY
"$folder/venv/bin/python" "$folder/play.py" | tee "$folder/seen"
# Seen:
cat > "$folder/expected" <<'SEEN'
AS KD QH JC TS, 4D 4C against 3D 2C: the first wins; treys they share
9S 9D 5H 5C AS, QD 3C against TD 4H: the first wins; treys they share
KS KD 9H 7C 4S, AD 3C against AC 2H: the first wins; treys they share
of 20000 deals 821 otherwise than treys, 679 of them to be shared
a pot of 100 pays {'Anna': 33, 'Bernd': 33, 'Clara': 33, 'Dora': 0}
SEEN
diff "$folder/expected" "$folder/seen"
