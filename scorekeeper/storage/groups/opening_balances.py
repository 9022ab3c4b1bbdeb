"""The opening balances of a group: what was open between its people before its first night here.

They count in the season and in statements as carried over. Settling all nights together brings them to the last night,
whose journal has them from then on.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.pasted.amounts import PersonAmount
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.membership import count_change, note_change
from scorekeeper.storage.engine.sql import fetch, insert, now, run, writing
from scorekeeper.storage.groups.members import MOST_MEMBERS, join_members
from scorekeeper.storage.groups.nights import NightFilter
from scorekeeper.storage.groups.people import match_members
from scorekeeper.storage.models import GroupRow, OpeningBalance, Person
from scorekeeper.storage.projections.kitty import lock_group

_OPEN = "opening_balance.round_id = ? AND struck = '' AND night = ''"


class Balance(NamedTuple):
    """The opening balance of a person, and whether it was settled in a night."""

    name: str
    coins: int
    settled: bool


class BalanceList(NamedTuple):
    """The opening balances of one list, with its date; `struck` says when they were taken back, empty for never."""

    request: str
    day: str
    currency: str
    device: str
    made: str
    struck: str
    balances: list[Balance]

    @property
    def can_be_struck(self) -> bool:
        """Whether they count and none of them was settled."""
        return not self.struck and not any(balance.settled for balance in self.balances)


class OpenBalance(NamedTuple):
    """What a member has from opening balances that are not settled yet, in the coins of a currency."""

    member: int
    person: int
    currency: str
    coins: int


def load_balances(group_id: int) -> list[BalanceList]:
    """Return the opening balances of a group, the latest list first."""
    sql = """SELECT request, day, currency, device, made, struck, name, coins, night FROM opening_balance
        JOIN round_member ON round_member.id = member_id JOIN person ON person.id = person_id
        WHERE opening_balance.round_id = ? ORDER BY opening_balance.id"""
    lists: dict[str, BalanceList] = {}
    for request, *about, name, coins, night in fetch(sql, group_id):
        found = lists.setdefault(request, BalanceList._make((request, *about, [])))
        found.balances.append(Balance(name, coins, bool(night)))
    return list(reversed(lists.values()))


def open_balances(group_id: int, chosen: NightFilter, elsewhere: bool = False) -> list[OpenBalance]:
    """Return what is open from opening balances of a period and a season, or `elsewhere` in the other seasons."""
    if chosen.game or chosen.preset or chosen.evening:
        return []
    sql = f"""SELECT member_id, person_id, currency, SUM(coins) FROM opening_balance
        JOIN round_member ON round_member.id = member_id
        WHERE {_OPEN} AND day >= ? AND (? = '' OR day <= ?) AND (season = ?) <> ?
        GROUP BY member_id, person_id, currency ORDER BY member_id, currency"""  # noqa: S608 - our own names
    values = (chosen.begin, chosen.end, chosen.end, chosen.season, elsewhere)
    found = fetch(sql, group_id, *values)
    return [OpenBalance(member, person, currency, int(coins)) for member, person, currency, coins in found]


def add_balances(
    row: GroupRow, day: str, currency: str, people: Sequence[PersonAmount], device: str, request: str
) -> None:
    """Enter opening balances in coins, as of an ISO date, once for the form of this id.

    Who is no member becomes one. Raises Refused for two names of one member, and where the group is full.
    """
    with writing():
        lock_group(row.id)
        if fetch("SELECT 1 FROM opening_balance WHERE round_id = ? AND request = ?", row.id, request):
            return
        names = [one.name for one in people]
        found = match_members(row.id, "list", names)
        unknown = [Person(name=name) for name, member in zip(names, found, strict=True) if member is None]
        if not join_members(row.id, unknown):
            raise Refused("list", say("a group has at most {most} members", most=MOST_MEMBERS))
        members = match_members(row.id, "list", names)
        rows = [
            {"member_id": member.member, "coins": one.amount}
            for one, member in zip(people, members, strict=True)
            if member and one.amount
        ]
        about = {"currency": currency, "day": day, "season": 0, "request": request, "device": device}
        insert(OpeningBalance, rows, round_id=row.id, **about, made=now(), struck="", night="")
        _note(row, "opening balances", device)


def strike_balances(row: GroupRow, request: str, device: str) -> None:
    """Take the opening balances of one list back. Raises Refused where one of them was settled in a night."""
    with writing():
        lock_group(row.id)
        mine = "round_id = ? AND request = ? AND struck = ''"
        found = fetch(f"SELECT night FROM opening_balance WHERE {mine}", row.id, request)  # noqa: S608 - our own names
        if not found:
            return
        if any(night for (night,) in found):
            raise Refused("request", say("these were settled in a night already, so they stay"))
        run(f"UPDATE opening_balance SET struck = ? WHERE {mine}", now(), row.id, request)  # noqa: S608
        _note(row, "opening balances taken back", device)


def settle_balances(row: GroupRow, members: Sequence[int], currency: str, settled: str) -> None:
    """Note that the open balances of members were brought to a night, in a transaction.

    `settled` names the night and the form, so that they can be open again.
    """
    for member in members:
        sql = f"UPDATE opening_balance SET night = ? WHERE member_id = ? AND currency = ? AND {_OPEN}"  # noqa: S608
        run(sql, settled, member, currency, row.id)
    count_change(row.id)


def open_again(row: GroupRow, settled: str) -> None:
    """Let balances be open again, as `settle_balances` named them, in a transaction."""
    run("UPDATE opening_balance SET night = '' WHERE round_id = ? AND night = ?", row.id, settled)
    count_change(row.id)


def _note(row: GroupRow, kind: str, device: str) -> None:
    count_change(row.id)
    note_change(row.id, kind, device)
