"""Husarln at the table: what is asked, what each end would write, who deals next, and how the lines read."""

from typing import Any

import pytest

from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house, switches
from scorekeeper.games.husarln import HUSARLN
from scorekeeper.games.husarln.rules import PRESETS, Rules
from scorekeeper.games.questions import Choice, Rows
from scorekeeper.games.score import score_from_plain, score_to_plain
from scorekeeper.night.pricing import play
from scorekeeper.phrase import PLAIN, Refused, render

PLAYERS = ("Anna", "Bernd", "Clara")
SEATING = Seating(1, "Clara", PLAYERS)
LOEW = PRESETS["loew"]


def names(rules: Rules, answers: dict[str, Any] | None) -> list[str]:
    return [question.name for question in HUSARLN.ask(rules, SEATING, answers)]


def rows_of(rules: Rules, answers: dict[str, Any] | None) -> Rows:
    return next(question for question in HUSARLN.ask(rules, SEATING, answers) if isinstance(question, Rows))


def ends(rules: Rules, answers: dict[str, Any]) -> dict[str, dict[str, int]]:
    return {
        render(outcome.label, PLAIN): HUSARLN.payoff(rules, [outcome.score.totals(PLAYERS)])
        for outcome in HUSARLN.outcomes(rules, SEATING, answers)
    }


def read_lines(rules: Rules, answers: dict[str, Any]) -> list[str]:
    return [render(line.reason, PLAIN) for line in play(HUSARLN, rules, SEATING, answers).score.lines]


def test_only_the_author_concerned_offers_his_own_switches() -> None:
    assert "beck_solo" not in {switch.name for switch in switches(LOEW)}
    with pytest.raises(Refused, match=r"house\.kings_pile"):
        apply_house(PRESETS["beck"], {"kings_pile": "tricks_only"})


def test_only_what_matters_is_asked() -> None:
    always = ["declarer", "passed", "contract", "bonuses", "points", "defender_points"]
    assert names(LOEW, {}) == always
    assert names(LOEW, {"passed": True}) == ["declarer", "passed"]
    contra = apply_house(LOEW, {"contra": "game"})
    assert names(contra, {}) == ["declarer", "passed", "contract", "contra", "bonuses", "points", "defender_points"]
    nobody = apply_house(LOEW, {"solo_talon": "nobody"})
    assert names(nobody, {"contract": "Solo"}) == always[:-1]
    assert names(nobody, {"contract": "Z1"}) == always


def test_where_forehand_must_play_a_pass_is_not_offered() -> None:
    rules = apply_house(LOEW, {"all_pass": "forehand_plays_Z"})
    assert "passed" not in names(rules, {})
    assert names(rules, {"passed": True}) == ["declarer", "passed"]
    label = HUSARLN.ask(rules, SEATING, {})[0].label
    assert render(label, PLAIN) == "Who is the declarer? If everybody passes, Anna must play a Zweiblatt"
    assert HUSARLN.ask(rules, Seating(1, "Clara", ()), {}), "a table at which nobody plays can be asked too"


def test_only_bamberger_knows_uhu_pelican_and_kings() -> None:
    def bonuses(author: str) -> list[str]:
        column = rows_of(PRESETS[author], {}).columns[1]
        assert isinstance(column, Choice)
        return [option.value for option in column.options]

    assert bonuses("loew") == bonuses("beck") == ["pagat", "trull", "tarock10", "tarock11", "tarock12"]
    assert set(bonuses("bamberger1")) - set(bonuses("beck")) == {"uhu", "pelican", "kings"}
    assert bonuses("bamberger2") == bonuses("bamberger1")


@pytest.mark.parametrize("author", PRESETS)
@pytest.mark.parametrize("scope", ["off", "game_and_announcements"])
def test_only_a_bonus_that_can_fail_is_announced_and_failed(author: str, scope: str) -> None:
    rules = apply_house(PRESETS[author], {"contra": scope, "failed_silent_pagat": "silent_value"})
    ways = [way for way in rows_of(rules, {}).ways if way.open or ("made", False) in way.answers]
    assert len(ways) == (6 if scope != "off" else 3)
    for way in ways:
        assert way.only
        assert not set(way.only) & {bonus.key for bonus in rules.bonuses if bonus.flat}
    announced = {bonus for way in ways if ("announced", True) in way.answers for bonus in way.only}
    assert announced == {bonus.key for bonus in rules.bonuses if not bonus.flat}


