"""The fewest payments: what must hold for every plan, and how much work finding one may be."""

from cProfile import Profile
from fractions import Fraction
from pstats import Stats
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.payments import Payment, collect, settle
from scorekeeper.phrase import Money
from scorekeeper.zero_sums import STEPS

MOST = 14
"""A table has twelve seats, and there is the kitty."""

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


def apply(plan: tuple[Payment, ...], start: dict[str, int]) -> dict[str, int]:
    """Return the balances after all payments of `plan` were made."""
    after = dict(start)
    for debtor, creditor, amount in plan:
        assert amount > 0
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


def count_by_subsets(amounts: list[int]) -> int:
    """Return the fewest payments by looking at all subsets: how often can the sum come back to 0 as they come in?"""
    amounts = [amount for amount in amounts if amount]
    sums = [0]
    for amount in amounts:
        sums += [amount + before for before in sums]
    bits = [1 << place for place in range(len(amounts))]
    most = [0] * len(sums)
    for subset in range(1, len(sums)):
        most[subset] = max(most[subset ^ bit] for bit in bits if subset & bit) + (not sums[subset])
    return len(amounts) - most[-1]


def bound_by_sizes(amounts: list[int]) -> Fraction:
    """Return a number that no number of groups can exceed, by the smallest group that each person can be in."""
    shares = Fraction()
    for person, amount in enumerate(amounts):
        smallest = {0: 0}  # by sum, how many of the others make it
        for other in (*amounts[:person], *amounts[person + 1 :]):
            smallest |= {
                total + other: size + 1
                for total, size in smallest.items()
                if size + 1 < smallest.get(total + other, 7)  # seven and more count as seven
            }
        shares += Fraction(1, smallest.get(-amount, 6) + 1)
    return shares


def build_without_pairs(people: int, most: int) -> dict[str, int]:
    """Return open balances no two of which are opposite, the same at each call."""
    random = Random(people)
    while True:
        start = balance([random.randint(-most, most) for _ in range(people - 1)])
        if not any(-amount in start.values() for amount in start.values()):
            return start


@any_time
@given(balances(MOST))
def test_few_payments_from_debtors_to_creditors_leave_all_at_zero(start):
    plan = settle(start).payments
    assert not any(apply(plan, start).values())
    assert all(start[payment.debtor] < 0 < start[payment.creditor] for payment in plan)
    assert len(plan) <= max(0, sum(map(bool, start.values())) - 1)
    assert len(plan) == len({payment[:2] for payment in plan})


@any_time
@given(balances(8))
def test_the_count_is_the_least_that_trying_everything_finds(start):
    assert len(settle(start).payments) == count_fewest(list(start.values()))


@any_time
@given(st.sampled_from([5, 12, 40, 5000]).flatmap(lambda most: balances(MOST, most)))
def test_the_count_is_the_least_of_all_subsets_and_said_to_be(start):
    plan = settle(start)
    assert len(plan.payments) == count_by_subsets(list(start.values()))
    assert plan.excess == 0


@any_time
@given(st.integers(0, 10**6), st.sampled_from([(20, 8), (48, 20), (48, 300), (120, 20)]))
def test_no_plan_of_many_claims_more_than_is_true(seed, kind):
    """People at tables of three and four who owe each other: as many groups as tables are there, at least."""
    people, most = kind
    random = Random(seed)
    amounts: list[int] = []
    tables = 0
    while len(amounts) < people:
        table = [random.randint(-most, most) for _ in range(random.choice([2, 3]))]
        amounts += [*table, -sum(table)]
        tables += 1
    random.shuffle(amounts)
    start = {f"P{seat}": amount for seat, amount in enumerate(amounts)}
    plan = settle(start)
    assert not any(apply(plan.payments, start).values())
    assert len(plan.payments) - plan.excess <= len(amounts) - tables
    assert settle(start) == plan


