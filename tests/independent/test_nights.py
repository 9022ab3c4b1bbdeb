"""Every game against independent scorers, on random nights."""

from random import Random

import pytest

from tests.chosen import noted, some

from . import check_night, herzblatt, herzeln, husarln, koenigrufen, tapp

NIGHTS = {herzblatt: 400, herzeln: 300, husarln: 300, koenigrufen: 300, tapp: 400}


def drawn(game):
    nights = [game.draw_night(Random(seed)) for seed in range(NIGHTS[game])]
    deals = [deal for night in nights for deal in night["deals"]]
    return nights, deals, [row for deal in deals for row in deal.get("bonuses", [])]


@pytest.mark.parametrize("game", NIGHTS, ids=lambda game: game.__name__.rpartition(".")[2])
@pytest.mark.parametrize("third", some(range(3), 0))
def test_draw_nights_score_the_same(game, third):
    for seed in range(NIGHTS[game])[third::3]:
        with noted(seed=seed):
            night = game.draw_night(Random(seed))
            expected = game.score(night)
            if game is koenigrufen:
                accounts = [deal[account] for deal in expected["deals"] for account in ("sheet", "payoff")]
                assert not any(sum(account.values()) for account in accounts)
            check_night(night, expected)


def test_the_nights_of_herzeln_hold_every_tour_and_kind_of_money():
    nights, deals, _ = drawn(herzeln)
    keys = {key for deal in deals for key in deal}
    assert keys >= {"hearts", "tricks", "queens", "king", "last", "out", "points", "passed", "adjust", "playing"}
    assert {night.get("house", {}).get("money") for night in nights} == {None, "pairwise", "winner_takes", "none"}
    assert any(len(night["deals"]) == 20 for night in nights)
    assert {len(party["winners"]) for night in nights for party in herzeln.score(night)["parties"]} >= {0, 1, 2}


def test_the_nights_of_husarln_hold_every_contract_bonus_and_switch():
    nights, deals, rows = drawn(husarln)
    assert {deal["contract"] for deal in deals if "contract" in deal} >= {"Z1", "Z2b", "E6", "E5b", "Solo"}
    assert len({row["bonus"] for row in rows}) >= 8
    assert len({name for night in nights for name in night["house"]}) >= 15
    games = [game for night in nights for game in husarln.score(night).get("parties", [])]
    assert len([game for game in games if game["winners"]]) > 50
    assert any(len(game["winners"]) > 1 for game in games)
    assert sum(row.get("made") is False for row in rows) > 100


def test_the_nights_of_koenigrufen_hold_every_author_contract_bonus_and_switch():
    nights, deals, rows = drawn(koenigrufen)
    assert {night["rules"] for night in nights} == set(koenigrufen.AUTHORS)
    assert {name for night in nights for name in night["house"]} == set(koenigrufen.SWITCHES)
    assert {deal["contract"] for deal in deals} == set(koenigrufen.VALUES)
    assert {row["bonus"] for row in rows} == {*koenigrufen.BONUSES, "valat"}
    assert {key for deal in deals for key in deal} >= {
        "partner", "alone", "gave_up", "revoke", "factor", "forehand", "won", "tricks", "points", "defender_points"
    }  # fmt: skip
    assert sum(row["bonus"] == "valat" and row.get("made", True) for row in rows) > 100
    assert sum(row.get("made") is False for row in rows) > 200


def test_the_nights_of_tapp_tarock_hold_every_author_contract_bonus_and_switch():
    nights, deals, rows = drawn(tapp)
    assert {night["rules"] for night in nights} == set(tapp.AUTHORS)
    assert {name for night in nights for name in night["house"]} == set(tapp.OFFERED)
    assert {deal.get("contract") for deal in deals} == {"dreier", "unterer", "oberer", "solo", None}
    assert len({row["bonus"] for row in rows}) == 9
    assert {deal.get("contra", 0) for deal in deals} == {row.get("contra", 0) for row in rows} == {0, 1, 2, 3}
    assert sum(row["bonus"] == "valat" and row.get("made", True) for row in rows) > 30
    assert sum(row.get("made") is False for row in rows) > 100
