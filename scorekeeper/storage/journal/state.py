"""The rows of a night as far as booking and checking need them, and the night that they make."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.games.score import Score
from scorekeeper.money import Stake, read_stake
from scorekeeper.night.night import House, Night, Result, Seat, StakeFrom, State
from scorekeeper.storage.engine.errors import Gone
from scorekeeper.storage.engine.sql import fetch, fetch_held


class Head(NamedTuple):
    """A night's row as far as booking needs it, in the order in which it is fetched."""

    id: int
    game: str
    preset: str
    houses: str
    dealer: str
    number: int
    most: int
    seq: int
    hash: str
    coins: int
    currency: str
    stakes: str
    begun: bool  # whether anything is known about the next deal

    @property
    def agreed(self) -> tuple[StakeFrom, ...]:
        """What a point costs from which deal on."""
        if self.stakes:
            told = json.loads(self.stakes)
            return tuple(StakeFrom(first, read_stake(stake) if stake else None) for first, stake in told)
        return (StakeFrom(1, Stake(self.coins, self.currency) if self.coins else None),)


class SeatRow(NamedTuple):
    """A seat's row as far as booking needs it, in the order in which it is fetched."""

    id: int
    key: str
    place: int
    state: State


@dataclass(frozen=True)
class NightRows:
    """The rows of a night between two deals: all of it as it stands after the entry `head.seq` of its journal."""

    head: Head
    places: Sequence[SeatRow]

    @cached_property
    def night(self) -> Night:
        """The night that they make."""
        seats = tuple([Seat(place.key, place.state) for place in self.places])
        head = self.head
        houses = tuple([House(first, settings) for first, settings in json.loads(head.houses)])
        return Night(GAMES[head.game], head.preset, houses, seats, head.dealer, head.number, head.most, head.agreed)


def load_rows(night_id: int) -> NightRows:
    """Return a night's rows."""
    return NightRows(load_head(night_id), load_places(night_id))


def lock_rows(night_id: int, seen: NightRows | None) -> NightRows:
    """Return a night's rows, held until the transaction ends; those `seen` already if nothing was written since.

    Raises Gone for a night that was deleted.
    """
    rows = fetch_held("SELECT seq FROM night WHERE id = ?", night_id)
    return seen if seen and rows == [(seen.head.seq,)] else load_rows(night_id)


def load_head(night_id: int, lock: bool = False) -> Head:
    """Return a night's row, with `lock` held until the transaction ends where the database locks rows.

    Raises Gone for a night that was deleted.
    """
    sql = """SELECT id, game, preset, houses, dealer, number, most, seq, head, coins, currency, stakes,
        EXISTS (SELECT 1 FROM deal WHERE deal.night_id = night.id AND deal.number = night.number)
        FROM night WHERE id = ?"""
    rows = (fetch_held if lock else fetch)(sql, night_id)
    if not rows:
        raise Gone
    return Head(*rows[0])


def lock_nights(nights: Iterable[int]) -> None:
    """Keep others from writing into these nights, always in one order, so that two do not wait for each other."""
    for night_id in sorted(set(nights)):
        load_head(night_id, lock=True)


def load_places(night_id: int) -> list[SeatRow]:
    """Return the seats of a night in order."""
    rows = fetch("SELECT id, key, place, state FROM player WHERE night_id = ? ORDER BY place", night_id)
    return [SeatRow(*row) for row in rows]


def load_results(night_id: int, places: Sequence[SeatRow], numbers: range) -> dict[int, Result]:
    """Return what the deals `numbers` brought, as it stands, without the reasons."""
    keys = {place.id: place.key for place in places}
    sheets: dict[int, dict[str, int]] = {}
    payoffs: dict[int, dict[str, int]] = {}
    sql = "SELECT number, player_id, sheet, payoff FROM posting WHERE night_id = ? AND number BETWEEN ? AND ?"
    for number, player, sheet, payoff in fetch(sql, night_id, numbers.start, numbers.stop - 1):
        sheets.setdefault(number, {})
        if sheet is not None:
            sheets[number][keys[player]] = sheet
        payoffs.setdefault(number, {})[keys[player]] = payoff
    return {number: Result(Score(), sheets[number], payoffs[number]) for number in sheets}
