"""The evenings of a group: which one goes on, which one a night belongs to, ending one, and joining two.

An evening begins with its first night, draw or tick, and ends when a host ends it, else at a set hour of the morning.
When it ends is stored as it begins, so that no later change of the clock or of the rules of a time zone moves it.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from scorekeeper.clock import day_of, moment, next_hour, today
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.access.membership import count_change, note_change
from scorekeeper.storage.engine.errors import Gone
from scorekeeper.storage.engine.sql import fetch, fetch_held, now, run, writing, written
from scorekeeper.storage.groups.nights import NightFilter, find_houses
from scorekeeper.storage.journal.state import lock_nights
from scorekeeper.storage.models import EveningRow, GroupRow, NightRow
from scorekeeper.storage.projections.kitty import lock_group

_LONGEST = timedelta(hours=25)  # the day on which summer time ends


class Evening(NamedTuple):
    """An evening: its id, the ISO date on which it began, and when it began and ends (ISO 8601, UTC).

    `begun` is empty for one that is known by its date only, as nights of earlier versions and later entries are.
    """

    id: int
    day: str
    begun: str
    ends: str


_COLUMNS = "SELECT id, day, begun, ends FROM evening WHERE round_id = ?"


def current_evening(group_id: int) -> Evening | None:
    """Return the evening that goes on, None for none.

    A clock that was wrong for a while leaves no evening that goes on for days.
    """
    sql = f"{_COLUMNS} AND ends > ? AND ends <= ? ORDER BY id DESC LIMIT 1"
    last = written(moment() + _LONGEST)
    return next((Evening(*row) for row in fetch(sql, group_id, now(), last)), None)


def current_id(group_id: int) -> int:
    """Return the id of the evening that goes on, 0 for none."""
    evening = current_evening(group_id)
    return evening.id if evening else 0


def day_of_group(row: GroupRow) -> str:
    """Return the ISO date of a night that is opened now: that of the evening that goes on, else of today."""
    evening = current_evening(row.id)
    return evening.day if evening else today(row.zone)


def begin_evening(row: GroupRow) -> Evening:
    """Return the evening that goes on, or begin one, in a transaction. Raises Gone where the group is deleted."""
    if evening := current_evening(row.id):
        return evening
    if not fetch_held("SELECT id FROM round WHERE id = ?", row.id):  # of two at once, one begins it
        raise Gone
    return current_evening(row.id) or _begin(row)


def _begin(row: GroupRow) -> Evening:
    """Begin an evening; one that is so far known by its date only goes on from now."""
    day = today(row.zone)
    begun = now()
    ends = _end_of(row, moment())
    for (evening,) in fetch("SELECT id FROM evening WHERE round_id = ? AND day = ? AND ends = ''", row.id, day):
        run("UPDATE evening SET begun = ?, ends = ? WHERE id = ?", begun, ends, evening)
        return Evening(evening, day, begun, ends)
    return _insert(row.id, day, begun, ends)


def _insert(group_id: int, day: str, begun: str, ends: str) -> Evening:
    made = EveningRow.create(group=group_id, day=day, begun=begun, ends=ends)
    return Evening(made.id, day, begun, ends)


def _end_of(row: GroupRow, begun: datetime) -> str:
    return written(next_hour(begun, row.morning, row.zone))


def evening_of_night(row: GroupRow, night: NightRow, opened: bool) -> int | None:
    """Return the id of the evening to which a night of a group belongs, in a transaction; None for one without a date.

    It is the one in which the night was opened, unless its date is another day; else the last one of its date. If
    necessary one is made, which goes on only if the night is `opened` now.
    """
    sql = f"{_COLUMNS} AND begun <= ? AND ends > ? ORDER BY id DESC"
    if night.day or opened:
        for evening in map(Evening._make, fetch(sql, row.id, night.created, night.created)):
            last = day_of(datetime.fromisoformat(night.created), row.zone)
            if evening.day <= (night.day or evening.day) <= last:
                return evening.id
    if opened and night.day in ("", today(row.zone)):
        return begin_evening(row).id
    if not night.day:
        return None
    if not fetch_held("SELECT id FROM round WHERE id = ?", row.id):
        raise Gone
    found = evenings_on(row.id, night.day) or [_insert(row.id, night.day, "", "")]
    return found[-1].id


def evenings_on(group_id: int, day: str) -> list[Evening]:
    """Return the evenings that began on an ISO date, or else those with a night of that date, the oldest first."""
    began = fetch(f"{_COLUMNS} AND day = ? ORDER BY id", group_id, day)
    if not began:
        sql = f"""{_COLUMNS} AND id IN (SELECT evening_id FROM round_night JOIN night ON night.id = night_id
            WHERE day = ?) ORDER BY id"""  # noqa: S608 - our own names
        began = fetch(sql, group_id, day)
    return [Evening(*row) for row in began]


def find_evening(group_id: int, evening_id: int) -> Evening | None:
    """Return an evening of a group, None for any other id."""
    found = fetch(f"{_COLUMNS} AND id = ?", group_id, evening_id) if 0 < evening_id < 2**31 else ()
    return next((Evening(*row) for row in found), None)


def last_evening(group_id: int) -> Evening | None:
    """Return the last evening with a night, None for none."""
    sql = f"""{_COLUMNS} AND EXISTS (SELECT 1 FROM round_night WHERE evening_id = evening.id)
        ORDER BY day DESC, id DESC LIMIT 1"""  # noqa: S608 - our own names
    return next((Evening(*row) for row in fetch(sql, group_id)), None)


def choose_evening(group_id: int, chosen: NightFilter) -> NightFilter:
    """Return a choice of nights by its evening where it is that of a single day with a single evening.

    One by the name of a table's own game gets the house rules that have it.
    """
    chosen = find_houses(group_id, chosen)
    if chosen.evening or not chosen.day:
        return chosen
    found = evenings_on(group_id, chosen.day)
    return chosen._replace(begin="", end="", evening=found[0].id) if len(found) == 1 else chosen


class PastEvening(NamedTuple):
    """An evening on the list: its nights, and the id of the evening before it, 0 for the first one."""

    evening: Evening
    nights: int
    before: int


def load_evenings(group_id: int, most: int, skipped: int = 0) -> list[PastEvening]:
    """Return so many evenings with a night, after those that are skipped, the newest first."""
    sql = """SELECT id, day, begun, ends, (SELECT COUNT(*) FROM round_night WHERE evening_id = listed.id) FROM
        (SELECT id, day, begun, ends FROM evening
            WHERE round_id = ? AND EXISTS (SELECT 1 FROM round_night WHERE evening_id = evening.id)
            ORDER BY day DESC, id DESC LIMIT ? OFFSET ?) AS listed
        ORDER BY day DESC, id DESC"""
    rows = fetch(sql, group_id, most + 1, skipped)
    befores = [evening for evening, *_ in rows[1:]] + [0]
    return [
        PastEvening(Evening(*of), nights, before) for (*of, nights), before in zip(rows[:most], befores, strict=False)
    ]


def end_evening(row: GroupRow, evening_id: int, device: str) -> None:
    """End an evening that goes on, as a host's device wants it; what comes next begins another one."""
    with writing():
        evening = current_evening(row.id)
        if evening and evening.id == evening_id:
            run("UPDATE evening SET ends = ? WHERE id = ?", now(), evening.id)
            note_change(row.id, "evening ended", device)


