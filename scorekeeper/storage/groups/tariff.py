"""The tariff of a group: what is fined, and with how much."""

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from scorekeeper.money import MOST_COINS, Stake, coins_of
from scorekeeper.phrase import Refused
from scorekeeper.storage.models import GroupRow

MOST_FINES = 20


class Fine(NamedTuple):
    """What is fined and with how much, in the currency of the night, in points at a night without a stake."""

    reason: str
    amount: Decimal


def tariff_of(row: GroupRow) -> list[Fine]:
    """Return the fines of a group as agreed."""
    return [Fine(reason, Decimal(amount)) for reason, amount in json.loads(row.tariff or "[]")]


def write_tariff(fines: Sequence[Fine]) -> str:
    """Return fines as the row of a group keeps them, empty for none; equal amounts are equal texts."""
    return json.dumps([[fine.reason, f"{fine.amount.normalize():f}"] for fine in fines]) if fines else ""


def fines_at(row: GroupRow, stake: Stake | None) -> list[tuple[str, int]]:
    """Return what is fined at a night, and with how many coins or points; without what cannot be paid there.

    A tariff with parts of a whole amount is one of money: a night without a stake has nothing of it.
    """
    found = []
    tariff = tariff_of(row)
    if stake is None and any(amount != amount.to_integral_value() for _, amount in tariff):
        return []
    for reason, amount in tariff:
        if stake is None:
            coins = int(amount)
        else:
            try:
                coins = coins_of("amount", amount, stake.currency)
            except Refused:
                coins = 0
        if 0 < coins <= MOST_COINS:
            found.append((reason, coins))
    return found
