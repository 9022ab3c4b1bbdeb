"""What may be laid away: the rows of vectors/discard.toml, and house rules."""

import tomllib
from pathlib import Path

import pytest

from scorekeeper.games.herzblatt.audit import may_discard
from scorekeeper.games.herzblatt.rules import BRAUN
from scorekeeper.games.house_rules import apply_house
from scorekeeper.games.tarock.discard import DiscardRule, WrongDiscard, wrong_discard

ROWS = tomllib.loads((Path(__file__).parents[1] / "vectors" / "discard.toml").read_text("utf-8"))


@pytest.mark.parametrize("row", ROWS["discard"], ids=lambda row: row["id"])
def test_a_discard_is_judged_as_the_worked_example_says(row):
    hand = row["hand"].split()
    wrong = wrong_discard(
        hand, row["cards"].split(), DiscardRule(row.get("number", len(hand) - 12), **row.get("laying", {}))
    )
    assert (wrong.reason if wrong else "") == row["reason"]


def test_what_the_soloist_may_lay_away():
    assert may_discard(BRAUN, "AH", "H")
    rules = apply_house(BRAUN, {"discard": "no_trumps"})
    assert [may_discard(rules, card, "H") for card in ("AH", "AC")] == [False, True]
    rules = apply_house(BRAUN, {"discard": "no_aces_tens"})
    assert [may_discard(rules, card, "H") for card in ("AC", "10C", "KC")] == [False, False, True]


def test_too_few_and_too_many_cards():
    hand = ["T1", "T5", "T9", "T14", "T21", "KH", "QH", "VH", "KS", "10S", "AD", "T2", "T3", "T4"]
    for cards in (["QH"], ["QH", "VH", "AD"]):
        assert wrong_discard(hand, cards, DiscardRule(2)) == WrongDiscard("", "WRONG_LENGTH")
    assert wrong_discard(hand, ["QH", "KH"], DiscardRule(2)) == WrongDiscard("KH", "HONOUR_DISCARDED")
