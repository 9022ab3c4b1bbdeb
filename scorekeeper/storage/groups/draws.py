"""The draws of an evening: what a draw has to know of the rounds that were played, and the plan of the next ones."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.people.meetings import Past
from scorekeeper.people.names import fold_name
from scorekeeper.people.tables import Tables
from scorekeeper.storage.engine.sql import fetch, run, writing
from scorekeeper.storage.groups.evenings import current_id, last_round
from scorekeeper.storage.groups.members import members_of_group
from scorekeeper.storage.groups.tables import NAMED, count_meetings, count_rounds, next_round, seated_on


class EveningSoFar(NamedTuple):
    """The rounds of an evening that were played, who dealt first how often, and which round is drawn next."""

    past: Past
    dealt: Mapping[str, int]
    round_number: int


class DrawPlan(NamedTuple):
    """The tables of the round `first` of an evening and of the next ones, by name."""

    first: int = 1
    rounds: Sequence[Tables] = ()

    @property
    def last(self) -> int:
        """The last round, 0 if there is no plan."""
        return self.first - 1 + len(self.rounds)

    def since(self, round_number: int) -> Sequence[Tables]:
        """Return the tables from a round on."""
        return self.rounds[max(0, round_number - self.first) :]


def load_evening_so_far(group_id: int, names: Sequence[str], smaller: int) -> EveningSoFar:
    """Return what was played on the evening that goes on, by people of these names.

    A larger table has more people than a `smaller` one. Who comes late counts as one without a seat.
    """
    evening = current_id(group_id)
    tonight = seated_on(group_id, evening)
    today = count_meetings(group_id, evening)
    before = count_meetings(group_id)
    before.subtract(today)
    round_number = next_round(tonight, last_round(evening))
    seats = count_rounds(tonight)
    larger = Counter(name for table in tonight if len(table.names) > smaller for name in table.names)
    without = {name: max(0, round_number - 1 - seats[name]) for name in names}
    return EveningSoFar(Past(before, today, without, larger), _count_first_deals(evening), round_number)


def _count_first_deals(evening: int) -> Counter[str]:
    """Return how often each person dealt first at the tables of an evening, by its id."""
    sql = f"""SELECT player.key, name, facts FROM round_night
        JOIN entry ON entry.night_id = round_night.night_id AND entry.seq = 1
        JOIN player ON player.night_id = round_night.night_id {NAMED}
        WHERE evening_id = ?"""  # noqa: S608 - our own names
    return Counter(name for key, name, facts in fetch(sql, evening) if json.loads(facts).get("dealer") == key)


def load_plan(group_id: int) -> DrawPlan:
    """Return the plan of the evening that goes on; who is no longer a member is missing there."""
    rows = fetch("SELECT plan FROM evening WHERE id = ? AND plan <> ''", current_id(group_id))
    if not rows:
        return DrawPlan()
    names = {member.id: member.name for member in members_of_group(group_id)}
    first, *rounds = json.loads(rows[0][0])
    return DrawPlan(first, [[[names[one] for one in table if one in names] for table in tables] for tables in rounds])


def usual_rounds(group_id: int) -> int:
    """Return how many rounds were planned for the last evening that has a plan, 0 for none."""
    rows = fetch("SELECT plan FROM evening WHERE round_id = ? AND plan <> '' ORDER BY id DESC LIMIT 1", group_id)
    if not rows:
        return 0
    first, *rounds = json.loads(rows[0][0])
    return int(first) - 1 + len(rounds)


def store_plan(group_id: int, plan: DrawPlan) -> None:
    """Store the plan of the evening that goes on, if one does; it has members only."""
    with writing():
        ids = {fold_name(member.name): member.id for member in members_of_group(group_id)}
        numbers = [
            [[ids[name] for name in map(fold_name, table) if name in ids] for table in tables] for tables in plan.rounds
        ]
        run("UPDATE evening SET plan = ? WHERE id = ?", json.dumps([plan.first, *numbers]), current_id(group_id))
