"""Tapp Tarock: the count of its cards, what is asked, and what holds in every deal, whatever was played."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.game import Seating
from scorekeeper.games.questions import Choice, Rows
from scorekeeper.games.tapp import TAPP
from scorekeeper.games.tapp.rules import PACK, PRESETS, Rules
from scorekeeper.night.night import Result
from scorekeeper.night.pricing import play
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.phrase import PLAIN, render
from scorekeeper.telling.night import score_night
from tests.games.drawn import any_rules

ROWS: dict[str, Any] = tomllib.loads((Path(__file__).parents[2] / "vectors" / "tapp.toml").read_text("utf-8"))
PLAYERS = ("Anna", "Bernd", "Clara")
SEATING = Seating(1, "Clara", PLAYERS)


@pytest.mark.parametrize("row", ROWS["thirds"], ids=lambda row: row["id"])
def test_cards_count_in_thirds(row: dict[str, Any]) -> None:
    assert PACK.count(row["cards"].split()) == row["thirds"]


def asked(rules: Rules, answers: dict[str, Any] | None) -> list[str]:
    return [question.name for question in TAPP.ask(rules, SEATING, answers)]


def test_only_what_matters_is_asked() -> None:
    rest = ["contract", "contra", "bonuses", "points", "defender_points"]
    assert asked(PRESETS["mayr"], {}) == ["declarer", "passed", *rest]
    assert asked(PRESETS["mayr"], {"passed": True}) == ["declarer", "passed"]
    assert asked(PRESETS["furr"], {}) == ["declarer", "passed", "contract", "bonuses", "points", "defender_points"]
    assert asked(PRESETS["furr"], None) == asked(PRESETS["mayr"], {})


@pytest.mark.parametrize(
    ("author", "bonuses"),
    [
        ("mayr", ["pagat", "valat", "trull", "kings", "heads"]),
        ("kruepl", ["pagat", "valat"]),
        ("point", ["pagat", "valat", "with40", "with45", "with50", "with55"]),
    ],
)
def test_each_author_has_his_bonuses_and_each_can_be_said(author: str, bonuses: list[str]) -> None:
    rows = next(question for question in TAPP.ask(PRESETS[author], SEATING, {}) if isinstance(question, Rows))
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
    ends = TAPP.foresee(PRESETS["mayr"], SEATING, call)
    assert {render(end.label, PLAIN): end.score.totals(PLAYERS)["Anna"] for end in ends} == {
        "game won, announcements made": 48,
        "game won, announcements failed": -38,
        "game lost, announcements failed": -58,
    }
    assert [end.score.totals(PLAYERS) for end in TAPP.foresee(PRESETS["mayr"], SEATING, {"passed": True})] == [
        dict.fromkeys(PLAYERS, 0)
    ]


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
    foreseen = TAPP.foresee(replace(PRESETS[author], announce="all"), SEATING, call)
    told = [render(end.label, PLAIN).replace("game ", "").replace("announcements ", "") for end in foreseen]
    assert told == ends


@st.composite
def any_answers(draw: st.DrawFn, rules: Rules) -> dict[str, Any]:
    """A deal of which all bonuses are the declarer's, and nobody says both Trull and Heads."""
    answers: dict[str, Any] = {
        "declarer": draw(st.sampled_from(PLAYERS)),
        "contract": draw(st.sampled_from(rules.contracts)).key,
        "points": draw(st.integers(0, 70)),
        "contra": draw(st.integers(0, rules.levels(announced=False))),
    }
    chosen = draw(st.sets(st.sampled_from([bonus.key for bonus in rules.bonuses if bonus.key != "heads"])))
    answers["bonuses"] = [any_row(draw, rules, answers["declarer"], bonus) for bonus in sorted(chosen)]
    return answers


def any_row(draw: st.DrawFn, rules: Rules, player: str, bonus: str) -> dict[str, Any]:
    row: dict[str, Any] = {"player": player, "bonus": bonus}
    if bonus in ("pagat", "valat") and draw(st.booleans()):
        row |= {"announced": True, "made": draw(st.booleans())}
    if row.get("announced") or bonus.startswith("with"):
        levels = rules.levels(announced=True) if bonus != "valat" or rules.valat_contra else 0
        row["contra"] = draw(st.integers(0, levels))
    return row


def settle(rules: Rules, answers: dict[str, Any]) -> Result:
    return play(TAPP, rules, SEATING, answers)


@given(st.data())
def test_every_payoff_sums_to_zero_and_both_ways_of_writing_pay_alike(data: st.DataObject) -> None:
    rules = data.draw(any_rules(PRESETS))
    answers = data.draw(any_answers(rules))
    written = settle(replace(rules, writing="credits"), answers)
    paid = settle(replace(rules, writing="payments"), answers)
    assert written.payoff == paid.payoff == paid.sheet
    assert sum(paid.payoff.values()) == 0
    assert min(written.sheet.values()) >= 0
    total = sum(written.sheet.values())
    assert written.payoff == {player: 3 * points - total for player, points in written.sheet.items()}


@given(st.data())
def test_what_the_declarer_alone_is_about_moves_both_defenders_alike(data: st.DataObject) -> None:
    rules = data.draw(any_rules(PRESETS))
    answers = data.draw(any_answers(rules))
    payoff = settle(rules, answers).payoff
    assert len({paid for player, paid in payoff.items() if player != answers["declarer"]}) == 1


@given(st.data())
def test_any_cards_that_were_played_are_accepted(data: st.DataObject) -> None:
    """Tricks of three and three laid away: both counts are whole and together the pack's."""
    rules = data.draw(any_rules(PRESETS))
    contract = data.draw(st.sampled_from(rules.contracts))
    kept = [card for card in PACK.cards if card[0] == "K" or card in ("SK", "T21", "T1")]
    laid = data.draw(st.permutations([card for card in PACK.cards if card not in kept]))[: contract.taken]
    rest = data.draw(st.permutations([card for card in PACK.cards if card not in laid]))
    tricks, talon = rest[:48], rest[48:] if contract.taken == 0 else rest[48:51]
    taken = 3 * data.draw(st.integers(0, 16))
    thirds = PACK.count([*laid, *tricks[:taken]]), PACK.count([*tricks[taken:], *talon])
    assert (sum(thirds), thirds[0] % 3, thirds[1] % 3) == (210, 0, 0)
    counts = dict(zip(("points", "defender_points"), (count // 3 for count in thirds), strict=True))
    answers: dict[str, Any] = {"declarer": "Anna", "contract": contract.key, **counts}
    if taken in (0, 48):
        answers["bonuses"] = [{"player": "Anna" if taken else "Bernd", "bonus": "valat"}]
    read = TAPP.read(rules, SEATING, answers)
    TAPP.check(rules, SEATING, read, TAPP.deal(rules, SEATING, read))


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
