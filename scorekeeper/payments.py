"""The payments that settle a set of balances: the fewest, or all through one person."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.zero_sums import divide

Group = list[int]
"""Seats whose balances sum to 0; a seat is a place in the order of the mapping."""


class Payment(NamedTuple):
    """`debtor` hands `creditor` the `amount`, a positive whole number in the unit of the balances."""

    debtor: str
    creditor: str
    amount: int


class Plan(NamedTuple):
    """Payments that bring balances to 0, and by how many at most the fewest are fewer: 0 if these are proven to be."""

    payments: tuple[Payment, ...]
    excess: int


def settle(balances: Mapping[str, int]) -> Plan:
    """Return few payments that bring all `balances` to 0, by debtor and creditor; a positive one is owed money.

    The same mapping in the same order gives the same plan. The search takes at most `STEPS`, which finds the fewest
    payments of an evening nearly always, and else says how many more these may be. Raises ValueError unless the
    balances are whole numbers that sum to 0.

    k people whose balances sum to 0 need at most k - 1 payments; fewer leave them in groups that do not
    touch, each of which sums to 0 by itself. So the fewest payments are the people less the most such groups
    (Verhoeff, "Settling Multiple Debts Efficiently", 2004).
    """
    _check(balances)
    names = list(balances)
    amounts = list(balances.values())
    # Pairs first loses nothing: if a best grouping holds +a and -a apart, their two groups can as well be the
    # pair and all the others; if it holds them together, the pair can leave.
    pairs: list[Group] = []
    unpaired: dict[int, list[int]] = {}
    for seat, amount in enumerate(amounts):
        if others := unpaired.get(-amount):
            pairs.append([others.pop(0), seat])
        elif amount:
            unpaired.setdefault(amount, []).append(seat)
    divided = divide(amount for amount, seats in unpaired.items() for _ in seats)
    groups = [*pairs, *([unpaired[amount].pop(0) for amount in group] for group in divided.groups)]
    paid = sorted(payment for group in groups for payment in _pay(amounts, group))
    payments = tuple(Payment(names[debtor], names[creditor], amount) for debtor, creditor, amount in paid)
    return Plan(payments, divided.bound - len(divided.groups))


def round_all(balances: Mapping[str, int], coin: int) -> dict[str, int]:
    """Return the balances in whole coins of so many units, which sum to 0 again, in their order.

    Nobody's balance changes by a whole coin: all are rounded down, and the coins that are then missing go to those with
    the largest rests; of equal rests to whoever is owed more, then to whoever comes first. Two people are rounded as a
    till does it, half a coin up. Raises ValueError as `settle` does.
    """
    _check(balances)
    down = {name: amount - amount % coin for name, amount in balances.items()}
    missing = -sum(down.values()) // coin
    by_rest = sorted(balances, key=lambda name: (-(balances[name] % coin), -balances[name]))
    return {name: amount + coin * (name in by_rest[:missing]) for name, amount in down.items()}


def collect(balances: Mapping[str, int], collector: str) -> tuple[Payment, ...]:
    """Return the payments that bring all `balances` to 0 through one collector: debtors pay the collector, who pays the
    creditors. There is one for each other open balance, so never more than people less one.

    Raises ValueError as `settle` does, and for a collector who has no balance.
    """
    _check(balances)
    if collector not in balances:
        raise ValueError(f"{collector!r} has no balance")
    others = {name: amount for name, amount in balances.items() if name != collector and amount}
    paying = (Payment(name, collector, -amount) for name, amount in others.items() if amount < 0)
    paid = (Payment(collector, name, amount) for name, amount in others.items() if amount > 0)
    return (*paying, *paid)


def _check(balances: Mapping[str, int]) -> None:
    if not all(isinstance(amount, int) for amount in balances.values()):
        raise ValueError("balances must be whole numbers")
    if total := sum(balances.values()):
        raise ValueError(f"balances must sum to 0, not {total}")


def _pay(amounts: Sequence[int], group: Group) -> Iterator[tuple[int, int, int]]:
    """Yield debtor's seat, creditor's seat and amount until `group` is settled; k - 1 at most for k seats.

    The largest debtor pays the largest creditor, equals by seat; one of them comes to 0, at the last both do.
    """
    left = {seat: amounts[seat] for seat in sorted(group)}
    while any(left.values()):
        debtor = min(left, key=left.__getitem__)
        creditor = max(left, key=left.__getitem__)
        amount = min(-left[debtor], left[creditor])
        left[debtor] += amount
        left[creditor] -= amount
        yield debtor, creditor, amount
