"""One course of a record, judged card by card."""

from collections import Counter

import pytest

from scorekeeper.audit.findings import find_breaches
from scorekeeper.audit.legality import Judge, PartialHand
from scorekeeper.audit.worlds import enumerate_courses
from tests.audit.small import DECK, names, record

SIX = "AC KC QC AS KS QS"
CLUBS = DECK.set_of(["AC", "KC", "QC"])
SPADES = DECK.set_of(["AS", "KS"])


def judge(recorded):
    return Judge(recorded, enumerate_courses(recorded)[0])


def find_all(judge):
    """Return the findings about all cards that were not surely legal, in order."""
    places = [(trick, place) for trick, cards in enumerate(judge.recorded.tricks) for place in range(len(cards))]
    return [found for trick, place in places if (found := judge.find(trick, place))]


@pytest.mark.parametrize(
    ("held", "must", "may"),
    [
        (PartialHand(CLUBS, 0, 0), True, True),
        (PartialHand(0, CLUBS, 1), True, True),
        (PartialHand(0, CLUBS | SPADES, 1), False, True),
        (PartialHand(0, CLUBS | SPADES, 3), True, True),
        (PartialHand(0, SPADES, 2), False, False),
        (PartialHand(SPADES, CLUBS, 0), False, False),
    ],
)
def test_a_hand_must_or_may_have_a_club(held, must, may):
    """By what is certain, and by counting: of five cards, two of them spades, three are not all spades."""
    assert (held.must_have(CLUBS), held.may_have(CLUBS)) == (must, may)


def test_a_hand_is_known_where_so_many_are_left_as_it_has():
    assert PartialHand(CLUBS, SPADES, 2).known == CLUBS | SPADES
    assert PartialHand(CLUBS, SPADES, 1).known is None
    assert PartialHand(CLUBS, SPADES, 0).known == CLUBS
    assert PartialHand(0, SPADES, 2).having(DECK.card["KS"]) == PartialHand(DECK.card["KS"], DECK.card["AS"], 1)


def test_a_breach_is_shown_by_the_card_that_was_kept_back():
    (found,) = find_all(judge(record(SIX, "AC KC KS", "AS QS QC")))
    assert (found.seat, found.reason, found.seen) == (2, "MUST_FOLLOW", (1, DECK.card["QC"]))
    assert names(found.legal) == "QC"


def test_of_a_known_hand_all_legal_cards_are_told():
    (found,) = find_all(judge(record(SIX, "AC KS", hands=("", "KC KS", ""))))
    assert (found.reason, names(found.legal), found.seen) == ("MUST_FOLLOW", "KC", None)


@pytest.mark.parametrize("tricks", [("KC _ _", "AS _ QS", "AH KH _"), ("KC _ QC", "_ _ _", "_ _ _")])
def test_a_finding_of_another_course_holds_only_where_all_is_the_same(tricks):
    """Who won the first trick decides who plays the other cards, and so which of them are in doubt."""
    recorded = record("AC KC QC AS KS QS AH KH QH", *tricks)
    found = {}
    courses = enumerate_courses(recorded)
    judged = [find_all(Judge(recorded, course, found)) for course in courses]
    assert judged == [find_all(Judge(recorded, course)) for course in courses]
    assert judged[0] not in judged[1:]


def test_a_card_is_judged_once_for_all_courses_with_the_same_hand():
    recorded = record("AC KC QC AS KS QS AH KH QH", "KC _ QC", "_ _ _", "_ _ _")
    found = {}
    courses = enumerate_courses(recorded)
    assert sum(len(find_all(Judge(recorded, course, found))) for course in courses) > len(found)


def test_no_other_course_is_asked_about_a_card_in_doubt(monkeypatch):
    recorded = record("AC KC QC AS KS QS AH KH QH", "KC _ QC", "AS _ _", "_ _ _")
    asked = Counter()
    find = Judge.find

    def count(judge, trick, place):
        asked[trick, place] += 1
        return find(judge, trick, place)

    monkeypatch.setattr(Judge, "find", count)
    undecided = {found[:2] for found in find_breaches(recorded).undecided}
    assert undecided == {place for place, times in asked.items() if times == 1}
    assert set(asked.values()) == {1, len(enumerate_courses(recorded))}


@pytest.mark.parametrize(
    ("tricks", "hands", "reason"),
    [
        (("AC KC QC", "AC"), ("", "", ""), "CARD_TWICE"),
        (("AC 9H",), ("", "", ""), "NOT_IN_PACK"),
        (("AC KC",), ("", "AS KS", ""), "NOT_IN_HAND"),
        (("AC KC",), ("KC", "", ""), "NOT_IN_HAND"),
        (("AC KC QC AS",), ("", "", ""), "WRONG_LENGTH"),
    ],
)
def test_a_misplaced_card_is_told_with_its_reason(tricks, hands, reason):
    assert {found.reason for found in judge(record(SIX, *tricks, hands=hands)).wrong.values()} == {reason}


def test_the_next_card_is_told_as_far_as_it_is_known():
    """Clara follows from her whole hand; of Bernd nobody knows what he has."""
    ahead = judge(record(SIX, "AC KC", hands=("", "", "QC QS"))).ahead(0)
    assert (ahead.seat, names(ahead.legal), names(ahead.illegal)) == (2, "QC", "QS")
    assert names(ahead.forced) == "QC"
    ahead = judge(record(SIX, "AC")).ahead(0)
    assert (ahead.seat, names(ahead.legal), ahead.illegal, ahead.forced) == (1, "KC QC", 0, 0)


def test_a_trick_after_a_misplaced_card_has_a_turn_before_its_first_card():
    ahead = judge(record(SIX, "AC KC QC", hands=("", "AS KS", ""))).ahead(1)
    assert (ahead.seat, names(ahead.possible)) == (0, "QS")
