"""The tables of slots, postings and balances, and the night's row, updated with each act."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import Act, HouseAct
from scorekeeper.journal.hash_chain import Entry, canonical
from scorekeeper.money import write_stake
from scorekeeper.night.deal_stats import DealSummary
from scorekeeper.night.night import MOST_DEALS, Night, Result, StakeFrom
from scorekeeper.night.state import Replay, SlotState
from scorekeeper.storage.engine.sql import fetch, insert, run
from scorekeeper.storage.journal.entries import load_entries
from scorekeeper.storage.journal.state import NightRows, Standing
from scorekeeper.storage.models import DealRow, PostingRow


class Change(NamedTuple):
    """The effect of an act: `before` are the results of the slots that it touches, `state` is everything after it.

    `parties` are the first deals of the parties of these slots before it.
    """

    act: Act
    before: Mapping[int, Result | None]
    state: Replay
    result: Result | None
    parties: Mapping[int, int]

    def moved(self) -> dict[str, list[int]]:
        """Return by how much the score, the balance, `beyond` and the number of deals of each player change."""
        night = self.state.night
        moved = {player: [0, 0, 0, 0] for player in night.players}
        for number, slot in self.state.slots.items():
            gap = night.coins_at(number) - night.coins
            for result, sign in ((self.before.get(number), -1), (slot.result, +1)):
                for key, points in result.sheet.items() if result else ():
                    moved[key][0] += sign * points
                    moved[key][3] += sign
                for key, points in result.payoff.items() if result else ():
                    moved[key][1] += sign * points
                    moved[key][2] += sign * points * gap
        return moved


def begin_of_party(night_id: int, number: int) -> int:
    """Return the first deal of the party of a deal where parties end by a condition; 0 where it is not known."""
    rows = fetch("SELECT party FROM deal WHERE night_id = ? AND number = ?", night_id, number)
    return int(rows[0][0]) if rows else 0


def store_slot(night_id: int, number: int, seq: int, slot: SlotState, played: DealSummary) -> None:
    """Write a slot, whose valid act is the entry `seq`."""
    if slot.version == 1:
        insert(DealRow, [slot_row(number, seq, slot, played)], night_id=night_id)
    else:
        sql = """UPDATE deal SET seq = ?, version = ?, open = ?, soloist = ?, contract = ?, announced = ?, seat = ?,
            partner = ?, individual = ?, beside = ?, party = ? WHERE night_id = ? AND number = ?"""
        run(sql, seq, slot.version, slot.result is None, *played, slot.party, night_id, number)


def slot_row(number: int, seq: int, slot: SlotState, played: DealSummary) -> dict[str, object]:
    """Return a slot as a row; its valid act is the entry `seq`."""
    is_open = slot.result is None
    written = {"number": number, "seq": seq, "version": slot.version, "open": is_open, "party": slot.party}
    return {**written, **played._asdict()}


def repost(night_id: int, players: Sequence[Standing], change: Change) -> None:
    """Replace the postings of the slots whose result changed, and update the balances by the difference."""
    for number, slot in change.state.slots.items():
        if slot.party != change.parties.get(number, slot.party):
            run("UPDATE deal SET party = ? WHERE night_id = ? AND number = ?", slot.party, night_id, number)
        old = change.before.get(number)
        if old == slot.result:
            continue
        if old:
            run("DELETE FROM posting WHERE night_id = ? AND number = ?", night_id, number)
        if slot.result:
            insert(PostingRow, posting_rows(players, number, slot.result), night_id=night_id)
    moved = change.moved()
    changed = [(player.id, *moved[player.key]) for player in players if any(moved[player.key])]
    if changed:
        rows = ", ".join(["(?, ?, ?, ?, ?)"] * len(changed))
        sql = f"""WITH moved (id, score, balance, beyond, deals) AS (VALUES {rows})
            UPDATE player SET score = player.score + moved.score, balance = player.balance + moved.balance,
            beyond = player.beyond + moved.beyond, deals = player.deals + moved.deals
            FROM moved WHERE player.id = moved.id"""  # noqa: S608 - only places for values
        run(sql, *chain.from_iterable(changed))


def posting_rows(players: Sequence[Standing], number: int, result: Result) -> list[dict[str, object]]:
    """Return the postings of one deal as rows."""
    return [
        {
            "number": number,
            "player_id": player.id,
            "sheet": result.sheet.get(player.key),
            "payoff": result.payoff.get(player.key, 0),
        }
        for player in players
        if player.key in result.sheet or player.key in result.payoff  # a party also pays players who sat out its end
    ]


def update_night(rows: NightRows, after: Night, entry: Entry) -> None:
    row = rows.row
    houses = row.houses if after.houses is rows.night.houses else write_houses(after)
    sql = "UPDATE night SET seq = ?, head = ?, number = ?, dealer = ?, houses = ? WHERE id = ?"
    run(sql, entry.seq, entry.hash, after.number, after.dealer, houses, row.id)
    if after.seats is rows.night.seats:
        return
    before = {player.key: (player.place, player.state) for player in rows.players}
    for number, seat in enumerate(after.seats):
        if before.get(seat.player) != (number, seat.state):
            sql = "UPDATE player SET place = ?, state = ? WHERE night_id = ? AND key = ?"
            run(sql, number, seat.state, row.id, seat.player)


def write_houses(night: Night) -> str:
    return canonical([[house.first, dict(house.settings)] for house in night.houses])


def rewrite_houses(night_id: int) -> None:
    """Update the house rules of a night from its journal, after texts in them were forgotten."""
    acts = map(act_of, load_entries("kind IN ('opened', 'rules changed')", night_id))
    houses = [[act.about or 1, dict(act.house)] for act in acts if isinstance(act, HouseAct)]
    run("UPDATE night SET houses = ? WHERE id = ?", canonical(houses), night_id)


def write_stakes(stakes: Sequence[StakeFrom]) -> str:
    """Return the stakes by first deal as the night's row has them, empty where the stake never changes."""
    if len(stakes) == 1:
        return ""
    return canonical([[first, write_stake(stake) if stake else ""] for first, stake in stakes])


def store_stakes(night_id: int, night: Night) -> None:
    """Update the night's row with another stake, and each player's surplus of deals at other stakes."""
    stake = night.stake
    currency = stake.currency if stake else ""
    sql = """UPDATE night SET coins = ?, coin = CASE WHEN currency = ? THEN coin ELSE 0 END, currency = ?, stakes = ?,
        unit = ? WHERE id = ?"""
    coins = stake.coins if stake else 0
    run(sql, coins, currency, currency, write_stakes(night.stakes), night.unit, night_id)
    run("UPDATE player SET beyond = 0 WHERE night_id = ?", night_id)
    beyond: Counter[int] = Counter()
    sql = """SELECT player_id, SUM(payoff) FROM posting
        WHERE night_id = ? AND number BETWEEN ? AND ? GROUP BY player_id"""
    for first, behind in pairwise((*(agreed.first for agreed in night.stakes), MOST_DEALS + 1)):
        gap = night.coins_at(first) - night.coins
        if gap:
            beyond.update({player: int(points) * gap for player, points in fetch(sql, night_id, first, behind - 1)})
    for player, coins in beyond.items():
        run("UPDATE player SET beyond = ? WHERE id = ?", coins, player)