def set_end(row: GroupRow) -> None:
    """Let the evening that goes on end by the hour and the time zone that the group has now, in a transaction."""
    evening = current_evening(row.id)
    if evening and evening.begun:
        ends = _end_of(row, datetime.fromisoformat(evening.begun))
        run("UPDATE evening SET ends = ? WHERE id = ?", ends, evening.id)


def join_evenings(row: GroupRow, earlier_id: int, later_id: int, device: str) -> None:
    """Let the nights and ticks of an evening belong to the one before it, as a host's device wants it.

    Its draws are counted on after those of the earlier one. Sent again, nothing more is joined. Raises Refused where a
    closed season is between them.
    """
    with writing():
        moved = [night for (night,) in fetch("SELECT night_id FROM round_night WHERE evening_id = ?", later_id)]
        lock_nights(moved)
        lock_group(row.id)
        earlier, later = (find_evening(row.id, evening) for evening in (earlier_id, later_id))
        if earlier is None or later is None or earlier.id == later.id:
            return
        _check_seasons(earlier, later)
        sql = """UPDATE night SET part = part + ?
            WHERE part > 0 AND id IN (SELECT night_id FROM round_night WHERE evening_id = ?)"""
        run(sql, last_round(earlier.id), later.id)
        run("UPDATE round_night SET evening_id = ? WHERE evening_id = ?", earlier.id, later.id)
        sql = """UPDATE attendance SET evening_id = ? WHERE evening_id = ?
            AND member_id NOT IN (SELECT member_id FROM attendance WHERE evening_id = ?)"""
        run(sql, earlier.id, later.id, earlier.id)
        run("UPDATE evening SET ends = ? WHERE id = ?", max(earlier.ends, later.ends), earlier.id)
        run("DELETE FROM evening WHERE id = ?", later.id)
        count_change(row.id)
        note_change(row.id, "evenings joined", device)


