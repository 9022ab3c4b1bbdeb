"""The account of a night: whatever is frozen, ticked, taken back, carried and brought, what is open is exact."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.accounts.account import MOST_AMOUNT, Account, Pair, PlannedPayment, settles
from scorekeeper.accounts.kitty import Kitty, KittyMovement
from scorekeeper.journal.act_json import read_act
from scorekeeper.journal.acts import Booked, Brought, Carried, Frozen, KittyStruck, Opened
from scorekeeper.night.state import Replay, begin
from scorekeeper.payments import settle
from scorekeeper.phrase import Refused
from tests.night.refusing import refusing
from tests.night.settling import PLAYERS, amounts, pay


def freeze(account, points):
    account.apply(Frozen(payments=settle(account.open(points)).payments), points)


@given(amounts(), st.sampled_from([1, 5, 10, 250]), st.data())
def test_a_tick_changes_no_other_payment_and_what_is_open_is_exact(points, coins, data):
    account = Account(coins)
    for _ in range(data.draw(st.integers(1, 12))):
        before = deepcopy(account)
        act = data.draw(st.sampled_from(["frozen", "paid", "paid", "paid", "booked", "carried", "brought"]))
        try:
            if act == "booked":
                points = {player: points[player] + more for player, more in data.draw(amounts()).items()}
            elif act == "paid" and account.dues:
                pair = data.draw(st.sampled_from(sorted(account.dues)))
                pay(account, points, pair, data.draw(st.integers(-1, account.dues[pair].amount + 1)))
                others = {other: due for other, due in account.dues.items() if other != pair}
                assert others == {other: due for other, due in before.dues.items() if other != pair}
                moved = account.dues[pair].paid - before.dues[pair].paid
                opened, was = account.open(points), before.open(points)
                assert moved
                assert opened == was | {
                    pair.debtor: was[pair.debtor] + moved,
                    pair.creditor: was[pair.creditor] - moved,
                }
            elif act == "frozen":
                freeze(account, points)
                assert account.fits(points)
            elif act == "carried":
                account.apply(Carried(night="", amounts=account.to_carry(points)), points)
                assert not any(account.open(points).values())
            elif act == "brought":
                brought = {player: amount for player, amount in data.draw(amounts()).items() if amount}
                account.apply(Brought(night="", amounts=brought), points)
        except Refused:
            assert account == before
        assert all(0 <= due.paid <= due.amount for due in account.dues.values())
        opened, paid = account.open(points), account.paid()
        assert sum(opened.values()) == 0
        assert opened == {p: points[p] * coins + paid[p] + account.brought[p] for p in PLAYERS}
        if account.fits(points):
            rest = [(*pair[1:], due.rest) for pair, due in account.current().items()]
            assert settles(rest, opened)


@given(amounts())
def test_a_plan_that_is_paid_settles_and_taking_it_back_opens_it_again(points):
    account = Account(10)
    if not any(points.values()):
        return
    freeze(account, points)
    opened = account.open(points)
    for pair, due in account.current().items():
        pay(account, points, pair, due.amount)
    assert not any(account.open(points).values())
    for pair in account.current():
        pay(account, points, pair, 0)
    assert account.open(points) == opened


OWED = {"p1": 30, "p2": -20, "p3": -10}
FIRST = Pair(1, "p2", "p1")


@pytest.fixture
def account():
    """A night of three whose plan is frozen: p2 pays 20 and p3 pays 10."""
    account = Account()
    freeze(account, OWED)
    assert account.dues == {FIRST: PlannedPayment(20), Pair(1, "p3", "p1"): PlannedPayment(10)}
    return account


@pytest.mark.parametrize(
    ("pair", "amount", "key"),
    [
        *((FIRST, amount, "amount") for amount in (-1, 21, 10**30, 0, True, 1.0, "1", None)),
        *((pair, 1, "payment") for pair in (Pair(2, "p2", "p1"), Pair(1, "p1", "p2"), Pair(0, "p2", "p1"))),
        (Pair(1, "p9", "p1"), 1, "payment"),
    ],
)
def test_only_a_part_of_a_payment_that_there_is_can_be_ticked(account, pair, amount, key):
    with refusing(key):
        pay(account, OWED, pair, amount)


@pytest.mark.parametrize(
    "payments",
    [
        [["p2", "p1", 30]],
        [["p2", "p1", 20]],
        [["p2", "p1", 20], ["p3", "p1", 5], ["p3", "p1", 5]],
        [["p2", "p1", 20], ["p3", "p1", 10], ["p2", "p2", 5]],
        [["p2", "p1", 25], ["p3", "p1", 10], ["p1", "p2", -5]],
        [["p2", "p1", 20], ["p3", "p1", 10.0]],
        [["p2", "p9", 20], ["p3", "p1", 10], ["p9", "p1", 20]],
        [],
    ],
)
def test_only_payments_that_settle_all_that_is_open_can_be_frozen(payments):
    with pytest.raises(Refused):
        Account().apply(read_act("frozen", {"payments": payments}), OWED)


def test_payments_count_in_the_next_plan_and_can_be_undone_there(account):
    pay(account, OWED, FIRST, 15)
    later = {"p1": 30, "p2": -10, "p3": -20}
    assert not account.fits(later)
    freeze(account, later)
    assert account.current() == {Pair(2, "p3", "p1"): PlannedPayment(15), Pair(2, "p3", "p2"): PlannedPayment(5)}
    with pytest.raises(Refused, match="newer plan"):
        pay(account, later, FIRST, 16)
    pay(account, later, FIRST, 10)
    assert account.open(later) == {"p1": 20, "p2": 0, "p3": -20}
    assert not account.fits(later)


def test_a_plan_that_fits_stays_and_a_useless_one_becomes_empty(account):
    for paid in (None, 5):
        if paid:
            pay(account, OWED, FIRST, paid)
        with pytest.raises(Refused, match="agreed on already"):
            freeze(account, OWED)
    even = {"p1": 5, "p2": -5, "p3": 0}
    freeze(account, even)
    assert (account.plan, account.current(), account.fits(even)) == (2, {}, True)
    with pytest.raises(Refused):
        freeze(account, even)


def test_nothing_can_be_carried_but_all_that_is_open(account):
    for some in ({}, {"p1": 20, "p2": -20}, {"p1": -30, "p2": 20, "p3": 10}):
        with pytest.raises(Refused):
            account.apply(read_act("carried", {"night": "", "amounts": some}), OWED)
    account.apply(read_act("carried", {"night": "", "amounts": OWED}), OWED)
    assert account.current() == {}
    with pytest.raises(Refused):
        account.apply(read_act("carried", {"night": "", "amounts": {}}), OWED)


@pytest.mark.parametrize(
    "brought", [{"p1": 5}, {"p1": 5, "p2": -4}, {"p1": 5, "p9": -5}, {"p1": 5.0, "p2": -5.0}, {"p1": 0}, {"p1": "5"}]
)
def test_what_does_not_add_up_is_not_brought(account, brought):
    with pytest.raises(Refused):
        account.apply(read_act("brought", {"night": "", "amounts": brought}), OWED)


def test_amounts_too_large_for_the_database_are_refused():
    huge = {"p1": MOST_AMOUNT + 1, "p2": -MOST_AMOUNT - 1}
    with pytest.raises(Refused):
        Account().apply(read_act("frozen", {"payments": [list(payment) for payment in settle(huge).payments]}), huge)
    account, most = Account(), {"p1": MOST_AMOUNT, "p2": -MOST_AMOUNT}
    for _ in range(1000):
        account.apply(Brought(night="", amounts=most), dict.fromkeys(most, 0))
    with pytest.raises(Refused, match="more than can be counted"):
        account.apply(Brought(night="", amounts=most), dict.fromkeys(most, 0))
    assert account.brought["p1"] < 2**63


def test_a_tick_does_not_go_through_all_deals(monkeypatch):
    state = begin(Opened(game="herzblatt", preset="muhr", house={}, seats=PLAYERS[:3], dealer="p1", stake="0.10 EUR"))
    state.apply(Booked(number=1, dealer="p1", playing=("p2", "p3", "p1"), answers={"soloist": "p1", "points": 71}))
    state.apply(Frozen(payments=settle(state.account.open(state.points())).payments))
    pair, due = next(iter(state.account.dues.items()))
    monkeypatch.setattr(Replay, "points", lambda _: pytest.fail("all deals are summed"))
    for amount in (due.amount, 0, 1):
        state.apply(read_act("paid", {**pair._asdict(), "amount": amount}))


def test_a_movement_of_the_kitty_is_taken_back_once():
    kitty = Kitty(moves=(KittyMovement("in", 5, "p1", struck=True),))
    with pytest.raises(Refused, match="taken back already"):
        kitty.strike(KittyStruck(place=1))
