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
        reasons[found.reason] += 1
        if not found.reason:
            assert (verdict.kind, verdict.counted) == ("clean", {"out": found.order})
            continue
        (broken,) = verdict.violations
        player, card = found.record["layoff"][found.step].split()[:2]
        assert (broken.trick, broken.player, broken.card) == (found.step + 1, player, card.replace("pass", ""))
        assert broken.reason == found.reason
        assert set(broken.legal or ()) == found.legal
        assert verdict.counted == {}
    assert set(reasons) == {"", "OUT_OF_TURN", "MUST_PLAY", "NOT_IN_HAND", "DOES_NOT_FIT", "SAY_WHERE"}


@pytest.mark.parametrize("seed", range(4))
def test_lay_offs_without_hands(seed: int) -> None:
    """What is proven is true, and a whole record of legal moves needs no hands to be clean."""
    random, tally = Random(seed), Counter[str]()
    for _ in range(DEALS):
        found = random_lay_off(random)
        verdict = audit(found, forget_hands(random, found.record))
        if not found.reason:
            assert (verdict.kind, verdict.counted) == ("clean", {"out": found.order})
            continue
        (broken,) = verdict.violations
        tally["open" if broken.reason == "INCOMPLETE" else "proven"] += 1
        if broken.reason == "INCOMPLETE":
            assert verdict.kind == "incomplete"
        else:
            player, card = found.record["layoff"][found.step].split()[:2]
            place = (found.step + 1, player, card.replace("pass", ""))
            assert (broken.trick, broken.player, broken.card) == place, "a false proof"
            assert broken.legal is None or set(broken.legal) == found.legal
    assert tally["proven"] > tally["open"]
