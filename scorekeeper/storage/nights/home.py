"""The nights of a device on its home page, a page at a time; the costs do not depend on their number."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.storage.access.devices import Guest
from scorekeeper.storage.access.membership import NIGHT_ACCESS, change_member
from scorekeeper.storage.engine.sql import fetch, fetch_among, now, writing
from scorekeeper.storage.journal.state import WON, Standing, standings_at
from scorekeeper.storage.models import Device, GroupRow, NightRow
from scorekeeper.storage.queries.nights import nights_with

NIGHTS = 12  # on one page


class NightCard(NamedTuple):
    """A night on the home page: the device's role, the players, the number of open objections, and its own player."""

    night: NightRow
    role: str
    players: Sequence[Standing]
    objections: int
    own: str = ""

    @property
    def deals(self) -> int:
        """How many deals are booked."""
        return int(self.night.number) - 1

    @property
    def leaders(self) -> list[str]:
        """The names of the players who won most, nobody while all are even."""
        coins = self.night.coins or 1
        best = max(player.won(coins) for player in self.players)
        return [player.name for player in self.players if best and player.won(coins) == best]

    @property
    def mine(self) -> int:
        """The open amount of the device's own player: positive where they receive it; 0 without one."""
        return sum(player.open(self.night.coins or 1) for player in self.players if player.key == self.own)

    @property
    def open(self) -> int:
        """The amount still to be paid, in the smallest coin, or in points without a stake."""
        amounts = [player.open(self.night.coins or 1) for player in self.players]
        return max(sum(amount for amount in amounts if sign * amount > 0) * sign for sign in (1, -1))  # with the kitty


class GroupCard(NamedTuple):
    """A group on the home page: the device's role, and its newest night on the device's list."""

    group: GroupRow
    role: str
    newest: NightCard | None


class OwnMoney(NamedTuple):
    """What the people of a device owe and get in all its nights of one currency, both in coins of 0 or more."""

    currency: str
    owes: int
    gets: int


class HomePage(NamedTuple):
    """One page of cards, unreadable nights, whether there are more, the number of archived nights, and the groups.

    `money` is what the reader owes and gets, by currency.
    """

    cards: Sequence[NightCard] = ()
    unreadable: Sequence[NightRow] = ()
    more: bool = False
    archived: int = 0
    groups: Sequence[GroupCard] = ()
    money: Sequence[OwnMoney] = ()

    @property
    def last(self) -> GroupCard | NightCard | None:
        """The newest night that this device may open again, in its group if it has one."""
        found: dict[int, GroupCard | NightCard] = {card.night.id: card for card in self.cards if card.role == "host"}
        found |= {card.newest.night.id: card for card in self.groups if card.newest and card.role != "onlooker"}
        return found[max(found)] if found else None


_GROUPED = """SELECT round_night.night_id FROM round_night JOIN membership ON membership.round_id = round_night.round_id
    WHERE membership.device_id = access.device_id AND membership.ended = ''"""


def home_page(device: Device, number: int, archived: bool) -> HomePage:
    """Return page `number`, from 1, of the nights that a device has access to, the newest first."""
    which = "archived <> ''" if archived else f"archived = '' AND night_id NOT IN ({_GROUPED})"
    sql = f"""SELECT night_id, role, player FROM access WHERE device_id = ? AND ended = '' AND {which}
        ORDER BY night_id DESC LIMIT ? OFFSET ?"""  # noqa: S608 - our own conditions
    found = fetch(sql, device.id, NIGHTS + 1, NIGHTS * (number - 1))
    roles: dict[int, str] = {night_id: role for night_id, role, _ in found}
    groups = [] if archived else _groups_of(device)
    newest = {night_id: player for *_, night_id, player in groups if night_id}
    rows, lost = nights_with([*list(roles)[:NIGHTS], *newest])
    cards, unreadable = cards_of(rows, roles, {night_id: player for night_id, _, player in found} | newest)
    by_id = {card.night.id: card for card in cards}
    count = "SELECT COUNT(*) FROM access WHERE device_id = ? AND ended = '' AND archived <> ''"
    return HomePage(
        [card for card in cards if card.night.id not in newest],
        [*lost, *unreadable],
        len(roles) > NIGHTS,
        fetch(count, device.id)[0][0],
        [GroupCard(group, role, by_id.get(night_id)) for group, role, night_id, _ in groups],
        _money_of(device),
    )


