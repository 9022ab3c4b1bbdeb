"""`python -m tests.faults.tamper` changes every value of a database, one at a time, and counts what `verify` notices.

Each value is changed twice, as far as that can be: into one that stands nowhere in its column, and into that of another
row, as if the two had changed places.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from scorekeeper.nightfile.writer import write_night
from scorekeeper.storage.access.devices import (
    AT_SERVER,
    find_device,
    find_guest,
    introduce,
    let_in,
    new_device,
    signing_key,
)
from scorekeeper.storage.engine.erasure import note_due
from scorekeeper.storage.engine.migrate import connect
from scorekeeper.storage.engine.sql import fetch, run, writing
from scorekeeper.storage.groups.group import add_to_group, open_group, update_group
from scorekeeper.storage.groups.members import choose_member
from scorekeeper.storage.models import (
    TABLES,
    Attempt,
    Attendance,
    EveningRow,
    GroupMember,
    NightRow,
    OpeningBalance,
    Presence,
    SeasonPlace,
    SeasonRow,
    database,
)
from scorekeeper.storage.transfer import prepare, take_in
from scorekeeper.storage.verify import verify_all
from tests.storage.nights import a_full_night, book, fresh, send, start
from tests.storage.replayed import document

# What `verify` cannot notice, or need not, and why. .github/OPERATING.md says the same in fewer words.
_REASONS = {
    "the installation's own key, in no journal: another one ends all cookies and links": "setting.name setting.value",
    "which phones there are; the journal has their keys, which name nobody": "device.key",
    "a phone that is known no longer comes in anew by a link": "device.secret_hash",
    "shown nowhere": "device.created round.created",
    "named nowhere else": "access.id round_change.id membership.id",
    "who may come in is decided by hosts, not by the journal": (
        "access.device_id access.night_id access.role access.granted access.most access.ended"
    ),
    "whose phone it is, as its owner says": "access.player membership.member_id",
    "when a phone asked last": "access.seen",
    "what a phone has put away from its own list": "access.archived",
    "what a phone has put away from its own sheet": "access.dismissed",
    "what a round is called in addresses; no journal tells of rounds": "round.slug round.links round.pin",
    "free text of its hosts": "round.name",
    "what its hosts say that the table agreed on": (
        "round.drops round.ranking round.cup round.absent round.deals round.tariff round.zone round.morning"
    ),
    "what is still to be erased from the disk; it is told, and is no fact of a night": (
        "erasure.name erasure.times erasure.since"
    ),
    "what was changed about a round is told to its hosts and is no fact of a night": (
        "round_change.round_id round_change.kind round_change.device round_change.made"
    ),
    "who sees a round is decided by its hosts": (
        "membership.device_id membership.round_id membership.role membership.granted membership.ended "
        "membership.treasurer"
    ),
    "from which night on a treasurer settles is decided by the hosts of a round": (
        "membership.treasurer_after round_night.opening"
    ),
    "who is a member, and whose a seat is, is decided by the round, not by a journal": (
        "round_member.round_id round_member.person_id round_member.listed round_member.same_as_id player.member_id "
        "round.people"
    ),
    "who was here, as the round says": "attendance.member_id attendance.evening_id",
    "what a round has closed is told by no journal": "season.round_id season.number season.closed",
    "free text of a host": "season.name",
    "a closed table stays as it stood, whatever the journals say later": (
        "season_place.place season_place.person_id season_place.numbers"
    ),
    "what was open before the first night is told by the group; a journal tells only what was settled of it": (
        "opening_balance.round_id opening_balance.member_id opening_balance.currency opening_balance.coins "
        "opening_balance.day opening_balance.season opening_balance.request opening_balance.device "
        "opening_balance.made opening_balance.struck opening_balance.night"
    ),
    "which table of an evening a night is; no journal tells of evenings": (
        "night.part night.table_number night.planned round_night.opened round_night.season round_night.evening_id "
        "evening.round_id evening.day evening.begun evening.ends evening.plan"
    ),
    "what a host lets the treasurers do": "round_night.agreed",
    "which nights are counted together is decided by their hosts": "round_night.night_id round_night.round_id",
    "whose phone it was from some entry on, as its owner said": "owner.device owner.night_id owner.since owner.player",
    "counts for ten minutes how often somebody tried to come in": "attempt.scope attempt.window attempt.count",
    "who is entering a deal, for a few seconds": "presence.device presence.night_id presence.number presence.seen",
    "free text that names the night on its pages; it may hold names, so it is not in the chain": "night.title",
    "the generation of the links; a host renews them at will": "night.links",
    "what a host asks of those who come in": "night.pin",
    "when the night came into this database; shown nowhere": "night.created",
    "which facts a form did not say itself: only forms that are sent again are asked about it": "entry.filled",
    "named nowhere else: an entry is known by its night and its place": "entry.id opening_balance.id",
}
MEANT = {column: reason for reason, columns in _REASONS.items() for column in columns.split()}

_UNSEATED = "FROM person WHERE NOT EXISTS (SELECT 1 FROM player WHERE person_id = person.id)"


class Change(NamedTuple):
    """One value behind the program's back: where it stands, `where` finds its `row` by its key, and what it becomes."""

    table: str
    column: str
    where: str
    row: tuple[Any, ...]
    after: Any


