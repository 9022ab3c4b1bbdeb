"""The payments that settle a set of balances: the fewest, or all of them by way of one person."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

Group = list[int]
"""Seats, ascending, whose balances sum to 0; a seat is a place in the order of the mapping."""


class Payment(NamedTuple):
    """`debtor` hands `creditor` the `amount`, a positive whole number in the unit of the balances."""

    debtor: str
    creditor: str
    amount: int


class Plan(NamedTuple):
    """Payments that settle, by debtor and then creditor."""

    payments: tuple[Payment, ...]


def settle(balances: Mapping[str, int]) -> Plan:
    """Return the fewest payments that bring all `balances` to 0; a positive balance is owed money.

    The same mapping in the same order gives the same plan. Sixteen open balances take 0.1 s, each one more doubles the
    time. Raises ValueError unless the balances are whole numbers that sum to 0.

    k people whose balances sum to 0 need at most k - 1 payments; fewer leave them in groups that do not
    touch, each of which sums to 0 by itself. So the fewest payments are the people less the most such groups
    (Verhoeff, "Settling Multiple Debts Efficiently", 2004).
    """
    _check(balances)
    names = list(balances)
    amounts = list(balances.values())
    # Pairs first loses nothing: if a best grouping holds +a and -a apart, their two groups can as well be the
    # pair and all the others; if it holds them together, the pair can leave.
    pairs, rest = _take_pairs(amounts, [seat for seat, amount in enumerate(amounts) if amount])
    groups = [*pairs, *_group(amounts, rest)]
    paid = sorted(payment for group in groups for payment in _pay(amounts, group))
    return Plan(tuple(Payment(names[debtor], names[creditor], amount) for debtor, creditor, amount in paid))


def collect(balances: Mapping[str, int], collector: str) -> Plan:
    """Return the payments that bring all `balances` to 0 where one person collects: whoever owes pays him, and he pays
    whoever is owed. There is one for each other balance that is open, so never more than people less one.

    Raises ValueError as `settle` does, and for a collector who has no balance.
    """
    _check(balances)
    if collector not in balances:
        raise ValueError(f"{collector!r} has no balance")
    others = {name: amount for name, amount in balances.items() if name != collector and amount}
    paying = (Payment(name, collector, -amount) for name, amount in others.items() if amount < 0)
    paid = (Payment(collector, name, amount) for name, amount in others.items() if amount > 0)
    return Plan((*paying, *paid))


def _check(balances: Mapping[str, int]) -> None:
    if not all(isinstance(amount, int) for amount in balances.values()):
        raise ValueError("balances must be whole numbers")
    if total := sum(balances.values()):
        raise ValueError(f"balances must sum to 0, not {total}")


def _take_pairs(amounts: Sequence[int], seats: Sequence[int]) -> tuple[list[Group], list[int]]:
    """Return disjoint pairs among `seats` whose balances are opposite, first come first served, and the seats left."""
    pairs: list[Group] = []
    left = set(seats)
    for pair in combinations(seats, 2):
        if sum(amounts[seat] for seat in pair) == 0 and left.issuperset(pair):
            pairs.append(list(pair))
            left.difference_update(pair)
    return pairs, sorted(left)


def _group(amounts: Sequence[int], seats: Sequence[int]) -> list[Group]:
    """Return `seats` in the most groups that sum to 0."""
    sums = [0]
    for seat in seats:
        sums += [amounts[seat] + before for before in sums]
    most = _count_groups(sums, len(seats))
    groups: list[Group] = []
    mask = len(sums) - 1
    while mask:
        if not sums[mask]:
            groups.append([])
        wanted = most[mask] - (not sums[mask])
        # The lowest seat that may leave without losing a group; one that may not never may later, so each
        # group comes out ascending.
        place = next(p for p in range(len(seats)) if mask >> p & 1 and most[mask ^ 1 << p] == wanted)
        groups[-1].append(seats[place])
        mask ^= 1 << place
    return groups


def _count_groups(sums: Sequence[int], n: int) -> list[int]:
    """Return for each subset of n seats how often its sum can come back to 0 while they come in one by one.

    A subset is a mask of n bits and `sums` holds its sum at that index. Each return to 0 completes a group,
    so for a subset that sums to 0 this is the most groups it falls into. n 2^n steps.
    """
    bits = [1 << place for place in range(n)]
    most = [0] * len(sums)
    for mask in range(1, len(sums)):
        most[mask] = max([most[mask ^ bit] for bit in bits if mask & bit]) + (not sums[mask])
    return most


def _pay(amounts: Sequence[int], group: Group) -> Iterator[tuple[int, int, int]]:
    """Yield debtor's seat, creditor's seat and amount until `group` is settled; k - 1 at most for k seats.

    The largest debtor pays the largest creditor, equals by seat; one of them comes to 0, at the last both do.
    """
    left = {seat: amounts[seat] for seat in group}
    while any(left.values()):
        debtor = min(left, key=left.__getitem__)
        creditor = max(left, key=left.__getitem__)
        amount = min(-left[debtor], left[creditor])
        left[debtor] += amount
        left[creditor] -= amount
        yield debtor, creditor, amount
