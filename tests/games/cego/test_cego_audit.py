"""Cego: what recorded cards show of the blind, the count and the games without one, and of what was played wrongly."""

from functools import partial
from typing import Any

import pytest

from scorekeeper.games.cego import CEGO
from scorekeeper.night.pricing import play
from tests.games.recorded import PLAYERS, SEATING, Recorded, found

RECORDED = Recorded(CEGO)
audit, again = partial(RECORDED.audit, "schwarzwald"), RECORDED.again
BY_ID = RECORDED.rows
RESULTS = ("points", "no_trick", "won", "tricks", "loser")


@pytest.mark.parametrize("row", BY_ID.values(), ids=BY_ID)
def test_a_recorded_deal_counts_and_pays_as_it_was_entered(row: dict[str, Any]) -> None:
    without = {key: value for key, value in row["play"].items() if key != "hands"}
    for record in (row["play"], without):
        verdict = audit(row["answers"], record)
        assert (verdict.kind, verdict.differences) == ("clean", ())
        called = {key: value for key, value in row["answers"].items() if key not in RESULTS}
        counted = audit(called, record).counted or {}
        assert {key: counted[key] for key in RESULTS if key in row["answers"]} == {
            key: row["answers"][key] for key in RESULTS if key in row["answers"]
        }
    result = play(CEGO, CEGO.presets["schwarzwald"], SEATING, row["answers"], entered=True)
    assert [result.payoff[player] for player in PLAYERS] == row["score"]


def test_the_defenders_count_is_what_the_declarer_leaves_of_79() -> None:
    points = BY_ID["D-CE-1"]["answers"]["points"]
    assert again("D-CE-1", points=None, defender_points=79 - points).kind == "clean"
    (difference,) = again("D-CE-1", points=points + 1).differences
    assert (difference.key, difference.counted) == ("points", points)


def test_in_an_eine_one_card_of_the_own_hand_is_kept() -> None:
    kept = [(0, "Bernd", "", "KEPT_TOO_MANY", "CE-13")]
    assert found(again("D-CE-1")) == []
    assert found(again("D-CE-1", contract="eine")) == kept
    tricks = BY_ID["D-CE-1"]["play"]["tricks"]
    assert (
        found(audit({"declarer": "Bernd", "contract": "eine"}, {**BY_ID["D-CE-1"]["play"], "tricks": tricks[:2]}))
        == kept
    )
    unknown = {"talon": "", "discard": "", "hands": {}}
    assert found(again("D-CE-1", play=unknown, contract="eine")) == []


def test_the_i_is_led_first_in_a_kleiner_mann() -> None:
    declarer = BY_ID["D-CE-3"]["answers"]["declarer"]
    tricks = BY_ID["D-CE-3"]["play"]["tricks"]
    assert tricks[0].startswith("T1 ")
    verdict = again("D-CE-3", play={"tricks": [other_lead("D-CE-3")]}, points=None)
    assert found(verdict) == [(1, declarer, other_lead("D-CE-3"), "ANNOUNCED_CARD_DUE", "CE-16")]


def other_lead(name: str) -> str:
    row = BY_ID[name]
    return next(card for card in row["play"]["hands"][row["answers"]["declarer"]].split() if card != "T1")


def test_a_card_laid_out_that_is_the_highest_is_not_judged() -> None:
    record = {"hands": {}, "talon": "", "discard": "", "tricks": ["KH 4H 3H 2H"]}
    answers = {"declarer": "Anna", "contract": "eine_leere"}
    assert (audit(answers, record).kind, audit(answers, record).counted) == ("incomplete", {})
    beaten = record | {"tricks": ["4H KH 3H 2H"]}
    assert audit(answers, beaten).winners == ("Bernd",)
    assert audit({"declarer": "Anna", "contract": "eine"}, record).winners == ("Anna",)


@pytest.mark.parametrize("contract", ["zwei_leere", "zwei_verschiedene"])
def test_no_record_is_asked_for_where_two_cards_are_led(contract: str) -> None:
    assert CEGO.auditor
    rules, answers = CEGO.presets["schwarzwald"], {"declarer": "Anna", "contract": contract}
    assert CEGO.auditor.find_recording(rules, SEATING, answers) is None
    assert audit(answers, {"tricks": ["4H KH 3H 2H"]}).kind == "incomplete"
    assert CEGO.auditor.find_recording(rules, SEATING, answers | {"contract": "halbe"})


def test_a_trick_of_the_declarer_contradicts_that_none_was_taken() -> None:
    answers = {"declarer": "Anna", "contract": "cego", "no_trick": True}
    (difference,) = audit(answers, {"tricks": ["T21 T5 T4 T3"]}).differences
    assert (difference.key, difference.counted) == ("no_trick", False)
    assert audit(answers, {"tricks": ["T3 T5 T4 T21"]}).differences == ()
    assert audit(answers, {"tricks": ["T21 T5 T4 T3"]}, {"no_trick": "count"}).differences == ()


def test_half_a_record_bounds_the_count_in_whole_card_points() -> None:
    answers = {"declarer": "Anna", "contract": "cego", "points": 5}
    (excluded,) = audit(answers, {"tricks": ["SK T21 T1 KH", "KC T2 T3 T4"][:1]}).excluded
    assert (excluded.key, excluded.entered, excluded.least) == ("points", 5, 23)  # 18 in the trick, 5 in ten low cards


def test_the_i_in_an_early_trick_loses_an_ultimo() -> None:
    answers = {"declarer": "Anna", "contract": "ultimo"}
    assert audit(answers, {"tricks": ["T1 T5 T4 T3"]}).counted == {"won": False}
    assert audit(answers, {"talon": "T1 4H"}).counted == {"won": False}
    assert audit(answers, {"tricks": ["T2 T5 T4 T3"]}).counted == {}
    assert audit(answers | {"won": True}, {"tricks": ["T1 T5 T4 T3"]}).kind == "difference"
