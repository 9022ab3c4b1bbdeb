"""What a pile can count: every sum that some cards make and no other, and nobody but who enters it is asked."""

from dataclasses import replace
from itertools import combinations

import pytest

from scorekeeper.cards.packs import ACE_TEN, TAROCK
from scorekeeper.cards.sums import has, nearest, sums_by_number, unite
from scorekeeper.games.game import Seating
from scorekeeper.games.herzblatt import HERZBLATT
from scorekeeper.games.husarln import HUSARLN
from scorekeeper.games.tarock.possible import Piled, PileFacts, pile_sums
from scorekeeper.night.judging import play
from scorekeeper.phrase import Refused

SEATING = Seating(1, "Clara", ("Anna", "Bernd", "Clara"))


def sums(mine, theirs, besides, laid):
    return pile_sums(Piled(TAROCK, 12, besides, laid), mine, theirs)


def members(sums):
    return {value for value in range(sums.bit_length()) if has(sums, value)}


def test_sums_are_those_of_all_choices_of_cards():
    worths = (11, 11, 10, 4, 3, 2, 2, 0)
    for number, possible in enumerate(sums_by_number(worths)):
        assert members(possible) == {sum(cards) for cards in combinations(worths, number)}


def test_the_nearest_stand_on_both_sides_as_far_as_there_are_any():
    sums = unite([1 << 2, 1 << 7, 1 << 9])
    assert [nearest(sums, value) for value in (0, 2, 5, 8, 9, 11)] == [(2,), (7,), (2, 7), (7, 9), (7,), (9,)]


@pytest.mark.parametrize("exposed", range(7))
def test_without_bonuses_all_cards_may_be_anybodys(exposed):
    everything = unite([sums_by_number(TAROCK.worth)[3 * tricks + exposed] for tricks in range(13)])
    assert sums(PileFacts(), PileFacts(), exposed, 0) == everything


def test_no_honour_is_laid_away():
    """One card laid away and no trick: less than a King; with a trick more than that can be."""
    assert members(sums(PileFacts(), PileFacts(tricks=12), 1, 1)) == {1, 4, 7, 10}
    assert members(sums(PileFacts(), PileFacts(tricks=12), 1, 0)) == {1, 4, 7, 10, 13}


def test_what_a_side_has_the_other_has_not():
    kings = PileFacts(frozenset({"KC", "KS", "KH", "KD"}))
    mine, theirs = members(sums(kings, PileFacts(), 2, 2)), members(sums(PileFacts(), kings, 2, 2))
    assert (min(mine), max(theirs)) == (13 * 4 + 4, sum(TAROCK.worth) - 13 * 4)


def refused(game, preset, answers):
    try:
        play(game, game.presets[preset], SEATING, answers, entered=True)
    except Refused:
        return True
    return False


def test_points_of_herzblatt_that_can_be():
    three = [points for points in range(121) if refused(HERZBLATT, "braun", {"soloist": "Anna", "points": points})]
    assert three == [1, 119]
    assert ACE_TEN.points == 120


@pytest.mark.parametrize(
    ("game", "preset", "answers"),
    [
        (HERZBLATT, "braun", {"soloist": "Anna", "points": 1}),
        (HUSARLN, "beck", {"declarer": "Anna", "contract": "Solo", "points": 66}),
    ],
)
def test_the_judge_of_a_journal_does_not_ask(game, preset, answers):
    assert refused(game, preset, answers)
    assert play(game, game.presets[preset], SEATING, answers).payoff


def test_a_wrong_card_that_ended_the_play_may_leave_any_count():
    rules = HUSARLN.presets["beck"]
    answers = {"declarer": "Anna", "contract": "Z3", "points": 0, "revoke": "Anna"}
    assert play(HUSARLN, replace(rules, revoke="offender_side_loses"), SEATING, answers, entered=True)