def move_night(row: GroupRow, night: NightRow) -> None:
    """Let a night whose date was changed belong to the evening of that date, in a transaction.

    The ticks of those who sit only there follow, and those of who sat out where no other night is left. Raises Refused
    where that evening has a table of this number already.
    """
    [(before,)] = fetch("SELECT COALESCE(evening_id, 0) FROM round_night WHERE night_id = ?", night.id)
    run("UPDATE round_night SET evening_id = NULL WHERE night_id = ?", night.id)  # else its own evening has its date
    after = evening_of_night(row, night, opened=False)
    sql = """SELECT 1 FROM round_night JOIN night ON night.id = night_id
        WHERE evening_id = ? AND part = ? AND table_number = ?"""
    if night.round_number and after != before and fetch(sql, after, night.round_number, night.table_number):
        raise Refused("date", say("that evening has a table of this number in this round already"))
    run("UPDATE round_night SET evening_id = ? WHERE night_id = ?", after, night.id)
    if after == before:
        return
    is_over = before != current_id(row.id)
    is_left = bool(fetch("SELECT 1 FROM round_night WHERE evening_id = ?", before))
    sql = """SELECT member_id FROM attendance WHERE evening_id = ? AND member_id NOT IN (SELECT player.member_id
            FROM round_night JOIN player ON player.night_id = round_night.night_id
            WHERE evening_id = ? AND player.member_id IS NOT NULL)
        AND (member_id IN (SELECT member_id FROM player WHERE night_id = ?) OR ?)"""
    for (member,) in fetch(sql, before, before, night.id, is_over and not is_left):
        run("INSERT INTO attendance (member_id, evening_id) VALUES (?, ?) ON CONFLICT DO NOTHING", member, after)
        run("DELETE FROM attendance WHERE member_id = ? AND evening_id = ?", member, before)


def _check_seasons(*evenings: Evening) -> None:
    ids = [evening.id for evening in evenings]
    if len(fetch("SELECT DISTINCT season FROM round_night WHERE evening_id IN (?, ?)", *ids)) > 1:
        raise Refused("evening", say("these evenings belong to different seasons, of which one is closed"))


def last_round(evening_id: int) -> int:
    """Return the round of an evening that was drawn last, 0 for none."""
    sql = "SELECT COALESCE(MAX(part), 0) FROM round_night JOIN night ON night.id = night_id WHERE evening_id = ?"
    return int(fetch(sql, evening_id)[0][0])
