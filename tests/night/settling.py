"""Accounts of a night for the tests of settling: what five players owe, and a payment that is ticked."""

from hypothesis import strategies as st

from scorekeeper.journal.act_json import read_act

PLAYERS = ("p1", "p2", "p3", "p4", "p5")


@st.composite
def amounts(draw, most=1000):
    """What each of five players is owed or owes; it adds up to 0."""
    some = [draw(st.integers(-most, most)) for _ in PLAYERS[1:]]
    return dict(zip(PLAYERS, (-sum(some), *some), strict=True))


def pay(account, points, pair, amount):
    account.apply(read_act("paid", {**pair._asdict(), "amount": amount}), points)