def _money_of(device: Device) -> list[OwnMoney]:
    """Return what the people of a device owe and get in all nights for money to which it has access."""
    open_amount = f"{WON} + paid + brought + aside"
    sql = f"""SELECT currency, SUM(CASE WHEN {open_amount} < 0 THEN -({open_amount}) ELSE 0 END),
            SUM(CASE WHEN {open_amount} > 0 THEN {open_amount} ELSE 0 END) FROM access
        JOIN night ON night.id = access.night_id
        JOIN player ON player.night_id = access.night_id AND player.key = access.player
        WHERE device_id = ? AND ended = '' AND currency <> '' GROUP BY currency ORDER BY currency"""  # noqa: S608 - our own names
    return [OwnMoney(currency, int(owes), int(gets)) for currency, owes, gets in fetch(sql, device.id) if owes or gets]


def _groups_of(device: Device) -> list[tuple[GroupRow, str, int, str]]:
    """Return the groups of a device by name: its role there, the newest of their nights on its list, and its player.

    Without such a night it is 0.
    """
    sql = """SELECT membership.round_id, membership.role, COALESCE(MAX(access.night_id), 0) FROM membership
        LEFT JOIN round_night ON round_night.round_id = membership.round_id
        LEFT JOIN access ON access.night_id = round_night.night_id AND access.device_id = membership.device_id
            AND access.ended = '' AND access.archived = ''
        WHERE membership.device_id = ? AND membership.ended = '' GROUP BY membership.round_id, membership.role"""
    found = {group_id: (role, night_id) for group_id, role, night_id in fetch(sql, device.id)}
    who = "SELECT night_id, player FROM access WHERE device_id = ? AND night_id IN ({})"
    own: dict[int, str] = dict(fetch_among(who, [night_id for _, night_id in found.values() if night_id], device.id))
    rows = GroupRow.select().where(GroupRow.id.in_(list(found))).order_by(GroupRow.name, GroupRow.id) if found else ()
    return [(row, *found[row.id], own.get(found[row.id][1], "")) for row in rows]


def cards_of(
    nights: Sequence[NightRow], roles: Mapping[int, str] = {}, own: Mapping[int, str] = {}
) -> tuple[list[NightCard], list[NightRow]]:
    """Return the cards of nights in their order, with a device's roles and players, and nights with unreadable ones."""
    ids = [night.id for night in nights]
    sql = "SELECT night_id, COUNT(*) FROM objection WHERE resolved = 0 AND night_id IN ({}) GROUP BY night_id"
    doubts: dict[int, int] = dict(fetch_among(sql, ids))
    cards = []
    unreadable = []
    for night, players in zip(nights, standings_at(ids), strict=True):
        if players and all(player.is_legible for player in players):
            cards.append(
                NightCard(night, roles.get(night.id, ""), players, doubts.get(night.id, 0), own.get(night.id, ""))
            )
        else:
            unreadable.append(night)
    return cards, unreadable


def archive_night(guest: Guest, away: bool) -> None:
    """Archive a night on the list of a device, or bring it back."""
    with writing():
        change_member(NIGHT_ACCESS, guest.night, guest.device, archived=now() if away else "")


def dismiss_welcome(guest: Guest) -> None:
    """Hide the code of a new night from a device."""
    with writing():
        change_member(NIGHT_ACCESS, guest.night, guest.device, dismissed=now())


def find_welcome(guest: Guest, players: int) -> tuple[bool, bool]:
    """Return whether a host sees the code of a new night, until all phones are in, and is asked for their player."""
    sql = "SELECT COUNT(*), MAX(dismissed) FROM access WHERE night_id = ?"
    ((devices, dismissed),) = fetch(sql, guest.night)
    asked = fetch("SELECT 1 FROM owner WHERE night_id = ? AND device = ? LIMIT 1", guest.night, guest.device)
    return devices < players and not dismissed, not asked
