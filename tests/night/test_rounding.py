"""Payments are whole coins that exist: nobody gains or loses a coin by it, and everybody ends at 0."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.accounts.account import Account
from scorekeeper.accounts.kitty import KITTY
from scorekeeper.accounts.units import in_coins
from scorekeeper.currencies import DIGITS, smallest_payment
from scorekeeper.journal.acts import Brought, Carried, CoinChosen, Frozen, KittyMoved, Paid, Pooled
from scorekeeper.money import read_coin, read_stake, unit_of
from scorekeeper.payments import Payment, round_all, settle
from tests.night.refusing import refusing

coins = st.sampled_from([1, 2, 5, 10, 50, 100, 500])
amounts = st.lists(st.integers(-10_000, 10_000), min_size=1, max_size=6)


def balances(given_amounts):
    """Amounts by player, the last of whom makes the sum 0."""
    amounts = [*given_amounts, -sum(given_amounts)]
    return {f"p{place}": amount for place, amount in enumerate(amounts, 1)}


@pytest.mark.parametrize(
    ("exact", "coin", "whole"),
    [
        ([7, -7], 5, [5, -5]),
        ([8, -8], 5, [10, -10]),
        ([2, -2], 5, [0, 0]),
        ([5, -5], 10, [10, -10]),  # half a coin up, as at a till
        ([-5, 5], 10, [-10, 10]),
        ([12, 12, -24], 5, [15, 10, -25]),
        ([2, 2, -4], 5, [5, 0, -5]),  # of equal rests, whoever sits first
        ([13, 11, -24], 5, [15, 10, -25]),
        ([150, -150], 100, [200, -200]),
        ([3, -3], 1, [3, -3]),
    ],
)
def test_amounts_are_rounded_as_in_these_examples(exact, coin, whole):
    names = [f"p{place}" for place in range(len(exact))]
    assert list(round_all(dict(zip(names, exact, strict=True)), coin).values()) == whole


@given(amounts, coins)
def test_rounding_loses_nothing_and_moves_nobody_by_a_coin(given_amounts, coin):
    exact = balances(given_amounts)
    whole = round_all(exact, coin)
    assert list(whole) == list(exact)
    assert sum(whole.values()) == 0
    assert all(amount % coin == 0 and abs(amount - exact[player]) < coin for player, amount in whole.items())
    assert coin > 1 or whole == exact


@given(amounts, st.sampled_from(["CHF", "CZK", "HUF", "DKK", "EUR", "JPY"]), st.data())
def test_everybody_ends_at_0_with_whole_coins(given_amounts, currency, data):
    """Fines, a purse, a collector and a coin of the table's own are drawn; some is paid, and more is won meanwhile."""
    points = balances(given_amounts)
    players = list(points)
    account = Account(coins=data.draw(st.integers(1, 30)), currency=currency)
    if chosen := data.draw(st.sampled_from([0, 1, 5, 100])):
        account.apply(CoinChosen(coin=chosen), points)
    if data.draw(st.booleans()):
        account.apply(KittyMoved(how="fine", amount=data.draw(st.integers(1, 999)), who="p1", place=1), points)
    if len(players) > 2 and data.draw(st.booleans()):
        account.apply(Pooled(players=("p1", "p2")), points)
    for _ in range(2):
        plan = account.next_plan(points, data.draw(st.sampled_from(["", *players])))
        if plan is None:
            continue
        assert all(payment.amount % account.coin == 0 for payment in plan.payments)
        assert sum(plan.rounded.values()) == 0
        assert all(abs(change) < account.coin for change in plan.rounded.values())
        if not plan.payments and not plan.pooled and not plan.rounded:
            continue
        account.apply(plan, points)
        for pair, due in account.current().items():
            assert sum(account.open(points).values()) == 0
            account.apply(Paid(plan=pair.plan, debtor=pair.debtor, creditor=pair.creditor, amount=due.amount), points)
        assert not any(account.open(points).values())
        assert account.next_plan(points) is None
        points = {player: won * 2 for player, won in points.items()}


def owed(currency="CHF", **more):
    """Two players, of whom the second owes 0.07."""
    return Account(currency=currency, **more), {"p1": 7, "p2": -7}


def test_a_plan_says_what_it_rounds_and_a_new_one_begins_exactly():
    account, points = owed()
    plan = account.next_plan(points)
    assert plan == Frozen(payments=(Payment("p2", "p1", 5),), coin=5, rounded={"p1": -2, "p2": 2})
    account.apply(plan, points)
    account.apply(Paid(plan=1, debtor="p2", creditor="p1", amount=5), points)
    assert account.open(points) == {"p1": 0, "p2": 0}
    points = {"p1": 8, "p2": -8}
    plan = account.next_plan(points)  # of 0.08 in all, 0.05 is paid
    assert (plan.payments, plan.rounded) == ((Payment("p2", "p1", 5),), {"p1": 2, "p2": -2})


