"""Hungarian Tarokk: what recorded cards show of the call, the bonuses and the count, and of what was played wrongly."""

from functools import partial
from typing import Any

import pytest

from scorekeeper.games.paskievics import PASKIEVICS
from scorekeeper.night.pricing import play
from tests.games.recorded import PLAYERS, SEATING, Recorded, found

RECORDED = Recorded(PASKIEVICS)
audit, again = partial(RECORDED.audit, "pagat"), RECORDED.again
BY_ID = RECORDED.rows


@pytest.mark.parametrize("row", BY_ID.values(), ids=BY_ID)
def test_a_recorded_deal_counts_and_pays_as_it_was_entered(row: dict[str, Any]) -> None:
    without = {key: value for key, value in row["play"].items() if key != "hands"}
    for record in (row["play"], without):
        verdict = audit(row["answers"], record)
        assert (verdict.kind, verdict.differences) == ("clean", ())
    result = play(PASKIEVICS, PASKIEVICS.presets["pagat"], SEATING, row["answers"], entered=True)
    assert [result.payoff[player] for player in PLAYERS] == row["score"]


@pytest.mark.parametrize(
    ("called", "house", "broken"),
    [
        ("T19", {}, [(0, "David", "T19", "OWN_KING_CALLED", "HT-17")]),
        ("T20", {}, []),
        ("T15", {}, [(0, "David", "T15", "LOWER_CALLED", "HT-16"), (0, "David", "T15", "OWN_KING_CALLED", "HT-17")]),
    ],
)
def test_of_the_own_tarocks_only_the_xx_is_called(called: str, house: dict[str, object], broken: list[Any]) -> None:
    nothing = dict.fromkeys(("partner", "points", "tricks", "bonuses"))
    assert sorted(found(again("D-HT-1", house, called=called, **nothing))) == broken


@pytest.mark.parametrize(
    ("house", "broken"),
    [({}, []), ({"invitations": "none"}, [(0, "Anna", "T19", "LOWER_CALLED", "HT-16")])],
)
def test_the_xix_is_called_without_the_xx_by_an_invitation(house: dict[str, object], broken: list[Any]) -> None:
    nothing = dict.fromkeys(("partner", "points", "tricks", "bonuses"))
    assert found(again("D-HT-4", house, called="T19", **nothing)) == broken


def test_no_invitation_is_for_a_tarock_below_the_xviii() -> None:
    verdict = audit({"declarer": "Anna", "contract": "egy", "called": "T17"}, {"tricks": ["T5 T17 T20 T6"]})
    assert found(verdict) == [(0, "Anna", "T17", "LOWER_CALLED", "HT-16")]


def test_an_announced_pagát_is_kept() -> None:
    announced = [{"player": "Anna", "bonus": "pagat", "announced": True}]
    answers = {"declarer": "Anna", "contract": "egy", "called": "T20", "bonuses": announced}
    verdict = audit(answers, {"hands": {"Anna": "T1 T2 KC QC VC KS QS VS KH"}, "tricks": ["T1 T3 T4 T5"]})
    assert found(verdict) == [(1, "Anna", "T1", "ANNOUNCED_CARD_EARLY", "HT-43")]
    forced = audit(answers, {"hands": {"Anna": "T1 CC KC QC VC KS QS VS KH"}, "leader": "David", "tricks": []})
    assert found(forced) == []


@pytest.mark.parametrize(("pile", "player"), [("talon", ""), ("discard", "Anna")])
def test_no_king_and_no_honour_is_laid_away(pile: str, player: str) -> None:
    verdict = audit({"declarer": "Anna", "contract": "harom", "called": "T20"}, {pile: "KC T2 T3"})
    assert found(verdict) == [(0, player, "KC", "HONOUR_DISCARDED", "HT-15")]


def test_what_the_partner_laid_away_counts_for_the_other_side() -> None:
    row = BY_ID["D-HT-1"]
    theirs = audit(row["answers"], row["play"])
    assert theirs.counted == {key: row["answers"][key] for key in theirs.counted or ()}
    assert again("D-HT-1", points=80).kind == "difference"


def test_a_called_tarock_that_was_laid_away_leaves_the_declarer_alone() -> None:
    record = {"talon": "T20 T2 T3", "tricks": []}
    answers = {"declarer": "Anna", "contract": "harom", "called": "T20"}
    verdict = audit({**answers, "partner": "Bernd", "points": 50}, record)
    assert verdict.excluded or verdict.differences
    assert audit({**answers, "alone": True, "points": 50}, record).kind == "incomplete"


def test_an_omitted_trick_among_recorded_ones_is_searched_no_further() -> None:
    tricks = ["T21 T11 SK T15", "T17 T6 T7 T12", "QS 10S KS VH", "T14 T1 T20 T5", "T4 T2 CS AH", ""]
    tricks += ["KC CC QC QH", "CH VC T18 VS", "KD KH T13 10C"]
    record = {"talon": "T8 T3 T9 AD", "discard": "_ T10", "hands": {"Anna": "KD T16 KS _ CS T21 _ _ _"}}
    verdict = audit({"declarer": "Anna", "contract": "ketto", "called": "T20"}, {**record, "tricks": tricks})
    assert (3, "Bernd", "VH", "MUST_FOLLOW", "HT-41") in found(verdict)
