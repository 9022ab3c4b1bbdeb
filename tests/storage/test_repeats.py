"""Acts that come a second time: the same is answered as before, anything else under the same id is refused."""

from dataclasses import replace

import pytest

from scorekeeper.journal.act_json import read_act as made
from scorekeeper.storage.engine.sql import run
from scorekeeper.storage.journal.entries import Reused, find_repeat
from scorekeeper.storage.models import Person
from scorekeeper.storage.nights.carry_over import bring, carry, next_night
from scorekeeper.storage.nights.manage import forget
from scorekeeper.storage.writing.entry import append
from tests.storage.nights import book, everything, freeze, fresh, send, sender, start

SEATING = {"dealer": "p4", "playing": ["p1", "p2", "p3"]}
BOOKED = {"number": 2, "answers": {"soloist": "p2", "points": 71}}
CALLED = {"number": 2, "answers": {"soloist": "p2"}}
BY_HAND = {"dealer": "p1", "playing": ["p2", "p3", "p4"]}
ADJUST = {"number": 1, **SEATING, "adjust": {"p1": 5, "p2": -5}}

OBJECTED = {"number": 1, "version": 1}
LOSS = {"number": 2, "house": {"loss": 1}}

# An act as its kind, facts and note, and acts that must not be taken for it.
ACTS = [
    (("booked", BOOKED), [("called", BOOKED), ("booked", CALLED)]),
    (("booked", {**BOOKED, **BY_HAND}), [("booked", BOOKED)]),
    (("booked", BOOKED), [("booked", {**BOOKED, "play": {"led": {"2": "p1"}}}), ("booked", BOOKED, "a note")]),
    (("voided", {"number": 1}, "a card"), [("voided", {"number": 1}, "no card"), ("voided", {"number": 1})]),
    (("adjusted", ADJUST, "so"), [("adjusted", ADJUST, "or so"), ("adjusted", {**ADJUST, "adjust": {}})]),
    (("undone", {"number": 1}), [("undone", {"number": 2})]),
    (("objected", OBJECTED, "J"), [("objected", OBJECTED, "Q"), ("objected", {**OBJECTED, "version": 0}, "J")]),
    (
        ("called", {"number": 2, "answers": {"soloist": "p2"}}),
        [("called", {"number": 2, "answers": {"soloist": "p3"}})],
    ),
    (("corrected", {**BOOKED, "number": 1, **SEATING}), [("corrected", {**BOOKED, "number": 1, **BY_HAND})]),
    (("left", {"player": "p1"}), [("paused", {"player": "p1"})]),
    (("paused", {"player": "p1"}), [("paused", {"player": "p2"}), ("left", {"player": "p1"})]),
    (("rules changed", LOSS), [("rules changed", {**LOSS, "number": 3}), ("rules changed", {**LOSS, "house": {}})]),
    (("rules changed", LOSS), [("rules changed", {**LOSS, "house": {"loss": True}})]),
]


@pytest.fixture
def table(opened):
    """A night of four, three of whom play, with one deal booked."""
    row = start(players=4, most=3)
    book(row)
    return row


def seen(act):
    return 1 if act.kind in ("corrected", "voided", "adjusted", "undone") else 0


@pytest.mark.parametrize("old", [False, True])
@pytest.mark.parametrize(("sent", "others"), ACTS, ids=lambda value: value[0] if isinstance(value, tuple) else "")
def test_only_the_same_is_taken_for_it(table, sent, others, old):
    act = made(*sent)
    place = append(table.id, sender("the only one"), act, seen(act))
    if old:  # as earlier versions wrote it
        run("UPDATE entry SET filled = NULL")
    stored = everything()
    assert append(table.id, sender("the only one"), act, seen(act)) == place
    for other in (made(*facts) for facts in others):
        if old and other == made("booked", BOOKED):
            continue  # of such an entry nobody knows whether somebody picked who deals
        for based_on in (0, 1, 2, 3):
            with pytest.raises(Reused):
                append(table.id, sender("the only one"), other, based_on)
    assert everything() == stored