def fill() -> None:
    """Write several nights that hold an act of every kind, phones, and somebody who was forgotten."""
    signing_key()
    first = a_full_night()
    drop_unseated()
    send(first, "returned", player="p4")
    for _ in range(2):
        book(first, "p5")
    second = start(players=4, most=3)
    for _ in range(2):  # so that everybody plays
        book(second, "p3")
    send(second, "objected", number=1, version=1, note="noch ein Wort")
    forget_bernd(second)
    take_in(prepare(write_night(document(fresh(second))), "file"))
    for place, row in enumerate((first, second)):
        secret = new_device()
        device = find_device(secret)
        let_in(device, fresh(row), "host")
        introduce(find_guest(secret, fresh(row).slug), f"p{place + 1}")
        Presence.create(night=row, device=device.key, number=3 + place, seen=f"2026-11-21T2{place}:00:00")
        Attempt.create(scope=f"somewhere {place}", window=place, count=1 + place)
    gather(first, second)
    NightRow.update(title="Another night", pin="x").where(NightRow.id == second).execute()


def gather(first: NightRow, second: NightRow) -> None:
    """Put nights into two groups, each with a phone."""
    for place, row in enumerate((first, second)):
        device = find_device(new_device())
        group = open_group(device, f"Round {place}", f"round {place}")
        add_to_group(fresh(row), group)
        update_group(group, AT_SERVER, drops=place + 1)
        member = GroupMember.get(GroupMember.group == group)
        choose_member(group, device, member.id)
        evening = EveningRow.create(group=group, day=f"2026-11-2{place}", begun=f"2026-11-2{place}", ends="")
        Attendance.create(member=member, evening=evening)
        season = SeasonRow.create(group=group, number=place + 1, name=f"Season {place}", closed=f"2026-11-2{place}")
        SeasonPlace.create(season=season, place=1, person=member.person, numbers="{}")
        about = {"day": season.closed, "season": place, "struck": season.closed, "night": f"night {place}"}
        entered = {"request": f"form {place}", "device": device.key, "made": season.closed, "currency": "EUR"}
        OpeningBalance.create(group=group, member=member, coins=100 + place, **about, **entered)
        run("UPDATE round SET pin = ? WHERE id = ?", f"pin {place}", group.id)
    with writing():
        note_due("entry", "person")


def drop_unseated() -> None:
    """Drop who sits nowhere any more, as whatever takes somebody from his last seat does beside its act."""
    run(f"DELETE {_UNSEATED}")


