"""Cards matched to places, beside all ways to do so, and chains of cards that have to move."""

from itertools import permutations
from random import Random

import pytest

from scorekeeper.audit.matching import match
from scorekeeper.cards.cardset import FORGOTTEN

CARDS = 6


def is_possible(domains):
    """Whether some order of the cards gives each place one that it may have."""
    orders = permutations(range(CARDS), len(domains))
    return any(all(domain >> card & 1 for domain, card in zip(domains, order, strict=True)) for order in orders)


def check(domains, given):
    assert given is None or len(given) == len(domains)
    assert (given is not None) == is_possible(domains)
    if given:
        assert all(card & domain and card.bit_count() == 1 for card, domain in zip(given, domains, strict=True))
        assert sum(given).bit_count() == len(domains), "each card once"


def test_cards_are_given_wherever_all_ways_find_one():
    random = Random(7)
    found = []
    for _ in range(600):
        domains = [random.choice([1, 3, 5, 6, 12, 24, 40, 63]) for _ in range(random.randint(1, CARDS))]
        given = match(domains, [FORGOTTEN] * len(domains), range(len(domains)))
        check(domains, given)
        found.append(given is not None)
    assert 100 < sum(found) < 500


@pytest.mark.parametrize("places", [2, 3, 4, 5])
def test_every_card_of_a_chain_moves_to_make_room(places):
    """Each place has the lowest of its two cards, until the last one needs that of the first."""
    domains = [3 << place for place in range(places)] + [1]
    filled = [1 << place for place in range(places)] + [FORGOTTEN]
    given = match(domains, filled, [places])
    assert given == [2 << place for place in range(places)] + [1]
    assert filled[:-1] == [1 << place for place in range(places)], "what was filled stays for others"
    assert match([*domains[:-2], domains[-2] & -domains[-2], 1], filled, [places]) is None