@pytest.mark.at_length
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("people", "most"), [(20, 30), (48, 15), (48, 60)])
def test_plans_of_many_keep_within_a_second_bound(people, most, seed):
    random = Random(seed)
    start = balance([random.randint(-most, most) for _ in range(people - 1)])
    owing = [amount for amount in start.values() if amount]
    plan = settle(start)
    assert len(owing) - bound_by_sizes(owing) <= len(plan.payments)
    assert plan.excess <= 4


@any_time
@given(balances(MOST), st.randoms(use_true_random=False))
def test_the_same_balances_give_the_same_plan_in_any_order(start, random):
    mixed = list(start.items())
    random.shuffle(mixed)
    plan = settle(start)
    assert settle(dict(start)) == plan
    assert len(settle(dict(mixed)).payments) == len(plan.payments)


@pytest.mark.parametrize(
    ("start", "payments"),
    [
        (TWO_TABLES, (("Bernd", "Anna", 5), ("Clara", "Anna", 4), ("Emil", "Dora", 6), ("Fritz", "Dora", 2))),
        ({"Anna": 3, "Bernd": -5, "Clara": 5, "Dora": -3}, (("Bernd", "Clara", 5), ("Dora", "Anna", 3))),
        ({"Anna": -2, "Bernd": 4, "Clara": -2}, (("Anna", "Bernd", 2), ("Clara", "Bernd", 2))),
        ({"Clara": -2, "Bernd": 4, "Anna": -2}, (("Clara", "Bernd", 2), ("Anna", "Bernd", 2))),
        *((dict.fromkeys(names, 0), ()) for names in ("", "A", "AB")),
    ],
)
def test_groups_and_pairs_settle_apart_and_equals_in_their_order(start, payments):
    assert settle(start) == (payments, 0)


@pytest.mark.parametrize(
    ("start", "reason"),
    [({"Anna": 1}, "sum to 0"), ({"Anna": 2, "Bernd": -1}, "sum to 0"), ({"Anna": 0.5, "Bernd": -0.5}, "whole")],
)
def test_what_is_no_balance_is_refused(start, reason):
    with pytest.raises(ValueError, match=reason):
        settle(start)


@pytest.mark.parametrize(
    "start",
    [
        balance([2**place for place in range(13)]),
        balance([2**place for place in range(60)]),
        build_without_pairs(16, 500),
        balance([Random(seat).randint(-90, 90) for seat in range(199)]),
    ],
)
def test_the_worst_is_little_work(start):
    """The number of calls is the same on every machine, however busy it is."""
    profile = Profile()
    assert profile.runcall(settle, start)
    assert Stats(profile).total_calls <= 10 * STEPS


@pytest.mark.parametrize("most", [100, 5000, 10**9])
def test_sixteen_are_always_settled_with_the_fewest_payments(most):
    for seed in range(20):
        random = Random(seed)
        assert settle(balance([random.randint(-most, most) for _ in range(15)])).excess == 0


@given(st.dictionaries(st.sampled_from("ABCDEFG"), st.integers(-999, 999), min_size=2), st.data())
def test_a_collector_has_one_payment_with_each_other_who_owes_or_is_owed(some, data):
    balances = some | {"H": -sum(some.values())}
    collector = data.draw(st.sampled_from(sorted(balances)))
    plan = collect(balances, collector)
    assert not any(apply(plan, balances).values())
    assert all(collector in payment[:2] and payment.debtor != payment.creditor for payment in plan)
    assert len(plan) == sum(1 for name, amount in balances.items() if amount and name != collector)


@pytest.mark.parametrize("balances", [{"A": 1, "B": 1}, {"A": 1.0, "B": -1.0}, {"B": 0}])
def test_nothing_is_collected_of_what_is_no_balance(balances):
    with pytest.raises(ValueError, match="balance"):
        collect(balances, "A")


def test_amounts_in_different_currencies_cannot_be_added():
    assert Money(30, "EUR") + Money(-10, "EUR") == Money(20, "EUR")
    for other in ("CHF", ""):
        with pytest.raises(ValueError, match="cannot be added"):
            Money(30, "EUR") + Money(3, other)
