"""The courses that a record may have taken."""

from scorekeeper.audit.worlds import (
    MOST,
    Course,
    add_remembered,
    enumerate_courses,
    find_leader,
    find_rightful,
    infer_cards,
)
from tests.audit.small import PLAY, names, record

SIX = "AC KC QC AS KS QS"
NINE = "AC KC QC AS KS QS AH KH QH"


def winners(courses):
    return {course.winners for course in courses}


def test_a_record_with_all_cards_takes_one_course():
    (course,) = enumerate_courses(record(SIX, "KC AC QC", "AS QS KS"))
    assert course == Course(((0, 1, 2), (1, 2, 0)), (1, 1))


def test_a_forgotten_card_that_may_have_won_divides_the_courses():
    assert winners(enumerate_courses(record(NINE, "KC _ QC", "AS QS KS"))) == {(0, 0), (1, 1)}
    assert winners(enumerate_courses(record(SIX, "AC _ QC", "AS QS KS"))) == {(0, 0)}, "nothing beats the Ace"


def test_a_whole_hand_says_who_can_have_won():
    """Bernd has no club, so he did not win the first trick."""
    assert winners(enumerate_courses(record(NINE, "KC _ QC", hands=("", "AS KS AH", "")))) == {(0,)}


def test_who_is_remembered_to_have_led_won_the_trick_before():
    assert winners(enumerate_courses(record(SIX, "KC _ QC", "AS QS KS", led=(-1, 1)))) == {(1, 1)}
    forgotten = record(NINE, "_ _ _", "_ _ _", "AH KH QH", led=(-1, 2, 1))
    assert winners(enumerate_courses(forgotten)) == {(-1, 1, 1)}, "what went on does not depend on the first"
    assert winners(add_remembered(forgotten, course) for course in enumerate_courses(forgotten)) == {(2, 1, 1)}


def test_of_two_forgotten_tricks_nobody_knows_who_won_the_first():
    (course,) = enumerate_courses(record(NINE, "_ _ _", "_ _ _"))[:1]
    assert course.winners[0] == -1


def test_who_led_out_of_turn_may_be_remembered_wrongly():
    assert {course.seats[1] for course in enumerate_courses(record(SIX, "AC KC QC", "AS QS KS", led=(-1, 2)))} == {
        (0, 1, 2),
        (2, 0, 1),
    }


def test_hands_show_that_somebody_else_led():
    hands = ("AC QS", "KC AS", "QC KS")
    (course,) = enumerate_courses(record(SIX, "AC KC QC", "AS KS QS", hands=hands))
    assert course.seats[1] == (1, 2, 0)


def test_a_trick_that_lacks_a_card_tells_no_seats():
    courses = enumerate_courses(record(NINE, "AC KC", "AS KS QS"))
    assert {course.seats[0] for course in courses} == {()}
    assert winners(courses) == {(0, 0), (1, 1), (2, 2)}


def test_with_too_many_courses_the_rest_is_left_open():
    pack = " ".join(PLAY.deck.pack.cards[:24])
    courses = enumerate_courses(record(pack, *["_ _ 9C"] * 4, *["_ 9S _"] * 4))
    assert 0 < len(courses) <= MOST
    assert len({len(course.winners) for course in courses}) == 1


def test_the_only_card_that_is_left_is_remembered():
    recorded, courses = infer_cards(record(SIX, "KC _ QC", "AS QS KS"))
    assert names(recorded.tricks[0][1]) == "AC"
    assert winners(courses) == {(1, 1)}
    assert infer_cards(record(SIX, "KC _ _", "AS QS KS"))[0].tricks[0] == record(SIX, "KC _ _").tricks[0]


def test_who_leads_is_who_did_or_who_won():
    recorded = record(SIX, "KC AC QC", led=(-1, 2))
    (course,) = enumerate_courses(record(SIX, "KC AC QC"))
    assert (find_rightful(recorded, course, 1), find_leader(recorded, course, 1)) == (1, 2)
    assert (find_rightful(recorded, course, 0), find_leader(recorded, course, 0)) == (0, 0)
