"""A pot of Königrufen: what it holds follows from the journal, whatever is corrected, taken back or read in."""

import json
from contextlib import suppress

import pytest
from babel import Locale
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.accounts.kitty import KITTY
from scorekeeper.formats import FORMATS
from scorekeeper.journal.act_json import read_act
from scorekeeper.language import Speech
from scorekeeper.night.state import Replay
from scorekeeper.nightfile.writer import write_night
from scorekeeper.phrase import Refused
from scorekeeper.storage.engine.sql import fetch, run
from scorekeeper.storage.journal.state import load_rows, standings
from scorekeeper.storage.projections.settlement import load_account
from scorekeeper.storage.transfer import prepare, take_in
from scorekeeper.storage.verify import verify_night
from scorekeeper.storage.writing.entry import preview_act
from tests.storage.nights import fresh, send, start
from tests.storage.replayed import copied, document

pytestmark = pytest.mark.both_databases

SEATS = ("p1", "p2", "p3", "p4")
STAKES = {1: "0.10 EUR", 2: "0.20 EUR"}
BURGHER = {"contract": "trischaken", "points": {"p1": 15, "p2": 10, "p3": 40, "p4": 5}}
KINDS = (
    BURGHER,
    {"contract": "trischaken", "points": {"p1": 20, "p2": 0, "p3": 30, "p4": 20}},
    {"contract": "trischaken", "revoke": "p1"},
    {"declarer": "p1", "contract": "dreier", "points": 40},
    {"declarer": "p2", "contract": "dreier", "points": 20},
    {"declarer": "p3", "contract": "solorufer", "partner": "p2", "points": 40},
    {"declarer": "p4", "contract": "bettel", "won": True},
)


def open_night(rule="declarer"):
    return start("koenigrufen", players=4, preset="ooe", house={"trischaken_pot": rule}, stake="0.10 EUR")


def book(row, number, answers):
    send(row, "booked", number=number, answers=answers)


def correct(row, number, answers):
    place = number % 4  # forehand sits behind the dealer
    sits = {"dealer": SEATS[place - 2], "playing": [*SEATS[place - 1 :], *SEATS[: place - 1]]}
    send(row, "corrected", number=number, **sits, answers=answers)


def balances(row):
    return {player.key: player.balance for player in standings(row.id)}


def written(row):
    """What each deal wrote for everybody, and the pot after it."""
    sql = """SELECT number, key, sheet, payoff FROM posting JOIN player ON player.id = player_id
        WHERE posting.night_id = ? ORDER BY number"""
    pots, pot = {}, 0
    for number, _, sheet, payoff in fetch(sql, row.id):
        assert sheet == payoff
        pot -= payoff
        pots[number] = pot
    return pots


def test_a_correction_changes_who_takes_the_pot_and_how_much(opened):
    row = open_night()
    book(row, 1, BURGHER)
    book(row, 2, KINDS[3])
    book(row, 3, KINDS[6])
    assert balances(row) == {"p1": 18 - 2, "p2": -4 - 2, "p3": -6 - 4 - 2, "p4": -4 + 6}
    correct(row, 2, KINDS[4])  # lost: the pot waits for the Bettel
    assert balances(row) == {"p1": 4 - 2, "p2": -12 - 2, "p3": -6 + 4 - 2, "p4": 4 + 6 + 6}
    correct(row, 1, KINDS[1])
    assert balances(row) == {"p1": 4 - 2, "p2": -12 - 2, "p3": -3 + 4 - 2, "p4": 4 + 6 + 3}
    assert written(row) == {1: 3, 2: 3, 3: 0}
    assert verify_night(fresh(row)) is None


def test_a_booking_reads_the_deals_of_the_last_pot_only(opened):
    row = open_night()
    for number in range(1, 13):
        book(row, number, BURGHER if number % 6 == 1 else KINDS[3] if number % 6 == 0 else KINDS[4])
    coming = read_act("booked", {"number": 13, "answers": KINDS[3]})
    assert sorted(preview_act(load_rows(row.id), coming, 0).state.slots) == [*range(7, 14)]


def test_what_nobody_won_goes_to_the_kitty(opened):
    row = open_night()
    book(row, 1, BURGHER)
    rows = load_rows(row.id)
    account = load_account(rows)
    assert account.open(balances(row)) == {"p1": 0, "p2": 0, "p3": -60, "p4": 0, KITTY: 60}
    assert [tuple(payment) for payment in account.propose(balances(row)).payments] == [("p3", KITTY, 60)]


