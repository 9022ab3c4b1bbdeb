"""The payments that settle a set of balances: the fewest, or all through one person."""

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


def settle(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """Return the fewest payments that bring all `balances` to 0, by debtor and creditor; a positive one is owed money.

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
    pairs: list[Group] = []
    left = {seat for seat, amount in enumerate(amounts) if amount}
    for one, other in combinations(sorted(left), 2):
        if amounts[one] + amounts[other] == 0 and left >= {one, other}:
            pairs.append([one, other])
            left -= {one, other}
    groups = [*pairs, *_group(amounts, sorted(left))]
    paid = sorted(payment for group in groups for payment in _pay(amounts, group))
    return tuple(Payment(names[debtor], names[creditor], amount) for debtor, creditor, amount in paid)


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


def _group(amounts: Sequence[int], seats: Sequence[int]) -> list[Group]:
    """Return `seats` in the most groups that sum to 0. n 2^n steps for n seats.

    A subset of the seats is a mask of n bits; `sums` holds its sum at that index, and `most` how often that can come
    back to 0 while its seats come in one by one. Each return to 0 completes a group, so for a subset that sums to 0
    this is the most groups it falls into.
    """
    sums = [0]
    for seat in seats:
        sums += [amounts[seat] + before for before in sums]
    bits = [1 << place for place in range(len(seats))]
    most = [0] * len(sums)
    for mask in range(1, len(sums)):
        most[mask] = max([most[mask ^ bit] for bit in bits if mask & bit]) + (not sums[mask])
    groups: list[Group] = []
    mask = len(sums) - 1
    while mask:
        if not sums[mask]:
            groups.append([])
        wanted = most[mask] - (not sums[mask])
        # The lowest seat that may leave without losing a group; one that may not never may later, so each
        # group comes out ascending.
        place = next(place for place, bit in enumerate(bits) if mask & bit and most[mask ^ bit] == wanted)
        groups[-1].append(seats[place])
        mask ^= bits[place]
    return groups


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
