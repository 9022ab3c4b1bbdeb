"""How many recorded Husarln deals a second the law of play judges: `python -m tests.cost.play`."""

from collections.abc import Sequence
from random import Random
from time import process_time

from scorekeeper.audit.findings import find_breaches
from scorekeeper.audit.worlds import Hand, Recorded
from scorekeeper.cards.trick_rules import Play
from scorekeeper.games.husarln import TABLE
from scorekeeper.games.husarln.rules import PRESETS

DEALS = 5_000
ROUNDS = 5
GOAL = 25_000

Dealt = tuple[list[int], list[tuple[int, ...]], int]


def record_deal(play: Play, random: Random) -> Dealt:
    """Return hands, tricks and first leader of a deal played at random by the rules, as sets of cards."""
    cards = random.sample(list(play.deck.card.values()), 3 * TABLE.hand)
    hands = [sum(cards[seat * TABLE.hand : (seat + 1) * TABLE.hand]) for seat in range(3)]
    left, tricks, leader = list(hands), list[tuple[int, ...]](), 0
    for _ in range(TABLE.hand):
        trick: list[int] = []
        for seat in (leader, (leader + 1) % 3, (leader + 2) % 3):
            legal = play.after(trick).binding(left[seat])
            trick.append(random.choice([card for card in play.deck.card.values() if card & legal]))
            left[seat] ^= trick[-1]
        leader = (leader + play.winner(trick)) % 3
        tricks.append(tuple(trick))
    return hands, tricks, 0


def measure(play: Play, deals: Sequence[Dealt]) -> float:
    """Return how many of `deals` a second of processor time judges: is every card legal, and who wins each trick?"""
    start = process_time()
    for dealt, tricks, leader in deals:
        hands = tuple(Hand(cards, complete=True) for cards in dealt)
        assert not find_breaches(Recorded(play, sum(dealt), TABLE.hand, leader, hands, tuple(tricks))).broken
    return len(deals) / (process_time() - start)


def main() -> None:
    """Print the best and the middle of some rounds."""
    play, random = TABLE.law(PRESETS["loew"], None), Random(42)
    assert play
    deals = [record_deal(play, random) for _ in range(DEALS)]
    rates = sorted(measure(play, deals) for _ in range(ROUNDS))
    print(f"{rates[-1]:,.0f} deals a second at best, {rates[ROUNDS // 2]:,.0f} in the middle; goal {GOAL:,}")


if __name__ == "__main__":
    main()
