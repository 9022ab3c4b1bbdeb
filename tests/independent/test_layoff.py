"""The audit of recorded lay-offs against a program written from the rules alone, with and without the hands."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from scorekeeper.cards.verdict import Verdict
from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house import apply_house
from scorekeeper.night.record import read_record
from tests.independent.layoff import Recorded, forget_hands, random_lay_off

DEALS = 150
HERZELN = GAMES["herzeln"]


def audit(found: Recorded, record: dict[str, Any]) -> Verdict:
    players = tuple(found.players)
    rules = apply_house(HERZELN.presets["piatnik"], found.house)
    return HERZELN.audit(rules, Seating(8, players[-1], players), {}, read_record(HERZELN.cards, players, record))


@pytest.mark.parametrize("seed", range(4))
def test_lay_offs_with_all_hands(seed: int) -> None:
    random, reasons = Random(seed), Counter[str]()
    for _ in range(DEALS):
        found = random_lay_off(random, lies=True)
        verdict = audit(found, found.record)
        reasons.update([reason for _, reason, _ in found.wrong.values()] or [""])
        assert verdict.kind == ("violation" if found.wrong else "clean")
        assert verdict.counted == ({"out": found.order} if found.over else {})
        told = {
            broken.trick - 1: (broken.player, broken.card, broken.reason, set(broken.legal or ()))
            for broken in verdict.violations
        }
        assert told == {
            step: (player, card, reason, legal) for step, ((player, card, _), reason, legal) in found.wrong.items()
        }
    assert set(reasons) == {"", "OUT_OF_TURN", "MUST_PLAY", "NOT_IN_HAND", "DOES_NOT_FIT", "SAY_WHERE"}


@pytest.mark.parametrize("seed", range(4))
def test_lay_offs_without_hands(seed: int) -> None:
    """What is proven is true, and a whole record of legal moves needs no hands to be clean."""
    random, tally = Random(seed), Counter[str]()
    for _ in range(DEALS):
        found = random_lay_off(random)
        verdict = audit(found, forget_hands(random, found.record))
        if found.over:
            assert verdict.counted == {"out": found.order}
        if not found.wrong:
            assert verdict.kind == "clean"
        proven = [broken for broken in verdict.violations if broken.reason != "INCOMPLETE"]
        tally["proven"] += len(proven)
        tally["open"] += len(found.wrong) - len(proven)
        for broken in proven:
            assert broken.trick - 1 in found.wrong, "a false proof"
            (player, card, _), _, legal = found.wrong[broken.trick - 1]
            assert (broken.player, broken.card) == (player, card)
            assert broken.legal is None or set(broken.legal) == legal
    assert tally["proven"] > tally["open"]
