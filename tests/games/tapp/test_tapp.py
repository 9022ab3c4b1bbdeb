"""Tapp Tarock: the count of its cards, what is asked, and what holds in every deal, whatever was played."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games.game import Seating
from scorekeeper.games.questions import Choice, Rows
from scorekeeper.games.tapp import TAPP, Rules
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.phrase import PLAIN, render
from scorekeeper.telling.night import score_night

ROWS: dict[str, Any] = tomllib.loads((Path(__file__).parents[2] / "vectors" / "tapp.toml").read_text("utf-8"))
PLAYERS = ("Anna", "Bernd", "Clara")
SEATING = Seating(1, "Clara", PLAYERS)


@pytest.mark.parametrize("row", ROWS["thirds"], ids=lambda row: row["id"])
def test_cards_count_in_thirds(row: dict[str, Any]) -> None:
    assert TAPP.cards.count(row["cards"].split()) == row["thirds"]


def asked(rules: Rules, answers: dict[str, Any] | None) -> list[str]:
    return [question.name for question in TAPP.ask(rules, SEATING, answers)]


def test_only_what_matters_is_asked() -> None:
    rest = ["contract", "contra", "bonuses", "points", "defender_points"]
    assert asked(TAPP.presets["mayr"], {}) == ["declarer", "passed", *rest]
    assert asked(TAPP.presets["mayr"], {"passed": True}) == ["declarer", "passed"]
    assert asked(TAPP.presets["furr"], {}) == ["declarer", "passed", "contract", "bonuses", "points", "defender_points"]
    assert asked(TAPP.presets["furr"], None) == asked(TAPP.presets["mayr"], {})


@pytest.mark.parametrize(
    ("author", "bonuses"),
    [
        ("mayr", ["pagat", "valat", "trull", "kings", "heads"]),
        ("kruepl", ["pagat", "valat"]),
        ("point", ["pagat", "valat", "with40", "with45", "with50", "with55"]),
    ],
)
def test_each_author_has_his_bonuses_and_each_can_be_said(author: str, bonuses: list[str]) -> None:
    rows = next(question for question in TAPP.ask(TAPP.presets[author], SEATING, {}) if isinstance(question, Rows))
    assert isinstance(rows.what, Choice)
    assert [option.value for option in rows.what.options] == bonuses
    for bonus in bonuses:
        ways = [way for way in rows.ways if not way.only or bonus in way.only]
        assert ways
        assert any(way.open for way in ways) == (bonus in ("pagat", "valat"))
        if bonus.startswith("with"):
            assert all("made" not in dict(way.answers) for way in ways)


def test_a_called_deal_says_what_each_end_would_pay() -> None:
    call = {
        "declarer": "Anna",
        "contract": "oberer",
        "bonuses": [{"player": "Anna", "bonus": "valat", "announced": True}],
    }
    ends = TAPP.possible_ends(TAPP.presets["mayr"], SEATING, call)
    assert {render(end.label, PLAIN): end.score.totals(PLAYERS)["Anna"] for end in ends} == {
        "game won, announcements made": 48,
        "game won, announcements failed": -38,
        "game lost, announcements failed": -58,
    }
    (passed,) = TAPP.possible_ends(TAPP.presets["mayr"], SEATING, {"passed": True})
    assert passed.score.totals(PLAYERS) == dict.fromkeys(PLAYERS, 0)


@pytest.mark.parametrize(
    ("author", "player", "bonus", "ends"),
    [
        ("mayr", "Anna", "pagat", ["won, made", "won, failed", "lost, made", "lost, failed"]),
        ("mayr", "Anna", "valat", ["won, made", "won, failed", "lost, failed"]),
        ("mayr", "Bernd", "valat", ["won, failed", "lost, made", "lost, failed"]),
        ("point", "Anna", "with50", ["won, made", "won, failed", "lost, failed"]),
    ],
)
def test_no_end_is_foreseen_that_cannot_be(author: str, player: str, bonus: str, ends: list[str]) -> None:
    claim = {"player": player, "bonus": bonus, "announced": True}
    call = {"declarer": "Anna", "contract": "dreier", "bonuses": [claim]}
    possible = TAPP.possible_ends(replace(TAPP.presets[author], announce="all"), SEATING, call)
    told = [render(end.label, PLAIN).replace("game ", "").replace("announcements ", "") for end in possible]
    assert told == ends


@pytest.mark.parametrize("writing", ["payments", "credits"])
def test_a_fourth_is_paid_as_a_defender_without_bonuses(writing):
    """The declarer Clara loses a Dreier, and Anna held Heads: 3 from Clara to each of three, 1 from each to Anna."""
    deal = {"declarer": "Clara", "contract": "dreier", "points": 30, "bonuses": [{"player": "Anna", "bonus": "heads"}]}
    house = {"fourth": "with_defenders", "writing": writing}
    night = {"game": "tapp", "house": house, "players": ["Anna", "Bernd", "Clara", "Dora"], "deals": [deal]}
    ((told,),) = [score_night(read_night(night))["deals"]]
    assert told["playing"] == ["Anna", "Bernd", "Clara"]
    assert list(told["payoff"].values()) == [6, 2, -10, 2]
    assert list(told["sheet"].values()) == ([4, 3, 0, 3] if writing == "credits" else [6, 2, -10, 2])
    sits = score_night(read_night(night | {"house": {"writing": writing}}))["deals"][0]
    assert list(sits["payoff"].values()) == [5, 2, -7, 0]
    won = score_night(read_night(night | {"deals": [deal | {"points": 40, "bonuses": []}]}))["deals"][0]
    assert list(won["payoff"].values()) == [-3, -3, 9, -3], (
        "the fourth pays, though the sheet of credits writes 0 for him"
    )
