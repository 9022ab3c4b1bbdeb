"""Answers that the other deals of a party leave no room for: Quodlibet's tours, whichever way a deal changes."""

import pytest

from scorekeeper.journal.acts import Booked, Called, Corrected, Opened, Undone, Voided
from scorekeeper.night.state import begin, fill_in
from scorekeeper.phrase import PLAIN, Refused, render

TRICKS = {"p1": 3, "p2": 2, "p3": 1, "p4": 2}


def opened(**house):
    state = begin(Opened(game="quodlibet", seats=("p1", "p2", "p3", "p4"), house=house))
    state.entered = True
    return state


def put(state, kind, number, tour="", **more):
    answers = {"answers": {"tour": tour} | ({} if kind is Called else {"tricks": TRICKS})} if tour else {}
    return state.apply(fill_in(state, kind(number=number, **answers, **more)))


def refusal(state, kind, number, tour="", **more):
    with pytest.raises(Refused) as refused:
        put(state, kind, number, tour, **more)
    return refused.value.key, render(refused.value.phrase, PLAIN)


def test_undoing_a_correction_brings_no_tour_back_that_was_given_away():
    state = opened()
    put(state, Booked, 1, "minus")
    put(state, Booked, 2, "plus")
    put(state, Corrected, 2, "neighbour")
    put(state, Corrected, 1, "plus")
    assert refusal(state, Undone, 2) == ("tour", "Plus was already played, in deal 1")
    put(state, Corrected, 1, "minus")
    put(state, Undone, 2)
    assert state.slots[2].acts[-1].answers["tour"] == "plus"


def test_a_tour_is_free_again_when_its_deal_does_not_count():
    state = opened()
    put(state, Booked, 1, "minus")
    assert refusal(state, Called, 2, "minus") == ("tour", "Minus was already played, in deal 1")
    put(state, Voided, 1, note="misdeal")
    put(state, Called, 2, "minus")
    assert refusal(state, Corrected, 1, "minus") == ("tour", "Minus was already played, in deal 2"), "it is called"


def test_another_dealer_of_a_corrected_deal_must_not_have_dealt_the_tour():
    state = opened(length="each", dealing="in_turn")
    for number, tour in enumerate(("minus", "minus", "plus"), start=1):
        put(state, Booked, number, tour)
    seats = {"dealer": "p4", "playing": ("p1", "p2", "p3", "p4")}
    assert refusal(state, Corrected, 2, "minus", **seats) == ("tour", "p4 already chose Minus, in deal 1")
    put(state, Corrected, 2, "plus", **seats)


def test_a_new_party_begins_with_every_tour():
    state = opened()
    tours = ("plus", "minus", "neighbour", "blind", "hunt")
    for number in range(1, 13):
        put(state, Voided, number, note="not played")
    for number, tour in enumerate(tours[:3], start=13):
        put(state, Booked, number, tour)
    assert state.taken(state.slots[15].acts[-1].seating)["tour"].keys() == {
        *("plus", "minus", "first_last", "no_hearts", "ober_unter", "bribe", "blind", "hunt", "quadrature", "snack")
    }


def test_a_journal_of_before_is_not_checked():
    state = opened()
    state.entered = False
    for number in (1, 2):
        put(state, Booked, number, "minus")
    assert state.night.number == 3
