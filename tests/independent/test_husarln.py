"""The house's Husarln against an independent scorer, on random nights."""

from random import Random
from typing import Any

import pytest

from scorekeeper.night.file import Document, read_night
from scorekeeper.night.stake import money

from .husarln import draw_night, score

NIGHTS = 300


@pytest.mark.parametrize("seed", range(NIGHTS))
def test_a_random_night_scores_the_same(seed: int) -> None:
    night = draw_night(Random(seed))
    assert tell(read_night(night)) == score(night), night


def test_the_random_nights_hold_every_contract_bonus_and_switch() -> None:
    nights = [draw_night(Random(seed)) for seed in range(NIGHTS)]
    deals = [deal for night in nights for deal in night["deals"]]
    assert {deal["contract"] for deal in deals if "contract" in deal} >= {"Z1", "Z2b", "E6", "E5b", "Solo"}
    assert len({row["bonus"] for deal in deals for row in deal.get("bonuses", [])}) == 8
    assert len({name for night in nights for name in night["house"]}) == 14
    assert len([deal for deal in deals if any(row.get("made") is False for row in deal.get("bonuses", []))]) > 100


def tell(document: Document) -> dict[str, Any]:
    """Return what `score --json` says of a night, less steps and payments."""
    players = document.night.players
    deals = [
        {
            "number": slot.seating.number,
            "dealer": slot.seating.dealer,
            "playing": list(slot.seating.playing),
            "sheet": {player: slot.result.sheet.get(player, 0) for player in players},
            "payoff": {player: slot.result.payoff.get(player, 0) for player in players},
        }
        for slot in document.slots
    ]
    balance = {player: sum(slot.result.payoff.get(player, 0) for slot in document.slots) for player in players}
    stake = document.stake
    return {
        "game": document.night.game.key,
        "rules": document.night.preset,
        "players": list(players),
        "deals": deals,
        "scores": {player: sum(slot.result.sheet.get(player, 0) for slot in document.slots) for player in players},
        "balance": balance,
        "currency": stake.currency if stake else None,
        "money": stake
        and {player: f"{money(stake.coins * points, stake.currency):f}" for player, points in balance.items()},
    }
