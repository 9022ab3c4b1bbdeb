"""Whole records in which nothing is wrong take a short way, which must say what the long one says."""

from dataclasses import replace
from random import Random

from scorekeeper.audit import findings
from scorekeeper.audit.findings import find_breaches
from scorekeeper.audit.worlds import Hand, Recorded
from scorekeeper.games.herzblatt.audit import law
from scorekeeper.games.herzblatt.rules import BRAUN

PLAY = law(BRAUN)
SIZE = 6


def played(random: Random, share_wrong: float) -> Recorded:
    """A deal of three, played by the rules but for some cards, with all hands."""
    cards = random.sample(list(PLAY.deck.card.values()), 3 * SIZE)
    hands = [sum(cards[seat * SIZE :][:SIZE]) for seat in range(3)]
    left, tricks, leader = list(hands), list[tuple[int, ...]](), 0
    for _ in range(SIZE):
        trick = list[int]()
        for seat in (leader, (leader + 1) % 3, (leader + 2) % 3):
            may = left[seat] if random.random() < share_wrong else PLAY.after(trick).binding(left[seat])
            trick.append(random.choice([card for card in cards if card & may]))
            left[seat] ^= trick[-1]
        leader = (leader + PLAY.winner(trick)) % 3
        tricks.append(tuple(trick))
    known = tuple(Hand(cards, complete=True) for cards in hands)
    return Recorded(PLAY, sum(cards), SIZE, 0, known, tuple(tricks))


def test_what_the_short_way_says_is_what_the_long_one_says() -> None:
    random = Random(1)
    for wrong in (0, 0.1):
        for _ in range(40):
            recorded = played(random, wrong)
            for hands in (recorded.hands, (Hand(),) * 3):
                record = replace(recorded, hands=hands)
                short = find_breaches(record)
                assert bool(short.broken) == bool(long_way(record).broken)
                assert short.courses == long_way(record).courses


def long_way(recorded: Recorded) -> findings.Findings:
    """Judge with a duty that nobody has, for whose sake the short way is not taken."""
    return find_breaches(replace(recorded, own={(0, 0): ()}))
