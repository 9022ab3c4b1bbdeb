"""Purses: players who pay and receive as one, such as a couple or a family; each balance stays visible."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.journal.acts import Parted, PurseAct
from scorekeeper.payments import Payment, Plan, collect, round_all, settle
from scorekeeper.phrase import Name, Refused, say
from scorekeeper.value_checks import shorten

Purses = Mapping[str, str]
"""For each player who is in a purse the one whose name stands for it, who is in it himself."""


class SettlementProposal(NamedTuple):
    """Payments that settle, the amounts that they move within purses, and the changes of amounts that are `rounded`.

    `excess` is by how many payments at most there could be fewer, if the fewest are wanted.
    """

    payments: tuple[Payment, ...]
    pooled: Mapping[str, int]
    rounded: Mapping[str, int]
    excess: int


def propose(amounts: Mapping[str, int], purses: Purses, collector: str = "", coin: int = 1) -> SettlementProposal:
    """Return the fewest payments between purses, or those through a collector among the players, in whole coins."""
    pooled: Counter[str] = Counter()
    for player, first in purses.items():
        payer = collector if purses.get(collector) == first else first
        if player != payer:
            pooled[player] -= amounts[player]
            pooled[payer] += amounts[player]
    left = {player: amount + pooled[player] for player, amount in amounts.items()}
    whole = round_all(left, coin) if coin > 1 else left
    payments, excess = Plan(collect(whole, collector), 0) if collector else settle(whole)
    rounded = {player: whole[player] - amount for player, amount in left.items() if whole[player] != amount}
    return SettlementProposal(
        payments, {player: pooled[player] for player in amounts if pooled[player]}, rounded, excess
    )


def members(purses: Purses, player: str) -> list[str]:
    """Return the members of a player's purse in order; the player alone without one."""
    return [other for other, first in purses.items() if first == purses.get(player)] or [player]


def groups(purses: Purses, seats: Sequence[str]) -> list[list[str]]:
    """Return the members of each purse, its representative first, otherwise in seat order."""
    inside = [player for player in seats if player in purses]
    firsts = [player for player in inside if purses[player] == player]
    return [[first, *(player for player in inside if purses[player] == first != player)] for first in firsts]


def change_purses(purses: Purses, act: PurseAct, players: Collection[str]) -> dict[str, str]:
    """Return the purses after an act. Raises Refused."""
    if isinstance(act, Parted):
        if not act.players or set(members(purses, act.players[0])) != set(act.players) or len(act.players) < 2:
            raise Refused("players", say("there is no such purse"))
        return {player: first for player, first in purses.items() if player not in act.players}
    for player in act.players:
        if player not in players:
            raise Refused("players", say("{value} is not one of the players", value=shorten(player)))
        if player in purses:
            raise Refused("players", say("{player} is in a purse already", player=Name(player)))
    if len(set(act.players)) < 2 or len(set(act.players)) < len(act.players):
        raise Refused("players", say("two or more players make a purse"))
    return {**purses, **dict.fromkeys(act.players, act.players[0])}


def check_pooled(pooled: Mapping[str, int], purses: Purses) -> None:
    """Refuse amounts that cannot be taken over within a purse."""
    for group in groups(purses, [*purses]):
        if sum(pooled.get(player, 0) for player in group):
            raise Refused("pooled", say("a player who pays for others takes over only what is unpaid for them"))
    if pooled.keys() - purses.keys():
        raise Refused("pooled", say("there is no such purse"))
