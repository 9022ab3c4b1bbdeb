"""Parties that end by a condition: a booking reads its own party, and a correction moves the ends behind it."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.journal.act_json import read_act
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.journal.state import load_rows
from scorekeeper.storage.verify import verify_night
from scorekeeper.storage.writing.entry import preview_act
from tests.storage.nights import balances, fresh, send, start
from tests.storage.replayed import copied

pytestmark = pytest.mark.both_databases

TO_100 = {"preset": "loew", "house": {"game_end": [100, 10]}}


def solo(declarer):
    """A deal that brings its declarer 40 points, and 10 more where it ends the party."""
    return {"declarer": declarer, "contract": "Solo", "points": 40}


def book(row, declarer, number):
    send(row, "booked", number=number, answers=solo(declarer))


def parties(row):
    return [party for (party,) in fetch("SELECT party FROM deal WHERE night_id = ? ORDER BY number", row.id)]


def correct(row, number, declarer):
    sits = {"dealer": "p3", "playing": ["p1", "p2", "p3"]}
    send(row, "corrected", number=number, **sits, answers=solo(declarer))


def test_a_booking_reads_the_deals_of_its_party_only(opened):
    row = start("husarln", **TO_100)
    for number in range(1, 32):
        book(row, "p1", number)
    assert parties(row) == [number - (number - 1) % 3 for number in range(1, 32)]
    coming = read_act("booked", {"number": 32, "answers": solo("p1")})
    assert sorted(preview_act(load_rows(row.id), coming, 0).state.slots) == [31, 32]
    assert verify_night(fresh(row)) is None


def test_a_night_of_an_earlier_version_goes_on_where_its_party_began(opened):
    row = start("husarln", **TO_100)
    for number in range(1, 6):
        book(row, "p1", number)
    run("UPDATE deal SET party = 0")
    book(row, "p2", 6)
    book(row, "p1", 7)
    assert parties(row) == [0, 0, 0, 0, 0, 4, 4]
    assert verify_night(fresh(row)) is None
    correct(row, 2, "p2")
    assert parties(row)[1:] == [1, 1, 1, 5, 5, 5]
    assert verify_night(fresh(row)) is None


def test_a_party_continued_at_another_stake_survives_a_file(opened):
    row = start("husarln", stake="0.10 EUR", **TO_100)
    for number in range(1, 6):
        if number == 4:
            send(row, "stake changed", number=4, stake="0.20 EUR")
        book(row, "p1", number)
    correct(row, 2, "p2")
    assert parties(row) == [1, 1, 1, 1, 5]
    again = copied(row)
    assert balances(again) == balances(row)
    assert verify_night(again) is None


def test_a_party_that_is_not_as_the_journal_says_is_found(opened):
    row = start("husarln", **TO_100)
    for number in range(1, 5):
        book(row, "p1", number)
    run("UPDATE deal SET party = 2 WHERE number = 4")
    assert verify_night(fresh(row)) is not None


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from(["p1", "p2", "p3"])), max_size=14))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_parties_follow_from_the_journal_whatever_is_corrected(opened, acts):
    row = start("husarln", **TO_100)
    booked = 0
    for number, declarer in acts:
        if 0 < number <= booked:
            correct(row, number, declarer)
        else:
            booked += 1
            book(row, declarer, booked)
    assert verify_night(fresh(row)) is None
    assert all(parties(row))