def test_a_new_stake_waits_until_the_pot_is_won(opened):
    row = open_night()
    book(row, 1, BURGHER)
    with pytest.raises(Refused) as refused:
        send(row, "stake changed", number=2, stake="0.20 EUR")
    assert refused.value.key == "number"
    with pytest.raises(Refused) as refused:
        send(row, "rules changed", number=2, house={"trischaken_pot": "winners"})
    assert refused.value.key == "house.trischaken_pot"
    book(row, 2, KINDS[3])
    send(row, "stake changed", number=3, stake="0.20 EUR")


def test_no_correction_leaves_a_pot_where_another_stake_begins(opened):
    row = open_night()
    book(row, 1, BURGHER)
    book(row, 2, KINDS[3])
    send(row, "stake changed", number=3, stake="0.20 EUR")
    book(row, 3, KINDS[3])
    before = balances(row)
    with pytest.raises(Refused) as refused:
        correct(row, 2, KINDS[4])
    assert (refused.value.key, balances(row)) == ("number", before)
    send(row, "stake changed", number=1, stake="0.20 EUR")
    correct(row, 2, KINDS[4])
    assert verify_night(fresh(row)) is None
    assert copied(row)


def test_a_deal_that_is_entered_again_leaves_no_pot_for_another_stake(opened):
    row = open_night()
    book(row, 1, BURGHER)
    book(row, 2, KINDS[3])
    send(row, "stake changed", number=3, stake="0.20 EUR")
    send(row, "undone", number=2)
    with pytest.raises(Refused, match="another stake holds from deal 3 on"):
        book(row, 2, KINDS[4])
    book(row, 2, KINDS[3])
    assert verify_night(fresh(row)) is None


def test_a_pot_continued_at_another_stake_survives_a_file(opened, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(Replay, "_check_pots", lambda state, act: None)  # as it was
        row = open_night()
        book(row, 1, BURGHER)
        book(row, 2, KINDS[3])
        send(row, "stake changed", number=3, stake="0.20 EUR")
        book(row, 3, KINDS[4])
        correct(row, 2, KINDS[4])
    correct(row, 3, KINDS[5])
    again = copied(row)
    assert balances(again) == balances(row)
    assert verify_night(again) is None


def test_the_deals_of_a_pot_stand_in_a_spreadsheet(opened):
    row = open_night()
    for number, answers in enumerate((BURGHER, KINDS[4], KINDS[3]), start=1):
        book(row, number, answers)
    correct(row, 1, KINDS[1])
    _, *rows = b"".join(FORMATS["csv"].parts(fresh(row), Speech(Locale("en")), iter, False)).decode().splitlines()
    assert ["the pot, for" in line for line in rows] == [False, False, True]


@given(
    st.sampled_from(["declarer", "winners"]),
    st.lists(st.tuples(st.integers(0, 6), st.sampled_from(KINDS), st.integers(0, 9)), max_size=9),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_seats_and_pot_are_nothing_in_all_after_every_act(opened, rule, acts):
    row = open_night(rule)
    booked = 0
    for number, answers, chance in acts:
        if 0 < number <= booked:
            with suppress(Refused):  # another stake begins behind it
                correct(row, number, answers)
        else:
            with suppress(Refused):
                book(row, booked + 1, answers)
                booked += 1
        if chance == 0:
            with suppress(Refused):
                send(row, "undone", number=booked)
                booked -= not load_rows(row.id).night.number > booked
        elif chance < 3:
            with suppress(Refused):
                send(row, "stake changed", number=booked + 1, stake=STAKES[chance])
        pots = written(row)
        assert all(pot >= 0 for pot in pots.values())
        assert sum(balances(row).values()) + (pots[max(pots)] if pots else 0) == 0
        assert sum(load_account(load_rows(row.id)).open(balances(row)).values()) == 0
        changes = [first for first, *_ in load_rows(row.id).night.stake_spans]
        assert not any(pots.get(first - 1) for first in changes if first <= booked)
    assert verify_night(fresh(row)) is None
    before, text = (written(row), balances(row)), json.dumps(write_night(document(fresh(row))))
    run("DELETE FROM night WHERE id = ?", row.id)
    again = take_in(prepare(json.loads(text), "file"))
    assert (written(again), balances(again)) == before
    assert verify_night(again) is None