def test_what_was_filled_in_may_be_said_in_other_words(table):
    place = append(table.id, sender("the only one"), made("booked", BOOKED))
    assert append(table.id, sender("the only one"), made("booked", {**BOOKED, **BY_HAND})) == place


def test_an_undo_of_something_else_is_another_one(table):
    append(table.id, sender("the only one"), made("undone", {"number": 1}), 1)
    for based_on in (0, 2):
        with pytest.raises(Reused):
            append(table.id, sender("the only one"), made("undone", {"number": 1}), based_on)


def test_whose_phone_it_is_meanwhile_makes_no_difference(table):
    facts = {"number": 1, "version": 1}
    place = append(table.id, sender("the only one"), made("objected", facts, "no Jack"))
    assert append(table.id, sender("the only one"), made("objected", {**facts, "player": "p2"}, "no Jack")) == place


@pytest.mark.both_databases
def test_a_newcomer_is_who_was_seated(table):
    act = made("joined", {"place": 2})
    place = append(table.id, sender("the only one"), act, person=Person(name="Heidi"))
    stored = everything()
    for same in ("Heidi", "heidi", "HEIDI"):
        assert append(table.id, sender("the only one"), act, person=Person(name=same)) == place
    for name, other in (("Gerd", act), ("Anna", act), ("Heidi", made("joined", {"place": 1}))):
        with pytest.raises(Reused):
            append(table.id, sender("the only one"), other, person=Person(name=name))
    assert everything() == stored, "nobody is known who has no seat"


def test_a_forgotten_text_cannot_be_compared_and_is_asked_for_again(table):
    act = made("voided", {"number": 1}, "a card was missing")
    append(table.id, sender("the only one"), act, 1)
    forget([], sender(), table.id)
    for note in (act.note, ""):
        with pytest.raises(Reused):
            append(table.id, sender("the only one"), replace(act, note=note), 1)


@pytest.mark.both_databases
def test_a_plan_and_a_tick_are_known_again(opened):
    row = start(players=4, stake="0.10 EUR")
    book(row)
    plan = made("frozen", {"payments": [["p2", "p1", 10], ["p3", "p1", 10], ["p4", "p1", 10]]})
    assert freeze(row, "the plan") == find_repeat(row.id, "the plan", plan) == 3
    tick = {"plan": 1, "debtor": "p2", "creditor": "p1"}
    place = send(row, "paid", "the tick", **tick, amount=10)
    assert find_repeat(row.id, "the tick", made("paid", {**tick, "amount": 10, "player": "p3"})) == place
    for request, act in (
        ("the plan", made("frozen", {"payments": []})),
        ("the tick", made("paid", {**tick, "amount": 9})),
    ):
        with pytest.raises(Reused):
            find_repeat(row.id, request, act)
    assert find_repeat(row.id, "a new one", made("frozen", {"payments": []})) == 0


@pytest.mark.both_databases
def test_what_is_carried_by_one_form_goes_to_one_night(opened):
    row, one, other = (start(players=4, stake="0.10 EUR") for _ in range(3))
    book(row)
    book(one, "p2")
    book(other, "p3")
    form = sender("the form")
    carry(row, one, form)
    stored = everything()
    carry(row, one, form)
    for do in (
        lambda: carry(row, other, form),
        lambda: bring([other], row, form),
        lambda: next_night(fresh(row), form, "2026-11-28", "the next one"),
    ):
        with pytest.raises(Reused):
            do()
        assert everything() == stored


@pytest.mark.both_databases
def test_what_is_brought_by_one_form_comes_from_the_same_nights(opened):
    row, one, other = (start(players=4, stake="0.10 EUR") for _ in range(3))
    book(one, "p2")
    book(other, "p3")
    form = sender("the form")
    bring([one], row, form)
    stored = everything()
    bring([one], row, form)
    for do in (
        lambda: bring([one, other], row, form),
        lambda: bring([other], row, form),
        lambda: carry(row, one, form),
    ):
        with pytest.raises(Reused):
            do()
        assert everything() == stored
