"""The house's Tapp Tarock against an independent scorer, on random nights."""

from random import Random

import pytest

from tests.chosen import noted, some

from . import check_night
from .tapp import AUTHORS, OFFERED, draw_night, score

NIGHTS = 400


@pytest.mark.parametrize("third", some(range(3), 0))
def test_random_nights_score_the_same(third: int) -> None:
    for seed in range(NIGHTS)[third::3]:
        with noted(seed=seed):
            night = draw_night(Random(seed))
            check_night(night, score(night))


def test_the_random_nights_hold_every_author_contract_bonus_and_switch() -> None:
    nights = [draw_night(Random(seed)) for seed in range(NIGHTS)]
    deals = [deal for night in nights for deal in night["deals"]]
    rows = [row for deal in deals for row in deal.get("bonuses", [])]
    assert {night["rules"] for night in nights} == set(AUTHORS)
    assert {name for night in nights for name in night["house"]} == set(OFFERED)
    assert {deal.get("contract") for deal in deals} == {"dreier", "unterer", "oberer", "solo", None}
    assert len({row["bonus"] for row in rows}) == 9
    assert {deal.get("contra", 0) for deal in deals} == {row.get("contra", 0) for row in rows} == {0, 1, 2, 3}
    assert sum(row["bonus"] == "valat" and row.get("made", True) for row in rows) > 30
    assert sum(row.get("made") is False for row in rows) > 100
