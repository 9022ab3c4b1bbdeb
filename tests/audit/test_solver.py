"""Complete deals that fit a record."""

import pytest

from scorekeeper.audit.solver import Bound, Budget, Completion, Target
from scorekeeper.audit.worlds import follow
from tests.audit.small import DECK, names, record

SIX = "AC KC QC AS KS QS"


def completions(recorded, budget=None):
    return [Completion(recorded, course, budget or Budget(400)) for course in follow(recorded)]


def test_a_filling_gives_every_place_a_card_of_its_own():
    (completion, *_) = completions(record(SIX, "AC _ _", "AS KS _"))
    filled = completion.find()
    assert sorted(names(card) for card in filled.values()) == ["KC", "QC", "QS"]
    assert len(set(filled.values())) == len(filled)


def test_cards_that_were_not_played_lie_in_the_hands():
    (completion,) = completions(record(SIX, "AC KC QC", hands=("AS", "", "QS")))
    filled = completion.find()
    by_seat = {completion.spots[place][0]: names(card) for place, card in filled.items()}
    assert by_seat == {0: "AS", 1: "KS", 2: "QS"}


def test_no_deal_fits_where_two_places_need_one_card():
    """Anna and Bernd have forgotten spades only, of which one is left."""
    (completion, *_) = completions(record("AC KC QC AS", "AC KC", hands=("AC", "KC")))
    completion.domains = {0: DECK.card["AS"], 1: DECK.card["AS"]}
    assert completion.fill(completion.domains) is None


def test_the_one_who_won_plays_the_winning_card():
    """If Bernd won the first trick, his card was the Ace."""
    recorded = record(SIX, "KC _ _", "AS QS KS")
    by_bernd = next(one for one in completions(recorded) if one.course.winners[0] == 1)
    filled = by_bernd.find()
    assert names(filled[by_bernd.place_of[Target(0, 1)]]) == "AC"


def test_a_target_is_lawful_in_some_deals_and_not_in_others():
    """Clara threw a spade to clubs: wrong if the club that nobody saw was hers."""
    recorded = record("AC KC QC AS KS QS AH KH QH", "AC KC KS", "AS QS _")
    target = Target(0, 2)
    (completion,) = completions(recorded)
    for lawful in (True, False):
        filled = completion.find(target, lawful=lawful)
        assert completion.is_lawful(filled, target) is lawful


def test_a_target_that_is_always_wrong_has_no_lawful_deal():
    recorded = record(SIX, "AC KC KS", "AS QS QC")
    (completion,) = completions(recorded)
    assert completion.find(Target(0, 2)) is None
    assert completion.find(Target(0, 2), lawful=False) is not None


def test_a_forgotten_target_is_tried_with_each_card_it_may_be():
    """Clara still had the Queen of clubs, and what she played was no other club."""
    (completion,) = completions(record(SIX, "AC KC _", "AS QS QC"))
    assert completion.find(Target(0, 2)) is None
    (completion, *_) = completions(record(SIX, "AC _ _", "AS QS KS"))
    assert completion.find(Target(0, 2)) is not None


def test_a_search_ends_where_its_budget_does():
    recorded = record("AC KC QC AS KS QS AH KH QH", "AC KC KS", "AS QS _")
    with pytest.raises(Bound):
        completions(recorded, Budget(0))
    (completion,) = completions(recorded, Budget(2))
    with pytest.raises(Bound):
        [completion.find(Target(0, 2)) for _ in range(2)]
