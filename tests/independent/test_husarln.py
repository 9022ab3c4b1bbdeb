"""The house's Husarln against an independent scorer, on random nights."""

from random import Random

import pytest

from tests.chosen import noted, some

from . import check_night
from .husarln import draw_night, score

NIGHTS = 300


@pytest.mark.parametrize("third", some(range(3), 0))
def test_random_nights_score_the_same(third: int) -> None:
    for seed in range(NIGHTS)[third::3]:
        with noted(seed=seed):
            night = draw_night(Random(seed))
            check_night(night, score(night))


def test_the_random_nights_hold_every_contract_bonus_and_switch() -> None:
    nights = [draw_night(Random(seed)) for seed in range(NIGHTS)]
    deals = [deal for night in nights for deal in night["deals"]]
    assert {deal["contract"] for deal in deals if "contract" in deal} >= {"Z1", "Z2b", "E6", "E5b", "Solo"}
    assert len({row["bonus"] for deal in deals for row in deal.get("bonuses", [])}) >= 8
    assert len({name for night in nights for name in night["house"]}) >= 15
    games = [game for night in nights for game in score(night).get("parties", [])]
    assert len([game for game in games if game["winners"]]) > 50
    assert any(len(game["winners"]) > 1 for game in games)
    assert len([deal for deal in deals if any(row.get("made") is False for row in deal.get("bonuses", []))]) > 100
