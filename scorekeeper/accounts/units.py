"""The units of amounts in a journal: most are coins of today's table, those of a few nights were larger."""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.journal import acts


def in_coins(act: acts.Settling, unit: int) -> acts.Settling:
    """Return an act with its amounts in coins; `unit` is how many coins a 1 means where the act does not say it."""
    if unit == 1 or act.digits:
        return act
    match act:
        case acts.Frozen():
            payments = tuple([payment._replace(amount=payment.amount * unit) for payment in act.payments])
            return replace(act, payments=payments, pooled=_times(act.pooled, unit), rounded=_times(act.rounded, unit))
        case acts.Paid() | acts.KittyMoved():
            return replace(act, amount=act.amount * unit)
        case acts.NightsAct():
            nights = {slug: _times(amounts, unit) for slug, amounts in act.tables.items()}
            return replace(act, nights=nights)
        case acts.Carried() | acts.Brought():
            return replace(act, amounts=_times(act.amounts, unit))
        case _:
            return act


def _times(amounts: Mapping[str, int], unit: int) -> dict[str, int]:
    return {player: amount * unit for player, amount in amounts.items()}
