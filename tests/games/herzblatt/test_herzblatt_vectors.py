"""The worked examples of Herzblatt and Solo, row by row."""

import tomllib
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.herzblatt.deal import may_contra
from scorekeeper.games.house import apply_house
from scorekeeper.phrase import Refused

VECTORS = tomllib.loads((Path(__file__).parents[2] / "vectors" / "herzblatt.toml").read_text())


def rows(kind):
    return pytest.mark.parametrize("row", VECTORS[kind], ids=lambda row: row["id"])


def play(row, deal):
    players = tuple("ABCDE"[: row["players"]])
    game = GAMES[row.get("game", "herzblatt")]
    rules = apply_house(game.presets[row["rules"]], row.get("house", {}))
    seating = Seating(1, players[-1], players)
    score = game.score(rules, game.deal(rules, seating, deal))
    return [points * row.get("stake", 1) for points in score.totals(players).values()]


def test_no_row_was_lost():
    assert {kind: len(rows) for kind, rows in VECTORS.items()} == {"packs": 7, "deals": 48, "contra": 3, "evenings": 1}


@rows("packs")
def test_pack(row):
    rules = GAMES["herzblatt"].presets[row["rules"]]
    dealing = rules.dealing(row["players"])
    assert (len(dealing.pack.cards) - dealing.loose, dealing.hand, dealing.skat) == (
        row["cards"],
        row["hand"],
        row["skat"],
    )
    assert dealing.hand * row["players"] + dealing.skat == row["cards"]
    assert dealing.pack.points == 120


@rows("deals")
def test_deal(row):
    if "refused" in row:
        with pytest.raises(Refused) as refused:
            play(row, row["deal"])
        assert refused.value.key == row["refused"]
        return
    pays = play(row, row["deal"])
    assert pays == row["pays"]
    if "factor" in row:
        assert {abs(points) for points in pays if abs(points) == min(map(abs, pays))} == {
            row["factor"] * row.get("stake", 1)
        }


@rows("contra")
def test_who_may_say_contra(row):
    players = tuple("ABCDE"[: row["players"]])
    first = players.index(row["asked_first"])
    order = players[first:] + players[:first]
    assert list(may_contra(Seating(1, order[-1], order), row["soloist"])) == row["may_say"]


@rows("evenings")
def test_evening(row):
    sums = [0] * row["players"]
    for deal, balances in zip(row["deals"], row["balances"], strict=True):
        sums = [before + points for before, points in zip(sums, play(row, deal), strict=True)]
        assert sums == balances
