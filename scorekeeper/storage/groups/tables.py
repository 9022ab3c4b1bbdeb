"""An evening of a group with several tables: who has met whom, opening a night for each table, and taking
a draw back."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from scorekeeper.journal.acts import Opened
from scorekeeper.money import Stake, write_stake
from scorekeeper.night.night import SEATS, keys_for, rules_in_row
from scorekeeper.people.tables import Pair
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.devices import let_in
from scorekeeper.storage.access.membership import find_member, note_change
from scorekeeper.storage.engine.sql import fetch, fetch_among, writing
from scorekeeper.storage.groups.evenings import begin_evening, current_id, last_round
from scorekeeper.storage.groups.group import open_in_group
from scorekeeper.storage.groups.members import spell_as_members
from scorekeeper.storage.groups.nights import last_night
from scorekeeper.storage.journal.state import load_night, load_rows, lock_nights
from scorekeeper.storage.models import Device, GroupRow, NightRow
from scorekeeper.storage.nights.manage import delete_night
from scorekeeper.storage.projections.kitty import lock_group
from scorekeeper.storage.queries.nights import find_or_make_person, nights_with
from scorekeeper.storage.writing.entry import Opening, Sender, TablePlace, create_night, find_opened

NAMED = """LEFT JOIN round_member ON round_member.id = player.member_id
    JOIN person ON person.id = COALESCE(round_member.person_id, player.person_id)"""
"""The person by whose name a seat of a group is counted, in SQL."""


class NewTable(NamedTuple):
    """A table to be opened: its people in seat order, of whom the last deals first, and the id of its opening."""

    names: Sequence[str]
    opening: str


class TableSeats(NamedTuple):
    """A night of the evening, its round, 0 without a draw, and who sits there, in seat order."""

    night: int
    round_number: int
    names: list[str]


def seated_on(group_id: int, evening: int | None = None) -> list[TableSeats]:
    """Return who sits at the nights of a group, those of an evening, by its id, or all, the oldest first.

    A member has the name of now, whatever is written at that seat.
    """
    condition, values = ("", ()) if evening is None else (" AND evening_id = ?", (evening,))
    sql = f"""SELECT player.night_id, night.part, name FROM round_night JOIN night ON night.id = round_night.night_id
        JOIN player ON player.night_id = round_night.night_id
        {NAMED}
        WHERE round_night.round_id = ?{condition} AND state <> 'left' AND NOT forgotten
        ORDER BY player.night_id, place"""  # noqa: S608 - our own names
    found: dict[tuple[int, int], list[str]] = {}
    for night, round_number, name in fetch(sql, group_id, *values):
        found.setdefault((night, round_number), []).append(name)
    return [TableSeats(night, round_number, names) for (night, round_number), names in found.items()]


class DrawnTable(NamedTuple):
    """A table of an evening: its night, who sits there, whether somebody does, and whether one more can sit there."""

    night: NightRow
    names: list[str]
    mine: bool
    room: bool


def tables_of_evening(group_id: int, evening: int, name: str = "") -> list[DrawnTable]:
    """Return the tables of an evening, by its id: those of the latest round first, there first where `name` sits."""
    seated = seated_on(group_id, evening)
    nights = {row.id: row for row in nights_with([table.night for table in seated]).rows}
    tables = []
    for table in seated:
        if night := nights.get(table.night):
            most = min(SEATS, max(rules_in_row(night.game, night.preset, night.houses).players) + 1)
            tables.append(DrawnTable(night, table.names, name in table.names, len(table.names) < most))
    return sorted(
        tables, key=lambda table: (-table.night.round_number, not table.mine, table.night.table_number, table.night.id)
    )


def may_take_back(row: GroupRow, device: Device, nights: Sequence[NightRow]) -> bool:
    """Return whether a device may delete drawn tables where nothing was entered: as host of the group or of all."""
    member = find_member(device, row)
    if member is None or member.ended or not nights or any(not night.round_number or night.seq > 1 for night in nights):
        return False
    sql = "SELECT night_id FROM access WHERE device_id = ? AND role = 'host' AND ended = '' AND night_id IN ({})"
    hosted = fetch_among(sql, [night.id for night in nights], device.id)
    return member.is_host or (member.is_member and len(hosted) == len(nights))


def take_back_draw(row: GroupRow, slugs: Sequence[str], device: Device) -> None:
    """Delete the tables of the latest draw of the evening that goes on, which has these addresses.

    The ticks stay. Nothing is deleted where they are gone or others were drawn since. Raises Refused where something
    was entered at one of them, or to who may not do so.
    """
    with writing():
        found = [table.night for table in tables_of_evening(row.id, current_id(row.id))]
        drawn = [night for night in found if night.round_number == found[0].round_number]
        lock_nights(night.id for night in drawn)
        lock_group(row.id)
        nights = [load_night(night.id) for night in drawn]
        if sorted(night.slug for night in nights) != sorted(slugs):
            return
        if any(night.seq > 1 for night in nights):
            raise Refused("draw", say("something was entered at these tables already, so they stay"))
        if not may_take_back(row, device, nights):
            raise Refused("draw", say("only who drew these tables or a host of the group may do that"))
        for night in nights:
            delete_night(night, device.key)
        note_change(row.id, "draw taken back", device.key)


def count_meetings(group_id: int, evening: int | None = None) -> Counter[Pair]:
    """Return how often each two people of a group have met, on an evening, by its id, or at all.

    They sit at the same table, or played a deal there before one of them left.
    """
    seated = seated_on(group_id, evening)
    met = {(table.night, frozenset(pair)) for table in seated for pair in combinations({*table.names}, 2)}
    condition, values = ("", ()) if evening is None else (" AND evening_id = ?", (evening,))
    sql = f"""SELECT DISTINCT player.night_id, player.id, other.player_id FROM round_night
        JOIN player ON player.night_id = round_night.night_id
        JOIN posting ON posting.night_id = player.night_id AND posting.player_id = player.id
        JOIN posting AS other ON other.night_id = posting.night_id AND other.number = posting.number
        WHERE round_night.round_id = ?{condition} AND state = 'left'"""  # noqa: S608 - our own names
    played = fetch(sql, group_id, *values)
    sql = f"SELECT player.id, name FROM player {NAMED} WHERE player.id IN ({{}}) AND NOT forgotten"  # noqa: S608
    names: dict[int, str] = dict(fetch_among(sql, list({other for *_, other in played})))
    for night, one, other in played:
        if one != other and one in names and other in names:
            met.add((night, frozenset((names[one], names[other]))))
    return Counter(pair for _, pair in met)


def count_rounds(seated: Sequence[TableSeats]) -> Counter[str]:
    """Return in how many rounds each person sat; a night without a draw is one of its own."""
    return Counter(
        name for name, *_ in {(name, one.round_number or -one.night) for one in seated for name in one.names}
    )


def next_round(seated: Sequence[TableSeats], drawn: int) -> int:
    """Return which round of an evening the next draw is, after the round `drawn` and nights without a draw."""
    return max(drawn, *count_rounds(seated).values(), 0) + 1


def open_tables(
    row: GroupRow,
    kind: tuple[str, str],
    tables: Sequence[NewTable],
    device: Device,
    deals: int,
    stake: Stake | None,
) -> None:
    """Open a night of a group for each table, all or none, as the next round of the evening. Raises Refused.

    The device is their host. `kind` is the game and the author, `deals` how many are planned for each table, 0 for as
    many as it likes. House rules and the number at play are those of the group's last night where that was of the same
    kind. What is sent again under the same ids opens nothing more.
    """
    last = last_night(row.id)
    night = load_rows(last.id).night if last else None
    same = night and (night.game.key, night.preset) == kind
    with writing():
        lock_group(row.id)  # two who draw at once get two rounds
        if any(find_opened(table.opening) for table in tables):
            return
        evening = begin_evening(row)
        round_number = next_round(seated_on(row.id, evening.id), last_round(evening.id))
        for number, table in enumerate(tables, 1):
            seats = tuple(keys_for(len(table.names)))
            opened = Opened(
                game=kind[0],
                preset=kind[1],
                house=night.house_at(night.number).settings if night and same else {},
                seats=seats,
                dealer=seats[-1],
                most=night.most if night and same else 0,
                stake=write_stake(stake) if stake else "",
                date=evening.day,
            )
            people = [find_or_make_person(device, name) for name in spell_as_members(row.id, table.names)]
            opening = Opening(opened, "", people, place=TablePlace(round_number, number, deals))
            made = create_night(opening, Sender(device.key, table.opening))
            let_in(device, made, "host")
            open_in_group(made, row)
