"""Rows of Herzblatt and Solo that no other game has: the packs, who may say contra, and the factor of a payment."""

import tomllib
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.herzblatt.deal import may_contra

VECTORS = tomllib.loads((Path(__file__).parents[2] / "vectors" / "herzblatt.toml").read_text())


def rows(kind):
    return pytest.mark.parametrize("row", VECTORS[kind], ids=lambda row: row["id"])


def test_no_row_was_lost():
    assert {kind: len(VECTORS[kind]) for kind in ("packs", "contra")} == {"packs": 7, "contra": 3}


@rows("packs")
def test_so_many_players_get_so_many_cards(row):
    rules = GAMES["herzblatt"].presets[row["rules"]]
    dealing = rules.dealing(row["players"])
    assert (len(dealing.pack.cards) - dealing.loose, dealing.hand, dealing.skat) == (
        row["cards"],
        row["hand"],
        row["skat"],
    )
    assert dealing.hand * row["players"] + dealing.skat == row["cards"]
    assert dealing.pack.points == 120


@pytest.mark.parametrize("row", [row for row in VECTORS["deals"] if "factor" in row], ids=lambda row: row["id"])
def test_the_payment_is_so_many_times_the_stake(row):
    assert min(map(abs, row["pays"])) == row["factor"] * row.get("stake", 1)


@rows("contra")
def test_who_may_say_contra(row):
    players = tuple("ABCDE"[: row["players"]])
    first = players.index(row["asked_first"])
    order = players[first:] + players[:first]
    assert list(may_contra(Seating(1, order[-1], order), row["soloist"])) == row["may_say"]
