"""The rows of a night as far as booking and checking need them, the night that they make, and names at its seats."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
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
from scorekeeper.storage.engine.sql import fetch, fetch_held, fetch_shared, find, run
from scorekeeper.storage.models import FormerName, NightRow, Person, Player


class Standing(NamedTuple):
    """One player of a night as he stands, by the id and the place of his row; `score` and `balance` in points.

    `paid` is what he handed over less what he received, `brought` what other nights brought less what was carried to
    them; both in the smallest coin, or in points without a stake. `beyond` is what deals at other stakes brought more.
    `aside` is what another of his purse took over from him, less his fines; `purse` names who stands for his purse, and
    `deals` says how many he has something on the sheet of.
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

    def won(self, coins: int) -> int:
        """Return what the deals brought him, a point being so many coins now."""
        return self.balance * coins + self.beyond

    def open(self, coins: int) -> int:
        """Return what is open for him, a point being so many coins now: positive where he is owed."""
        return self.won(coins) + self.paid + self.brought + self.aside


@dataclass(frozen=True)
class NightRows:
    """The rows of a night between two deals: all of it as it stands after the entry `row.seq` of its journal."""

    row: NightRow
    players: Sequence[Standing]

    @cached_property
    def night(self) -> Night:
        """The night that they make."""
        row = self.row
        seats = tuple([Seat(player.key, player.state) for player in self.players])
        houses = tuple([House(first, settings) for first, settings in json.loads(row.houses)])
        agreed = json.loads(row.stakes or "[]")
        stakes = tuple([StakeFrom(first, read_stake(stake) if stake else None) for first, stake in agreed])
        if not stakes:
            stakes = (StakeFrom(1, Stake(row.coins, row.currency) if row.coins else None),)
        return Night(GAMES[row.game], row.preset, houses, seats, row.dealer, row.number, row.most, stakes)


def load_rows(night_id: int) -> NightRows:
    """Return a night's rows. Raises Gone for a night that was deleted."""
    return NightRows(load_night(night_id), standings(night_id))


def lock_rows(night_id: int, seen: NightRows | None) -> NightRows:
    """Return a night's rows, held; those `seen` if nothing was written since. Raises Gone for a deleted night."""
    rows = fetch_held("SELECT seq FROM night WHERE id = ?", night_id)
    return seen if seen and rows == [(seen.row.seq,)] else load_rows(night_id)


def load_night(night_id: int, hold: bool = False) -> NightRow:
    """Return a night's row, with `hold` held until the transaction ends. Raises Gone for a night that was deleted."""
    row = find(NightRow, "id = ?", night_id, hold=hold)
    if row is None:
        raise Gone
    return row


def lock_nights(nights: Iterable[int]) -> None:
    """Keep others from writing into these nights, always in one order, so that two do not wait for each other."""
    for night_id in sorted(set(nights)):
        load_night(night_id, hold=True)


def standings(night_id: int) -> list[Standing]:
    """Return the players of a night in seat order as they stand."""
    return standings_at([night_id])[0]


def standings_at(nights: Sequence[int]) -> list[list[Standing]]:
    """Return the same of several nights."""
    players: dict[int, list[Standing]] = {night: [] for night in nights}
    sql = f"""SELECT night_id, player.id, place, key, name, state, score, balance, paid, brought, beyond, aside, purse,
        deals FROM player JOIN person ON person.id = player.person_id
        WHERE night_id IN ({", ".join("?" * len(nights))}) ORDER BY place"""  # noqa: S608 - only places for values
    for night, *standing in fetch(sql, *nights) if nights else ():
        players[night].append(Standing(*standing))
    return list(players.values())


def load_results(night_id: int, players: Sequence[Standing], numbers: range) -> dict[int, Result]:
    """Return what the deals `numbers` brought, as it stands, without the reasons."""
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
    """Return an act with the seal of a name; the night is locked. Raises Refused for who cannot sit there."""
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


def seat_person(night_id: int, act: Joined, person: Person, salt: str) -> None:
    """Insert the seat of who has joined."""
    store(person)
    Player.create(night=night_id, key=act.player, person=person, place=act.place, state="here", salt=salt)


def rename_seat(night_id: int, act: Renamed, person: Person, salt: str, seq: int) -> None:
    """Give a seat to a person of another name by the entry `seq`, and keep the former one until it is forgotten."""
    store(person)
    sql = "SELECT name, salt FROM player JOIN person ON person.id = player.person_id WHERE night_id = ? AND key = ?"
    ((name, former),) = fetch(sql, night_id, act.player)
    FormerName.create(night=night_id, player=act.player, seq=seq, name=name, salt=former)
    Player.update(person=person, salt=salt).where(Player.night == night_id, Player.key == act.player).execute()


def drop_unseated() -> None:
    """Delete who has no seat any more, is no member of a round and stands in no table of a closed season."""
    unseated = """FROM person WHERE NOT EXISTS (SELECT 1 FROM player WHERE person_id = person.id)
        AND NOT EXISTS (SELECT 1 FROM round_member WHERE person_id = person.id)
        AND NOT EXISTS (SELECT 1 FROM season_place WHERE person_id = person.id)"""
    fetch_held(f"SELECT id {unseated} ORDER BY id")  # others may just be giving one of them a seat; seen afterwards
    run(f"DELETE {unseated}")


def store(person: Person) -> None:
    """Store who is new, or was deleted with a night meanwhile: a name is kept only of who is used somewhere."""
    if person.id is None or not fetch_shared("SELECT id FROM person WHERE id = ?", person.id):
        person.id = Person.insert(name=person.name, forgotten=person.forgotten).execute()


def names_of(night_id: int) -> dict[str, Named]:
    """Return what stands outside of the journal for the players of a night, in seat order."""
    sql = """SELECT key, name, salt FROM player JOIN person ON person.id = player.person_id
        WHERE night_id = ? ORDER BY place"""
    return {key: Named(name, salt) for key, name, salt in fetch(sql, night_id)}
