"""The house's Königrufen against an independent scorer, on random nights, in both accounts."""

from random import Random

import pytest

from tests.chosen import noted, some

from . import check_night
from .koenigrufen import AUTHORS, BONUSES, SWITCHES, VALUES, draw_night, score

NIGHTS = 300


@pytest.mark.parametrize("third", some(range(3), 0))
def test_random_nights_score_the_same(third: int) -> None:
    for seed in range(NIGHTS)[third::3]:
        with noted(seed=seed):
            night = draw_night(Random(seed))
            expected = score(night)
            assert all(not sum(deal[account].values()) for deal in expected["deals"] for account in ("sheet", "payoff"))
            check_night(night, expected)


def test_the_random_nights_hold_every_author_contract_bonus_and_switch() -> None:
    nights = [draw_night(Random(seed)) for seed in range(NIGHTS)]
    deals = [deal for night in nights for deal in night["deals"]]
    rows = [row for deal in deals for row in deal.get("bonuses", [])]
    assert {night["rules"] for night in nights} == set(AUTHORS)
    assert {name for night in nights for name in night["house"]} == set(SWITCHES)
    assert {deal["contract"] for deal in deals} == set(VALUES)
    assert {row["bonus"] for row in rows} == {*BONUSES, "valat"}
    assert {key for deal in deals for key in deal} >= {
        "partner", "alone", "gave_up", "revoke", "factor", "forehand", "won", "tricks", "points", "defender_points"
    }  # fmt: skip
    assert sum(row["bonus"] == "valat" and row.get("made", True) for row in rows) > 100
    assert sum(row.get("made") is False for row in rows) > 200