def test_a_night_below_one_coin_is_settled_without_a_payment():
    account, _ = owed()
    points = {"p1": 2, "p2": -2}
    plan = account.next_plan(points)
    assert plan.payments == ()
    account.apply(plan, points)
    assert not any(account.open(points).values())
    assert account.next_plan(points) is None


def test_a_plan_that_was_frozen_exactly_stays():
    account, points = owed()
    account.apply(Frozen(payments=settle(points).payments), points)
    assert account.next_plan(points) is None
    assert account.to_pay(None) == (Payment("p2", "p1", 7),)


def test_a_table_sets_its_own_coin():
    account, points = owed("EUR")
    assert account.next_plan(points).payments == (Payment("p2", "p1", 7),)
    account.apply(CoinChosen(coin=5), points)
    assert account.next_plan(points).payments == (Payment("p2", "p1", 5),)
    account.apply(CoinChosen(coin=0), points)
    assert account.next_plan(points).payments == (Payment("p2", "p1", 7),)
    with refusing("coin", match="nothing would change"):
        account.apply(CoinChosen(coin=0), points)
    with refusing("coin", match="points are not paid"):
        Account().apply(CoinChosen(coin=5), points)


@pytest.mark.parametrize(
    "wrong",
    [
        {"rounded": {"p1": -2, "p2": 1}, "coin": 5},  # money is lost
        {"rounded": {"p1": -7, "p2": 7}, "coin": 5},  # more than a coin
        {"rounded": {"p1": -2, "p2": 2}},  # no coin
        {"rounded": {"p1": -2, "p2": 2}, "coin": 10**9},
    ],
)
def test_a_plan_that_rounds_as_no_coin_does_is_refused(wrong):
    account, points = owed()
    with refusing("rounded"):
        account.apply(Frozen(payments=(Payment("p2", "p1", 5),), **wrong), points)


def test_fines_are_rounded_with_the_rest():
    account, points = owed()
    account.apply(KittyMoved(how="fine", amount=4, who="p1", place=1), points)
    plan = account.next_plan(points)
    assert plan.payments == (Payment("p2", "p1", 5), Payment("p2", KITTY, 5))
    assert plan.rounded == {"p1": 2, "p2": -3, KITTY: 1}
    account.apply(plan, points)
    for creditor in ("p1", KITTY):
        account.apply(Paid(plan=1, debtor="p2", creditor=creditor, amount=5), points)
    assert (account.kitty.content, account.open(points)) == (5, {"p1": 0, "p2": 0})


def test_points_are_never_rounded():
    assert Account(chosen=5).next_plan({"p1": 7, "p2": -7}).payments == (Payment("p2", "p1", 7),)


@pytest.mark.parametrize(
    ("currency", "coin"),
    [
        ("CHF", 5),
        ("CZK", 100),
        ("HUF", 500),
        ("DKK", 50),
        ("NOK", 100),
        ("SEK", 100),
        ("PLN", 1),
        ("EUR", 1),
        ("ISK", 1),
    ],
)
def test_these_are_the_smallest_coins(currency, coin):
    assert smallest_payment(currency) == coin


def test_every_coin_is_one_of_a_known_currency():
    assert all(smallest_payment(code) >= 1 for code in DIGITS)


@pytest.mark.parametrize(("raw", "reason"), [("0.00", "at least"), ("10.01", "at most"), ("0.001", "whole number")])
def test_a_coin_that_nobody_pays_with_is_refused(raw, reason):
    assert read_coin("coin", "0.05", read_stake("0.10 EUR")) == 5
    with refusing("coin", match=reason):
        read_coin("coin", raw, read_stake("0.10 EUR"))


@pytest.mark.parametrize(
    ("stake", "unit"),
    [("50 HUF", 100), ("50.00 HUF", 1), ("50 RSD", 100), ("0.50 RSD", 1), ("5 JPY", 1), ("0.10 EUR", 1), ("", 1)],
)
def test_the_decimals_of_a_stake_say_what_a_journal_counts_in(stake, unit):
    assert unit_of(stake) == unit


def test_amounts_of_a_journal_of_another_unit_are_read_in_coins():
    payments = (Payment("p1", "p2", 3),)
    frozen = in_coins(Frozen(payments=payments, pooled={"p1": 1, "p2": -1}), 100)
    assert (frozen.payments[0].amount, frozen.pooled) == (300, {"p1": 100, "p2": -100})
    assert in_coins(Paid(plan=1, debtor="p1", creditor="p2", amount=3), 100).amount == 300
    assert in_coins(KittyMoved(how="in", amount=3), 100).amount == 300
    for kind in (Carried, Brought):
        assert in_coins(kind(night="", amounts={"p1": 3}), 100).amounts == {"p1": 300}
    assert in_coins(Paid(plan=1, debtor="p1", creditor="p2", amount=3, digits=2), 100).amount == 3
