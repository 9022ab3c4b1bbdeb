"""Zwanzigerrufen: what recorded cards show of the call, the bonuses and the count, and of what was played wrongly."""

from functools import partial
from typing import Any

import pytest

from scorekeeper.games.zwanzigerrufen import ZWANZIGERRUFEN
from scorekeeper.night.pricing import play
from scorekeeper.phrase import PLAIN, render
from tests.games.recorded import PLAYERS, SEATING, Recorded, found

RECORDED = Recorded(ZWANZIGERRUFEN)
audit, again = partial(RECORDED.audit, "freeboardgames"), RECORDED.again
BY_ID = RECORDED.rows


@pytest.mark.parametrize("row", BY_ID.values(), ids=BY_ID)
def test_a_recorded_deal_counts_and_pays_as_it_was_entered(row: dict[str, Any]) -> None:
    without = {key: value for key, value in row["play"].items() if key != "hands"}
    for record in (row["play"], without):
        verdict = audit(row["answers"], record)
        assert (verdict.kind, verdict.differences) == ("clean", ())
        results = ("points", "tricks", "partner", "bonuses")
        called = {key: value for key, value in row["answers"].items() if key not in results}
        counted = audit(called, record).counted
        assert counted == {key: row["answers"][key] for key in results if key in counted}
        assert {"points", "tricks"} <= counted.keys()
    result = play(ZWANZIGERRUFEN, ZWANZIGERRUFEN.presets["freeboardgames"], SEATING, row["answers"], entered=True)
    assert [result.payoff[player] for player in PLAYERS] == row["score"]


@pytest.mark.parametrize(
    ("called", "broken"),
    [
        ("T19", []),
        ("T18", [(0, "Anna", "T18", "LOWER_CALLED", "ZR-12")]),
        ("T20", [(0, "Anna", "T20", "OWN_KING_CALLED", "ZR-12")]),
    ],
)
def test_the_highest_tarock_that_the_declarer_lacks_is_called(called: str, broken: list[Any]) -> None:
    assert found(again("D-ZR-1", called=called, partner=None, points=None, tricks=None)) == broken


def test_no_partner_is_asked_where_the_declarer_held_the_called_card() -> None:
    tricks = (
        *("T10 T12 QD T11", "T7 T15 T5 T6", "10S T16 QS VS", "AD T9 CD KD", "T4 T13 10C T17"),
        *("KC CC SK T18", "T8 T1 T21 VC", "VH AH CH QH", "KS T19 T20 QC", "T14 VD CS KH"),
    )
    entered = {"declarer": "Anna", "contract": "normal", "called": "T20", "partner": "David", "points": 36, "tricks": 5}
    verdict = audit(entered, {"tricks": list(tricks)})
    [partner] = [difference for difference in verdict.differences if difference.key == "partner"]
    assert (partner.entered, partner.counted) == ("David", None)
    assert "alone" not in verdict.counted


def test_one_trick_proves_that_a_higher_tarock_was_held_by_another() -> None:
    answers = {"declarer": "Anna", "contract": "normal", "called": "T18"}
    verdict = audit(answers, {"tricks": ["T5 T19 T20 T6"]})
    assert found(verdict) == [(0, "Anna", "T18", "LOWER_CALLED", "ZR-12")]
    assert render(verdict.violations[0].text, PLAIN)


def test_a_farbensolo_wants_five_suit_cards() -> None:
    hands = {"Anna": "T13 T18 VS QH VD T21 CD T6 T5 T4"}
    verdict = audit({"declarer": "Anna", "contract": "farbensolo"}, {"hands": hands})
    assert found(verdict) == [(0, "Anna", "", "TOO_FEW_SUIT_CARDS", "ZR-14")]


def test_the_trull_in_one_hand_may_still_be_claimed() -> None:
    verdict = again("D-ZR-3", bonuses=None)
    assert [(one.player, render(one.what, PLAIN), one.rule) for one in verdict.unclaimed] == [
        ("David", "Trull", "ZR-37")
    ]


def test_the_i_takes_sküs_and_xxi_where_the_table_has_it_so() -> None:
    row = BY_ID["D-ZR-4"]
    verdict = audit({"declarer": "Anna", "contract": "normal", "called": "T19"}, {"tricks": row["play"]["tricks"][:4]})
    assert verdict.winners[3] == "David"
    none = audit(
        {"declarer": "Anna", "contract": "normal", "called": "T19"},
        {"tricks": row["play"]["tricks"][:4]},
        {"emperor": "none"},
    )
    assert none.winners[3] == "Bernd"


def test_what_an_announced_absolut_wants_is_what_the_game_wants() -> None:
    announced = {"player": "Anna", "bonus": "absolut", "announced": True, "made": False}
    told = {"points": None, "tricks": None, "bonuses": [announced]}
    assert again("D-ZR-4", **told, won=False).kind == "clean"
    assert again("D-ZR-4", **told, won=True).kind == "difference"
    assert again("D-ZR-4", {"absolut": "beside"}, **told, won=True).kind == "clean"
