"""Whole nights of Herzeln: the engine against the independent scorer."""

from random import Random

import pytest

from scorekeeper.games.herzeln import HERZELN
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.writer import write_night
from scorekeeper.telling.night import score_night
from tests.chosen import noted, some
from tests.independent import sum_lines
from tests.independent.herzeln import random_night, score, winners


@pytest.mark.parametrize("third", some(range(3), 0))
def test_independent_scorer_agrees(third):
    for seed in range(300)[third::3]:
        with noted(seed=seed):
            _compare(random_night(Random(seed)))


def _compare(night):
    expected = score(night)
    document = read_night(night)
    got = score_night(document)
    assert len(got.pop("payments")) == expected.pop("payment_count")
    for deal in got["deals"]:
        assert deal.pop("steps")
        assert sum_lines(deal, got["players"])[0] == deal["sheet"]
        assert sum(deal["payoff"].values()) == 0
    assert got == expected
    assert _winners(document) == [sorted(party) for party in winners(night)]
    assert [slot.result for slot in read_night(write_night(document)).slots] == [s.result for s in document.slots]


def _winners(document):
    """Several parties in a night, each by its own sheets."""
    sheets = [slot.result.sheet for slot in document.slots]
    parties = [(first + 8, sheets[first : first + 8]) for first in range(0, len(sheets) - 7, 8)]
    return [sorted(HERZELN.parties.tally(document.night.rules_at(last), party).winners) for last, party in parties]


def test_the_nights_are_of_all_kinds():
    nights = [random_night(Random(seed)) for seed in range(300)]
    keys = {key for night in nights for deal in night["deals"] for key in deal}
    assert keys >= {"hearts", "tricks", "queens", "king", "last", "out", "points", "passed", "adjust", "playing"}
    assert {night.get("house", {}).get("money") for night in nights} == {None, "pairwise", "winner_takes", "none"}
    assert any(len(night["deals"]) == 20 for night in nights)
    assert {len(party) for night in nights for party in winners(night)} >= {1, 2}
