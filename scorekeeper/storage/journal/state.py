"""The rows of a night that booking and checking need, the night that they describe, and the names at its seats."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.games.score import Score
from scorekeeper.journal.acts import Act, Joined, Renamed
from scorekeeper.journal.hash_chain import seal_note
from scorekeeper.journal.seals import Named
from scorekeeper.money import Stake, read_stake
from scorekeeper.night.night import House, Night, Result, Seat, StakeFrom, State
from scorekeeper.people.names import check_newcomer
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.errors import Gone
from scorekeeper.storage.engine.sql import fetch, fetch_among, fetch_locked, fetch_shared, find, run
from scorekeeper.storage.models import NightRow, Person

WON = """(CAST(player.balance AS NUMERIC) * CASE WHEN night.coins = 0 THEN 1 ELSE night.coins END + player.beyond)"""
"""What a player won, in SQL: the product may be more than a BIGINT of PostgreSQL holds."""


class Standing(NamedTuple):
    """The current state of a player at a night; `score` and `balance` in points.

    `paid` is money handed over less money received, `brought` is what other nights brought less what was carried to
    them; both in the smallest coin, or in points without a stake. `beyond` is the surplus of deals at other stakes,
    `aside` what others of the same purse took over and what a plan rounds, less fines. `purse` is the key of the player
    whose name the purse has, `deals` the number of deals with points on the sheet, `rounded` what a plan rounds.
    """

    id: int
    place: int
    key: str
    name: str
    state: State
    score: int
    balance: int
    paid: int
    brought: int
    beyond: int
    aside: int
    purse: str
    deals: int
    rounded: int

    @property
    def is_legible(self) -> bool:
        """Whether its numbers are whole numbers: SQLite takes values of any type in a column."""
        return all(isinstance(value, int) for value in (*self[5:11], self.deals))

    @property
    def took_part(self) -> bool:
        """Whether the player has a seat or has had a deal; some only have an amount that other nights brought."""
        return self.state != "left" or self.deals > 0

    def won(self, coins: int) -> int:
        """Return what the deals brought, a point being worth so many coins now."""
        return self.balance * coins + self.beyond

    def open(self, coins: int) -> int:
        """Return the open amount, a point being worth so many coins now: positive where the player receives it."""
        return self.won(coins) + self.paid + self.brought + self.aside


@dataclass(frozen=True)
class NightRows:
    """The rows of a night between two deals, after the entry `row.seq` of its journal."""

    row: NightRow
    players: Sequence[Standing]

    @cached_property
    def night(self) -> Night:
        """The night that the rows describe."""
        row = self.row
        seats = tuple([Seat(player.key, player.state) for player in self.players])
        agreed = json.loads(row.stakes or "[]")
        stakes = tuple([StakeFrom(first, read_stake(stake) if stake else None) for first, stake in agreed])
        if not stakes:
            stakes = (StakeFrom(1, Stake(row.coins, row.currency) if row.coins else None),)
        return Night(
            GAMES[row.game],
            row.preset,
            _read_houses(row.houses),
            seats,
            row.dealer,
            row.number,
            row.most,
            stakes,
            unit=row.unit,
            date=row.day,
        )


@lru_cache(maxsize=256)
def _read_houses(text: str) -> tuple[House, ...]:
    """Return house rules as the column of a night has them; nights with the same rules have the same text."""
    return tuple([House(first, settings) for first, settings in json.loads(text)])


def load_rows(night_id: int) -> NightRows:
    """Return a night's rows. Raises Gone for a night that was deleted."""
    return NightRows(load_night(night_id), standings(night_id))


def lock_rows(night_id: int, seen: NightRows | None) -> NightRows:
    """Return a night's rows, locked; those `seen` if nothing was written since. Raises Gone for a deleted night."""
    rows = fetch_locked("SELECT seq FROM night WHERE id = ?", night_id)
    return seen if seen and rows == [(seen.row.seq,)] else load_rows(night_id)


def load_night(night_id: int, lock: bool = False) -> NightRow:
    """Return a night's row, with `lock` locked until the transaction ends. Raises Gone for a deleted night."""
    row = find(NightRow, "id = ?", night_id, lock=lock)
    if row is None:
        raise Gone
    return row


