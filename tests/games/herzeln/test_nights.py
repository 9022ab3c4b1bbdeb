"""Whole nights of Herzeln: the engine against the independent scorer."""

from random import Random

import pytest

from scorekeeper.games.herzeln import HERZELN
from scorekeeper.night.file import read_night, write_night
from tests.independent.herzeln import random_night, score


def engine(data):
    document = read_night(data)
    players = document.night.players
    deals = [
        {
            "number": slot.seating.number,
            "dealer": slot.seating.dealer,
            "playing": list(slot.seating.playing),
            "sheet": dict.fromkeys(players, 0) | dict(slot.result.sheet),
            "payoff": dict.fromkeys(players, 0) | dict(slot.result.payoff),
        }
        for slot in document.slots
    ]
    return document, deals


@pytest.mark.parametrize("seed", range(300))
def test_independent_scorer_agrees(seed):
    data = random_night(Random(seed))
    expected, winners = score(data)
    document, deals = engine(data)
    assert deals == expected["deals"]
    assert all(sum(deal["payoff"].values()) == 0 for deal in deals)
    for first in range(0, len(deals) - 7, 8):
        sheets = [slot.result.sheet for slot in document.slots[first : first + 8]]
        standing = HERZELN.tally(document.night.rules_at(first + 8), sheets)
        assert sorted(standing.winners) == sorted(winners[first // 8])
    assert [slot.result for slot in read_night(write_night(document)).slots] == [s.result for s in document.slots]


def test_the_nights_are_of_all_kinds():
    nights = [random_night(Random(seed)) for seed in range(300)]
    keys = {key for night in nights for deal in night["deals"] for key in deal}
    assert keys >= {"hearts", "tricks", "queens", "king", "last", "out", "points", "passed", "adjust", "playing"}
    assert {night.get("house", {}).get("money") for night in nights} == {None, "pairwise", "winner_takes", "none"}
    assert any(len(night["deals"]) == 20 for night in nights)
    winners = [group for night in nights for group in score(night)[1]]
    assert any(len(group) > 1 for group in winners)
    assert any(len(group) == 1 for group in winners)
