"""The stake beside the journal: what a point costs from which deal on, and what that makes of the balances."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from scorekeeper.journal.hash_chain import canonical
from scorekeeper.money import write_stake
from scorekeeper.night.night import MOST_DEALS, Night, StakeFrom
from scorekeeper.storage.engine.sql import fetch, run


def write_stakes(stakes: Sequence[StakeFrom]) -> str:
    """Return what a point costs from which deal on as its row has it, empty where it never changes."""
    if len(stakes) == 1:
        return ""
    return canonical([[first, write_stake(stake) if stake else ""] for first, stake in stakes])


def put_stakes(night_id: int, night: Night) -> None:
    """Keep in step with another stake: the row of the night, and what each player has of deals at other stakes."""
    stake = night.stake
    sql = "UPDATE night SET coins = ?, currency = ?, stakes = ? WHERE id = ?"
    run(sql, stake.coins if stake else 0, stake.currency if stake else "", write_stakes(night.stakes), night_id)
    run("UPDATE player SET beyond = 0 WHERE night_id = ?", night_id)
    for player, coins in _beyond(night_id, night).items():
        run("UPDATE player SET beyond = ? WHERE id = ?", coins, player)


def _beyond(night_id: int, night: Night) -> Counter[int]:
    beyond: Counter[int] = Counter()
    sql = """SELECT player_id, SUM(payoff) FROM posting
        WHERE night_id = ? AND number BETWEEN ? AND ? GROUP BY player_id"""
    firsts = (*(agreed.first for agreed in night.stakes), MOST_DEALS + 1)
    for first, behind in pairwise(firsts):
        gap = night.coins_at(first) - night.coins
        if gap:
            beyond.update({player: int(points) * gap for player, points in fetch(sql, night_id, first, behind - 1)})
    return beyond
