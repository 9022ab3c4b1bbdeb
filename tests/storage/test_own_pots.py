"""The pot of a sheet of a table's own: what it holds follows from the journal, and nothing of it is lost."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.accounts.kitty import KITTY
from scorekeeper.games.own.ready import ready_sheets
from scorekeeper.journal.acts import Opened, RulesChanged
from scorekeeper.phrase import Refused
from scorekeeper.storage.journal.state import load_rows
from scorekeeper.storage.models import Person
from scorekeeper.storage.projections.settlement import load_account
from scorekeeper.storage.verify import verify_night
from scorekeeper.storage.writing.entry import Opening, append, create_night
from tests.storage.nights import NAMES, fresh, send, sender
from tests.storage.test_pots import balances, book, written

pytestmark = pytest.mark.both_databases

PREFERENCE = ready_sheets()["preference"].variants
PLAYERS = ("p1", "p2", "p3")


def open_night(variant=""):
    people = [Person.create(name=name) for name in NAMES[:3]]
    opened = Opened(game="own", house={"sheet": PREFERENCE[variant]}, seats=PLAYERS, stake="0.10 EUR")
    return create_night(Opening(opened, "", people), sender())


@st.composite
def deals(draw):
    """Any deal of Préférence: all pass, all stay out, or one or two go along."""
    declarer = draw(st.sampled_from(PLAYERS))
    if draw(st.integers(0, 4)) == 0:
        return {"passed": True}
    answers = {"declarer": declarer, "contract": draw(st.sampled_from(["clubs", "spades", "diamonds", "hearts"]))}
    mine = draw(st.integers(0, 10))
    others = [player for player in PLAYERS if player != declarer]
    split = draw(st.integers(0, 10 - mine))
    along = draw(st.sampled_from(["none", "one", "both"]))
    if along == "one":
        answers["tricks"] = {draw(st.sampled_from(others)): 10 - mine}
    elif along == "both":
        answers["tricks"] = {declarer: mine, others[0]: split, others[1]: 10 - mine - split}
    return answers


@given(st.sampled_from(["", "suits"]), st.lists(st.tuples(deals(), st.integers(0, 6)), max_size=8), st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_point_of_a_pot_is_lost_by_deals_corrections_and_undo(opened, variant, acts, data):
    row = open_night(variant)
    booked = 0
    for answers, chance in acts:
        if chance == 1 and booked:
            number = data.draw(st.integers(1, booked))
            dealer = PLAYERS[number % 3 - 2]
            place = PLAYERS.index(dealer) + 1
            playing = [*PLAYERS[place:], *PLAYERS[:place]]
            send(row, "corrected", number=number, dealer=dealer, playing=playing, answers=answers)
        else:
            booked += 1
            book(row, booked, answers)
        if chance == 0:
            send(row, "undone", number=booked)
            booked -= not load_rows(row.id).night.number > booked
        pots = written(row)
        assert all(pot >= 0 for pot in pots.values())
        assert sum(balances(row).values()) + (pots[max(pots)] if pots else 0) == 0
        assert sum(load_account(load_rows(row.id)).open(balances(row)).values()) == 0
    assert verify_night(fresh(row)) is None


def test_what_is_left_in_the_pot_of_a_sheet_goes_to_the_kitty(opened):
    row = open_night()
    book(row, 1, {"passed": True})
    account = load_account(load_rows(row.id))
    assert [tuple(payment) for payment in account.propose(balances(row)).payments] == [("p3", KITTY, 100)]


def test_the_pot_of_a_sheet_is_agreed_before_the_first_deal(opened):
    row = open_night()
    book(row, 1, {"passed": True})
    with pytest.raises(Refused) as refused:
        append(row.id, sender(), RulesChanged(number=2, house={"sheet": PREFERENCE["suits"]}))
    assert refused.value.key == "house.sheet"
