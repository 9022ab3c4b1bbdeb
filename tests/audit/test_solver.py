"""The search for whole deals that fit a record, and what it counts."""

from scorekeeper.audit.solver import Budget, Completion, Target
from scorekeeper.audit.worlds import enumerate_courses

from .small import names, record

PACK = "7C 8C 9C 7S 8S 9S 7H 8H 9H"


def test_a_deal_that_cannot_be_counts_as_tried_but_is_not_laid_out() -> None:
    found = record(PACK, "7C 8C 7H", hands=("7C 9C", "", ""))
    budget = Budget(10)
    completion = Completion(found, *enumerate_courses(found), budget)
    assert completion.find(Target(0, 2))
    assert budget.left == 9  # for a deal without regard to the card
    assert completion.find(Target(0, 2), lawful=False) is None, "the first player has the last club"
    assert budget.left == 8
    assert not list(completion._with_target(Target(0, 2), False, type(found.play.empty).forbids))


def test_a_better_card_lies_where_its_player_may_have_it() -> None:
    found = record(PACK, "7C 8C 7H", hands=("7C", "", ""))
    completion = Completion(found, *enumerate_courses(found), Budget(10))
    filled = completion.find(Target(0, 2), lawful=False)
    assert filled
    later, _ = completion.find_later(2, 0)
    assert "9C" in [names(filled[place]) for place in later]


def test_courses_of_a_record_share_the_ways_to_play_a_trick() -> None:
    found = record(PACK, "_ 8C 7H", "_ _ _")
    one, other = [Completion(found, course, Budget(10)) for course in enumerate_courses(found)[:2]]
    assert one.course != other.course
    assert one.options(0, 2, -1) is other.options(0, 2, -1)