def test_contra_on_a_bonus_is_asked_where_announcements_have_it() -> None:
    def asked(scope: str) -> bool:
        return any(column.name == "contra" for column in rows_of(apply_house(LOEW, {"contra": scope}), {}).columns)

    assert [asked(scope) for scope in ("off", "game", "game_and_announcements")] == [False, False, True]


def test_a_level_of_none_is_accepted_anywhere() -> None:
    bonus = {"player": "Anna", "bonus": "pagat", "contra": 0}
    deal = {"declarer": "Anna", "contract": "Z1", "points": 40, "contra": 0, "bonuses": [bonus]}
    assert play(HUSARLN, LOEW, SEATING, deal).sheet["Anna"] == 7
    assert play(HUSARLN, LOEW, SEATING, {"passed": True, "contra": 0, "bonuses": []}).sheet["Anna"] == 0


def test_the_spelling_of_the_rules_for_a_solo_is_read_too() -> None:
    deal = {"declarer": "Anna", "contract": "SOLO", "points": 40}
    assert play(HUSARLN, LOEW, SEATING, deal).sheet["Anna"] == 40


@pytest.mark.parametrize("bonuses", ["pagat", [1], {"player": "Anna"}, [{"player": "Anna", "bonus": "pagat", "by": 1}]])
def test_what_are_no_rows_is_refused(bonuses: object) -> None:
    deal = {"declarer": "Anna", "contract": "Z1", "points": 40, "bonuses": bonuses}
    with pytest.raises(Refused, match="bonuses"):
        play(HUSARLN, LOEW, SEATING, deal)


def test_a_called_game_shows_what_both_ends_pay() -> None:
    assert ends(LOEW, {"declarer": "Anna", "contract": "E2"}) == {
        "game won": {"Anna": 12, "Bernd": -6, "Clara": -6},
        "game lost": {"Anna": -12, "Bernd": 6, "Clara": 6},
    }


def test_an_announcement_doubles_the_ends() -> None:
    rows = [{"player": "Anna", "bonus": "pagat", "announced": True}, {"player": "Anna", "bonus": "trull"}]
    assert ends(PRESETS["beck"], {"declarer": "Anna", "contract": "Z1", "bonuses": rows}) == {
        "game won, announcements made": {"Anna": 32, "Bernd": -16, "Clara": -16},
        "game won, announcements failed": {"Anna": -8, "Bernd": 4, "Clara": 4},
        "game lost, announcements made": {"Anna": 20, "Bernd": -10, "Clara": -10},
        "game lost, announcements failed": {"Anna": -20, "Bernd": 10, "Clara": 10},
    }


def test_a_pass_has_one_end() -> None:
    assert ends(LOEW, {"passed": True}) == {"everybody passed": dict.fromkeys(PLAYERS, 0)}


def test_the_lines_say_how_the_number_came_about() -> None:
    pagat = {"player": "Bernd", "bonus": "pagat", "announced": True, "made": False}
    deal = {"declarer": "Anna", "contract": "Z1", "points": "33 2/3", "bonuses": [pagat]}
    assert read_lines(LOEW, deal) == [
        "33 2/3 card points count as 34",
        "Anna wins with 34 of 66 card points; 34 were needed",
        "Zweiblatt, first pair, won: Anna writes the value",
        "Pagat ultimo announced and not made: Bernd",
    ]
    exact = apply_house(LOEW, {"rounding": "exact"})
    assert read_lines(exact, {"declarer": "Anna", "contract": "E1", "points": 33}) == [
        "Anna wins with 33 1/3 of 66 card points; more than 33 were needed",
        "Einblatt, first card, won: Anna writes the value",
    ]


def test_every_line_has_its_rule_and_can_be_stored() -> None:
    rows = [{"player": "Anna", "bonus": "pagat", "announced": True, "contra": 1}, {"player": "Bernd", "bonus": "kings"}]
    rules = apply_house(PRESETS["bamberger1"], {"contra": "game_and_announcements", "loss_factor": 2})
    deal = {"declarer": "Anna", "contract": "Solo", "points": 20, "contra": 1, "bonuses": rows}
    score = play(HUSARLN, rules, SEATING, deal).score
    assert [line.rule for line in score.lines] == ["HU-6", "HU-60", "HU-34", "HU-35"]
    assert [[factor.rule for factor in line.factors] for line in score.lines] == [
        [],
        ["HU-60", "HU-63"],
        ["HU-39", "HU-63"],
        ["HU-39"],
    ]
    assert score_from_plain(score_to_plain(score)) == score


def test_the_cards_are_described() -> None:
    assert render(HUSARLN.pack(LOEW, 3), PLAIN) == "42 cards, 12 each, 6 in the talon"
