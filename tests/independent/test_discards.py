"""A tarock laid away though the declarer kept a suit card below the King (HU-23), against whole and partial records."""

from random import Random

import pytest

from tests.independent.play import BOUGHT, TAROCKS, Deal, forget, play_deal, random_husarln
from tests.independent.test_play import audit

DEALS = pytest.mark.parametrize("deals", [30, pytest.param(100, marks=pytest.mark.at_length)])
LOW = [card for card in TAROCKS if card not in ("SK", "T21", "T1")]


def lay_tarock_away(random: Random, deal: Deal) -> str:
    """Exchange a suit card that was laid away for a tarock of the hand, and play anew; the tarock, "" for none."""
    declarer = deal.answers["declarer"]
    hands = {player: cards.split() for player, cards in deal.play["hands"].items()}
    discard = deal.play["discard"].split()
    low = [card for card in hands[declarer] if card in LOW]
    plain = [card for card in discard if card not in TAROCKS]
    if not low or not plain:
        return ""
    tarock, card = random.choice(low), random.choice(plain)
    hands[declarer] = [card if other == tarock else other for other in hands[declarer]]
    deal.play["discard"] = " ".join(tarock if other == card else other for other in discard)
    deal.winners, deal.breaches = [], {}
    play_deal(random, deal, hands, 0.05)
    return tarock


def named(deal: Deal, play) -> list[tuple[str, str]]:
    return [(found.player, found.card) for found in audit(deal, play).violations if found.reason == "TAROCK_NOT_FORCED"]


def husarln(random: Random) -> Deal:
    deals = (random_husarln(random, 0.08) for _ in iter(int, 1))
    return next(deal for deal in deals if BOUGHT[deal.answers["contract"]])


@DEALS
def test_a_suit_card_that_the_declarer_plays_proves_it_without_the_hands(deals: int) -> None:
    random, proven = Random(22), 0
    for _ in range(deals):
        deal = husarln(random)
        tarock, declarer = lay_tarock_away(random, deal), deal.answers["declarer"]
        whole = {key: value for key, value in deal.play.items() if key != "hands"}
        assert named(deal, whole) == ([(declarer, tarock)] if tarock else [])
        found = named(deal, forget(random, deal))
        assert found in ([], [(declarer, tarock)])
        proven += bool(found)
    assert proven > deals / 5


@DEALS
def test_a_tarock_that_had_to_be_laid_away_is_never_blamed(deals: int) -> None:
    random = Random(23)
    for _ in range(2 * deals):
        deal = husarln(random)
        assert named(deal, {key: value for key, value in deal.play.items() if key != "hands"}) == []
        assert named(deal, forget(random, deal)) == []