def lock_nights(nights: Iterable[int]) -> None:
    """Lock these nights, always in one order, so that two transactions do not wait for each other."""
    for night_id in sorted(set(nights)):
        load_night(night_id, lock=True)


def standings(night_id: int) -> list[Standing]:
    """Return the players of a night in seat order."""
    return standings_at([night_id])[0]


def standings_at(nights: Sequence[int]) -> list[list[Standing]]:
    """Return the same of several nights."""
    players: dict[int, list[Standing]] = {night: [] for night in nights}
    sql = """SELECT night_id, player.id, place, key, name, state, score, balance, paid, brought, beyond, aside, purse,
        deals, rounded FROM player JOIN person ON person.id = player.person_id WHERE night_id IN ({}) ORDER BY place"""
    for night, *standing in fetch_among(sql, nights):
        players[night].append(Standing(*standing))
    return list(players.values())


def load_results(night_id: int, players: Sequence[Standing], numbers: range) -> dict[int, Result]:
    """Return the current results of the deals `numbers`, without the reasons."""
    keys = {player.id: player.key for player in players}
    sheets: dict[int, dict[str, int]] = {}
    payoffs: dict[int, dict[str, int]] = {}
    sql = "SELECT number, player_id, sheet, payoff FROM posting WHERE night_id = ? AND number BETWEEN ? AND ?"
    for number, player, sheet, payoff in fetch(sql, night_id, numbers.start, numbers.stop - 1):
        sheets.setdefault(number, {})
        if sheet is not None:
            sheets[number][keys[player]] = sheet
        payoffs.setdefault(number, {})[keys[player]] = payoff
    return {number: Result(Score(), sheets[number], payoffs[number]) for number in sheets}


def seal_name(rows: NightRows, act: Joined | Renamed, person: Person, salt: str) -> Act:
    """Return an act with the seal of a name; the night is locked. Raises Refused for a name that cannot sit there."""
    if isinstance(act, Renamed):
        sql = """SELECT name, forgotten FROM person JOIN player ON player.person_id = person.id
            WHERE night_id = ? AND key = ?"""
        for name, forgotten in fetch(sql, rows.row.id, act.player):
            if forgotten:
                raise Refused("player", say("this name was forgotten; it stays so"))
            if name == person.name:
                raise Refused("players", say("nothing would change"))
    check_newcomer("players", person.name, (player.name for player in rows.players if player.key != act.player))
    return replace(act, name=seal_note(person.name, salt))


_UNUSED = """DELETE FROM round_member WHERE NOT listed
    AND NOT EXISTS (SELECT 1 FROM player WHERE member_id IN (round_member.id, round_member.same_as_id))
    AND NOT EXISTS (SELECT 1 FROM opening_balance WHERE member_id IN (round_member.id, round_member.same_as_id))
    AND NOT EXISTS (SELECT 1 FROM round_member AS other WHERE other.id = round_member.same_as_id AND other.listed)"""


def drop_unseated() -> None:
    """Delete people without a seat who are no members of a group and in no table of a closed season.

    A member who is not on the list is one only by a seat or a balance, or as another spelling of a member.
    """
    run(_UNUSED)
    unseated = """FROM person WHERE NOT EXISTS (SELECT 1 FROM player WHERE person_id = person.id)
        AND NOT EXISTS (SELECT 1 FROM round_member WHERE person_id = person.id)
        AND NOT EXISTS (SELECT 1 FROM season_place WHERE person_id = person.id)"""
    fetch_locked(f"SELECT id {unseated} ORDER BY id")  # another transaction may just be giving one of them a seat
    run(f"DELETE {unseated}")


def store(person: Person) -> None:
    """Store a person who is new, or was deleted with a night meanwhile."""
    if person.id is None or not fetch_shared("SELECT id FROM person WHERE id = ?", person.id):
        person.id = Person.insert(name=person.name, forgotten=person.forgotten).execute()


def names_of(night_id: int) -> dict[str, Named]:
    """Return the names and salts of the players of a night, in seat order; the journal has neither."""
    sql = """SELECT key, name, salt FROM player JOIN person ON person.id = player.person_id
        WHERE night_id = ? ORDER BY place"""
    return {key: Named(name, salt) for key, name, salt in fetch(sql, night_id)}
