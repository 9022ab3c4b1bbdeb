"""Who changed what about a group as a whole."""

from typing import Any, NamedTuple

from scorekeeper.storage.engine.transactions import now
from scorekeeper.storage.models import RoundChange


class Change(NamedTuple):
    """What was changed about a round: its `name`, `drops`, or `forgotten` for a name taken out of its own."""

    kind: str
    device: str
    made: str


def note_change(round_id: int, kind: str, device: str) -> None:
    """Note that a device, or the server, changed something about a round."""
    RoundChange.create(round=round_id, kind=kind, device=device, made=now())


def load_changes(round_id: int, most: int) -> list[Change]:
    """Return what was changed about a round, the latest first."""
    query = RoundChange.select(RoundChange.kind, RoundChange.device, RoundChange.made)
    latest: Any = query.where(RoundChange.round == round_id).order_by(RoundChange.id.desc()).limit(most).tuples()
    return [Change(*row) for row in latest]