def forget_bernd(row: NightRow) -> None:
    """Take a name and a text out of a night, as forgetting does, and say so in its journal."""
    mine = "(SELECT person_id FROM player WHERE night_id = ? AND key = 'p2')"
    run(f"UPDATE person SET name = ?, forgotten = ? WHERE id = {mine}", "N. N.", True, row.id)
    run("UPDATE player SET salt = ? WHERE night_id = ? AND key = 'p2'", "", row.id)
    run("UPDATE entry SET note = ?, salt = ? WHERE night_id = ? AND note <> ''", "", "", row.id)
    texts = [seq for (seq,) in fetch("SELECT seq FROM entry WHERE night_id = ? AND sealed <> ''", row.id)]
    send(row, "forgotten", player="p2", entries=texts)


def changes(most: int = sys.maxsize) -> Iterator[Change]:
    """Give every change, of each column at most so many rows, evenly chosen."""
    for table in TABLES:
        name, keys = table._meta.table_name, [field.column_name for field in table._meta.get_primary_keys()]
        order = ", ".join(f'"{key}"' for key in keys)
        where = " AND ".join(f'"{key}" = ?' for key in keys)
        rows = fetch(f'SELECT {order} FROM "{name}" ORDER BY {order}')
        for field in table._meta.sorted_fields:
            values = [value for (value,) in fetch(f'SELECT "{field.column_name}" FROM "{name}" ORDER BY {order}')]
            for place in range(0, len(rows), -(-len(rows) // most) or 1):
                change = Change(name, field.column_name, where, rows[place], _another(values[place], set(values)))
                yield change
                others = [value for value in values if value != values[place]]
                if others:
                    yield change._replace(after=others[(place + 1) % len(others)])


def _another(value: Any, known: set[Any]) -> Any:
    """Return a value of the same type that stands nowhere in the column, the other one where there are only two."""
    if known <= {0, 1, None} and value is not None:
        return 1 - value
    if value is None and any(isinstance(text, str) for text in known):
        return "x"
    if isinstance(value, str):
        return f"{value[:-1]}{'y' if value[-1:] == 'x' else 'x'}"
    return max(number for number in (*known, 0) if number is not None) + 1


def is_noticed(change: Change) -> bool:
    """Return whether `verify` finds a change, or the database itself refuses it; it is undone afterwards."""
    with database.atomic() as transaction:
        try:
            set_value = f'UPDATE "{change.table}" SET "{change.column}" = ? WHERE {change.where}'
            run(set_value, change.after, *change.row)
            return any(finding for _, finding in verify_all())
        except Exception as refused:
            if "UNIQUE" not in str(refused):
                raise
            return True
        finally:
            transaction.rollback()


def tamper(place: str, most: int = sys.maxsize) -> tuple[Counter[str], Counter[str]]:
    """Fill an empty SQLite database and change it; return by column how many changes there were and how many unseen."""
    connect(place)
    tried, unseen = Counter[str](), Counter[str]()
    with database.obj.connection_context():
        fill()
        run("PRAGMA foreign_keys = OFF")
        assert fetch(f"SELECT name {_UNSEATED}") == [], "of whom no journal tells"
        assert [finding for _, finding in verify_all() if finding] == []
        for change in list(changes(most)):
            column = f"{change.table}.{change.column}"
            tried[column] += 1
            unseen[column] += not is_noticed(change)
    database.obj.close_all()
    return tried, +unseen


def main() -> int:
    """Print the columns; return 1 where something is unseen that should not be."""
    with tempfile.TemporaryDirectory() as folder:
        tried, unseen = tamper(f"{folder}/tampered.sqlite3")
    for column, number in unseen.items():
        print(f"{column}: {number} of {tried[column]} unseen; {MEANT.get(column, 'NOT MEANT')}")
    print(f"{tried.total()} changes, {tried.total() - unseen.total()} noticed")
    return 1 if set(unseen) - set(MEANT) else 0


if __name__ == "__main__":
    sys.exit(main())
