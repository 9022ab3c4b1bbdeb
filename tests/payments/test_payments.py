"""The fewest payments: what must hold for every plan, and how much work finding one may be."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.payments import Plan, collect, settle

MOST = 14
"""A table has twelve seats."""

any_time = settings(deadline=None)
"""How much work a plan may be is a test of its own."""

TWO_TABLES = {"Anna": 9, "Bernd": -5, "Clara": -4, "Dora": 8, "Emil": -6, "Fritz": -2}
"""Anna's three and Dora's three settle by themselves; largest to largest mixes them."""


def balance(amounts: list[int]) -> dict[str, int]:
    """Return balances of players P0, P1 …, the last of whom has what the others are missing."""
    return {f"P{seat}": amount for seat, amount in enumerate([*amounts, -sum(amounts)])}


def balances(people: int, most: int = 12) -> st.SearchStrategy[dict[str, int]]:
    """Return balances of up to `people`; small amounts make groups that settle among themselves common."""
    return st.lists(st.integers(-most, most), max_size=people - 1).map(balance)


def apply(plan: Plan, start: dict[str, int]) -> dict[str, int]:
    """Return the balances after all payments of `plan` were made."""
    after = dict(start)
    for debtor, creditor, amount in plan.payments:
        after[debtor] += amount
        after[creditor] -= amount
    return after


def count_fewest(amounts: list[int]) -> int:
    """Return the fewest payments by trying: the first not at 0 passes all he has to any one of the others."""
    if not any(amounts):
        return 0
    first, *others = amounts
    if not first:
        return count_fewest(others)
    return 1 + min(
        count_fewest([*others[:seat], other + first, *others[seat + 1 :]]) for seat, other in enumerate(others) if other
    )


def count_greedy(amounts: list[int]) -> int:
    """Return how many payments it takes where the largest debtor always pays the largest creditor."""
    left, payments = sorted(amounts), 0
    while any(left):
        amount = min(-left[0], left[-1])
        left = sorted([left[0] + amount, *left[1:-1], left[-1] - amount])
        payments += 1
    return payments


@contextmanager
def calls_at_most(most: int) -> Iterator[None]:
    """Fail where more functions are called; unlike time this is the same on every machine, however busy it is."""
    calls, before = 0, sys.getprofile()

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")
        if calls > most:
            sys.setprofile(before)
            raise AssertionError("this plan takes too much work")

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)


def build_without_pairs(people: int, most: int) -> dict[str, int]:
    """Return open balances no two of which are opposite, the same at each call."""
    random = Random(people)
    while True:
        start = balance([random.randint(-most, most) for _ in range(people - 1)])
        if not any(-amount in start.values() for amount in start.values()):
            return start


@any_time
@given(balances(MOST))
def test_everybody_ends_at_zero(start):
    assert not any(apply(settle(start), start).values())


@any_time
@given(balances(MOST))
def test_debtors_only_pay_and_creditors_only_receive(start):
    for debtor, creditor, amount in settle(start).payments:
        assert amount > 0
        assert start[debtor] < 0 < start[creditor]


@any_time
@given(balances(MOST))
def test_one_payment_less_than_people_is_enough_and_nobody_pays_the_same_twice(start):
    plan = settle(start)
    assert len(plan.payments) <= max(0, sum(map(bool, start.values())) - 1)
    assert len(set(plan.payments)) == len({payment[:2] for payment in plan.payments})


@any_time
@given(balances(8))
def test_the_count_is_the_least_that_trying_everything_finds(start):
    plan = settle(start)
    assert len(plan.payments) == count_fewest(list(start.values()))


@any_time
@given(balances(MOST), st.randoms(use_true_random=False))
def test_the_same_balances_give_the_same_plan_and_their_order_no_other_count(start, random):
    mixed = list(start.items())
    random.shuffle(mixed)
    plan, other = settle(start), settle(dict(mixed))
    assert settle(dict(start)) == plan
    assert len(other.payments) == len(plan.payments)


def test_largest_to_largest_needs_five_where_four_do():
    assert count_greedy(list(TWO_TABLES.values())) == 5
    assert settle(TWO_TABLES) == Plan(
        (("Bernd", "Anna", 5), ("Clara", "Anna", 4), ("Emil", "Dora", 6), ("Fritz", "Dora", 2))
    )


def test_pairs_settle_between_themselves():
    start = {"Anna": 3, "Bernd": -5, "Clara": 5, "Dora": -3}
    assert settle(start).payments == (("Bernd", "Clara", 5), ("Dora", "Anna", 3))


def test_equals_come_in_the_order_of_the_mapping():
    start = {"Anna": -2, "Bernd": 4, "Clara": -2}
    assert settle(start).payments == (("Anna", "Bernd", 2), ("Clara", "Bernd", 2))
    assert settle(dict(reversed(start.items()))).payments == (("Clara", "Bernd", 2), ("Anna", "Bernd", 2))


@pytest.mark.parametrize("start", [{}, {"Anna": 0}, {"Anna": 0, "Bernd": 0}])
def test_nothing_is_owed(start):
    assert settle(start) == Plan(())


@pytest.mark.parametrize("start", [{"Anna": 1}, {"Anna": 2, "Bernd": -1}])
def test_balances_that_do_not_sum_to_zero_are_refused(start):
    with pytest.raises(ValueError, match="sum to 0"):
        settle(start)


def test_fractions_are_refused():
    with pytest.raises(ValueError, match="whole"):
        settle({"Anna": 0.5, "Bernd": -0.5})


@pytest.mark.parametrize(
    "start",
    [
        balance([2**place for place in range(13)]),
        build_without_pairs(MOST, 500),
        build_without_pairs(16, 500),
    ],
)
def test_the_worst_is_little_work(start):
    with calls_at_most(2**18):
        assert settle(start).payments


@given(st.dictionaries(st.sampled_from("ABCDEFG"), st.integers(-999, 999), min_size=2), st.data())
def test_a_collector_has_one_payment_with_each_other_who_owes_or_is_owed(some, data):
    balances = some | {"H": -sum(some.values())}
    collector = data.draw(st.sampled_from(sorted(balances)))
    plan = collect(balances, collector).payments
    left = dict(balances)
    for debtor, creditor, amount in plan:
        assert amount > 0
        assert collector in (debtor, creditor)
        assert debtor != creditor
        left[debtor] += amount
        left[creditor] -= amount
    assert not any(left.values())
    assert len(plan) == sum(1 for name, amount in balances.items() if amount and name != collector)


@pytest.mark.parametrize("balances", [{"A": 1, "B": 1}, {"A": 1.0, "B": -1.0}, {"B": 0}])
def test_nothing_is_collected_of_what_is_no_balance(balances):
    with pytest.raises(ValueError, match="balance"):
        collect(balances, "A")
