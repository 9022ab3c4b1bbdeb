"""How many pay in a Trischaken is an answer of its own, beside the way of an author (KR-50)."""

from itertools import product

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.house_rules import apply_house, switches
from scorekeeper.games.koenigrufen.scoring import KoenigrufenDeal

GAME = GAMES["koenigrufen"]
PLAYERS = ("Anna", "Bernd", "Clara", "David")
POTS = ("ooe", "sauwald", "wien")
COUNTS = [(50, 90, 40, 30), (90, 50, 40, 30), (110, 40, 35, 25), (40, 110, 60, 0), (70, 70, 70, 0), (0, 106, 104, 0)]
COUNTS += [(80, 80, 50, 0), (75, 75, 30, 30), (40, 60, 60, 50), (210, 0, 0, 0), (0, 105, 105, 0), (50, 60, 50, 50)]


def pay(rules, counts):
    contract = rules.contract_of["trischaken"]
    deal = KoenigrufenDeal(
        PLAYERS[0], PLAYERS[1:], contract, counts=tuple(zip(PLAYERS, counts, strict=True)), forehand="Anna"
    )
    totals = GAME.score(rules, deal).totals(PLAYERS)
    return [totals[player] for player in PLAYERS]


@pytest.mark.parametrize(("scheme", "counts"), list(product((*POTS, "tirol", "ruediger"), COUNTS)))
def test_as_many_pay_as_usual_unless_the_table_says_otherwise(scheme, counts):
    rules = apply_house(GAME.presets["wien"], {"trischaken": scheme})
    usual, other = ("one", "two") if scheme in POTS else ("two", "one")
    assert pay(rules, counts) == pay(apply_house(rules, {"trischaken_payers": usual}), counts)
    found = pay(apply_house(rules, {"trischaken_payers": other}), counts)
    assert sum(found) == 0
    most = max(counts)
    if other == "one":  # only who has the most pays
        assert all(counts[place] == most for place, points in enumerate(found) if points < 0)


def test_what_a_table_says_of_ties_and_virgins_matters_where_one_pays():
    def told(preset, **house):
        rules = apply_house(GAME.presets[preset], house)
        return {one.name for one in switches(rules) if one.is_relevant(rules)} & {"trischaken_tied", "virgins"}

    assert told("wien") == {"trischaken_tied", "virgins"}
    assert told("wien", trischaken_payers="two") == told("ruediger") == set()
    assert told("ruediger", trischaken_payers="one") == {"trischaken_tied", "virgins"}
    assert told("sauwald") == {"trischaken_tied"}
