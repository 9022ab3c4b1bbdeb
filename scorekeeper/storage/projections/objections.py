"""The table of objections: updated with the journal, and read for the pages."""

import json
from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.journal.act_json import act_of
from scorekeeper.journal.acts import Doubting, Objected, Resolved
from scorekeeper.journal.hash_chain import Entry
from scorekeeper.night.objections import OBJECTION_KINDS, WAYS, Objection
from scorekeeper.night.undo import standing
from scorekeeper.phrase import Phrase
from scorekeeper.storage.engine.sql import fetch, insert, run
from scorekeeper.storage.journal.entries import load_acts
from scorekeeper.storage.models import ObjectionRow


class Remark(NamedTuple):
    """A text about a deal, when it arrived (ISO 8601, UTC), and whose it is; `player` is empty for nobody's device."""

    text: str
    player: str
    device: str
    arrived: str
    seq: int


class ShownObjection(NamedTuple):
    """An objection; `end` is how it was resolved, None while it is open.

    It is `overtaken` if the points of the deal have changed since.
    """

    number: int
    place: int
    overtaken: bool
    how: str
    remark: Remark
    end: Remark | None

    @property
    def way(self) -> Phrase:
        """How it was resolved, in words."""
        return WAYS[self.how]


class Mark(NamedTuple):
    """One row of the table of objections, without the night."""

    number: int
    place: int
    seq: int
    version: int
    how: str = ""
    resolved: int = 0


def marks_of(entries: Iterable[Entry]) -> list[Mark]:
    """Return the rows that follow from replayed entries, in order."""
    marks: dict[tuple[int, int], Mark] = {}
    for entry in entries:
        if entry.kind not in OBJECTION_KINDS:
            continue
        match act_of(entry):
            case Objected() as act:
                marks[act.number, act.objection] = Mark(act.number, act.objection, entry.seq, act.version)
            case Resolved() as act:
                at = act.number, act.objection
                marks[at] = marks[at]._replace(how=act.how, resolved=entry.seq)
    return [marks[at] for at in sorted(marks)]


def load_marks(night_id: int) -> list[Mark]:
    """Return all rows of a night in order."""
    sql = "SELECT number, place, seq, version, how, resolved FROM objection WHERE night_id = ? ORDER BY number, place"
    return [Mark(*row) for row in fetch(sql, night_id)]


def load_objections(night_id: int, number: int) -> tuple[Objection, ...]:
    """Return the objections to a deal as a replay has them."""
    sql = "SELECT version, how FROM objection WHERE night_id = ? AND number = ? ORDER BY place"
    return tuple(Objection(*row) for row in fetch(sql, night_id, number))


def store_mark(night_id: int, seq: int, act: Doubting) -> None:
    """Update the table with the act of the entry `seq`."""
    if isinstance(act, Objected):
        insert(ObjectionRow, [Mark(act.number, act.objection, seq, act.version)._asdict()], night_id=night_id)
    else:
        sql = "UPDATE objection SET how = ?, resolved = ? WHERE night_id = ? AND number = ? AND place = ?"
        run(sql, act.how, seq, night_id, act.number, act.objection)


def objections_to(night_id: int, number: int) -> list[ShownObjection]:
    """Return the objections to a deal in order."""
    return _load_remarks("objection.number = ? ORDER BY place", night_id, number)


def open_objections(night_id: int) -> list[ShownObjection]:
    """Return the unresolved objections of a night, in order of the deals."""
    return _load_remarks("resolved = 0 ORDER BY objection.number, place", night_id)


def _load_remarks(where: str, night_id: int, *values: object) -> list[ShownObjection]:
    sql = f"""SELECT objection.number, place, deal.version, objection.version, how,
            made.note, made.facts, made.device, made.arrived, made.seq,
            ended.note, ended.facts, ended.device, ended.arrived, ended.seq
        FROM objection JOIN deal ON deal.night_id = objection.night_id AND deal.number = objection.number
        JOIN entry AS made ON made.night_id = objection.night_id AND made.seq = objection.seq
        LEFT JOIN entry AS ended ON ended.night_id = objection.night_id AND ended.seq = objection.resolved
        WHERE objection.night_id = ? AND {where}"""  # noqa: S608 - our own conditions
    found = []
    for number, place, version, disputed, how, *remarks in fetch(sql, night_id, *values):
        overtaken = version > disputed and _has_other_points(night_id, number, disputed)
        end = _read_remark(*remarks[5:]) if how else None
        found.append(ShownObjection(number, place, overtaken, how, _read_remark(*remarks[:5]), end))
    return found


def _has_other_points(night_id: int, number: int, version: int) -> bool:
    """Return whether a deal has other points than at a `version`, 0 for one that is not in the journal."""
    acts = load_acts(night_id, number)
    before = standing(acts[:version])
    left = standing(acts)
    if not (version and before and left):
        return True
    points = [(act.result.get("sheet"), act.result.get("payoff")) for act in (before[-1], left[-1])]
    return points[0] != points[1]


def _read_remark(note: str, facts: str, device: str, arrived: str, seq: int) -> Remark:
    return Remark(note, json.loads(facts).get("player", ""), device, arrived, seq)


def find_doubted(night_id: int, first: int, last: int) -> frozenset[int]:
    """Return which of the deals from `first` to `last` have an open objection."""
    sql = "SELECT number FROM objection WHERE night_id = ? AND number BETWEEN ? AND ? AND resolved = 0"
    return frozenset(number for (number,) in fetch(sql, night_id, first, last))
