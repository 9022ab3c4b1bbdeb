"""The audit of a tour of Quodlibet: it accuses nobody who played by the rules, and counts as the table does."""

from collections import Counter
from random import Random

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Seating
from scorekeeper.games.house_rules import apply_house
from scorekeeper.night.record import read_play
from tests.chosen import noted
from tests.independent.auditing import audit, check_forgotten, check_whole
from tests.independent.play import forget, play_deal, random_quodlibet
from tests.independent.quodlibet import TOURS, complete, random_start

GAME = GAMES["quodlibet"]
MANY = [120, pytest.param(2000, marks=pytest.mark.at_length)]


@pytest.mark.parametrize("deals", MANY)
def test_legal_deals_are_clean_and_counted_as_the_cards_fell(deals):
    seen = Counter()
    for seed in range(deals):
        deal = random_quodlibet(Random(seed), 0)
        with noted(seed=seed, tour=deal.answers["tour"]):
            check_whole(deal, deal.play)
            check_whole(deal, {"tricks": deal.play["tricks"]})
        seen[deal.answers["tour"]] += 1
    assert seen.keys() == {*TOURS} - {"quadrature", "snack"}


@pytest.mark.parametrize("deals", MANY)
def test_wrong_cards_are_found_and_half_a_record_accuses_nobody_wrongly(deals):
    tally = Counter()
    for seed in range(deals):
        deal = random_quodlibet(Random(seed), 0.1)
        with noted(seed=seed, tour=deal.answers["tour"]):
            check_whole(deal, deal.play)
            check_forgotten(deal, forget(Random(seed), deal), tally)
    assert tally["broken proven"] > 20
    assert tally["legal cleared"] > tally["legal open"]


def test_who_does_not_see_the_own_cards_need_not_follow_suit():
    """QU-18: by Frundsberg; where the table says otherwise it is a wrong card."""
    deal, hands = next(
        found for found in map(random_start, map(Random, range(200))) if found[0].answers["tour"] == "blind"
    )
    deal.house = {"blind_play": "free"}
    play_deal(Random(3), deal, hands, 1)
    complete(deal)
    assert audit(deal, deal.play).kind == "clean"
    deal.house = {"blind_play": "follow"}
    assert {found.reason for found in audit(deal, deal.play).violations} == {"MUST_FOLLOW"}


def test_an_empty_trick_in_the_middle_leaves_the_rest_to_be_judged():
    """Nobody can be named the leader of such a trick, however long it is searched."""
    hands = {"Anna": "9H KS JC AS 7C AC JS 8H", "David": "7D QD QC 10H 10D 10C 9C 10S"}
    tricks = [
        "7D KS 9D KD",
        "_ 10D 9H AD",
        "QS 7S 10S JS",
        "KH JH 10H _",
        "8S 9S 9C AS",
        "_ 7H 8C QC",
        "",
        "8D QD JC QH",
    ]
    players = ("Anna", "Bernd", "Clara", "David")
    record = read_play(GAME, players, {"hands": hands, "tricks": tricks, "led": {"1": "David"}})
    verdict = GAME.auditor.audit(GAME.author, Seating(1, "David", players), {"tour": "hunt"}, record)
    assert (verdict.kind, verdict.violations) == ("incomplete", ())


@pytest.mark.parametrize("tour", ["quadrature", "snack"])
def test_no_cards_are_recorded_where_they_are_laid_down_one_by_one(tour):
    players = ("p1", "p2", "p3", "p4")
    answers = {"tour": tour, "out": list(players), "left": {"p4": 2}}
    assert GAME.auditor.find_recording(GAME.author, Seating(1, "p4", players), answers) is None


@pytest.mark.parametrize(("lead", "leader"), [("dealer", "p4"), ("forehand", "p1")])
def test_the_first_lead_is_the_dealers_or_forehands(lead, leader):
    players = ("p1", "p2", "p3", "p4")
    rules = apply_house(GAME.author, {"first_lead": lead})
    record = read_play(GAME, players, {"tricks": ["AH KH QH JH"]})
    verdict = GAME.auditor.audit(rules, Seating(1, "p4", players), {"tour": "minus"}, record)
    assert verdict.winners[0] == leader


def test_every_entry_that_cards_allow_is_accepted():
    """Nothing that was really dealt is refused as impossible."""
    for seed in range(300):
        deal = random_quodlibet(Random(seed), 0.05)
        players = tuple(deal.players)
        if {"lowest"} <= deal.answers.keys() or deal.answers["tour"] != "bribe":
            seating = Seating(1, players[-1], players)
            read = GAME.read(GAME.author, seating, deal.answers)
            GAME.check(GAME.author, seating, read, GAME.deal(GAME.author, seating, read))
