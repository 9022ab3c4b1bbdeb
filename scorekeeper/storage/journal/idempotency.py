"""Acts that come a second time: what was sent before is answered as before, anything else under its id is refused."""

import json

from scorekeeper.journal.act_json import write_act
from scorekeeper.journal.acts import Act, Joined, Json, Renamed, Undone
from scorekeeper.journal.hash_chain import canonical
from scorekeeper.people.names import fold_name
from scorekeeper.phrase import Refused, say
from scorekeeper.storage.engine.sql import fetch
from scorekeeper.storage.journal.entries import Stored, find_sent
from scorekeeper.storage.models import Person

# What may have been filled in where the table does not say what was: in entries that earlier versions wrote.
_FILLED = ("amounts", "dealer", "objection", "player", "playing")
# Acts whose fact "player" says whose phone has sent them: that may change, and is nothing that a form says.
_SIGNED = ("objected", "resolved", "frozen", "paid", "pooled", "parted", "kitty", "kitty struck")


class Reused(Refused):
    """Something else was sent under this id before."""

    def __init__(self) -> None:
        text = say("something else was sent from this form before; see what stands now, then send this again")
        super().__init__("request", text)


def is_used(night_id: int, request: str) -> bool:
    """Return whether something was sent under this id before."""
    return find_sent(night_id, request) is not None


def find_repeat(night_id: int, request: str, act: Act, based_on: int = 0, person: Person | None = None) -> int:
    """Return the place of this act in the journal, 0 for an id under which nothing was sent before.

    Raises Reused where something else was.
    """
    row = find_sent(night_id, request)
    if row is None:
        return 0
    same = act.kind == row.kind and act.note == row.note and bool(act.note) == bool(row.sealed)
    if not same or not _same_facts(act, row):
        raise Reused
    if isinstance(act, Undone) and based_on != row.based_on:  # only this says what was to be taken back
        raise Reused
    if isinstance(act, Joined | Renamed) and not _is_seated(night_id, row, person):
        raise Reused
    return row.seq


def _same_facts(act: Act, row: Stored) -> bool:
    """Return whether all that is said now was written then, and nothing more was said then."""
    said = _unsigned(act.kind, write_act(act))
    written = _unsigned(act.kind, json.loads(row.facts))
    filled = _FILLED if row.filled is None else row.filled.split()
    more = written.keys() - said.keys()
    agreed = {key: written[key] for key in said if key in written}
    return canonical(said) == canonical(agreed) and more <= set(filled)


def _unsigned(kind: str, facts: Json) -> dict[str, object]:
    return {key: value for key, value in facts.items() if key != "player" or kind not in _SIGNED}


def _is_seated(night_id: int, row: Stored, person: Person | None) -> bool:
    """Return whether the act of an entry, `joined` or `renamed`, gave its player this person's name."""
    player = json.loads(row.facts)["player"]
    sql = "SELECT name FROM former_name WHERE night_id = ? AND player = ? AND seq > ? ORDER BY seq LIMIT 1"
    now = "SELECT name FROM person JOIN player ON player.person_id = person.id WHERE night_id = ? AND key = ?"
    names = fetch(sql, night_id, player, row.seq) or fetch(now, night_id, player)
    return person is not None and [fold_name(person.name)] == [fold_name(name) for (name,) in names]
