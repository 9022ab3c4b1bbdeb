"""Purses, the treasurer and the kitty: whatever is pooled, fined, frozen and paid, with the kitty it adds up to 0."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.accounts.account import Account
from scorekeeper.accounts.joint_payers import groups, members
from scorekeeper.accounts.kitty import KITTY
from scorekeeper.journal.act_json import read_act
from scorekeeper.journal.acts import Carried, Frozen
from scorekeeper.payments import settle
from scorekeeper.phrase import Refused
from tests.night.refusing import refusing
from tests.night.settling import PLAYERS, amounts, pay

OWED = {"p1": -300, "p2": -200, "p3": 500, "p4": 0, "p5": 0}


def put(account, points, kind, **facts):
    account.apply(read_act(kind, facts), points)


def freeze(account, points, collector=""):
    payments, pooled, *_ = account.propose(points, collector)
    account.apply(Frozen(payments=payments, pooled=pooled, collector=collector, instead=account.plan), points)


def any_act(draw, account, points):
    """Put one act, which may be refused, and return the points as they are then."""
    kind = draw(st.sampled_from(["booked", "frozen", "paid", "paid", "pooled", "parted", "kitty", "struck", "carried"]))
    if kind == "booked":
        return {player: points[player] + more for player, more in draw(amounts()).items()}
    if kind == "frozen":
        freeze(account, points, draw(st.sampled_from(("", *PLAYERS))))
    elif kind == "paid" and account.dues:
        pair = draw(st.sampled_from(sorted(account.dues)))
        pay(account, points, pair, draw(st.integers(0, account.dues[pair].amount)))
    elif kind == "pooled":
        put(account, points, kind, players=list(draw(st.permutations(PLAYERS)))[: draw(st.integers(1, 3))])
    elif kind == "parted":
        put(account, points, kind, players=members(account.purses, draw(st.sampled_from(PLAYERS))))
    elif kind == "kitty":
        facts = {"how": draw(st.sampled_from(["fine", "in", "out"])), "amount": draw(st.integers(0, 99))}
        put(account, points, kind, **facts, who=draw(st.sampled_from(PLAYERS)), place=len(account.kitty.moves) + 1)
    elif kind == "struck":
        put(account, points, "kitty struck", place=draw(st.integers(0, 3)))
    elif kind == "carried":
        account.apply(Carried(night="", amounts=account.to_carry(points)), points)
    return points


@given(amounts(), st.data())
def test_any_bookings_add_up_to_0_with_the_kitty_and_a_plan_settles_them(points, data):
    account, handed = Account(), 0
    for _ in range(data.draw(st.integers(1, 15))):
        before, paid = deepcopy(account), account.paid()[KITTY]
        try:
            points = any_act(data.draw, account, points)
        except Refused:
            assert account == before
        handed += paid - account.paid()[KITTY]
        opened = account.open(points)
        assert sum(opened.values()) == 0
        cash = [move for move in account.kitty.moves if not move.struck and move.how != "fine"]
        assert account.kitty.content == handed + sum(
            {"in": move.amount, "out": -move.amount}[move.how] for move in cash
        ), "what lies in the kitty is the fold of its acts"
        for group in groups(account.purses, [*account.purses]):
            assert len(group) > 1
    for collector in ("", *PLAYERS):
        settled = deepcopy(account)
        try:
            freeze(settled, points, collector)
        except Refused:
            continue
        assert settled.fits(points)
        for pair, due in settled.current().items():
            pay(settled, points, pair, due.amount)
        assert not any(settled.open(points).values()), "everybody for himself, too"


@given(amounts(), st.permutations(PLAYERS), st.integers(2, 5), st.integers(0, 50), st.sampled_from(PLAYERS))
def test_purses_need_no_more_payments_than_persons(points, order, size, fine, who):
    account = Account()
    if fine:
        put(account, points, "kitty", how="fine", amount=fine, who=who, place=1)
    alone = settle(account.open(points)).payments
    assert account.propose(points).payments == alone
    put(account, points, "pooled", players=list(order)[:size])
    assert len(account.propose(points).payments) <= len(alone)
    for collector in PLAYERS:
        plan, pooled, *_ = account.propose(points, collector)
        assert len(plan) <= len(PLAYERS) - size + bool(fine)
        assert all(collector in (payment.debtor, payment.creditor) for payment in plan)
        assert sum(pooled.values()) == 0
        assert pooled.keys() <= set(order[:size])


def test_who_pays_for_a_purse_takes_over_what_the_other_owes():
    account = Account()
    put(account, OWED, "pooled", players=["p2", "p1"])
    assert account.open(OWED) == OWED, "what each has stays visible"
    freeze(account, OWED)
    assert [(*pair[1:], due.amount) for pair, due in account.current().items()] == [("p2", "p3", 500)]
    assert account.open(OWED) == OWED | {"p1": 0, "p2": -500}


def test_a_frozen_plan_keeps_the_purses_with_which_it_was_frozen():
    account = Account()
    put(account, OWED, "pooled", players=["p1", "p2"])
    freeze(account, OWED)
    assert account.side("p1", None) == ["p1", "p2"]
    put(account, OWED, "parted", players=["p2", "p1"])
    assert account.fits(OWED)
    put(account, OWED, "pooled", players=["p1", "p3"])
    assert account.side("p1", None) == ["p1"], "who pays together from now on has no part in the payments of before"
    put(account, OWED, "parted", players=["p1", "p3"])
    put(account, OWED, "pooled", players=["p1", "p2", "p3"])
    assert account.side("p1", None) == ["p1", "p2"]
    put(account, OWED, "parted", players=["p1", "p2", "p3"])
    ((pair, due),) = account.current().items()
    pay(account, OWED, pair, due.amount)
    assert not any(account.open(OWED).values())
    freeze(account, OWED)  # closed anew without the purse, one owes the other what he paid for him
    assert [(*pair[1:], due.amount) for pair, due in account.current().items()] == [("p2", "p1", 200)]


def test_a_plan_stands_when_its_payment_to_the_kitty_is_ticked():
    account = Account()
    put(account, OWED, "kitty", how="fine", amount=50, who="p1", place=1)
    freeze(account, OWED)
    (pair,) = [pair for pair in account.current() if KITTY in pair]
    pay(account, OWED, pair, account.dues[pair].amount)
    assert account.fits(OWED)
    rest = [(pair.debtor, pair.creditor, due.rest) for pair, due in account.current().items() if due.rest]
    put(account, OWED, "frozen", payments=rest)  # as earlier versions proposed it
    assert (account.plan, account.fits(OWED)) == (2, True)


def test_a_fine_is_paid_to_the_kitty_as_the_night_is_settled():
    account = Account()
    put(account, OWED, "kitty", how="fine", amount=100, who="p4", place=1)
    assert (account.open(OWED)[KITTY], account.kitty.content) == (100, 0)
    freeze(account, OWED, "p4")
    for pair, due in account.current().items():
        pay(account, OWED, pair, due.amount)
    assert (account.open(OWED).get(KITTY, 0), account.kitty.content) == (0, 100)
    put(account, OWED, "kitty struck", place=1)
    assert account.open(OWED) == OWED | {"p1": 0, "p2": 0, "p3": 0, "p4": 100, KITTY: -100}, "he gets it back"


def test_a_plan_that_fits_gives_way_only_to_another_one_that_names_it():
    account = Account()
    freeze(account, OWED)
    payments = account.propose(OWED, "p1").payments
    with pytest.raises(Refused, match="agreed on already"):
        account.apply(Frozen(payments=payments, collector="p1"), OWED)
    with pytest.raises(Refused, match="agreed on already"):
        freeze(account, OWED)
    freeze(account, OWED, "p1")
    assert account.plan == 2


@pytest.mark.parametrize(
    ("kind", "facts", "key"),
    [
        ("pooled", {"players": ["p1"]}, "players"),
        ("pooled", {"players": ["p1", "p1"]}, "players"),
        ("pooled", {"players": ["p1", "p9"]}, "players"),
        ("pooled", {"players": ["p3", "p4"]}, "players"),
        ("pooled", {"players": []}, "players"),
        ("parted", {"players": ["p4"]}, "players"),
        ("parted", {"players": ["p4", "p1"]}, "players"),
        ("parted", {"players": []}, "players"),
        ("kitty", {"how": "gift", "amount": 1, "place": 2}, "how"),
        ("kitty", {"how": "fine", "amount": 1, "place": 2}, "who"),
        ("kitty", {"how": "in", "amount": 1, "who": "p9", "place": 2}, "who"),
        ("kitty", {"how": "in", "amount": 0, "place": 2}, "amount"),
        ("kitty", {"how": "in", "amount": 10**9 + 1, "place": 2}, "amount"),
        ("kitty", {"how": "in", "amount": 1, "place": 1}, "place"),
        ("kitty", {"how": "in", "amount": 1, "place": 2, "player": "Anna"}, "player"),
        ("kitty struck", {"place": 1, "player": "Anna"}, "player"),
        ("pooled", {"players": ["p1", "p2"], "player": "Anna"}, "player"),
        ("parted", {"players": ["p3", "p4"], "player": "Anna"}, "player"),
        ("kitty struck", {"place": 2}, "place"),
        ("kitty struck", {"place": 0}, "place"),
        ("frozen", {"payments": [["p1", "p3", 300], ["p2", "p3", 200]], "collector": "p1"}, "payments"),
        ("frozen", {"payments": [["p1", "p3", 500]], "pooled": {"p1": -200, "p2": 200}}, "pooled"),
        ("frozen", {"payments": [["p1", "p3", 500]], "pooled": {"p4": -200, "p2": 200}}, "pooled"),
    ],
)
def test_what_cannot_be_is_refused(kind, facts, key):
    account = Account()
    put(account, OWED, "pooled", players=["p3", "p4"])
    put(account, OWED, "kitty", how="in", amount=1, place=1)
    before = deepcopy(account)
    with refusing(key):
        put(account, OWED, kind, **facts)
    assert account == before


def test_a_kitty_of_imported_files_stays_within_database_numbers():
    account, even, amounts = Account(), dict.fromkeys(OWED, 0), {"p1": 10**15, "": -(10**15)}
    for _ in range(1000):  # what is carried away leaves the money where it lies
        put(account, even, "brought", night="", amounts=amounts)
        put(account, even, "carried", night="x", amounts=amounts)
    with refusing("amounts"):
        put(account, even, "brought", night="", amounts=amounts)
    assert account.kitty.content == 10**18


def test_purses_are_listed_in_the_order_of_the_seats():
    purses = {"p4": "p4", "p5": "p4", "p2": "p4", "p3": "p3", "p1": "p3"}
    assert groups(purses, ["p1", "p2", "p3", "p4", "p5", "p6"]) == [["p3", "p1"], ["p4", "p2", "p5"]]
