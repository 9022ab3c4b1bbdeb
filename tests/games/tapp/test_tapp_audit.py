"""Tapp Tarock: what recorded cards show of the talon, of hands, of last tricks and of what was laid away."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.audit.verdict import Verdict
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.tapp import TAPP
from scorekeeper.night.record import read_play
from scorekeeper.nightfile.audit import audit_slot, find_offender, lose_by
from scorekeeper.nightfile.night_reader import read_night
from scorekeeper.phrase import PLAIN, Refused, render

ROWS = tomllib.loads((Path(__file__).parents[2] / "vectors" / "deals.toml").read_text("utf-8"))["records"]
BY_ID = {row["id"]: row for row in ROWS if row.get("game") == "tapp"}
PLAYERS = ("Anna", "Bernd", "Clara")


def audit(
    row: dict[str, Any], answers: dict[str, Any], house: dict[str, object] | None = None, rules: str = "", **play: Any
) -> Verdict:
    raw = {key: value for key, value in (row["play"] | play).items() if value is not None}
    preset = apply_house(TAPP.presets[rules or row["rules"]], house or {})
    assert TAPP.auditor
    record = read_play(TAPP, PLAYERS, raw)
    return TAPP.auditor.audit(preset, Seating(1, "Clara", PLAYERS), row["answers"] | answers, record)


def row_of(player: str, bonus: str, **more: Any) -> dict[str, Any]:
    return {"player": player, "bonus": bonus, **more}


@pytest.mark.parametrize("name", ["D-TT-3", "D-TT-4"])
def test_a_deal_with_heads_is_clean_as_it_was_written(name: str) -> None:
    row = BY_ID[name]
    points = {"points": row["counted"]["points"]}
    assert audit(row, points | {"bonuses": [row_of("Anna", "heads")]}).kind == "clean"
    (difference,) = audit(row, points | {"bonuses": [row_of("Bernd", "heads")]}).differences
    assert (difference.key, difference.counted) == ("bonuses", [])
    (unclaimed,) = audit(row, points).unclaimed
    assert (unclaimed.player, render(unclaimed.what, PLAIN), unclaimed.rule) == ("Anna", "Heads", "TT-37")


def test_the_audit_says_that_no_card_shows_a_bonus_of_the_table() -> None:
    row, house = BY_ID["D-TT-3"], {"bonuses": {"own1": {"name": "Zwickl", "value": [1, 3]}}}
    points, heads = {"points": row["counted"]["points"]}, row_of("Anna", "heads")
    for claim in row_of("Clara", "own1"), row_of("Anna", "own1", announced=True, made=False):
        verdict = audit(row, points | {"bonuses": [heads, claim]}, house)
        assert (verdict.kind, verdict.differences) == ("clean", ())
        assert [render(one, PLAIN) for one in verdict.unjudged] == [f"Zwickl by {claim['player']}"]
        (difference,) = audit(row, points | {"bonuses": [row_of("Bernd", "heads"), claim]}, house).differences
        assert difference.key == "bonuses", "the Heads are still judged"
    assert audit(row, points | {"bonuses": [heads]}, house).unjudged == ()


def test_a_hand_counts_with_the_talon_or_as_it_was_dealt() -> None:
    """Clara has XXI and Sküs in hand; in the second record the XXI came from the talon."""
    row = BY_ID["D-TT-2"]
    claim = {"points": 44, "bonuses": [row_of("Clara", "heads")]}
    taken = {"talon": row["play"]["talon"].replace("T20", "T21"), "hands": {"Clara": row["play"]["hands"]["Clara"]}}

    def judged(when: str, **play: Any) -> str:
        return audit(row, claim, {"hand_bonuses": "yes", "hand_bonus": when}, **play).kind

    assert [judged(when) for when in ("after_talon", "as_dealt")] == ["clean", "clean"]
    assert [judged(when, **taken) for when in ("after_talon", "as_dealt")] == ["clean", "difference"]


@pytest.mark.parametrize("half", [1, 2, None])
def test_which_half_was_taken_is_said_or_seen(half: int | None) -> None:
    row = BY_ID["D-TT-1"]
    verdict = audit(row, {"points": 34}, half=half)
    assert (verdict.kind == "clean") == (half != 1)
    assert audit(row, {"points": 34}, half=half, hands=None, tricks=None).kind != "clean"


@pytest.mark.parametrize(
    ("contract", "play", "wrong"),
    [
        ("oberer", {"half": 1}, True),
        ("unterer", {"half": 1}, False),
        ("unterer", {"half": 2, "hands": None, "tricks": None}, True),
        ("dreier", {"half": 1}, False),
        # The first half has a card in the hand of who must have taken it, or among the tricks.
        ("oberer", {"half": None}, True),
        ("oberer", {"half": None, "hands": None}, True),
        ("oberer", {"half": None, "hands": None, "tricks": None, "discard": None}, False),
    ],
)
def test_the_half_of_the_talon_that_a_contract_does_not_take(contract: str, play: dict[str, Any], wrong: bool) -> None:
    verdict = audit(BY_ID["D-TT-2"], {"contract": contract}, **play)
    found = [(one.player, one.rule) for one in verdict.violations if one.reason == "WRONG_HALF"]
    assert found == ([("Clara", "TT-20")] if wrong else [])
    assert not audit(BY_ID["D-TT-2"], {"contract": contract}, {"halves": "free"}, **play).violations


@pytest.mark.parametrize(
    ("rules", "discard", "reason"),
    [
        ("mayr", "QH 3D T4", "TAROCK_NOT_FORCED"),
        ("kruepl", "QH 3D T4", "TAROCK_NOT_FORCED"),
        ("mayr", "QH 3D KC", "HONOUR_DISCARDED"),
        ("mayr", "QH 3D", "WRONG_LENGTH"),
        ("mayr", "QH 3D 10S 7C", "WRONG_LENGTH"),
    ],
)
def test_what_was_laid_away_is_judged_with_the_hand(rules: str, discard: str, reason: str) -> None:
    row = BY_ID["D-TT-1"]
    hand = row["play"]["hands"]["Clara"].replace(" T4", " 2S")
    hand = row["play"]["hands"]["Clara"].replace(" T4", " 10S") if "10S" not in discard else hand.replace("2S", "9S")
    verdict = audit(row, {}, rules=rules, discard=discard, hands={"Clara": hand}, tricks=None)
    assert [one.reason for one in verdict.violations] == [reason]
    assert [one.rule for one in verdict.violations] == ["TT-21" if reason == "WRONG_LENGTH" else "TT-22"]


def test_what_a_wrong_card_costs_the_table_agrees_on() -> None:
    row = BY_ID["D-TT-1"]
    change = row["change"][0]
    deal = row["answers"] | {"points": 34, "play": row["play"] | {"tricks": change["tricks"]}}
    document = read_night({"game": "tapp", "rules": "mayr", "players": list(PLAYERS), "deals": [deal]})
    (slot,) = document.slots
    offender = find_offender(document.night, 1, audit_slot(document, slot))
    assert offender == document.night.players[PLAYERS.index(change["player"])]
    with pytest.raises(Refused, match="what a wrong card costs"):
        lose_by(document.night, slot.seating, slot.act.answers, offender)
