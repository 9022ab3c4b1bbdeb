"""The nights of a device as its home page lists them: a page at a time, at the same cost however many there are."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.storage.access.devices import Guest, change_access
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.engine.transactions import now, writing
from scorekeeper.storage.journal.state import Standing, standings_at
from scorekeeper.storage.models import Device, NightRow
from scorekeeper.storage.queries.nights import nights_with

NIGHTS = 12  # on one page


class Card(NamedTuple):
    """A night as the home page shows it: what the device is there, its players, how many objections are open."""

    night: NightRow
    role: str
    players: Sequence[Standing]
    objections: int

    @property
    def deals(self) -> int:
        """How many deals are booked."""
        return int(self.night.number) - 1

    @property
    def leaders(self) -> list[str]:
        """Return the names of who has won most, nobody while all are even."""
        coins = self.night.coins or 1
        best = max(player.won(coins) for player in self.players)
        return [player.name for player in self.players if best and player.won(coins) == best]

    @property
    def open(self) -> int:
        """Return how much is still to be paid, in the smallest coin, or in points without a stake."""
        amounts = [player.open(self.night.coins or 1) for player in self.players]
        return max(sum(amount for amount in amounts if sign * amount > 0) * sign for sign in (1, -1))  # with the kitty


class HomePage(NamedTuple):
    """One page of cards, the nights that cannot be read, whether there are later ones, and how many are put away."""

    cards: Sequence[Card]
    unreadable: Sequence[NightRow]
    more: bool
    archived: int


def home_page(device: Device, number: int, archived: bool) -> HomePage:
    """Return page `number`, from 1, of the nights that a device has access to, the newest first."""
    sign = "<>" if archived else "="
    sql = f"""SELECT night_id, role FROM access WHERE device_id = ? AND ended = '' AND archived {sign} ''
        ORDER BY night_id DESC LIMIT ? OFFSET ?"""  # noqa: S608 - our own signs
    roles: dict[int, str] = dict(fetch(sql, device.id, NIGHTS + 1, NIGHTS * (number - 1)))
    ids = list(roles)[:NIGHTS]
    rows, lost = nights_with(ids)
    cards, unreadable = cards_of(rows, roles)
    count = "SELECT COUNT(*) FROM access WHERE device_id = ? AND ended = '' AND archived <> ''"
    return HomePage(cards, [*lost, *unreadable], len(roles) > NIGHTS, fetch(count, device.id)[0][0])


class Cards(NamedTuple):
    """Cards of nights, and the nights whose players cannot be read."""

    cards: list[Card]
    unreadable: list[NightRow]


def cards_of(nights: Sequence[NightRow], roles: Mapping[int, str] = {}) -> Cards:
    """Return nights as cards, in their order, with what a device is there where that is known."""
    ids = [night.id for night in nights]
    places = ", ".join("?" * len(ids))
    sql = f"""SELECT night_id, COUNT(*) FROM objection
        WHERE resolved = 0 AND night_id IN ({places}) GROUP BY night_id"""  # noqa: S608 - only places for values
    doubts: dict[int, int] = dict(fetch(sql, *ids)) if ids else {}
    found = Cards([], [])
    for night, players in zip(nights, standings_at(ids), strict=True):
        # SQLite keeps in a column whatever somebody puts there by hand
        legible = all(isinstance(value, int) for player in players for value in player[5:11])
        if players and legible:
            found.cards.append(Card(night, roles.get(night.id, ""), players, doubts.get(night.id, 0)))
        else:
            found.unreadable.append(night)
    return found


def put_away(guest: Guest, away: bool) -> None:
    """Put a night away from the list of a device, or back on it."""
    with writing():
        change_access(guest, archived=now() if away else "")


def dismiss_welcome(guest: Guest) -> None:
    """Keep that a device wants to see the code of a new night no longer."""
    with writing():
        change_access(guest, dismissed=now())


def welcomes(guest: Guest, players: int) -> tuple[bool, bool]:
    """Return whether a host who has just opened a night is shown its code, and asked who he is.

    The code stands there until as many phones are in as there are players, or until it is put away.
    """
    sql = """SELECT COUNT(*), MAX(dismissed) FROM access WHERE night_id = ?"""
    ((devices, dismissed),) = fetch(sql, guest.night)
    asked = fetch("SELECT 1 FROM owner WHERE night_id = ? AND device = ? LIMIT 1", guest.night, guest.device)
    return devices < players and not dismissed, not asked
