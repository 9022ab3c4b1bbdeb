"""The engine against a program written from the rules alone, on random nights."""

import random

import pytest

from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.nightfile.writer import write_night
from scorekeeper.telling.night import score_night
from tests.independent import herzblatt, sum_lines

NIGHTS = 400


@pytest.mark.parametrize("seed", range(4))
def test_random_nights_score_as_the_independent_program_says_and_are_read_as_they_are_written(seed):
    rng = random.Random(seed)
    for _ in range(NIGHTS // 4):
        night = herzblatt.random_night(rng)
        expected = herzblatt.score(night)
        payments = expected.pop("payment_count")
        document = read_night(night)
        got = score_night(document)
        assert len(got.pop("payments")) == payments
        for deal in got["deals"]:
            assert deal.pop("steps")
            assert sum_lines(deal, got["players"])[0] == deal["sheet"]
        assert got == expected, night
        assert read_night(write_night(document)).slots == document.slots
